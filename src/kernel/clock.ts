/**
 * The wall clock, in milliseconds since 1970. `main` hands out `Date.now`; everything that needs
 * the time takes a `Clock`, so that a test can set it.
 */
export type Clock = () => number;
