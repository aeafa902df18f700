/** What transactions cost before bytes and signatures, by the public price list at 10 US cents an hbar. */

/** Tinybars for a thousandth of a US dollar. */
const MILL = 1_000_000n;
const CHEAP = MILL / 10n;
const LEAST_OFFER = 200n * MILL;

/** What high-volume transactions cost more (HIP-1313), in thousandths. */
export const HIGH_VOLUME_MULTIPLIER = 4_000n;

/** By name of the body's `data` field; everything else costs a mill. */
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

/** Price of a transaction type (name of the body's data field) in tinybars. */
export function priceOf(field: string): bigint {
  return PRICES[field] ?? MILL;
}

/** What clients offer at most, in tinybars: two hbars, or twice the price of what costs more than that. */
export function offeredFee(field: string, highVolume: boolean): bigint {
  const price = priceOf(field) * (highVolume ? HIGH_VOLUME_MULTIPLIER / 1000n : 1n);
  return price * 2n > LEAST_OFFER ? price * 2n : LEAST_OFFER;
}
