import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withFiles } from '../../kernel/file-shortage.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import { limitTime } from '../store/limit-time.ts';
import { findBlockFolder, firstBlock, LAYOUTS, pathOf } from './block-layout.ts';
import type { BlockSource, StoredBlockFile } from './block-source.ts';
import { limitListing } from './limit-listing.ts';
import { readOnce } from './read-limited.ts';

const OPEN_TIMEOUT_MS = 30_000;
/** Milliseconds between two looks for a folder of blocks where there was none. */
const LOOK_AGAIN_MS = 2_000;

/**
 * A folder of blocks as a source, in the current and older layouts (see `findBlockFolder`). It may be empty or not
 * exist yet. Blocks are found by their numbers: the folder is listed for the first one only. `network`: the name that
 * a network's folder must have; null for any.
 */
export function openBlockFolder(path: string, network: string | null): BlockSource {
  return new BlockFolder(resolve(path), network);
}

class BlockFolder implements BlockSource {
  readonly name: string;
  readonly changes = 0;
  readonly #network: string | null;
  #folder: string | null = null;
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** The layout of the block that was found last. */
  #layout = 0;

  constructor(root: string, network: string | null) {
    this.name = root;
    this.#network = network;
  }

  async first(signal: AbortSignal, from = 0n): Promise<bigint | null> {
    const folder = await this.#find(signal);
    if (folder === null) return null;
    return limitListing(folder, signal, (limited) => firstBlock(folder, limited, from));
  }

  async open(number: bigint, maxBytes: number, signal: AbortSignal): Promise<StoredBlockFile | null> {
    const folder = await this.#find(signal);
    if (folder === null) return null;
    for (let i = 0; i < LAYOUTS; i += 1) {
      const layout = (this.#layout + i) % LAYOUTS;
      const name = pathOf(number, layout);
      const bytes = await this.#read(join(folder, name), name, maxBytes, signal);
      if (bytes === null) continue;
      this.#layout = layout;
      return { name, bytes };
    }
    return null;
  }

  async changed(milliseconds: number, signal: AbortSignal): Promise<void> {
    await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  }

  async close(): Promise<void> {}

  async #find(signal: AbortSignal): Promise<string | null> {
    if (this.#folder !== null || performance.now() - this.#lookedAt < LOOK_AGAIN_MS) return this.#folder;
    this.#folder = await limitListing(this.name, signal, (limited) =>
      findBlockFolder(this.name, this.#network, limited),
    );
    this.#lookedAt = performance.now();
    return this.#folder;
  }

  async #read(path: string, name: string, maxBytes: number, signal: AbortSignal): Promise<Buffer | null> {
    try {
      return await withFiles(
        () => limitTime(name, OPEN_TIMEOUT_MS, signal, (limited) => readOnce(path, name, maxBytes, limited)),
        signal,
      );
    } catch (error) {
      if (error instanceof StreamFileError && error.code === 'missing') return null;
      throw error;
    }
  }
}
