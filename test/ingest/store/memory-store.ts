import { setTimeout as sleep } from 'node:timers/promises';
import { StreamFileError } from '../../../src/ingest/decode/stream-error.ts';
import type { ObjectListing, ObjectStore } from '../../../src/ingest/store/object-store.ts';

/** Requests that a test's store received. */
export interface Requests {
  list: number;
  get: number;
  /** Maximum number of concurrent requests. */
  max: number;
}

/** A store in memory that behaves like a bucket: keys are in order of bytes, in pages, and each call has a delay. */
export class MemoryStore implements ObjectStore {
  readonly name: string;
  readonly objects = new Map<string, Uint8Array>();
  readonly requests: Requests = { list: 0, get: 0, max: 0 };
  readonly changes = 0;
  /** Milliseconds per request. */
  latencyMs: number;
  /** Maximum number of keys per page. */
  page = 1_000;
  #running = 0;
  #sorted: string[] | null = null;

  constructor(name = 'bucket', latencyMs = 0) {
    this.name = name;
    this.latencyMs = latencyMs;
  }

  put(key: string, bytes: Uint8Array | string): void {
    if (!this.objects.has(key)) this.#sorted = null;
    this.objects.set(key, Buffer.from(bytes));
  }

  remove(key: string): void {
    this.objects.delete(key);
    this.#sorted = null;
  }

  async list(
    prefix: string,
    after: string | null,
    limit: number,
    signal: AbortSignal,
  ): Promise<ObjectListing> {
    this.requests.list += 1;
    return this.#request(signal, () => {
      const found = new Set<string>();
      let more = false;
      for (const key of this.#keys(after !== null && after > prefix ? after : prefix)) {
        if (!key.startsWith(prefix)) break;
        const end = key.indexOf('/', prefix.length);
        const item = end < 0 ? key : key.slice(0, end + 1);
        if (after !== null && compareBytes(item, after) <= 0) continue;
        if (found.size === Math.min(limit, this.page) && !found.has(item)) {
          more = true;
          break;
        }
        found.add(item);
      }
      const items = [...found];
      return {
        keys: items.filter((item) => !item.endsWith('/')),
        prefixes: items.filter((item) => item.endsWith('/')),
        next: more ? (items.at(-1) ?? null) : null,
      };
    });
  }

  async get(key: string, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
    this.requests.get += 1;
    return this.#request(signal, () => {
      const bytes = this.objects.get(key);
      if (!bytes) throw new StreamFileError('missing', key, null, 'is missing');
      if (bytes.length > maxBytes)
        throw new StreamFileError('too-large', key, null, `has ${bytes.length} bytes`);
      return bytes;
    });
  }

  listAgain(): void {}

  async changed(milliseconds: number, signal: AbortSignal): Promise<void> {
    await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  }

  async close(): Promise<void> {}

  async #request<T>(signal: AbortSignal, answer: () => T): Promise<T> {
    signal.throwIfAborted();
    this.#running += 1;
    this.requests.max = Math.max(this.requests.max, this.#running);
    try {
      if (this.latencyMs > 0) await sleep(this.latencyMs, undefined, { signal });
      return answer();
    } finally {
      this.#running -= 1;
    }
  }

  /** Returns the keys from a text on, in the order of their bytes. */
  *#keys(from: string): Generator<string> {
    this.#sorted ??= [...this.objects.keys()].sort(compareBytes);
    const sorted = this.#sorted;
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareBytes(sorted[middle] ?? '', from) < 0) low = middle + 1;
      else high = middle;
    }
    for (let index = low; index < sorted.length; index += 1) yield sorted[index] ?? '';
  }
}

export function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
