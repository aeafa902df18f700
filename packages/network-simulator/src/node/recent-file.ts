import { appendFile, mkdir, rename, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { proto } from '@tain/protos/hapi';
import { FRAME_HEAD, framed, framePayload, readIfExists } from '../state-frames.ts';
import { RETENTION_NS, type Settled } from './recent-transactions.ts';

const NOW = 'recent.bin';
const BEFORE = 'recent-before.bin';

/** Outcomes of the sent transactions in one block. */
interface Entry {
  readonly block: bigint;
  readonly settled: readonly {
    readonly id: Uint8Array;
    readonly at: bigint;
    readonly record: Uint8Array;
  }[];
}

/**
 * Receipts and records of the last minutes, stored with the ledger's state so that they survive a restart. There are
 * two files; the older one is removed once all of its entries have expired.
 */
export class RecentFile {
  readonly #folder: string;
  /** Consensus time of the first entry in the newer file; null if it is empty. */
  #first: bigint | null = null;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Opens the files in `folder`, and resolves to the entries of blocks below `nextBlock`; later blocks were never
   * published.
   */
  static async open(folder: string, nextBlock: bigint): Promise<{ file: RecentFile; settled: Settled[] }> {
    await mkdir(folder, { recursive: true });
    const file = new RecentFile(folder);
    const settled: Settled[] = [];
    for (const name of [BEFORE, NOW]) {
      for (const entry of await readEntries(join(folder, name), nextBlock)) {
        if (name === NOW) file.#first ??= entry.settled[0]?.at ?? null;
        for (const { id, at, record } of entry.settled)
          settled.push({ id: proto.TransactionID.decode(id), at, record });
      }
    }
    return { file, settled };
  }

  /** Appends the entries of a block, before the block is published. */
  async append(block: bigint, settled: readonly Settled[]): Promise<void> {
    const [first] = settled;
    if (first === undefined) return;
    if (this.#first !== null && first.at > this.#first + RETENTION_NS) {
      await rename(join(this.#folder, NOW), join(this.#folder, BEFORE));
      this.#first = null;
    }
    this.#first ??= first.at;
    const entry: Entry = {
      block,
      settled: settled.map(({ id, at, record }) => ({
        id: proto.TransactionID.encode(id).finish(),
        at,
        record,
      })),
    };
    await appendFile(join(this.#folder, NOW), framed(serialize(entry)));
  }
}

/**
 * Reads the entries of a file for blocks below `nextBlock`. The rest is truncated, because it is torn or was never
 * published.
 */
async function readEntries(path: string, nextBlock: bigint): Promise<Entry[]> {
  const bytes = await readIfExists(path);
  const entries: Entry[] = [];
  if (bytes === null) return entries;
  let at = 0;
  for (;;) {
    const payload = framePayload(bytes, at);
    const entry = payload === null ? null : (deserialize(payload) as Entry);
    if (payload === null || entry === null || entry.block >= nextBlock) break;
    entries.push(entry);
    at += FRAME_HEAD + payload.length;
  }
  if (at < bytes.length) await truncate(path, at);
  return entries;
}
