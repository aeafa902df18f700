/** Prices of responses in tinybars, after the public price list of such networks, at 10 US cents an hbar. */

/** Usual price: a ten thousandth of a US dollar. */
export const USUAL = 100_000n;
export const BYTECODE = 50_000_000n;
/** Price in addition to the gas that the caller offers. */
export const LOCAL_CALL = 1_000_000n;
