import type { StateContext } from './state-context.ts';

/**
 * A value that state shows as it is after several transactions. Asked for from the last transaction backwards, it
 * gives what held right after each: every transaction takes back what it did itself.
 */
export class Backwards<V> {
  readonly #values = new Map<string, V>();
  readonly #seen = new WeakMap<StateContext, Set<string>>();

  /**
   * What held after the transaction with this state: as the state says, when it is the last of those that share it,
   * else what the transaction after it left. Null when neither is known.
   */
  after(state: StateContext, name: string, read: () => V | null): V | null {
    const seen = this.#seen.get(state) ?? new Set();
    this.#seen.set(state, seen);
    if (!seen.has(name)) {
      seen.add(name);
      const value = read();
      if (value !== null) this.#values.set(name, value);
    }
    return this.#values.get(name) ?? null;
  }

  /** Says what held before that transaction. */
  setBefore(name: string, value: V): void {
    this.#values.set(name, value);
  }
}
