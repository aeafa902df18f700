import { cp, mkdir, mkdtemp, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeDemo } from '../../packages/network-simulator/src/write-demo.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';
import { SMALL_POPULATION } from '../demo/populations.ts';

/** A demo network's stream whose blocks arrive in folders one after another. */
export class ArrivingStream {
  /** Folder of the whole stream. */
  readonly dir: string;
  /** The files of each block, in order, as paths in the stream. */
  readonly #blocks: readonly (readonly string[])[];
  readonly #folder: string;

  private constructor(folder: string, dir: string, blocks: readonly (readonly string[])[]) {
    this.#folder = folder;
    this.dir = dir;
    this.#blocks = blocks;
  }

  /** Writes the stream below a folder. */
  static async write(
    folder: string,
    network: {
      readonly blocks: number;
      readonly tps: number;
      readonly seed: number;
      /** First block of the block stream; default: none. */
      readonly cutover?: number;
    },
  ): Promise<ArrivingStream> {
    const dir = path.join(folder, 'stream');
    await writeDemo({
      runCode: demoEngine,
      dir,
      population: SMALL_POPULATION,
      ...network,
      signInner: false,
    });
    return new ArrivingStream(folder, dir, await filesOfBlocks(dir));
  }

  get blocks(): number {
    return this.#blocks.length;
  }

  /**
   * Creates a folder to which the blocks are copied every `intervalMs`. `max`: maximum number of copied blocks;
   * `reserve`: number of last blocks of the stream that are copied only on request.
   */
  async arrive(intervalMs: number, reserve: number, max = this.blocks): Promise<LiveFolder> {
    const dir = await mkdtemp(path.join(this.#folder, 'live-'));
    await cp(path.join(this.dir, 'address_book.bin'), path.join(dir, 'address_book.bin'));
    let arrived = 0;
    let allowed = this.blocks - reserve;
    let isOver = false;
    const arrive = async (): Promise<void> => {
      for (const files of this.#blocks.slice(0, max)) {
        while (arrived >= allowed && !isOver) await sleep(20);
        if (isOver) return;
        for (const file of files) {
          await mkdir(path.dirname(path.join(dir, file)), { recursive: true });
          await cp(path.join(this.dir, file), path.join(dir, file));
        }
        arrived += 1;
        await sleep(intervalMs);
      }
    };
    const all = arrive();
    return {
      dir,
      releaseMore: () => {
        allowed = Math.max(allowed, arrived + 2);
      },
      allow: (count) => {
        allowed = Math.max(allowed, count);
      },
      complete: () => {
        allowed = this.blocks;
        return all;
      },
      end: async () => {
        isOver = true;
        await all;
      },
    };
  }
}

/** A folder in which the blocks of a stream arrive. */
export interface LiveFolder {
  readonly dir: string;
  /** Releases two more reserved blocks. */
  releaseMore(): void;
  /** Raises the maximum number of blocks that arrive. */
  allow(count: number): void;
  /** Releases all blocks. */
  complete(): Promise<void>;
  /** Stops the arrival of blocks. */
  end(): Promise<void>;
}

/** Returns the files of each block: files with the same consensus time, or, after the cutover, with the same number. */
async function filesOfBlocks(stream: string): Promise<string[][]> {
  const byName = new Map<string, string[]>();
  for (const entry of await readdir(stream, { recursive: true, withFileTypes: true })) {
    const file = path.relative(stream, path.join(entry.parentPath, entry.name));
    const instant = /^\d{4}-\d\d-\d\dT\d\d_\d\d_\d\d\.\d{9}Z/.exec(entry.name)?.[0];
    // Blocks arrive after all record files.
    const name = instant ?? /\/(\d[\d/]+)\.blk\.gz$/.exec(file)?.[1]?.replace(/^/, 'block ');
    if (!entry.isFile() || name === undefined) continue;
    byName.set(name, [...(byName.get(name) ?? []), file]);
  }
  // Signatures last, so that a block is complete when it can be verified.
  const last = (name: string) => name.includes('_sig');
  return [...byName]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, files]) => files.sort((a, b) => Number(last(a)) - Number(last(b))));
}
