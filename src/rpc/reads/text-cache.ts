/** Cache of JSON texts that never change: the most recently used ones, up to a number of characters. */
export class TextCache {
  readonly #max: number;
  readonly #texts = new Map<string, string>();
  #size = 0;

  constructor(maxCharacters: number) {
    this.#max = maxCharacters;
  }

  get(key: string): string | undefined {
    const text = this.#texts.get(key);
    if (text === undefined) return undefined;
    this.#texts.delete(key);
    this.#texts.set(key, text);
    return text;
  }

  /** Caches a text, unless it alone would use a quarter of the capacity. */
  set(key: string, text: string): void {
    if (text.length > this.#max / 4) return;
    this.#size += text.length - (this.#texts.get(key)?.length ?? 0);
    this.#texts.delete(key);
    this.#texts.set(key, text);
    for (const [oldest, { length }] of this.#texts) {
      if (this.#size <= this.#max) break;
      this.#texts.delete(oldest);
      this.#size -= length;
    }
  }

  /** Removes all texts, because rows may have been corrected. */
  clear(): void {
    this.#texts.clear();
    this.#size = 0;
  }
}
