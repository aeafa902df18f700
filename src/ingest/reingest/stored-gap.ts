import type { Queryable } from '../../db/writer/writer.ts';
import type { BlockBound } from '../check/range.ts';

/** A stored block adjacent to a range. */
export interface Neighbour {
  readonly number: bigint;
  readonly previousHash: string;
}

/**
 * The range of some blocks between retained stored ones, whether or not it has all rows of these blocks. Times are
 * nanoseconds.
 */
export interface StoredGap {
  /** Consensus end of the block before; one nanosecond before the first block's start when there is none. */
  readonly after: bigint;
  /** The last time that belongs to it. */
  readonly upTo: bigint;
  /** The block after it; null: it extends to the last stored block. */
  readonly following: Neighbour | null;
}

/** Returns the range of blocks from one bound to another (inclusive); null when the database has none there. */
export async function selectGap(
  client: Queryable,
  from: BlockBound,
  to: BlockBound,
): Promise<StoredGap | null> {
  const before = await first<{ end: string }>(
    client,
    'number' in from
      ? 'select consensus_end::text as end from record_file where index < $1 order by index desc limit 1'
      : 'select consensus_end::text as end from record_file where consensus_end < $1 order by consensus_end desc limit 1',
    boundValue(from),
  );
  const next = await first<{ start: string; number: string; hash: string }>(
    client,
    `select consensus_start::text as start, index::text as number, prev_hash as hash from record_file
     where ${'number' in to ? 'index > $1 order by index' : 'consensus_start > $1 order by consensus_end'} limit 1`,
    boundValue(to),
  );
  const [begin, end] = [
    await first<{ at: string }>(
      client,
      'select consensus_start::text as at from record_file order by consensus_end limit 1',
    ),
    await first<{ at: string }>(
      client,
      'select consensus_end::text as at from record_file order by consensus_end desc limit 1',
    ),
  ];
  if (!begin || !end) return null;
  const after = before ? BigInt(before.end) : BigInt(begin.at) - 1n;
  const upTo = next ? BigInt(next.start) - 1n : BigInt(end.at);
  const following = next ? { number: BigInt(next.number), previousHash: next.hash } : null;
  return upTo > after ? { after, upTo, following } : null;
}

function boundValue(bound: BlockBound): string {
  return ('number' in bound ? bound.number : bound.instant).toString();
}

async function first<Row extends object>(
  client: Queryable,
  text: string,
  value?: string,
): Promise<Row | undefined> {
  return (await client.query<Row>(text, value === undefined ? [] : [value])).rows[0];
}
