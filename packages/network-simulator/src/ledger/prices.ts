/** Prices of transactions without bytes and signatures, by the public price list. */

/** Exchange rate of the network, the same as in hiero-local-node. */
export const CENTS_PER_HBAR = 12;
/** A thousandth of a US dollar, in tinycents. */
export const MILL = 10_000_000n;
const CHEAP = MILL / 10n;
/** Two hbars, in tinybars. */
const MIN_OFFER = 200_000_000n;

/** Converts tinycents to tinybars, rounding down as the ledger does. */
export function tinybarsOf(tinycents: bigint): bigint {
  return tinycents / BigInt(CENTS_PER_HBAR);
}

/** Price multiplier of high-volume transactions (HIP-1313), in thousandths. */
export const HIGH_VOLUME_MULTIPLIER = 4_000n;

/** Prices in tinycents by name of the body's `data` field; other types cost one `MILL`. */
const PRICES: Readonly<Record<string, bigint>> = {
  cryptoTransfer: CHEAP,
  consensusSubmitMessage: CHEAP,
  cryptoCreateAccount: 50n * MILL,
  cryptoUpdateAccount: CHEAP * 2n,
  cryptoDelete: 5n * MILL,
  cryptoApproveAllowance: 50n * MILL,
  cryptoDeleteAllowance: 50n * MILL,
  consensusCreateTopic: 10n * MILL,
  consensusUpdateTopic: CHEAP * 2n,
  consensusDeleteTopic: 5n * MILL,
  tokenCreation: 1000n * MILL,
  tokenAssociate: 50n * MILL,
  tokenDissociate: 50n * MILL,
  tokenAirdrop: 50n * MILL,
  fileCreate: 50n * MILL,
  fileUpdate: 50n * MILL,
  fileAppend: 50n * MILL,
  fileDelete: 7n * MILL,
  contractCreateInstance: 100n * MILL,
  contractUpdateInstance: 26n * MILL,
  contractDeleteInstance: 7n * MILL,
  contractCall: 0n,
  ethereumTransaction: CHEAP,
  scheduleCreate: 10n * MILL,
  systemDelete: 0n,
  systemUndelete: 0n,
  freeze: 0n,
};

/** Returns the price of a transaction type (name of the body's data field) in tinybars. */
export function priceOf(field: string): bigint {
  return tinybarsOf(PRICES[field] ?? MILL);
}

/** Returns the maximum fee that clients offer, in tinybars: two hbars, or twice the price if that is more. */
export function offeredFee(field: string, highVolume: boolean): bigint {
  const price = priceOf(field) * (highVolume ? HIGH_VOLUME_MULTIPLIER / 1000n : 1n);
  return price * 2n > MIN_OFFER ? price * 2n : MIN_OFFER;
}
