import { unindexed } from '../access/condition.ts';
import { inRange, type Range, TIME } from '../access/domain.ts';
import { gatherOrScan } from '../access/gather-or-scan.ts';
import { type EqualityPrefix, indexRange, indexScan } from '../access/index-scan.ts';
import { as } from '../access/lookup.ts';
import { merge, timesForEach } from '../access/merge.ts';
import type { Order } from '../access/order.ts';
import { CONDITION_IS_RARER, rarerScan } from '../access/rarer-scan.ts';
import { all, join, raw, type Sql, sql } from '../sql.ts';

/** Page of transactions with transfers, and which scans the database allows: members of every such search. */
export interface TransferPage {
  readonly times: Range;
  readonly order: Order;
  readonly limit: number;
  /** Number of rows read to determine which of two scans is shorter, that of a token or that of accounts. */
  readonly sampled: number;
  /** Maximum number of transactions with NFTs of several tokens that are gathered; with more, a scan finds them. */
  readonly gathered: number;
  /** Whether the database has the indexes of a token's transfers. */
  readonly hasTokenIndex: boolean;
  /** Whether the database has the indexes of an account's transfers of NFTs, and of events. */
  readonly hasAccountIndex: boolean;
}

/** Filters of transactions that transferred NFTs: of a token, from or to accounts, or both. */
export interface NftTransferSearch extends TransferPage {
  /** Packed id; undefined allows every token, and needs accounts. */
  readonly token: bigint | undefined;
  /** Accounts, one of which sent or received an NFT; an empty list allows every account. */
  readonly accounts: readonly bigint[];
  /** Which of the two it did. */
  readonly roles: readonly NftRole[];
}

export type NftRole = 'sender' | 'receiver';
export const NFT_ROLES: readonly NftRole[] = ['sender', 'receiver'];

const AT = sql`consensus_timestamp`;
const TIME_OF_T = sql`t.consensus_timestamp`;

// Expressions and conditions are written as in the indexes.

/** Token of all NFTs that a transaction transferred; 0 if there are several. */
const NFT_TOKEN = sql`(case when t.nft_transfer->0->>'token_id' = t.nft_transfer->-1->>'token_id' then (t.nft_transfer->0->>'token_id')::bigint else 0 end)`;
const HAS_NFTS = sql`t.nft_transfer is not null`;
const PARTY = {
  sender: sql`t.nft_transfer->0->>'sender_account_id'`,
  receiver: sql`t.nft_transfer->0->>'receiver_account_id'`,
};
/** Condition that a transfer after the first has another sender, receiver or token. */
const IS_SEVERAL = raw(
  `jsonb_path_exists(t.nft_transfer, '$[1 to last] ? (!(@.sender_account_id == $[0].sender_account_id && @.receiver_account_id == $[0].receiver_account_id && @.token_id == $[0].token_id))')`,
);

/**
 * Selects the consensus times of transactions that transferred NFTs, once each, in order up to the limit.
 *
 * Required plan: a scan along the index of the token's transfers, or of the account's, whichever has fewer rows. The
 * account's transfers in transactions with several tokens, senders or receivers are gathered by a GIN index or, if they are many,
 * found by a scan of all such transactions.
 */
export function nftTransferTimes(search: NftTransferSearch): Sql {
  const { token, accounts, roles, order, limit, sampled, hasTokenIndex, hasAccountIndex } = search;
  if (roles.length === 0) return sql`select null::bigint as consensus_timestamp where false`;
  const merged = (scans: readonly Sql[], size = limit) =>
    merge({ scans, as: 'n', select: AT, distinct: true, by: [AT], order, limit: size });
  if (accounts.length === 0 || !hasAccountIndex) {
    if (token === undefined || !hasTokenIndex) return scanBy([], search, [containing(search)]);
    const isAny = accounts.length === 0 && roles.length === NFT_ROLES.length;
    return merged([
      timesOfToken(search, token, isAny ? [] : [containing(search)]),
      timesOfSeveralTokens(search),
    ]);
  }
  if (token === undefined || !hasTokenIndex)
    return merged([...timesOfAccounts(search, []), timesOfSeveral(search)]);
  const sample = { ...search, limit: sampled, roles: NFT_ROLES };
  const rarer = rarerScan({
    condition: timesOfToken(sample, token, []),
    others: merged(timesOfAccounts(sample, []), sampled),
    by: AT,
    order,
    size: sampled,
  });
  const contains = containing(search);
  const scans = [
    timesOfToken(search, token, [contains, CONDITION_IS_RARER]),
    ...timesOfAccounts(search, [contains]).map(
      (scan) => sql`
    select *
    from ${as(scan, 'k')}
    where not ${CONDITION_IS_RARER}`,
    ),
    timesOfSeveral(search),
  ];
  return sql`${rarer}${merged(scans)}`;
}

/** Times of transactions with NFTs that meet conditions, along an index of times that begins with `prefix`. */
function scanBy(
  prefix: readonly EqualityPrefix[],
  { times: range, order, limit }: NftTransferSearch,
  conditions: readonly Sql[],
): Sql {
  const bounds = indexRange({ prefix, column: TIME_OF_T, range, domain: TIME });
  const where = [HAS_NFTS, ...bounds.where, ...conditions];
  return indexScan({ ...bounds, select: TIME_OF_T, from: sql`transaction t`, where, order, limit });
}

/** Times of transactions that transferred NFTs of one token alone, or of several (0). */
function timesOfToken(search: NftTransferSearch, token: bigint, conditions: readonly Sql[]): Sql {
  return scanBy([{ column: NFT_TOKEN, value: sql`${token}` }], search, conditions);
}

/** Scans of the transactions whose first NFT one of the accounts sent, and of those whose first it received. */
function timesOfAccounts(search: NftTransferSearch, conditions: readonly Sql[]): Sql[] {
  const { accounts, roles } = search;
  return roles.map((role) => {
    const scanOf = (value: Sql) =>
      scanBy([{ column: sql`(${PARTY[role]})::bigint`, value }], search, [
        sql`${PARTY[role]} is not null`,
        ...conditions,
      ]);
    return timesForEach(accounts, scanOf, search);
  });
}

/** Times of an account's transactions with transfers of several tokens, senders or receivers. */
function timesOfSeveral(search: NftTransferSearch): Sql {
  const scan = scanBy([], search, [IS_SEVERAL, unindexed(containing(search))]);
  return gatherSeveral(search, [IS_SEVERAL], scan);
}

/** Times of transactions that transferred NFTs of several tokens, the requested one among them. */
function timesOfSeveralTokens(search: NftTransferSearch): Sql {
  const scan = timesOfToken(search, 0n, [containing(search)]);
  return search.hasAccountIndex
    ? gatherSeveral(search, [IS_SEVERAL, unindexed(sql`${NFT_TOKEN} = 0`)], scan)
    : scan;
}

/** Times that are gathered by the GIN index of transactions with several transfers or, if they are many, found by a scan. */
function gatherSeveral(search: NftTransferSearch, conditions: readonly Sql[], scan: Sql): Sql {
  const { times, order, limit, gathered } = search;
  const where = [HAS_NFTS, ...conditions, containing(search), ...inRange(TIME_OF_T, times, TIME)];
  const few = gatherOrScan({
    max: gathered,
    gather: sql`
    select ${TIME_OF_T}
    from transaction t
    where ${all(where)}`,
    ofFew: indexScan({ select: AT, from: sql`few`, where: [], by: [AT], order, limit }),
    scan,
  });
  return sql`
    select consensus_timestamp
    from ${as(few, 'f')}`;
}

/** Condition that a transaction transferred an NFT as requested. */
function containing({ token, accounts, roles }: NftTransferSearch): Sql {
  const ofToken = token === undefined ? '' : `"token_id":${token}`;
  if (accounts.length === 0) {
    if (roles.length > 1) return sql`t.nft_transfer @> ${`[{${ofToken}}]`}::jsonb`;
    // A mint has no sender, and a burn no receiver.
    const path = raw(`'$[*] ? (@.token_id == $token && @.${roles.join()}_account_id != null)'`);
    return sql`jsonb_path_exists(t.nft_transfer, ${path}, ${`{"token":${token}}`}::jsonb)`;
  }
  const transfers = accounts.flatMap((account) =>
    roles.map((role) => `[{${[ofToken, `"${role}_account_id":${account}`].filter(Boolean).join()}}]`),
  );
  const conditions = transfers.map((transfer) => sql`t.nft_transfer @> ${transfer}::jsonb`);
  return sql`(${join(conditions, ' or ')})`;
}
