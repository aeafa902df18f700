/** Default renewal period of an account, contract or token: 90 days. */
export const DEFAULT_AUTO_RENEW_SECONDS = 7_776_000n;
