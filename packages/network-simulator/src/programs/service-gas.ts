/** Gas prices of system contract calls: the price in tinycents divided by that of a unit of gas, plus a fifth. */

/** Tinycents for 1,000 units of gas. */
const GAS_PRICE = 852_000;
const TINYCENTS_PER_CENT = 100_000_000;

/** Returns the gas for a price in US cents. */
export function gasForCents(cents: number): number {
  const gas = Math.floor(((Math.round(cents * TINYCENTS_PER_CENT) + GAS_PRICE - 1) * 1_000) / GAS_PRICE);
  return gas + Math.floor(gas / 5);
}

export const VIEW_GAS = gasForCents(0.01);
/** Gas of changing a token's supply, flags, keys or names. */
export const CHANGE_GAS = gasForCents(0.1);
/** Gas of associations and allowances. */
export const RELATION_GAS = gasForCents(5);
export const MINT_NFT_GAS = gasForCents(2);
export const AIRDROP_GAS = gasForCents(10);
/** Gas of a token creation. The rest of its price is paid with the call's value. */
export const CREATE_GAS = 100_000;
