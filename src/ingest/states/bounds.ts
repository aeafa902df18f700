/**
 * Lag in milliseconds below which a mode is entered, and above which it is left. The two differ so that a stream near
 * the bound does not change its mode with each block.
 */
export const LIVE = { enter: 30_000, leave: 60_000 };
export const NEAR_THE_HEAD = { enter: 300_000, leave: 600_000 };
