import type pg from 'pg';
import type { FoundEntities, Unknowns } from '../records/lookup.ts';

interface Row {
  readonly wanted: 'alias' | 'address' | 'id';
  readonly id: string;
  readonly name: Buffer | null;
}

/**
 * Entities with one of the aliases, EVM addresses or ids. Of several with one alias or address, of
 * which at most one is not deleted, the last one created.
 */
export async function selectEntities(pool: pg.Pool, wanted: Unknowns): Promise<FoundEntities> {
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
