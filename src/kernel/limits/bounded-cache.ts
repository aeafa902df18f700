/** Cache of a limited total size: the least recently used entries are removed first. */
export class BoundedCache<Value> {
  readonly #max: number;
  readonly #sizeOf: (key: string, value: Value) => number;
  readonly #values = new Map<string, Value>();
  #size = 0;

  /** `sizeOf`: size of an entry, which must not change. */
  constructor(max: number, sizeOf: (key: string, value: Value) => number) {
    this.#max = max;
    this.#sizeOf = sizeOf;
  }

  /** Total size of the entries. */
  get size(): number {
    return this.#size;
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  /** Caches a value, unless it alone would use more than a quarter of the capacity. */
  set(key: string, value: Value): void {
    const size = this.#sizeOf(key, value);
    if (size > this.#max / 4) return;
    this.delete(key);
    this.#values.set(key, value);
    this.#size += size;
    for (const oldest of this.#values.keys()) {
      if (this.#size <= this.#max) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const value = this.#values.get(key);
    if (value === undefined) return;
    this.#values.delete(key);
    this.#size -= this.#sizeOf(key, value);
  }

  /** Removes the values for which a function returns true. */
  deleteWhere(isRemoved: (value: Value) => boolean): void {
    for (const [key, value] of this.#values) if (isRemoved(value)) this.delete(key);
  }

  clear(): void {
    this.#values.clear();
    this.#size = 0;
  }
}

/** Removes the oldest entry of a map or set with more than `max` entries. */
export function dropOldest<Key>(from: Map<Key, unknown> | Set<Key>, max: number): void {
  if (from.size <= max) return;
  for (const oldest of from.keys()) {
    from.delete(oldest);
    return;
  }
}
