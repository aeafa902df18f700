import { earlier, firstDayOfMonth, later, MAX_INT64, NANOS_PER_MILLISECOND } from '@tain/ledger/timestamp';
import type { Range } from '../../store/access/domain.ts';
import { joinTable, type SameKey } from '../../store/access/joined-rows.ts';
import { as, exists } from '../../store/access/lookup.ts';
import type { Order } from '../../store/access/order.ts';
import { type RowOfEach, type SkipScan, skipScan, skipScanByKey } from '../../store/access/skip-scan.ts';
import {
  type BalanceSnapshot,
  isWholeSnapshot,
  newestSnapshotTime,
  ofSnapshot,
  snapshotAt,
  snapshotTable,
} from '../../store/reads/balance-at.ts';
import { raw, type Sql, sql } from '../../store/sql.ts';
import { listInSql } from '../answer/objects.ts';
import type { Filter } from '../query/parameter.ts';
import { rangeOf } from '../query/range.ts';
import { retainedHistory } from '../route/require-retained.ts';
import type { ApiContext } from '../route/route.ts';
import { TOKEN_BALANCE_FIELDS } from './token-balances.ts';

/** Times within filters on a state: a plain time means at or before it. */
export function timesOfState(filters: readonly Filter<bigint>[]): Range {
  return rangeOf(
    filters.map(({ operator, value }) => ({ operator: operator === 'eq' ? 'lte' : operator, value })),
    'all',
  );
}

/** Returns the newest snapshot within times, searched back to the first day of the previous month. */
export async function selectSnapshot(
  context: ApiContext,
  times: Range,
): Promise<BalanceSnapshot | undefined> {
  // Bounds that exclude everything need not fit the column.
  if (times.empty) return undefined;
  const { lower = 0n, upper = MAX_INT64, except } = times;
  const now = BigInt(context.clock()) * NANOS_PER_MILLISECOND;
  const range = {
    lower: later(lower, firstDayOfMonth(earlier(upper, now), -1)),
    upper,
    except,
    empty: false,
  };
  const [row] = await context.select(newestSnapshotTime(context.settings, range));
  const text = row?.[0];
  if (!text) return undefined;
  const { snapshotPartitions } = await context.shared.abilities.get();
  const snapshot = snapshotAt(BigInt(text), snapshotPartitions);
  const { start } = await retainedHistory(context);
  if (start === undefined || (await isWholeSnapshot(context.select, start, snapshot.at))) return snapshot;
  return { ...snapshot, knownSince: start.at };
}

/** Selects the accounts of a snapshot by id, with `account_id` and `balance`. */
export function snapshotAccounts(
  snapshot: BalanceSnapshot,
  conditions: readonly Sql[],
  order: Order,
  limit: number,
): Sql {
  return skipScan({
    table: snapshotTable('account_balance', snapshot),
    columns: ['account_id'],
    after: [sql`consensus_timestamp`],
    where: conditions,
    order,
    rowOfEach: newestBalance(conditions),
    limit,
  });
}

/** The newest balance among the rows that meet conditions. */
export function newestBalance(conditions: readonly Sql[]): RowOfEach {
  return {
    columns: { balance: sql`balance` },
    where: conditions,
    by: [sql`consensus_timestamp`],
    order: 'desc',
  };
}

/**
 * Conditions that exclude token balances that started at zero because the association is older than the database's
 * start: they would only contain the changes since then.
 */
export function isKnownHolding({ knownSince }: BalanceSnapshot): Sql[] {
  if (knownSince === undefined) return [];
  return [
    exists(
      sql`(select account_id as holder, token_id as held) x
      ${joinTable('token_account', 'k', [sql`k.account_id = x.holder`, sql`k.token_id = x.held`])}`,
      [sql`k.created_timestamp >= ${knownSince}`],
    ),
  ];
}

/** Selects the first tokens of an account at a snapshot: `token_id`, and `balance` if requested. */
export function snapshotTokens(
  account: Sql,
  snapshot: BalanceSnapshot,
  order: Order,
  limit: number,
  balances: boolean,
): Sql {
  const tokens = tokensOfAccount(account, snapshot, order, limit);
  return skipScan(balances ? { ...tokens, rowOfEach: newestBalance(tokens.where) } : tokens);
}

function tokensOfAccount(account: Sql, snapshot: BalanceSnapshot, order: Order, limit: number) {
  return {
    table: snapshotTable('token_balance', snapshot),
    prefix: { column: sql`account_id`, value: account },
    columns: ['token_id'],
    after: [sql`consensus_timestamp`],
    where: [...ofSnapshot(snapshot), ...isKnownHolding(snapshot)],
    order,
    limit,
  } satisfies SkipScan;
}

/**
 * JSON of an account's token balances at a snapshot: SQL of one value. `on`: equality of `account_id` and the account,
 * by which a page on a distributed database fetches the tokens of all its accounts in one statement.
 */
export function tokensAtSnapshot(
  account: Sql,
  snapshot: BalanceSnapshot,
  order: Order,
  limit: number,
  on?: SameKey,
): Sql {
  const tokens = tokensOfAccount(account, snapshot, order, limit);
  const scan = { ...tokens, rowOfEach: newestBalance(tokens.where) };
  const isAlone = on === undefined || snapshot.suffix !== '' || snapshot.knownSince !== undefined;
  return sql`(
    select ${listInSql(TOKEN_BALANCE_FIELDS, sql`token_id ${raw(order)}`)}
    from ${as(isAlone ? skipScan(scan) : skipScanByKey(on, scan), 'held')}
  )`;
}
