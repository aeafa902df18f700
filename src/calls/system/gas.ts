/**
 * Gas of system contracts: a price in tinycents divided by the gas price of the fee schedule, rounded as on the ledger,
 * plus a fifth. Source: the ledger's gas calculator of system contracts.
 */

/** Price of a unit of gas in the fee schedule: tinycents, times 1,000. */
const SCHEDULED_GAS_PRICE = 852_000n;

/** Canonical prices in tinycents (a US dollar is 10,000,000,000). */
export const PRICE = {
  view: 1_000_000n,
  hbarTransfer: 1_000_000n,
  tokenTransfer: 10_000_000n,
  tokenTransferWithFees: 20_000_000n,
  tokenChange: 10_000_000n,
  mintNft: 200_000_000n,
  airdrop: 1_000_000_000n,
  relation: 500_000_000n,
  approval: 500_000_000n,
  accountCreate: 500_000_000n,
  accountUpdate: 2_200_000n,
  scheduleCreate: 100_000_000n,
  scheduleCall: 1_000_000_000n,
  scheduleSign: 100_000_000n,
  scheduleDelete: 50_000_000n,
  random: 10_000_000n,
  tokenCreate: 10_000_000_000n,
  tokenCreateWithFees: 20_000_000_000n,
} as const;

export function gasOfPrice(tinycents: bigint): bigint {
  const gas = ((tinycents + SCHEDULED_GAS_PRICE - 1n) * 1000n) / SCHEDULED_GAS_PRICE;
  return gas + gas / 5n;
}

/** Gas of each read-only method: 2,607. */
export const VIEW_GAS = gasOfPrice(PRICE.view);

/** Gas of a call that is forbidden in a static frame. */
export const REFUSED_STATIC_GAS = 10_000n;

/** Gas of a token creation. The call's value pays the rest of its price. */
export const CREATE_GAS = 100_000n;

export const EXCHANGE_RATE_GAS = 100n;

/** Gas of each verified signature. */
export const SIGNATURE_GAS = 3_000n;
