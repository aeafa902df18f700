import type { SameKey } from '../../store/access/joined-rows.ts';
import { as, scanByKey } from '../../store/access/lookup.ts';
import type { Order } from '../../store/access/order.ts';
import { fixed, type Sql, sql } from '../../store/sql.ts';
import { listInSql, listSchema } from '../answer/objects.ts';
import { entityId, integer, json } from '../answer/scalars.ts';

/** A token balance within an account's; its rows have these two columns. */
export const TOKEN_BALANCE_FIELDS = {
  token_id: entityId(sql`token_id`, { nullable: false }),
  balance: integer(sql`balance`, {
    nullable: false,
    description: 'Balance in the smallest unit of the token; for NFTs their number.',
  }),
};

const BALANCES = fixed(listInSql(TOKEN_BALANCE_FIELDS));

/** JSON that the source made with `TOKEN_BALANCE_FIELDS`; null prints an empty list. */
export const TOKENS = json<readonly unknown[]>(sql`b.tokens`, listSchema(TOKEN_BALANCE_FIELDS), '[]');

/**
 * JSON of an account's current token balances, the first `limit` in an order: SQL of one value. `on`: equality of
 * `account_id` and the account.
 */
export function currentTokens(on: SameKey, order: Order, limit: number): Sql {
  const tokens = scanByKey({
    select: sql`token_id, balance`,
    from: sql`token_account`,
    on,
    where: [sql`associated`],
    by: [sql`token_id`],
    order,
    limit,
  });
  return sql`(
    select ${BALANCES}
    from ${as(tokens, 't')}
  )`;
}
