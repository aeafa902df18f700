import type { StateContext } from './state-context.ts';

/**
 * Values after single transactions, derived from states that are known only after several of them. Queried from the
 * last transaction backwards: after each query the caller sets the value before the queried transaction.
 */
export class Backwards<V> {
  readonly #values = new Map<string, V>();
  /** Names that were looked up in a state, and whether the state had them. */
  readonly #seen = new WeakMap<StateContext, Map<string, boolean>>();

  /**
   * Returns the value after the transaction with this state: from the state, when it is the last of the transactions
   * that share it, else the value before the next transaction. Null when neither is known. `read` reads only one
   * state: when a child's own state lacks the value, the outer state, which its family shares, is read.
   */
  after(state: StateContext, name: string, read: (own: StateContext) => V | null): V | null {
    for (let own: StateContext | null = state; own; own = own.outer) {
      const known = this.#seen.get(own) ?? new Map<string, boolean>();
      this.#seen.set(own, known);
      const wasFound = known.get(name);
      if (wasFound) break;
      if (wasFound === false) continue;
      const value = read(own);
      known.set(name, value !== null);
      if (value === null) continue;
      this.#values.set(name, value);
      break;
    }
    return this.#values.get(name) ?? null;
  }

  /** Marks the value before the queried transaction as unknown. */
  forgetBefore(name: string): void {
    this.#values.delete(name);
  }

  /** Sets the value before the queried transaction. */
  setBefore(name: string, value: V): void {
    this.#values.set(name, value);
  }
}
