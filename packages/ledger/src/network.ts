import { encodeEntityId } from './entity-id.ts';

/** Shard and realm that all entities of a network have. */
export interface Network {
  readonly shard: bigint;
  readonly realm: bigint;
}

/** Returns the packed id of an entity of a network by its number. Throws `RangeError` when the number is out of range. */
export function idInNetwork({ shard, realm }: Network, num: bigint): bigint {
  return encodeEntityId(shard, realm, num);
}

/** Highest number of the network's own entities. */
export const LAST_SYSTEM_ENTITY = 1000n;

/**
 * Accounts that every network has, by number. Source: the default configuration of the consensus node
 * (`accounts.*`, `ledger.fundingAccount`, `bootstrap.*`).
 */

/** Holds all hbars at genesis; pays for calls without a payer. */
export const TREASURY = 2n;

/** May change system files, as the treasury may. */
export const SYSTEM_ADMIN = 50n;
export const ADDRESS_BOOK_ADMIN = 55n;
export const FEE_ADMIN = 56n;
export const RATE_ADMIN = 57n;
export const SOFTWARE_ADMIN = 58n;

/** The funding account: nearly every transaction pays fees to it. */
export const FEE_ACCOUNT = 98n;
/** Pays the rewards of stakers (HIP-406). */
export const STAKING_REWARD_ACCOUNT = 800n;
/** Pays the rewards of nodes (HIP-1064). */
const NODE_REWARD_ACCOUNT = 801n;
/** Collects fees until they are distributed (HIP-1259). */
export const FEE_COLLECTION_ACCOUNT = 802n;

/** Accounts of nodes: they receive a share of the fees. */
export const NODE_ACCOUNTS = { first: 3n, last: 49n } as const;

/** Accounts that receive or pay fees and rewards: nearly every transaction touches some of them. */
export const FEE_AND_REWARD_ACCOUNTS: ReadonlySet<bigint> = new Set([
  FEE_ACCOUNT,
  STAKING_REWARD_ACCOUNT,
  NODE_REWARD_ACCOUNT,
  FEE_COLLECTION_ACCOUNT,
]);

/** Accounts whose transfers are nearly all fee credits, in addition to those of nodes. */
export const FEE_COLLECTORS: readonly bigint[] = [FEE_ACCOUNT, STAKING_REWARD_ACCOUNT, NODE_REWARD_ACCOUNT];

/** Returns whether the transfers of an account (by number) are nearly all fee credits. */
export function collectsFees(num: bigint): boolean {
  return FEE_COLLECTORS.includes(num) || (num >= NODE_ACCOUNTS.first && num <= NODE_ACCOUNTS.last);
}

/** Ranges of accounts with unreleased hbars: the treasury's and the reserved ones. */
export const UNRELEASED_ACCOUNTS: readonly (readonly [first: bigint, last: bigint])[] = [
  [2n, 2n],
  [42n, 42n],
  [44n, 71n],
  [73n, 87n],
  [99n, 100n],
  [200n, 349n],
  [400n, 750n],
];
