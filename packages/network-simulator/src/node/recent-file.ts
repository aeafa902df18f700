import { appendFile, mkdir, readFile, rename, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { proto } from '@tain/protos/hapi';
import { ifMissing } from '../if-missing.ts';
import { FRAME_HEAD, framed, framePayload } from '../state-frames.ts';
import {
  latestStart,
  MAX_RECORD_BYTES,
  RETENTION_NS,
  receiptOnly,
  type Settled,
} from './recent-transactions.ts';

const NOW = 'recent.bin';
const BEFORE = 'recent-before.bin';

/** Outcomes of the sent transactions in one block. */
export interface SettledBlock {
  readonly block: bigint;
  /** Time of the block by the senders' clock, in nanoseconds. */
  readonly time: bigint;
  readonly settled: readonly Settled[];
}

interface Entry {
  readonly block: bigint;
  /** See `SettledBlock`; earlier releases did not store it. */
  readonly time?: bigint;
  /**
   * Latest start of validity of the transactions in all files before this one, in nanoseconds; earlier releases did not
   * store it.
   */
  readonly olderUntil?: bigint;
  readonly settled: readonly { readonly id: Uint8Array; readonly record: Uint8Array }[];
}

/**
 * Receipts and records of the last minutes, stored with the ledger's state so that they survive a restart. There are
 * two files; the older one is removed once all of its entries have expired by the senders' clock.
 */
export class RecentFile {
  readonly #folder: string;
  readonly #maxRecordBytes: number;
  /** Time of the first entry in the newer file; null if it is empty. */
  #first: bigint | null = null;
  /** Bytes of the records in the newer file. Beyond the maximum it has only receipts. */
  #recordBytes = 0;
  /** Latest start of validity of the transactions before the newer file, and of those in it. */
  #olderUntil = 0n;
  #newerUntil = 0n;

  private constructor(folder: string, maxRecordBytes: number) {
    this.#folder = folder;
    this.#maxRecordBytes = maxRecordBytes;
  }

  /**
   * Opens the files in `folder`, and resolves to the entries of blocks below `nextBlock`; later blocks were never
   * published. `now`: senders' time in nanoseconds. `removedUntil`: latest start of validity of the transactions that are
   * not stored any more. `maxRecordBytes`: maximum bytes of the records in each file.
   */
  static async open(
    folder: string,
    nextBlock: bigint,
    now: bigint,
    maxRecordBytes = MAX_RECORD_BYTES,
  ): Promise<{ file: RecentFile; blocks: SettledBlock[]; removedUntil: bigint }> {
    await mkdir(folder, { recursive: true });
    const file = new RecentFile(folder, maxRecordBytes);
    const blocks: SettledBlock[] = [];
    let removedUntil = 0n;
    for (const name of [BEFORE, NOW]) {
      for (const { block, time = now, olderUntil = 0n, settled } of await readEntries(
        join(folder, name),
        nextBlock,
      )) {
        const decoded = settled.map(({ id, record }) => ({ id: proto.TransactionID.decode(id), record }));
        blocks.push({ block, time, settled: decoded });
        if (name === BEFORE) {
          removedUntil = olderUntil;
          file.#olderUntil = latestStart(idsOf(decoded), max(file.#olderUntil, olderUntil));
        } else {
          file.#first ??= time;
          for (const { record } of settled) file.#recordBytes += record.length;
          file.#newerUntil = latestStart(idsOf(decoded), file.#newerUntil);
        }
      }
    }
    return { file, blocks, removedUntil };
  }

  /** Appends the entries of a block, before the block is published. */
  async append({ block, time, settled }: SettledBlock): Promise<void> {
    if (settled.length === 0) return;
    if (this.#first !== null && time > this.#first + RETENTION_NS) {
      await rename(join(this.#folder, NOW), join(this.#folder, BEFORE));
      this.#first = null;
      this.#recordBytes = 0;
      this.#olderUntil = max(this.#olderUntil, this.#newerUntil);
      this.#newerUntil = 0n;
    }
    this.#first ??= time;
    this.#newerUntil = latestStart(idsOf(settled), this.#newerUntil);
    const entry: Entry = {
      block,
      time,
      olderUntil: this.#olderUntil,
      settled: settled.map(({ id, record }) => ({
        id: proto.TransactionID.encode(id).finish(),
        record: this.#kept(record),
      })),
    };
    await appendFile(join(this.#folder, NOW), framed(serialize(entry)));
  }

  #kept(record: Uint8Array): Uint8Array {
    if (this.#recordBytes + record.length > this.#maxRecordBytes) return receiptOnly(record);
    this.#recordBytes += record.length;
    return record;
  }
}

function idsOf(settled: readonly Settled[]): proto.ITransactionID[] {
  return settled.map(({ id }) => id);
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

/**
 * Reads the entries of a file for blocks below `nextBlock`. The rest is truncated, because it is torn or was never
 * published.
 */
async function readEntries(path: string, nextBlock: bigint): Promise<Entry[]> {
  const bytes = await readFile(path).catch(ifMissing(null));
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
