import { indexScan } from '../../access/index-scan.ts';
import { as } from '../../access/lookup.ts';
import type { Order } from '../../access/order.ts';
import { type Sql, sql } from '../../access/sql.ts';
import { listInSql } from '../answer/objects.ts';
import { TOKEN_BALANCE_FIELDS } from './account.json.ts';

/** JSON of an account's present token balances, the first `limit` in an order: SQL of one value. */
export function currentTokens(account: Sql, order: Order, limit: number): Sql {
  const tokens = indexScan({
    select: sql`token_id, balance`,
    from: sql`token_account`,
    where: [sql`account_id = ${account}`, sql`associated`],
    by: [sql`token_id`],
    order,
    limit,
  });
  return sql`(
    select ${listInSql(TOKEN_BALANCE_FIELDS)}
    from ${as(tokens, 't')}
  )`;
}
