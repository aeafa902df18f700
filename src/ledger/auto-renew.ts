/** Seconds after which an account, contract or token renews itself where no other period is given: 90 days. */
export const DEFAULT_AUTO_RENEW_PERIOD = 7_776_000n;
