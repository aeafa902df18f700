export const TINYBARS_PER_HBAR = 100_000_000n;

/** Wei of the ledger's EVM (weibars) for one tinybar. */
export const WEIBARS_PER_TINYBAR = 10_000_000_000n;

/** Total supply in tinybars: 50 billion hbars. */
export const TOTAL_SUPPLY = 50_000_000_000n * TINYBARS_PER_HBAR;
