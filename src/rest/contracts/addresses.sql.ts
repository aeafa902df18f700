import { sameKey } from '../../store/access/joined-rows.ts';
import { rowByKey } from '../../store/access/lookup.ts';
import { numOf } from '../../store/schema/packed-id.ts';
import { raw, type Sql, sql } from '../../store/sql.ts';

/** SQL for the EVM forms of values: addresses, words of 32 bytes, bytes in hex. */

/**
 * Hex digits of the long-zero address of an entity: its num in 20 bytes, without shard and realm.
 * Null where there is no entity (null or 0).
 */
export function longZeroDigits(id: Sql): Sql {
  return sql`case when ${id} <> 0 then lpad(to_hex(${numOf(id)}), 40, '0') end`;
}

/** `0x…` of an entity's EVM address, or of its long-zero address where it has none. */
export function addressText(evmAddress: Sql, id: Sql): Sql {
  return sql`'0x' || coalesce(encode(nullif(${evmAddress}, ''), 'hex'), ${longZeroDigits(id)})`;
}

/** `0x…` of bytes; `0x` alone for null. */
export function hexOrEmpty(bytes: Sql): Sql {
  return sql`'0x' || coalesce(encode(${bytes}, 'hex'), '')`;
}

/** `0x…` of bytes, with zeros before them up to 32 bytes; null for null. */
export function paddedWord(bytes: Sql): Sql {
  return sql`'0x' || lpad(encode(${bytes}, 'hex'), greatest(64, 2 * length(${bytes})), '0')`;
}

/**
 * Joins the EVM address of the contract of rows `of` as `alias`. Written as a lookup by key for each row, because a page is short and
 * the table of entities is long.
 */
export function joinAddress(alias: string, of: string): Sql {
  const on = sameKey('id', of, 'contract_id');
  const entity = rowByKey({ select: sql`evm_address`, from: sql`entity`, where: [on] });
  return sql`left join ${entity} ${raw(alias)} on true`;
}
