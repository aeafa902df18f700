/** What stands for values beyond the bound. */
const OTHERS = 'other';

/**
 * Values of a metric's label that come from outside (a node that a ledger registers, say): each new value is a new
 * series in this process and in Prometheus, for ever. Only so many become one of their own.
 */
export class BoundedLabel {
  readonly #most: number;
  readonly #known = new Set<string>();

  constructor(most: number) {
    this.#most = most;
  }

  /** The value itself, or `other` once there are too many. */
  of(value: string): string {
    if (this.#known.has(value)) return value;
    if (this.#known.size >= this.#most) return OTHERS;
    this.#known.add(value);
    return value;
  }
}
