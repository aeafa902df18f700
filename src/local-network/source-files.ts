import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { SerialQueue } from '@tain/network-simulator/node/serial-queue';
import type { SourceStore } from '../rpc/method/services.ts';
import { replaceFile } from '../store/embedded/replace-file.ts';

/** Maximum number of files. The oldest are removed beyond it; each is at most as large as a message of JSON-RPC. */
export const MAX_SOURCE_FILES = 200;

/** Stores compilers' files of contracts in a folder, one for each address. */
export class SourceFiles implements SourceStore {
  readonly #folder: string;
  readonly #changes = new SerialQueue();

  constructor(folder: string) {
    this.#folder = folder;
  }

  set(address: string, json: string | null): Promise<void> {
    return this.#changes.run(async () => {
      if (json === null) return rm(this.#file(address), { force: true });
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await replaceFile(this.#file(address), json);
      await this.#removeOldest();
    });
  }

  async get(address: string): Promise<string | null> {
    return readFile(this.#file(address), 'utf8').catch(() => null);
  }

  #file(address: string): string {
    return path.join(this.#folder, `${address}.json`);
  }

  async #removeOldest(): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith('.json'));
    const files = await Promise.all(
      names.map(async (name) => {
        const file = path.join(this.#folder, name);
        return { file, mtimeMs: (await stat(file)).mtimeMs };
      }),
    );
    files.sort((a, b) => b.mtimeMs - a.mtimeMs);
    for (const { file } of files.slice(MAX_SOURCE_FILES)) await rm(file, { force: true });
  }
}
