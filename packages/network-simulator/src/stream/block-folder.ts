import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { ifMissing } from '../if-missing.ts';
import type { BlockFile } from './block-file.ts';
import { replace } from './block-writer.ts';
import { blockPath, parseBlockPath } from './file-names.ts';

const gzipAsync = promisify(gzip);
const gunzipAsync = promisify(gunzip);
const GZIP_LEVEL = 1;

/** Returns the folder of block files, with the layout of the network's buckets. */
function blocksFolder(dir: string): string {
  return join(dir, 'demo', 'block');
}

/**
 * Block files of a demo network. A file is written under a temporary name that readers ignore, and renamed to publish
 * it.
 */
export class BlockFolder {
  readonly #root: string;

  constructor(dir: string) {
    this.#root = blocksFolder(dir);
  }

  /** Writes a block and returns the function that publishes it. */
  async write({ number, bytes }: BlockFile): Promise<() => Promise<void>> {
    const path = this.#path(number);
    await mkdir(dirname(path), { recursive: true });
    await replace(unpublished(path), await gzipAsync(bytes, { level: GZIP_LEVEL }));
    return () => rename(unpublished(path), path);
  }

  /** Publishes a written block, unless it is published already. */
  async publish(number: bigint): Promise<void> {
    const path = this.#path(number);
    await rename(unpublished(path), path).catch(ifMissing(undefined));
  }

  /** Removes the written files of a block. */
  async remove(number: bigint): Promise<void> {
    const path = this.#path(number);
    await rm(path, { force: true });
    await rm(unpublished(path), { force: true });
  }

  /** Returns the serialized `Block`. */
  async read(number: bigint): Promise<Buffer> {
    return gunzipAsync(await readFile(this.#path(number)));
  }

  /** Returns the last published block, and the first of the consecutive blocks that lead to it; null: no block. */
  async range(): Promise<{ readonly first: bigint; readonly last: bigint } | null> {
    const names = await readdir(this.#root, { recursive: true }).catch(ifMissing([]));
    const numbers = names.map(parseBlockPath).filter((number) => number !== null);
    numbers.sort((a, b) => (a < b ? -1 : 1));
    const last = numbers.at(-1);
    if (last === undefined) return null;
    let first = last;
    for (let i = numbers.length - 2; i >= 0 && numbers[i] === first - 1n; i--) first -= 1n;
    return { first, last };
  }

  /** Removes blocks that were written before an instant (milliseconds since 1970). */
  async prune(before: number): Promise<void> {
    for (const name of await readdir(this.#root, { recursive: true }).catch(ifMissing([]))) {
      if (parseBlockPath(name) === null) continue;
      const path = join(this.#root, name);
      const written = await stat(path).catch(ifMissing(null));
      if (written !== null && written.mtimeMs < before) await rm(path, { force: true });
    }
  }

  #path(number: bigint): string {
    return join(this.#root, blockPath(number).replace(/zstd$/, 'gz'));
  }
}

function unpublished(path: string): string {
  return `${path}.new`;
}
