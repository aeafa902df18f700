import { FEE_ACCOUNT } from '@tain/ledger/network';
import { inRange, TIME, UNBOUNDED } from '../access/domain.ts';
import { indexRange, indexScan } from '../access/index-scan.ts';
import { as } from '../access/lookup.ts';
import { merge } from '../access/merge.ts';
import { raw, type Sql, sql } from '../sql.ts';
import { NFT_ROLES, nftTransferTimes, type TransferPage } from './nft-transfers.sql.ts';
import { tokenEventTimes } from './token-events.sql.ts';
import { timesOfAccounts, tokenTransferTimes } from './token-transfers.sql.ts';

/** Kinds of transfers: of hbar, of fungible and non-fungible tokens of the ledger, and events of tokens of contracts. */
export const ACTIVITY_KINDS = ['hbar', 'token', 'nft', 'event'] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** Filters of the transactions in which an account has transfers. */
export interface ActivitySearch extends TransferPage {
  /** Packed id. */
  readonly account: bigint;
  /** The account's EVM addresses as stored in topics: without leading zeros. */
  readonly addresses: readonly Uint8Array[];
  readonly kinds: ReadonlySet<ActivityKind>;
  /** Packed id of a token, or of the contract of one; undefined allows every one, and hbar. */
  readonly token: bigint | undefined;
}

const AT = sql`consensus_timestamp`;

/** Condition that a transfer of hbar was not deleted by an erratum. */
export const IS_NOT_DELETED = raw("(errata is null or errata <> 'DELETE')");

/**
 * Selects the consensus times of transactions in which an account has transfers of some kinds, once each, in order up to the limit.
 *
 * Required plan: a scan along an index for each kind, each with the limit, merged.
 */
export function activityTimes(search: ActivitySearch): Sql {
  const { account, kinds, token, order, limit } = search;
  const common = { ...search, accounts: [account], amounts: UNBOUNDED };
  const scans: Sql[] = [];
  if (kinds.has('hbar') && token === undefined) scans.push(hbarTimes(search));
  if (kinds.has('token')) {
    scans.push(
      token === undefined
        ? timesOfAccounts(common, [])
        : tokenTransferTimes({ ...common, token, kind: 'fungible' }),
    );
  }
  if (kinds.has('nft')) {
    scans.push(nftTransferTimes({ ...common, roles: NFT_ROLES }));
  }
  if (kinds.has('event')) {
    scans.push(tokenEventTimes({ ...search, contract: token }));
  }
  const named = scans.map(
    (scan) => sql`
    select consensus_timestamp
    from ${as(scan, 's')}`,
  );
  const [only, ...others] = named;
  if (only !== undefined && others.length === 0) return only;
  return merge({ scans: named, as: 'u', select: AT, distinct: true, by: [AT], order, limit });
}

/** Times of an account's transfers of hbar. The index leaves out the fee account, which nearly every transaction credits. */
function hbarTimes({ account, times: range, order, limit }: ActivitySearch): Sql {
  const [of, at] = [sql`s.entity_id`, sql`s.consensus_timestamp`];
  const isFees = account === FEE_ACCOUNT;
  const bounds = isFees
    ? { where: [raw(`s.entity_id = ${FEE_ACCOUNT}`), ...inRange(at, range, TIME)], by: [at] }
    : indexRange({ prefix: [{ column: of, value: sql`${account}` }], column: at, range, domain: TIME });
  const rows = indexScan({
    ...bounds,
    select: isFees ? at : sql`${of}, ${at}`,
    distinct: isFees ? [at] : [of, at],
    from: sql`crypto_transfer s`,
    where: [...bounds.where, ...(isFees ? [] : [raw(`s.entity_id <> ${FEE_ACCOUNT}`)]), IS_NOT_DELETED],
    order,
    limit,
  });
  return sql`
    select k.consensus_timestamp
    from ${as(rows, 'k')}`;
}
