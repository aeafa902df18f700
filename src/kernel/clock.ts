/**
 * The wall clock, in milliseconds since 1970. `main` passes `Date.now`; other code takes a `Clock`, so that
 * a test can set the time.
 */
export type Clock = () => number;
