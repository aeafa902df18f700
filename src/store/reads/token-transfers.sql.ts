import { isTrue } from '../access/condition.ts';
import { inRange, type Range, TIME, UNBOUNDED } from '../access/domain.ts';
import { indexRange, indexScan } from '../access/index-scan.ts';
import { as } from '../access/lookup.ts';
import { merge, timesForEach } from '../access/merge.ts';
import { reverse } from '../access/order.ts';
import { CONDITION_IS_RARER, rarerScan } from '../access/rarer-scan.ts';
import type { Select } from '../connections/select.ts';
import { type Sql, sql } from '../sql.ts';
import { NFT_ROLES, nftTransferTimes, type TransferPage } from './nft-transfers.sql.ts';

/** Filters of the transactions that transferred a token. */
export interface TokenTransferSearch extends TransferPage {
  /** Packed id. */
  readonly token: bigint;
  /** Kind of the token; undefined for an unknown token. */
  readonly kind: 'fungible' | 'nft' | undefined;
  /** Accounts, one of which has a transfer; an empty list allows every account. */
  readonly accounts: readonly bigint[];
  /** Amount of that transfer, negative for the sender; an NFT counts as 1. */
  readonly amounts: Range;
}

/** Returns the kind of a token; undefined for an unknown one. */
export async function selectTokenKind(lookup: Select, token: bigint): Promise<TokenTransferSearch['kind']> {
  const [row] = await lookup(sql`select type from token where token_id = ${token}`);
  if (row === undefined) return undefined;
  return row[0] === 'NON_FUNGIBLE_UNIQUE' ? 'nft' : 'fungible';
}

const AT = sql`consensus_timestamp`;

/**
 * Selects the consensus times of transactions that transferred a token, once each, in order up to the limit.
 *
 * Required plan: a scan along the index of the token's transfers; with accounts, along that or along the index of theirs,
 * whichever has fewer rows.
 */
export function tokenTransferTimes(search: TokenTransferSearch): Sql {
  const { kind, order, limit } = search;
  if (kind === 'fungible') return fungibleTimes(search);
  if (kind === 'nft') return nftTimes(search);
  const scans = [fungibleTimes(search), nftTimes(search)].map(
    (scan) => sql`
    select consensus_timestamp
    from ${as(scan, 's')}`,
  );
  return merge({ scans, as: 'u', select: AT, distinct: true, by: [AT], order, limit });
}

function fungibleTimes(search: TokenTransferSearch): Sql {
  const { token, accounts, hasTokenIndex, order, limit, sampled } = search;
  if (accounts.length === 0) return timesOfToken(search, []);
  const isOfToken = sql`s.token_id = ${token}`;
  if (!hasTokenIndex) return timesOfAccounts(search, [isOfToken]);
  const few = { ...search, limit: sampled };
  const rarer = rarerScan({
    condition: timesOfToken({ ...few, amounts: UNBOUNDED }, []),
    others: timesOfAccounts({ ...few, amounts: UNBOUNDED }, []),
    by: AT,
    order,
    size: sampled,
  });
  // As a plain condition it could make the planner read all transfers of the accounts, along their index.
  const isOfAccounts = isTrue(sql`(s.account_id = any(${accounts}::bigint[]))`);
  const scans = [
    timesOfToken(search, [isOfAccounts, CONDITION_IS_RARER]),
    sql`
    select consensus_timestamp
    from ${as(timesOfAccounts(search, [isOfToken]), 'k')}
    where not ${CONDITION_IS_RARER}`,
  ];
  return sql`${rarer}${merge({ scans, as: 'w', select: AT, distinct: true, by: [AT], order, limit })}`;
}

/** Times of a token's transfers, along the index that begins with the token. */
function timesOfToken(
  { token, amounts, times, order, limit }: TokenTransferSearch,
  further: readonly Sql[],
): Sql {
  const [of, at] = [sql`s.token_id`, sql`s.consensus_timestamp`];
  const bounds = indexRange({
    prefix: [{ column: of, value: sql`${token}` }],
    column: at,
    range: times,
    domain: TIME,
  });
  const rows = indexScan({
    ...bounds,
    select: sql`${of}, ${at}`,
    distinct: [of, at],
    from: sql`token_transfer s`,
    where: [...bounds.where, ...inRange(sql`s.amount`, amounts), ...further],
    order,
    limit,
  });
  return sql`
    select k.consensus_timestamp
    from ${as(rows, 'k')}`;
}

/** Filters of an account's transfers of fungible tokens. */
export type AccountTokenSearch = Pick<
  TokenTransferSearch,
  'accounts' | 'amounts' | 'times' | 'order' | 'limit'
>;

/** Times of transfers of accounts, along the index that begins with the account. */
export function timesOfAccounts(
  { accounts, amounts, times, order, limit }: AccountTokenSearch,
  conditions: readonly Sql[],
): Sql {
  const [account, at] = [sql`s.account_id`, sql`s.consensus_timestamp`];
  const scanOf = (id: Sql): Sql => {
    // The index is in descending order of time. The account is compared by `=`, as in `entriesScan`.
    const rows = indexScan({
      select: sql`${account}, ${at}`,
      distinct: [account, at],
      from: sql`token_transfer s`,
      where: [
        sql`${account} = ${id}`,
        ...inRange(at, times, TIME),
        ...inRange(sql`s.amount`, amounts),
        ...conditions,
      ],
      by: [[account, reverse(order)], at],
      held: [account],
      order,
      limit,
    });
    return sql`
    select k.consensus_timestamp
    from ${as(rows, 'k')}`;
  };
  return timesForEach(accounts, scanOf, { order, limit });
}

function nftTimes(search: TokenTransferSearch): Sql {
  const roles = NFT_ROLES.filter((role) => isAmount(search, role === 'sender' ? -1n : 1n));
  return nftTransferTimes({ ...search, roles });
}

function isAmount({ amounts }: TokenTransferSearch, amount: bigint): boolean {
  const { equals, lower = amount, upper = amount, except, empty } = amounts;
  return (
    !empty &&
    (equals === undefined || equals.includes(amount)) &&
    lower <= amount &&
    amount <= upper &&
    !except.includes(amount)
  );
}
