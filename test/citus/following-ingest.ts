import path from 'node:path';
import { expect } from 'vitest';
import type { LiveFolder } from '../app/arriving-stream.ts';
import type { TestDatabase } from '../database.ts';
import { ingestFolder } from '../ingest/ingest-folder.ts';

/** An ingest of a folder in which blocks arrive up to an allowed number, until it is stopped. */
export class FollowingIngest {
  readonly #folder: LiveFolder;
  readonly #ending = new AbortController();
  readonly #ended: Promise<void>;
  #stored = 0;

  constructor({ database }: TestDatabase, folder: LiveFolder) {
    this.#folder = folder;
    const ingest = ingestFolder({
      database,
      folder: folder.dir,
      addressBook: path.join(folder.dir, 'address_book.bin'),
      holdOpen: true,
      signal: this.#ending.signal,
      onProgress: ({ blocks }) => {
        this.#stored = blocks;
      },
    });
    this.#ended = ingest.then(
      () => undefined,
      () => undefined,
    );
  }

  /** Number of stored blocks. */
  get stored(): number {
    return this.#stored;
  }

  /** Raises the number of blocks that arrive. */
  allow(count: number): void {
    this.#folder.allow(count);
  }

  /** Resolves when `count` blocks are stored. */
  async hasStored(count: number): Promise<void> {
    await expect.poll(() => this.#stored).toBeGreaterThanOrEqual(count);
  }

  async end(): Promise<void> {
    this.#ending.abort();
    await this.#folder.end();
    await this.#ended;
  }
}
