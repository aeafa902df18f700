import { MAX_NUM, MAX_REALM, MAX_SHARD } from '@tain/ledger/entity-id';
import { raw, type Sql, sql } from '../sql.ts';

/** Expressions for the parts of packed ids in SQL (`kernel/entity-id.ts` has the format). */

/** Highest id in shard 0 and realm 0, where the id is the number itself. */
export const LAST_PLAIN_ID = raw(String(MAX_NUM));

const REALM_MASK = raw(String(MAX_REALM));
const SHARD_MASK = raw(String(MAX_SHARD));

export function numOf(id: Sql): Sql {
  return sql`(${id} & ${LAST_PLAIN_ID})`;
}

export function realmOf(id: Sql): Sql {
  return sql`((${id} >> 38) & ${REALM_MASK})`;
}

export function shardOf(id: Sql): Sql {
  return sql`((${id} >> 54) & ${SHARD_MASK})`;
}
