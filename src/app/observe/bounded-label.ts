/** Label value that replaces all values beyond the bound. */
const OTHERS = 'other';

/**
 * Bounds the values of a metric's label that come from outside (such as a node that a ledger registers), because each
 * new value is a permanent series in this process and in Prometheus. At most `max` values get their own series.
 */
export class BoundedLabel {
  readonly #max: number;
  readonly #known = new Set<string>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Returns the value itself, or `other` once there are too many. */
  of(value: string): string {
    if (this.#known.has(value)) return value;
    if (this.#known.size >= this.#max) return OTHERS;
    this.#known.add(value);
    return value;
  }
}
