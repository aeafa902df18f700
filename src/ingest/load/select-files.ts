import type pg from 'pg';
import { MAX_CALL_DATA_FILE } from '../records/call-data-files.ts';

/**
 * What files hold: their last create or update and all appends since. Files of which nothing is
 * known, and those too large to be call data, are left out.
 */
export async function selectFiles(pool: pg.Pool, ids: readonly bigint[]): Promise<Map<bigint, Uint8Array>> {
  const { rows } = await pool.query<{ id: string; content: Buffer | null }>(
    `select wanted.id::text as id, content
     from unnest($1::bigint[]) as wanted (id)
     cross join lateral (
       select consensus_timestamp as at from file_data
       where entity_id = wanted.id
         and (transaction_type = 17 or (transaction_type = 19 and octet_length(file_data) > 0))
       order by consensus_timestamp desc limit 1
     ) start
     cross join lateral (
       select string_agg(file_data, '' order by consensus_timestamp) as content from file_data
       where entity_id = wanted.id and consensus_timestamp >= start.at
         and (consensus_timestamp = start.at or transaction_type = 16)
       having sum(octet_length(file_data)) <= $2
     ) parts`,
    [ids.map(String), MAX_CALL_DATA_FILE],
  );
  return new Map(rows.map(({ id, content }) => [BigInt(id), content ?? Buffer.alloc(0)]));
}
