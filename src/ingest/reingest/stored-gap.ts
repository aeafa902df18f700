import type { Queryable } from '../../store/writer/writer.ts';
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

/**
 * Returns the number of blocks in a gap, stored or not, by the numbers of the stored blocks around it; at the beginning of the
 * database and after its last block, by the stored ones in it.
 */
export async function selectBlockCount(
  client: Queryable,
  { after, upTo, following }: StoredGap,
): Promise<number> {
  const { rows } = await client.query<{ first: string | null; last: string | null }>(
    `select coalesce(
         (select index + 1 from record_file where consensus_end <= $1 order by consensus_end desc limit 1),
         (select index from record_file where consensus_end > $1 order by consensus_end limit 1))::text as first,
       (select index from record_file where consensus_end <= $2 order by consensus_end desc limit 1)::text as last`,
    [after.toString(), upTo.toString()],
  );
  const { first = null, last = null } = rows[0] ?? {};
  if (first === null || last === null) return 0;
  const end = following === null ? BigInt(last) : following.number - 1n;
  return Math.max(0, Number(end - BigInt(first) + 1n));
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
