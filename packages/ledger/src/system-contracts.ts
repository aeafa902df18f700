/** System contracts by number, which is also their long-zero address. */

/** The token service (HIP-206). */
export const TOKEN_SERVICE = 0x167n;
/** Exchange rates (HIP-475). */
export const EXCHANGE_RATE_SERVICE = 0x168n;
/** Pseudorandom numbers (HIP-351). */
export const PRNG_SERVICE = 0x169n;
/** The account service (HIP-632). */
export const ACCOUNT_SERVICE = 0x16an;
/** The schedule service (HIP-755). */
export const SCHEDULE_SERVICE = 0x16bn;
/** The token service's second version (HIP-1010). */
export const TOKEN_SERVICE_V2 = 0x16cn;
/** Calls the hooks of accounts (HIP-1195): their code runs at this address. */
export const HOOK_CONTRACT = 0x16dn;
/** Messages to other ledgers (CLPR, HIP-1535). Its methods are not public, so calls do not execute it. */
export const CLPR_SERVICE = 0x16en;
