import type { Queryable } from '../../store/writer/writer.ts';

/**
 * A block by its number, or by a consensus time (nanoseconds): the block that contains it, else the next one in the
 * range.
 */
export type BlockBound = { readonly number: bigint } | { readonly instant: bigint };

/** Consensus times of blocks, in nanoseconds. */
export interface BlockRange {
  /** End of the block before the first one; one nanosecond before its start when there is none. */
  readonly after: bigint;
  /** End of the last block. */
  readonly upTo: bigint;
}

/**
 * Returns the blocks of the database from one bound to another (both inclusive; null: no bound). Null when there are
 * none.
 */
export async function selectRange(
  client: Queryable,
  from: BlockBound | null,
  to: BlockBound | null,
): Promise<BlockRange | null> {
  const first = await select(
    client,
    'select consensus_start as time from record_file order by consensus_end limit 1',
  );
  const last = await select(
    client,
    'select consensus_end as time from record_file order by consensus_end desc limit 1',
  );
  if (first === null || last === null) return null;
  const begin = first - 1n;
  const after = from === null ? begin : ((await selectEndBefore(client, from)) ?? begin);
  const upTo = to === null ? last : await selectEndOf(client, to);
  return upTo === null || upTo <= after ? null : { after, upTo };
}

function selectEndBefore(client: Queryable, bound: BlockBound): Promise<bigint | null> {
  return 'number' in bound
    ? select(
        client,
        'select consensus_end as time from record_file where index < $1 order by index desc limit 1',
        bound.number,
      )
    : select(
        client,
        'select consensus_end as time from record_file where consensus_end < $1 order by consensus_end desc limit 1',
        bound.instant,
      );
}

function selectEndOf(client: Queryable, bound: BlockBound): Promise<bigint | null> {
  return 'number' in bound
    ? select(
        client,
        'select consensus_end as time from record_file where index <= $1 order by index desc limit 1',
        bound.number,
      )
    : select(
        client,
        `select coalesce(
           (select case when consensus_start <= $1 then consensus_end end
            from record_file where consensus_end >= $1 order by consensus_end limit 1),
           (select consensus_end from record_file where consensus_end < $1 order by consensus_end desc limit 1)
         ) as time`,
        bound.instant,
      );
}

async function select(client: Queryable, text: string, value?: bigint): Promise<bigint | null> {
  const { rows } = await client.query<{ time: string | null }>(
    `select time::text from (${text}) x`,
    value === undefined ? [] : [value.toString()],
  );
  const time = rows[0]?.time ?? null;
  return time === null ? null : BigInt(time);
}
