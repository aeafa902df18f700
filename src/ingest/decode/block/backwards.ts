import type { StateContext } from './state-context.ts';

/**
 * A value that state shows as it is after several transactions. Asked for from the last transaction backwards, it
 * gives what held right after each: every transaction takes back what it did itself.
 */
export class Backwards<V> {
  readonly #values = new Map<string, V>();
  /** What was looked for in a state, and whether it was there. */
  readonly #seen = new WeakMap<StateContext, Map<string, boolean>>();

  /**
   * What held after the transaction with this state: as the state says, when it is the last of those that share it,
   * else what the transaction after it left. Null when neither is known. `read` looks into one state alone: where a
   * child's own does not say it, that around it does, which its family shares.
   */
  after(state: StateContext, name: string, read: (own: StateContext) => V | null): V | null {
    for (let own: StateContext | null = state; own; own = own.outer) {
      const known = this.#seen.get(own) ?? new Map<string, boolean>();
      this.#seen.set(own, known);
      const saidIt = known.get(name);
      if (saidIt) break;
      if (saidIt === false) continue;
      const value = read(own);
      known.set(name, value !== null);
      if (value === null) continue;
      this.#values.set(name, value);
      break;
    }
    return this.#values.get(name) ?? null;
  }

  /** Says that nothing is known of what held before that transaction. */
  forgetBefore(name: string): void {
    this.#values.delete(name);
  }

  /** Says what held before that transaction. */
  setBefore(name: string, value: V): void {
    this.#values.set(name, value);
  }
}
