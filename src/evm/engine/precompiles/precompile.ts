/**
 * A contract of Ethereum that is not code. It knows nothing of the engine that calls it: neither of its memory nor of
 * its clock.
 */
export interface Precompile {
  /** Loads what it computes with, once; undefined where nothing is to be waited for. */
  prepare?(): Promise<void> | undefined;
  /** Cost of an input, before anything is computed; undefined where no gas suffices. */
  gas(input: Uint8Array): bigint | undefined;
  /**
   * Computes the output; undefined where the input is refused, which takes all gas. It yields wherever it may be
   * interrupted: between two yields it takes some milliseconds at most (`docs/security.md`).
   */
  run(input: Uint8Array): Generator<void, Uint8Array | undefined>;
}
