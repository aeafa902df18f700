import type { Queryable } from '../../db/writer/writer.ts';
import { type BlockBound, type BlockRange, selectRange } from '../check/range.ts';

/** A stored block adjacent to a range. */
export interface Neighbour {
  readonly number: bigint;
  readonly previousHash: string;
}

/**
 * Range of consensus times between two stored blocks, whether or not all blocks in it are stored. It ends right before
 * the block after it.
 */
export interface StoredGap extends BlockRange {
  /** Block after the range; null: the range extends to the last stored block. */
  readonly following: Neighbour | null;
}

/** Returns the range of blocks from one bound to another (inclusive); null when the database has none there. */
export async function selectGap(
  client: Queryable,
  from: BlockBound,
  to: BlockBound,
): Promise<StoredGap | null> {
  const stored = await selectRange(client, from, null);
  if (stored === null) return null;
  const { rows } = await client.query<{ start: string; number: string; hash: string }>(
    `select consensus_start::text as start, index::text as number, prev_hash as hash from record_file
     where ${'number' in to ? 'index > $1 order by index' : 'consensus_start > $1 order by consensus_end'} limit 1`,
    [('number' in to ? to.number : to.instant).toString()],
  );
  const next = rows[0];
  if (next === undefined) return { ...stored, following: null };
  const upTo = BigInt(next.start) - 1n;
  const following = { number: BigInt(next.number), previousHash: next.hash };
  return upTo > stored.after ? { after: stored.after, upTo, following } : null;
}
