import { StreamFileError } from '../decode/stream-error.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { blockPathOf, findBlockPrefix, firstBlock, LAYOUTS, lastBlock } from './block-layout.ts';
import type { BlockSource, StoredBlockFile } from './block-source.ts';

/**
 * Minimum milliseconds between two searches for the prefix of the blocks if the source reports no changes, and the
 * maximum share of the time that searches take (1 in 20).
 */
const SEARCH_INTERVAL_MS = 800;
const REST_PER_SEARCH = 20;
/** Number of blocks that are read concurrently, so that the latency of a bucket does not limit catching up. */
const CONCURRENCY = 4;
/**
 * Milliseconds between two searches for a block in all layouts except the known one, if the source reports no changes.
 */
const ALL_LAYOUTS_MS = 800;
/**
 * Milliseconds between two such searches once several blocks in a row that had been missing (`TRUSTED_AFTER`) came in
 * the layout of the previous ones.
 */
const TRUSTED_LAYOUTS_MS = 60_000;
const TRUSTED_AFTER = 3;
/** Maximum number of remembered missing blocks: more than are read concurrently. */
const MAX_MISSED = 64;

/** Source of the blocks in a store. */
export interface StoredBlockSource extends BlockSource {
  /** Returns the number of the last block; null when there is none. Lists all files of the folder that contains it. */
  last(signal: AbortSignal): Promise<bigint | null>;
}

/**
 * Opens the blocks in a store, in the current and older layouts (see `findBlockPrefix`). It may be empty. Blocks are
 * found by their numbers. The store is listed only for the first block, and for the prefix of a network that was reset.
 * `network`: required name of the network's prefix; null for any.
 */
export function openStoredBlocks(store: ObjectStore, network: string | null): StoredBlockSource {
  return new StoredBlocks(store, network);
}

class StoredBlocks implements StoredBlockSource {
  readonly name: string;
  readonly concurrency = CONCURRENCY;
  readonly #store: ObjectStore;
  readonly #network: string | null;
  #prefix: string | null = null;
  /** Whether the prefix is searched for again before the next block. */
  #isOld = true;
  /** The last search for the prefix: its end, its duration, and `changes` when it began. */
  #lastSearch = { end: Number.NEGATIVE_INFINITY, took: 0, seen: 0 };
  /** Layout of the last found block. */
  #layout = 0;
  /** The block that was last searched for in all layouts, and the time of the next search. */
  #missing: bigint | null = null;
  #missingUntil = 0;
  #missingSeen = 0;
  /** Blocks that were not available yet, and the number of such blocks in a row that came in the known layout. */
  readonly #missed = new Set<bigint>();
  #trusted = 0;

  constructor(store: ObjectStore, network: string | null) {
    this.name = store.name;
    this.#store = store;
    this.#network = network;
  }

  async first(signal: AbortSignal, from = 0n): Promise<bigint | null> {
    const prefix = await this.#find(signal);
    return prefix === null ? null : firstBlock(this.#store, prefix, signal, from);
  }

  async last(signal: AbortSignal): Promise<bigint | null> {
    const prefix = await this.#find(signal);
    return prefix === null ? null : lastBlock(this.#store, prefix, signal);
  }

  async open(number: bigint, maxBytes: number, signal: AbortSignal): Promise<StoredBlockFile | null> {
    const prefix = this.#isOld ? await this.#find(signal) : this.#prefix;
    if (prefix === null) return null;
    const known = await this.#get(prefix, number, this.#layout, maxBytes, signal);
    if (known && this.#missed.delete(number)) this.#trusted += 1;
    const found = known ?? (await this.#getInAnyLayout(prefix, number, maxBytes, signal));
    // A network that was reset continues below another prefix.
    if (found === null) await this.#find(signal);
    return found;
  }

  refused(number: bigint): void {
    if (this.#prefix !== null) this.#store.refused?.(`${this.#prefix}${blockPathOf(number, this.#layout)}`);
  }

  listAgain(): void {
    this.#isOld = true;
  }

  get changes(): number {
    return this.#store.changes;
  }

  changed(milliseconds: number, signal: AbortSignal, seen: number): Promise<void> {
    return this.#store.changed(milliseconds, signal, seen);
  }

  async close(): Promise<void> {}

  async #find(signal: AbortSignal): Promise<string | null> {
    const begun = performance.now();
    const { end, took, seen } = this.#lastSearch;
    const { changes } = this.#store;
    if (begun - end < Math.max(changes === seen ? SEARCH_INTERVAL_MS : 0, REST_PER_SEARCH * took))
      return this.#prefix;
    const found = await findBlockPrefix(this.#store, this.#network, signal, this.#prefix);
    // This does not count as a search, so the next call searches again.
    if (found === null && this.#prefix !== null) {
      const reason = `has no blocks below ${this.#prefix || '/'}, though it had`;
      throw new StreamFileError('unreadable', this.name, null, reason);
    }
    const now = performance.now();
    this.#lastSearch = { end: now, took: now - begun, seen: changes };
    this.#prefix = found;
    this.#isOld = found === null;
    return found;
  }

  async #getInAnyLayout(
    prefix: string,
    number: bigint,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<StoredBlockFile | null> {
    this.#missed.add(number);
    if (this.#missed.size > MAX_MISSED) this.#missed.clear();
    const now = performance.now();
    const isTrusted = this.#trusted >= TRUSTED_AFTER;
    const { changes } = this.#store;
    const isKnown = isTrusted || (number === this.#missing && changes === this.#missingSeen);
    if (isKnown && now < this.#missingUntil) return null;
    this.#missing = number;
    this.#missingSeen = changes;
    this.#missingUntil = now + (isTrusted ? TRUSTED_LAYOUTS_MS : ALL_LAYOUTS_MS);
    const others = Array.from({ length: LAYOUTS }, (_, layout) => layout).filter(
      (layout) => layout !== this.#layout,
    );
    const got = others.map((layout) => this.#get(prefix, number, layout, maxBytes, signal));
    const found = (await Promise.all(got)).find((file) => file !== null) ?? null;
    if (found) this.#trusted = 0;
    return found;
  }

  async #get(
    prefix: string,
    number: bigint,
    layout: number,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<StoredBlockFile | null> {
    const name = blockPathOf(number, layout);
    const key = `${prefix}${name}`;
    try {
      const bytes = await this.#store.get(key, maxBytes, signal);
      this.#layout = layout;
      return { key, name, bytes };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof StreamFileError && error.code === 'missing') return null;
      throw error;
    }
  }
}
