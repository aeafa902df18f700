import { StreamFileError } from '../decode/stream-error.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { findBlockPrefix, firstBlock, LAYOUTS, pathOf } from './block-layout.ts';
import type { BlockSource, StoredBlockFile } from './block-source.ts';

/** Least milliseconds between two looks for the prefix of the blocks where nothing changed, and most share of the time that they take. */
const LOOK_AGAIN_MS = 800;
const REST_PER_LOOK = 20;
/** Blocks that are read side by side, so that a bucket's answer time does not bound the catching up. */
const AT_ONCE = 4;
/** Milliseconds between two looks for a block in all layouts but that of the last one, where nothing changed. */
const ALL_LAYOUTS_MS = 800;
/** The same once so many blocks in a row that had been missing came in the layout of those before. */
const TRUSTED_LAYOUTS_MS = 60_000;
const TRUSTED_AFTER = 3;
/** Missing blocks to remember: more than are read side by side. */
const MAX_MISSED = 64;

/**
 * The blocks in a store, in the current and older layouts (see `findBlockPrefix`). There may be none yet. Blocks are
 * found by their numbers: the store is listed for the first one, and for the prefix of a network that was reset.
 * `network`: the name that a network's prefix must have; null for any.
 */
export function openStoredBlocks(store: ObjectStore, network: string | null): BlockSource {
  return new StoredBlocks(store, network);
}

class StoredBlocks implements BlockSource {
  readonly name: string;
  readonly atOnce = AT_ONCE;
  readonly #store: ObjectStore;
  readonly #network: string | null;
  #prefix: string | null = null;
  /** Whether the prefix is looked up before the next block. */
  #isOld = true;
  /** The last look for the prefix: when it ended, how long it took, and `changes` when it began. */
  #look = { end: Number.NEGATIVE_INFINITY, took: 0, seen: 0 };
  /** The layout of the block that was found last. */
  #layout = 0;
  /** The block that was last looked for in all layouts, and when it is again. */
  #missing: bigint | null = null;
  #missingUntil = 0;
  #missingSeen = 0;
  /** Blocks that were not there yet, and how many of such came in the known layout since one did not. */
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

  async open(number: bigint, maxBytes: number, signal: AbortSignal): Promise<StoredBlockFile | null> {
    const prefix = this.#isOld ? await this.#find(signal) : this.#prefix;
    if (prefix === null) return null;
    const known = await this.#get(prefix, number, this.#layout, maxBytes, signal);
    if (known && this.#missed.delete(number)) this.#trusted += 1;
    const found = known ?? (await this.#getInAnyLayout(prefix, number, maxBytes, signal));
    // A network that was reset goes on below another prefix.
    if (found === null) await this.#find(signal);
    return found;
  }

  refused(number: bigint): void {
    if (this.#prefix !== null) this.#store.refused?.(`${this.#prefix}${pathOf(number, this.#layout)}`);
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
    const { end, took, seen } = this.#look;
    const { changes } = this.#store;
    if (begun - end < Math.max(changes === seen ? LOOK_AGAIN_MS : 0, REST_PER_LOOK * took))
      return this.#prefix;
    const found = await findBlockPrefix(this.#store, this.#network, signal, this.#prefix);
    // Not noted as a look: the next call looks again.
    if (found === null && this.#prefix !== null) {
      const reason = `has no blocks below ${this.#prefix || '/'}, though it had`;
      throw new StreamFileError('unreadable', this.name, null, reason);
    }
    const now = performance.now();
    this.#look = { end: now, took: now - begun, seen: changes };
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
    const name = pathOf(number, layout);
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
