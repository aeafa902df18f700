import type pg from 'pg';
import { MAX_CALL_DATA_FILE } from '../records/call-data-files.ts';
import type { EntityNames, FoundEntities } from '../records/lookup.ts';
import type { References } from '../records/references.ts';

/** What the database knows of a block's references. */
export interface FoundReferences {
  readonly entities: FoundEntities;
  /** Contents; unknown files are left out. */
  readonly files: ReadonlyMap<bigint, Uint8Array>;
}

/** Looks references up. Where they have files, all earlier blocks must be stored. */
export async function selectReferences(
  pool: pg.Pool,
  { entities, files }: References,
): Promise<FoundReferences> {
  const asksEntities = entities.aliases.length + entities.evmAddresses.length + entities.ids.length > 0;
  return {
    entities: asksEntities
      ? await selectEntities(pool, entities)
      : { aliases: [], evmAddresses: [], ids: [] },
    files: files.length > 0 ? await selectFiles(pool, files) : new Map(),
  };
}

interface Row {
  readonly wanted: 'alias' | 'address' | 'id';
  readonly id: string;
  readonly name: Buffer | null;
}

/**
 * Entities with one of the aliases, EVM addresses or ids. Of several with one alias or address, of which at
 * most one is not deleted, the last one created.
 */
async function selectEntities(pool: pg.Pool, wanted: EntityNames): Promise<FoundEntities> {
  const { rows } = await pool.query<Row>(
    `(select distinct on (alias) 'alias' as wanted, id::text, alias as name from entity
      where alias = any($1) order by alias, created_timestamp desc nulls last)
     union all
     (select distinct on (evm_address) 'address', id::text, evm_address from entity
      where evm_address = any($2) order by evm_address, created_timestamp desc nulls last)
     union all
     select 'id', id::text, evm_address from entity where id = any($3::bigint[])`,
    [
      wanted.aliases.map((bytes) => Buffer.from(bytes)),
      wanted.evmAddresses.map((bytes) => Buffer.from(bytes)),
      wanted.ids.map(String),
    ],
  );
  const found: FoundEntities = { aliases: [], evmAddresses: [], ids: [] };
  for (const row of rows) {
    const id = BigInt(row.id);
    if (row.wanted === 'id') found.ids.push({ id, name: row.name });
    else if (row.name)
      found[row.wanted === 'alias' ? 'aliases' : 'evmAddresses'].push({ id, name: row.name });
  }
  return found;
}

/**
 * Contents of files: their last create or update and all appends since. Unknown files, and those too large to
 * be call data, are left out.
 */
async function selectFiles(pool: pg.Pool, ids: readonly bigint[]): Promise<Map<bigint, Uint8Array>> {
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
