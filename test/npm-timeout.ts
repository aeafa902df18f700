/**
 * Timeout of a hook or test that runs npm, which downloads packages when its cache lacks them. No assertion depends on
 * it. It is the only limit above those in `vitest.config.ts`, except for one test that waits for a block every two seconds.
 */
export const NPM_TIMEOUT_MS = 600_000;
