import type { MaybePromise } from './maybe-promise.ts';

/** Thrown when an execution needs state that is not loaded yet. */
export const PENDING = Symbol('pending');

/**
 * Values that one step of an execution has read. A step that waits is restarted when the value is available, and finds its
 * earlier reads in the same order, so that nothing is read twice and effects happen once.
 */
export class StepReads {
  readonly #values: unknown[] = [];
  #at = 0;
  /** Value that is being awaited. */
  waitsFor: Promise<unknown> | undefined;

  /** Returns the value synchronously; throws `PENDING` if it must be awaited. */
  resolve<Value>(read: () => MaybePromise<Value>): Value {
    if (this.#at < this.#values.length) {
      this.#at += 1;
      return this.#values[this.#at - 1] as Value;
    }
    const value = read();
    if (value instanceof Promise) {
      this.waitsFor = value;
      throw PENDING;
    }
    this.#values.push(value);
    this.#at += 1;
    return value;
  }

  /** Stores the awaited value. */
  store(value: unknown): void {
    this.#values.push(value);
    this.waitsFor = undefined;
  }

  /** Begins the step, or restarts it. */
  rewind(): void {
    this.#at = 0;
  }

  /** Ends the step. */
  forget(): void {
    if (this.#values.length > 0) this.#values.length = 0;
    this.#at = 0;
  }
}
