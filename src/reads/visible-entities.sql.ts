import { met } from '../access/lookup.ts';
import { type Sql, sql } from '../access/sql.ts';

/**
 * Which of some entities are there: a SELECT of their places, those of packed ids from 1, those of EVM addresses counted
 * on behind them, then those of aliases.
 *
 * The plan it must get: for each a descent of one index.
 */
export function visibleEntities(
  ids: readonly bigint[],
  evmAddresses: readonly Uint8Array[],
  aliases: readonly Uint8Array[],
): Sql {
  const buffers = (names: readonly Uint8Array[]) => names.map((bytes) => Buffer.from(bytes));
  const ofId = met(sql`entity e`, [sql`e.id = w.id`]);
  // A path finds those alone that live.
  const ofAddress = met(sql`entity e`, [sql`e.evm_address = w.address`, sql`e.deleted is not true`]);
  const ofAlias = met(sql`entity e`, [sql`e.alias = w.alias`, sql`e.deleted is not true`]);
  return sql`
    select w.place
    from unnest(${ids}::bigint[]) with ordinality w (id, place)
    where ${ofId}
    union all
    select ${ids.length}::bigint + w.place
    from unnest(${buffers(evmAddresses)}::bytea[]) with ordinality w (address, place)
    where ${ofAddress}
    union all
    select ${ids.length + evmAddresses.length}::bigint + w.place
    from unnest(${buffers(aliases)}::bytea[]) with ordinality w (alias, place)
    where ${ofAlias}`;
}
