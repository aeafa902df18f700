/**
 * A precompiled contract of Ethereum. It does not depend on the engine that calls it: neither on its memory nor on
 * its clock.
 */
export interface Precompile {
  /** Loads its library, once; undefined if it is loaded. */
  prepare?(): Promise<void> | undefined;
  /** Cost of an input, before anything is computed; undefined where no gas suffices. */
  gas(input: Uint8Array): bigint | undefined;
  /**
   * Computes the output; undefined where the input is refused, which takes all gas. It yields wherever it may be
   * interrupted: between two yields it takes some milliseconds at most (`docs/security.md`).
   */
  run(input: Uint8Array): Generator<void, Uint8Array | undefined>;
}
