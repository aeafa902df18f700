/**
 * Milliseconds behind the clock below which a mode is entered, and from which it is left: they are apart, so that a
 * stream at the bound does not change with each block.
 */
export const LIVE = { enter: 30_000, leave: 60_000 };
export const NEAR_THE_HEAD = { enter: 300_000, leave: 600_000 };
