import type { Queryable } from '../../db/writer.ts';
import type { StoredBlock } from './blocks.ts';
import type { StoredSchema } from './stored-schema.ts';

/** Some blocks that follow one another, read in one snapshot of the database. */
export interface Chunk {
  readonly client: Queryable;
  readonly schema: StoredSchema;
  readonly blocks: readonly StoredBlock[];
  /** Consensus times that belong to them, in nanoseconds: after `after`, up to `upTo`. */
  readonly after: bigint;
  readonly upTo: bigint;
  /** Consensus start of the first block in the database. */
  readonly begin: bigint;
}

/** The bounds of a chunk as the first two values of a statement. */
export function boundsOf({ after, upTo }: Chunk): string[] {
  return [after.toString(), upTo.toString()];
}
