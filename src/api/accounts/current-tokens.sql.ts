import type { Order } from '../../access/order.ts';
import { limitOf, raw, type Sql, sql } from '../../access/sql.ts';
import { listInSql } from '../answer/objects.ts';
import { TOKEN_BALANCE_FIELDS } from './account.json.ts';

/** JSON of an account's present token balances, the first `limit` in an order: SQL of one value. */
export function currentTokens(account: Sql, order: Order, limit: number): Sql {
  return sql`(select ${listInSql(TOKEN_BALANCE_FIELDS)} from (select token_id, balance from token_account where account_id = ${account} and associated order by token_id ${raw(order)} ${limitOf(limit)}) t)`;
}
