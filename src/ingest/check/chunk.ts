import { later } from '@tain/ledger/timestamp';
import type pg from 'pg';
import type { RetentionFamily } from '../../store/schema/kept-tables.ts';
import type { BlockRow } from './blocks.ts';
import type { RetainedSince } from './retained-since.ts';
import type { StoredSchema } from './stored-schema.ts';

/** Consecutive blocks, read in one snapshot of the database. */
export interface Chunk {
  readonly client: pg.ClientBase;
  readonly schema: StoredSchema;
  readonly retained: RetainedSince;
  readonly blocks: readonly BlockRow[];
  /** Bounds of their consensus times, in nanoseconds: later than `after`, up to `upTo`. */
  readonly after: bigint;
  readonly upTo: bigint;
  /** Consensus start of the first block whose rows are known. */
  readonly begin: bigint;
}

/** Returns the blocks of a chunk from which on all rows of some families are retained; null when there are none. */
export async function retainedPart(
  chunk: Chunk,
  ...families: readonly RetentionFamily[]
): Promise<Chunk | null> {
  const since = await chunk.retained.after(...families);
  if (since === null || since >= chunk.upTo) return null;
  const blocks = chunk.blocks.filter(({ end }) => end > since);
  return { ...chunk, blocks, after: later(chunk.after, since), begin: later(chunk.begin, since + 1n) };
}

/** Returns the bounds of a chunk as the first two values of a statement. */
export function boundsOf({ after, upTo }: Chunk): string[] {
  return [after.toString(), upTo.toString()];
}
