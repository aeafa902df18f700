import { type Abilities, byBalanceIndex, ownTable } from '../../store/access/abilities.ts';
import { ENTITY_ID, inRange } from '../../store/access/domain.ts';
import { gatherOrScan } from '../../store/access/gather-or-scan.ts';
import { indexRange, indexScan } from '../../store/access/index-scan.ts';
import { sameKey } from '../../store/access/joined-rows.ts';
import { exists, joinedRows } from '../../store/access/lookup.ts';
import { empty, PLANNED_FOR_VALUES, type Sql, sql, where } from '../../store/sql.ts';
import { publicKeyConditions } from '../holdings/account-scan.sql.ts';
import { type BalanceSearch, idConditions, pageOf } from './balance-search.ts';

/**
 * Token balances as of the last block: of the accounts associated with a token, or with any token. A SELECT of
 * token_id, account_id, balance and at (from which the answer's time is taken). Holders with a balance, or within
 * bounds of it, are found by the balance index; without it a scan along the ids tests each balance.
 */
export function currentTokenBalances(search: BalanceSearch, abilities: Abilities): Sql {
  if (search.publicKey !== undefined) return balancesOfKey(search);
  const { lower, upper, equals } = search.balances;
  const bounded = (lower ?? upper ?? equals) !== undefined;
  if (!bounded || search.accounts.equals !== undefined) return scanById(search);
  const { token } = search;
  const byId = token === undefined ? scanById(search, [IS_KNOWN]) : scanById(search);
  const byBalance = () =>
    token === undefined ? scanOfEachToken(search) : scanByBalance(search, sql`${token}`);
  return byBalanceIndex(abilities, byBalance, byId);
}

const COLUMNS = sql`ta.token_id, ta.account_id, ta.balance, ta.balance_timestamp as at`;

/**
 * Condition that a token is known. A search token by token finds holders of known tokens only, so this scan, which
 * replaces it, must do the same.
 */
const IS_KNOWN = exists(sql`token t`, [sql`t.token_id = ta.token_id`]);

const ASSOCIATED = sql`ta.associated`;

/** Our own table with all associations that have a balance. */
const BALANCES = sql`${ownTable('current_token_balance')} ta`;

function conditionsOf(search: BalanceSearch): Sql[] {
  return [ASSOCIATED, ...inRange(sql`ta.balance`, search.balances), ...idConditions(search, 'ta')];
}

/** A scan along the ids, testing each balance. */
function scanById(search: BalanceSearch, further: readonly Sql[] = []): Sql {
  // Several named accounts are looked up one by one; for many a scan is cheaper.
  const planned = (search.accounts.equals?.length ?? 0) > 1 ? PLANNED_FOR_VALUES : empty;
  return indexScan({
    select: COLUMNS,
    from: sql`${planned}token_account ta`,
    where: [...conditionsOf(search), ...further],
    ...pageOf(search, 'ta'),
  });
}

/** The balances of one token within bounds, or of one value. `token` is SQL of its id. */
function scanByBalance(search: BalanceSearch, token: Sql): Sql {
  const { accounts: range, balances, order, limit } = search;
  const [value] = balances.equals ?? [];
  const page = { select: COLUMNS, order, limit };
  // Across tokens, bounds of the account apply to one token only, so they are not bounds of this scan.
  if (value !== undefined && search.token !== undefined) {
    const bounds = indexRange({
      prefix: [
        { column: sql`ta.token_id`, value: token },
        { column: sql`ta.balance`, value: sql`${value}` },
      ],
      column: sql`ta.account_id`,
      range,
      domain: ENTITY_ID,
    });
    return indexScan({ ...page, from: BALANCES, where: [ASSOCIATED, ...bounds.where], by: bounds.by });
  }
  const conditions = [sql`ta.token_id = ${token}`, ...conditionsOf(search)];
  const by = [sql`ta.account_id`];
  const ofFew = joinedRows(undefined, {
    select: sql`*`,
    table: ownTable('current_token_balance'),
    on: sameKey('account_id', 'few', 'account_id'),
    where: [sql`token_id = ${token}`],
    as: 'ta',
  });
  return gatherOrScan({
    max: search.thresholds.gathered,
    gather: sql`
    select ta.account_id
    from ${BALANCES}${where(conditions)}`,
    ofFew: indexScan({ ...page, from: ofFew, where: [], by }),
    scan: indexScan({ ...page, from: sql`token_account ta`, where: conditions, by }),
  });
}

/** Balances across tokens: token by token, so that each is read in the index of its balances. */
function scanOfEachToken(search: BalanceSearch): Sql {
  const tokens = idConditions({ ...search, accounts: { except: [], empty: false } }, 'k');
  return indexScan({
    select: sql`x.*`,
    from: sql`(
      select k.token_id
      from token k${where(tokens)}
    ) k
    cross join lateral (${scanByBalance(search, sql`k.token_id`)}) x`,
    where: [],
    by: [sql`k.token_id`, sql`x.account_id`],
    order: search.order,
    limit: search.limit,
  });
}

/**
 * The balances of accounts with a public key: if these accounts are few, each is scanned along its own tokens; if
 * they are many, the scan along all balances soon meets one.
 */
function balancesOfKey(search: BalanceSearch): Sql {
  const { publicKey, order, limit } = search;
  const keyed = [sql`e.type = 'ACCOUNT'`, ...publicKeyConditions(publicKey === undefined ? [] : [publicKey])];
  const own = indexScan({
    select: COLUMNS,
    from: sql`token_account ta`,
    where: [sql`ta.account_id = few.id`, ...conditionsOf(search)],
    by: [sql`ta.token_id`],
    order,
    limit,
  });
  return gatherOrScan({
    max: search.thresholds.gathered,
    gather: sql`
    select e.id
    from entity e${where(keyed)}`,
    ofFew: indexScan({
      select: sql`x.*`,
      from: sql`few cross join lateral (${own}) x`,
      where: [],
      ...pageOf(search, 'x'),
    }),
    scan: scanById(search, [exists(sql`entity e`, [sql`e.id = ta.account_id`, ...keyed])]),
  });
}
