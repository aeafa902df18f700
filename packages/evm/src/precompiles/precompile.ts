/**
 * A precompiled contract of Ethereum. It does not depend on the engine that calls it: neither on its memory nor on
 * its clock.
 */
export interface Precompile {
  /** Loads its library once; returns undefined if it is loaded. */
  prepare?(): Promise<void> | undefined;
  /** Returns the cost of an input, before anything is computed; undefined if no gas suffices. */
  gas(input: Uint8Array): bigint | undefined;
  /**
   * Computes the output; undefined if the input is refused, which consumes all gas. Yields wherever it may be
   * interrupted: at most some milliseconds pass between two yields (`docs/security.md`).
   */
  run(input: Uint8Array): Generator<void, Uint8Array | undefined>;
}
