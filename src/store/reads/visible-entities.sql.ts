import { hasRow } from '../access/lookup.ts';
import { type Sql, sql } from '../access/sql.ts';

/**
 * Selects which of several entities exist, as their positions: those of packed ids from 1, then those of EVM
 * addresses, then those of aliases.
 *
 * Required plan: one index descent for each.
 */
export function visibleEntities(
  ids: readonly bigint[],
  evmAddresses: readonly Uint8Array[],
  aliases: readonly Uint8Array[],
): Sql {
  const buffers = (names: readonly Uint8Array[]) => names.map((bytes) => Buffer.from(bytes));
  const ofId = hasRow(sql`entity e`, [sql`e.id = w.id`]);
  // Paths resolve an address to an entity that is not deleted.
  const ofAddress = hasRow(sql`entity e`, [sql`e.evm_address = w.address`, sql`e.deleted is not true`]);
  const ofAlias = hasRow(sql`entity e`, [sql`e.alias = w.alias`, sql`e.deleted is not true`]);
  return sql`
    select w.ordinal
    from unnest(${ids}::bigint[]) with ordinality w (id, ordinal)
    where ${ofId}
    union all
    select ${ids.length}::bigint + w.ordinal
    from unnest(${buffers(evmAddresses)}::bytea[]) with ordinality w (address, ordinal)
    where ${ofAddress}
    union all
    select ${ids.length + evmAddresses.length}::bigint + w.ordinal
    from unnest(${buffers(aliases)}::bytea[]) with ordinality w (alias, ordinal)
    where ${ofAlias}`;
}
