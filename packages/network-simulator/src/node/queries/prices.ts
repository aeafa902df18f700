import { MILL, tinybarsOf } from '../../ledger/prices.ts';

/** Prices of responses by the public price list, in tinybars. */

/** A ten thousandth of a US dollar. */
export const USUAL = tinybarsOf(MILL / 10n);
export const BYTECODE = tinybarsOf(50n * MILL);
/** Price in addition to the gas that the caller offers. */
export const LOCAL_CALL = tinybarsOf(MILL);
