import type { Range } from '../../access/range.ts';
import { join, raw, type Sql, sql } from '../../access/sql.ts';
import { MAX_INT64, MIN_INT64 } from '../../kernel/timestamp.ts';
import { FEE_ACCOUNT } from '../../ledger/system-accounts.ts';
import type { ApiContext } from '../route.ts';
import type { AccountChoice } from './transaction.sql.ts';

/** Where accounts take part, and the column that an index begins with. */
const SOURCES = [
  { table: 'transaction', column: 'payer_account_id' },
  { table: 'crypto_transfer', column: 'entity_id' },
  { table: 'token_transfer', column: 'account_id' },
  { table: 'entity_transaction', column: 'entity_id' },
] as const;

/**
 * What bounds on `account.id` mean: the accounts within them that take part in anything, if they are
 * few, so that each can be walked along its index; otherwise the bounds themselves, since then
 * transactions are walked by time and soon meet one of so many.
 *
 * What must hold: every account within the bounds that pays, has a transfer or is listed in any
 * transaction is among the ids; one too many costs a walk, one too few loses transactions. So an
 * account that an index leaves out is added without looking.
 */
export async function chooseAccounts(context: ApiContext, range: Range): Promise<AccountChoice> {
  if (range.equals !== undefined) return { ids: range.equals };
  const { lower = MIN_INT64, upper = MAX_INT64 } = range;
  const { walkedAccounts } = context.settings.thresholds;
  if (lower === MIN_INT64 && upper === MAX_INT64) return 'all';
  if (upper - lower < BigInt(walkedAccounts)) {
    return { ids: Array.from({ length: Number(upper - lower) + 1 }, (_, index) => lower + BigInt(index)) };
  }
  const rows = await context.select(
    sql`select distinct id from (${join(
      SOURCES.map((source) => firstIds(source, lower, upper, walkedAccounts)),
      ' union all ',
    )}) s`,
  );
  const found = new Set(rows.map(([id]) => BigInt(id ?? 0)));
  if (lower <= FEE_ACCOUNT && FEE_ACCOUNT <= upper) found.add(FEE_ACCOUNT);
  const ids = [...found];
  return ids.length > walkedAccounts ? { range } : { ids };
}

/** The first ids of an index within bounds, one more than `most`, each found by one step from the one before. */
function firstIds(
  { table, column }: (typeof SOURCES)[number],
  lower: bigint,
  upper: bigint,
  most: number,
): Sql {
  const [from, id] = [raw(table), raw(column)];
  // The index on the accounts of transfers leaves the fee account out, which `chooseAccounts` adds.
  const indexed = table === 'crypto_transfer' ? sql` and ${id} <> ${raw(String(FEE_ACCOUNT))}` : sql``;
  const next = (condition: Sql) =>
    sql`(select ${id} from ${from} where ${condition} and ${id} <= ${upper}${indexed} order by ${id} limit 1)`;
  return sql`(with recursive found(id, n) as (select ${next(sql`${id} >= ${lower}`)}, 1 union all select ${next(sql`${id} > found.id`)}, n + 1 from found where found.id is not null and n <= ${raw(String(most))}) select id from found where id is not null)`;
}
