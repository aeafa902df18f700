import { inRange, type Range, TIME } from '../access/domain.ts';
import { indexRange, indexScan } from '../access/index-scan.ts';
import { as } from '../access/lookup.ts';
import { eachValue, merge, mergeForEach } from '../access/merge.ts';
import { heldAt, type Order, reverse } from '../access/order.ts';
import { CONDITION_IS_RARER, rarerScan } from '../access/rarer-scan.ts';
import { join, raw, type Sql, sql } from '../sql.ts';

/** Filters of the transactions that transferred a token. */
export interface TokenTransferSearch {
  /** Packed id. */
  readonly token: bigint;
  /** Kind of the token; undefined for an unknown token. */
  readonly kind: 'fungible' | 'nft' | undefined;
  /** Accounts, one of which has a transfer; an empty list allows every account. */
  readonly accounts: readonly bigint[];
  /** Amount of that transfer, negative for the sender; an NFT counts as 1. */
  readonly amounts: Range;
  readonly times: Range;
  readonly order: Order;
  readonly limit: number;
  /** Number of rows read to determine whether the token or the accounts have fewer transfers. */
  readonly sampled: number;
  /** Whether the database has the indexes of the transfers of tokens. */
  readonly isIndexed: boolean;
}

const AT = sql`consensus_timestamp`;
const TIME_OF_T = sql`t.consensus_timestamp`;

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
  const { accounts, isIndexed, order, limit, sampled } = search;
  if (accounts.length === 0) return timesOfToken(search, []);
  if (!isIndexed) return timesOfAccounts(search);
  const few = { ...search, limit: sampled };
  const rarer = rarerScan({
    condition: timesOfToken({ ...few, amounts: ANY }, []),
    others: timesOfAccounts({ ...few, amounts: ANY }, []),
    by: AT,
    order,
    size: sampled,
  });
  const isOfAccounts = sql`s.account_id = any(${accounts}::bigint[])`;
  const scans = [
    timesOfToken(search, [isOfAccounts, CONDITION_IS_RARER]),
    sql`
    select consensus_timestamp
    from ${as(timesOfAccounts(search), 'k')}
    where not ${CONDITION_IS_RARER}`,
  ];
  return sql`${rarer}${merge({ scans, as: 'w', select: AT, distinct: true, by: [AT], order, limit })}`;
}

const ANY: Range = { except: [], empty: false };

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

/** Times of transfers of accounts, along the index that begins with the account. */
function timesOfAccounts(
  { token, accounts, amounts, times, order, limit }: TokenTransferSearch,
  conditions: readonly Sql[] = [sql`s.token_id = ${token}`],
): Sql {
  const [account, at] = [sql`s.account_id`, sql`s.consensus_timestamp`];
  const scanOf = (id: Sql): Sql => {
    // The index is in descending order of time.
    const rows = indexScan({
      select: sql`${account}, ${at}`,
      distinct: [account, at],
      from: sql`token_transfer s`,
      where: [
        heldAt(account, '>=', id),
        sql`${account} <= ${id}`,
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
  const [only, ...others] = accounts;
  if (only !== undefined && others.length === 0) return scanOf(sql`${only}`);
  return mergeForEach({
    values: accounts,
    type: 'bigint',
    scan: scanOf(eachValue('a')),
    as: 'a',
    select: sql`a.consensus_timestamp`,
    distinct: true,
    by: [sql`a.consensus_timestamp`],
    order,
    limit,
  });
}

/** Token of all NFTs that a transaction transferred; 0 if there are several. Written as in the index. */
const NFT_TOKEN = sql`(case when t.nft_transfer->0->>'token_id' = t.nft_transfer->-1->>'token_id' then (t.nft_transfer->0->>'token_id')::bigint else 0 end)`;
const HAS_NFTS = sql`t.nft_transfer is not null`;

function nftTimes(search: TokenTransferSearch): Sql {
  const { token, accounts, times, order, limit, isIndexed } = search;
  const contains = containing(search);
  if (contains === undefined) return sql`select null::bigint as consensus_timestamp where false`;
  const scanOf = (prefix: bigint | undefined, conditions: readonly Sql[]): Sql => {
    const bounds = indexRange({
      prefix: prefix === undefined ? [] : [{ column: NFT_TOKEN, value: sql`${prefix}` }],
      column: TIME_OF_T,
      range: times,
      domain: TIME,
    });
    return indexScan({
      ...bounds,
      select: TIME_OF_T,
      from: sql`transaction t`,
      where: [HAS_NFTS, ...bounds.where, ...conditions],
      order,
      limit,
    });
  };
  if (!isIndexed) return scanOf(undefined, [contains]);
  const isAny = accounts.length === 0 && isAmount(search, -1n) && isAmount(search, 1n);
  const scans = [scanOf(token, isAny ? [] : [contains]), scanOf(0n, [contains])];
  return merge({ scans, as: 'n', select: AT, by: [AT], order, limit });
}

/** Condition that a transaction transferred an NFT of the token as requested; undefined if none can. */
function containing(search: TokenTransferSearch): Sql | undefined {
  const { token, accounts } = search;
  const [sent, received] = [isAmount(search, -1n), isAmount(search, 1n)];
  const roles = [...(sent ? ['sender_account_id'] : []), ...(received ? ['receiver_account_id'] : [])];
  if (roles.length === 0) return undefined;
  if (accounts.length === 0) {
    if (roles.length > 1) return sql`t.nft_transfer @> ${`[{"token_id":${token}}]`}::jsonb`;
    // A mint has no sender, and a burn no receiver.
    const path = raw(`'$[*] ? (@.token_id == $token && @.${roles.join()} != null)'`);
    return sql`jsonb_path_exists(t.nft_transfer, ${path}, ${`{"token":${token}}`}::jsonb)`;
  }
  const transfers = accounts.flatMap((account) =>
    roles.map((role) => `[{"token_id":${token},"${role}":${account}}]`),
  );
  const conditions = transfers.map((transfer) => sql`t.nft_transfer @> ${transfer}::jsonb`);
  return sql`(${join(conditions, ' or ')})`;
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
