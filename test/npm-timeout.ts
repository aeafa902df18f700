/** Timeout of a hook that runs npm, which downloads packages when its cache lacks them. No assertion depends on it. */
export const NPM_TIMEOUT_MS = 600_000;
