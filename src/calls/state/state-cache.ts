/** Maximum size of the cached values of one snapshot, in all its worlds: a quarter of the heap of a worker. */
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Bounds the values of the ledger's state that are cached for one snapshot of the database. A call can read values for little gas
 * (with each slot up to 255 further ones are read), at many blocks, and the next block may be long in coming. When the values of all
 * worlds together exceed the bound, all of them are dropped.
 */
export class StateCache {
  readonly #max: number;
  readonly #maps = new Set<Map<unknown, unknown>>();
  #bytes = 0;

  constructor(max = MAX_BYTES) {
    this.#max = max;
  }

  /** Estimated size of the cached values. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Counts a value before it is added to a map, or the further bytes of one. The map may be cleared then, or later. */
  count(map: Map<unknown, unknown>, bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#max) {
      for (const each of this.#maps) each.clear();
      this.#maps.clear();
      this.#bytes = bytes;
    }
    this.#maps.add(map);
  }
}
