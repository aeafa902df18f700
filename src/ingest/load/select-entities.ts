import type pg from 'pg';
import type { EntityRecord, Unknowns } from '../records/lookup.ts';

interface Row {
  readonly id: string;
  readonly alias: Buffer | null;
  readonly evm_address: Buffer | null;
}

/** Entities with one of the aliases, EVM addresses or ids; deleted ones only by id. */
export async function selectEntities(pool: pg.Pool, wanted: Unknowns): Promise<EntityRecord[]> {
  const { rows } = await pool.query<Row>(
    `select id::text, alias, evm_address from entity where alias = any($1) and deleted is not true
     union all
     select id::text, alias, evm_address from entity where evm_address = any($2) and deleted is not true
     union all
     select id::text, alias, evm_address from entity where id = any($3::bigint[])`,
    [
      wanted.aliases.map((bytes) => Buffer.from(bytes)),
      wanted.evmAddresses.map((bytes) => Buffer.from(bytes)),
      wanted.ids.map(String),
    ],
  );
  return rows.map(({ id, alias, evm_address }) => ({ id: BigInt(id), alias, evmAddress: evm_address }));
}
