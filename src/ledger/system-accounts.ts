/**
 * Accounts that every network has, by number. Source: the default configuration of the consensus node
 * (`accounts.*`, `ledger.fundingAccount`, `bootstrap.*`).
 */

/** Holds all hbars when a network begins; pays for calls that nobody pays for. */
export const TREASURY = 2n;

/** May do what the treasury may with files of the network. */
export const SYSTEM_ADMIN = 50n;
export const ADDRESS_BOOK_ADMIN = 55n;
export const FEE_ADMIN = 56n;
export const RATE_ADMIN = 57n;
export const SOFTWARE_ADMIN = 58n;

/** What the fees of nearly every transaction go to (the funding account). */
export const FEE_ACCOUNT = 98n;
/** Pays the rewards of stakers (HIP-406). */
export const STAKING_REWARD_ACCOUNT = 800n;
/** Pays the rewards of nodes (HIP-1064). */
export const NODE_REWARD_ACCOUNT = 801n;
/** Collects fees until they are distributed (HIP-1259). */
export const FEE_COLLECTION_ACCOUNT = 802n;

/** Accounts of nodes: they receive a share of the fees. */
export const NODE_ACCOUNTS = { first: 3n, last: 49n } as const;

/** Accounts that fees and rewards pass through: nearly every transaction touches some of them. */
export const FEE_AND_REWARD_ACCOUNTS: ReadonlySet<bigint> = new Set([
  FEE_ACCOUNT,
  STAKING_REWARD_ACCOUNT,
  NODE_REWARD_ACCOUNT,
  FEE_COLLECTION_ACCOUNT,
]);

/** Accounts whose transfers are nearly all credits of fees, besides those of nodes. */
export const FEE_COLLECTORS: readonly bigint[] = [FEE_ACCOUNT, STAKING_REWARD_ACCOUNT, NODE_REWARD_ACCOUNT];

/** Whether the transfers of an account (by number) are nearly all credits of fees. */
export function collectsFees(num: bigint): boolean {
  return FEE_COLLECTORS.includes(num) || (num >= NODE_ACCOUNTS.first && num <= NODE_ACCOUNTS.last);
}

/** Ranges of accounts whose hbars are not released: the treasury's and the reserved ones. */
export const UNRELEASED_ACCOUNTS: readonly (readonly [first: bigint, last: bigint])[] = [
  [2n, 2n],
  [42n, 42n],
  [44n, 71n],
  [73n, 87n],
  [99n, 100n],
  [200n, 349n],
  [400n, 750n],
];
