import type { proto } from '@tain/protos/hapi';
import { Reader } from '@tain/protos/wire';
import { nanosOf, numOf } from '../ledger/ids.ts';
import { delimited } from '../ledger/wire.ts';

/**
 * Nanoseconds after its block for which a transaction is remembered, and its receipt and record are available, as on the
 * network. It is also the maximum duration for which a transaction is valid. Both are measured by the senders' clock,
 * because a transaction that is valid again after it was forgotten would be executed twice.
 */
export const RETENTION_NS = 180_000_000_000n;
/** Maximum number of retained transactions. Beyond it the node accepts none. */
const MAX_RETAINED = 100_000;

/**
 * Maximum bytes of the retained records: one of a contract call may have megabytes. Beyond it, the oldest ones of the payer with
 * the most are reduced to their receipts.
 */
export const MAX_RECORD_BYTES = 64 * 1024 * 1024;

/** Part of it to which they are reduced, because a search of them all must not follow each transaction. */
const REDUCED_TO = 7 / 8;

/** State of a transaction id. */
export interface RecentTransaction {
  readonly id: proto.ITransactionID;
  /** Serialized `TransactionRecord`; null while the block is not on the disk yet: its receipt has status UNKNOWN. */
  readonly record: Uint8Array | null;
  /** Whether the records were reduced to their receipts. */
  readonly isReduced: boolean;
  /** Records of later transactions with the same id. */
  readonly duplicates: readonly Uint8Array[];
  /** Records of the child transactions, in order of consensus time. */
  readonly children: readonly Uint8Array[];
}

/** Outcome of a transaction, from its block. */
export interface Settled {
  readonly id: proto.ITransactionID;
  /** Serialized `TransactionRecord`. */
  readonly record: Uint8Array;
}

interface Entry {
  readonly id: proto.ITransactionID;
  /** Time of its block by the senders' clock, in nanoseconds; undefined before it. */
  readonly settledAt?: bigint;
  record: Uint8Array | null;
  isReduced: boolean;
  duplicates: Uint8Array[];
  children: Uint8Array[];
  /** Callbacks of queries that wait for its outcome. */
  readonly waiting: Set<() => void>;
}

/** Transactions of the last minutes by id, to reject duplicates, and for queries of receipts and records. */
export class RecentTransactions {
  readonly #entries = new Map<string, Entry>();
  readonly #maxRecordBytes: number;
  /** Bytes of the records that are not reduced, by payer, and of all. */
  readonly #bytes = new Map<number, number>();
  #allBytes = 0;
  #forgottenUntil = 0n;

  /** `maxRecordBytes`: see `MAX_RECORD_BYTES`. */
  constructor(maxRecordBytes = MAX_RECORD_BYTES) {
    this.#maxRecordBytes = maxRecordBytes;
  }

  /** Bytes of the records that are not reduced to their receipts. */
  get recordBytes(): number {
    return this.#allBytes;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Whether the maximum number of transactions is reached. */
  get isFull(): boolean {
    return this.#entries.size >= MAX_RETAINED;
  }

  /** Returns the state of an id, or undefined. Ids with a nonce name children. */
  find(id: proto.ITransactionID): RecentTransaction | undefined {
    return this.#entries.get(keyOf(id));
  }

  has(id: proto.ITransactionID): boolean {
    return this.#entries.has(keyOf(id));
  }

  /**
   * Latest start of validity of the forgotten transactions, in nanoseconds. A transaction that starts no later may be one
   * of them. The senders' clock is past the validity of all of them, unless it was set back.
   */
  get forgottenUntil(): bigint {
    return this.#forgottenUntil;
  }

  /** Returns the records of the transactions that an account paid for, in order of consensus time, without reduced ones. */
  paidBy(account: number): Uint8Array[] {
    const found: Uint8Array[] = [];
    for (const { id, record, isReduced, duplicates } of this.#entries.values()) {
      if (numOf(id.accountID?.accountNum) === account && record !== null && !isReduced)
        found.push(record, ...duplicates);
    }
    return found;
  }

  /**
   * Resolves when a transaction that waits for its block has an outcome, or after `milliseconds`; immediately when it
   * does not wait.
   */
  async settled(id: proto.ITransactionID, milliseconds: number): Promise<void> {
    const entry = this.#entries.get(keyOf(id));
    if (entry === undefined || entry.record !== null) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        entry.waiting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      entry.waiting.add(end);
    });
  }

  /** Removes all transactions. Those that start by `forgottenUntil` (nanoseconds) count as forgotten. */
  clear(forgottenUntil: bigint): void {
    for (const { waiting } of this.#entries.values()) release(waiting);
    this.#entries.clear();
    this.#bytes.clear();
    this.#allBytes = 0;
    this.#forgottenUntil = forgottenUntil;
  }

  /** Records that a transaction arrived and waits for its block. */
  expect(id: proto.ITransactionID): void {
    this.#entries.set(keyOf(id), {
      id,
      record: null,
      isReduced: false,
      duplicates: [],
      children: [],
      waiting: new Set(),
    });
  }

  /** Removes an accepted transaction that will never be in a block. */
  drop(id: proto.ITransactionID): void {
    const key = keyOf(id);
    const entry = this.#entries.get(key);
    if (entry?.record !== null || entry === undefined) return;
    this.#entries.delete(key);
    release(entry.waiting);
  }

  /**
   * Records that a transaction is in a block on the disk, at `settledAt` by the senders' clock (nanoseconds). Its children
   * follow it, in order of consensus time.
   */
  settle({ id, record }: Settled, settledAt: bigint): void {
    const key = keyOf(id);
    const known = this.#entries.get(key);
    if (known?.record) {
      this.#add(known, known.duplicates, record);
    } else {
      // Re-inserted, so that entries are in the order of their outcomes.
      this.#entries.delete(key);
      // Files have receipts alone where there were too many bytes.
      const { isReduced = isReceiptOnly(record), duplicates = [], children = [] } = known ?? {};
      const entry = {
        id,
        settledAt,
        record: null,
        isReduced,
        duplicates,
        children,
        waiting: new Set<() => void>(),
      };
      this.#entries.set(key, entry);
      this.#add(entry, null, record);
      if (known) release(known.waiting);
      const parent = id.nonce ? this.#entries.get(keyOf({ ...id, nonce: 0 })) : undefined;
      parent?.children.push(parent.isReduced ? receiptOnly(record) : record);
    }
    if (this.#allBytes > this.#maxRecordBytes) this.#reduce(this.#maxRecordBytes * REDUCED_TO);
  }

  /** Adds a record of an entry to its duplicates, or sets it. */
  #add(entry: Entry, duplicates: Uint8Array[] | null, record: Uint8Array): void {
    const added = entry.isReduced ? receiptOnly(record) : record;
    if (duplicates === null) entry.record = added;
    else duplicates.push(added);
    if (!entry.isReduced) this.#count(entry, added.length);
  }

  #count({ id }: Entry, bytes: number): void {
    const payer = numOf(id.accountID?.accountNum);
    const own = (this.#bytes.get(payer) ?? 0) + bytes;
    this.#allBytes += bytes;
    if (own === 0) this.#bytes.delete(payer);
    else this.#bytes.set(payer, own);
  }

  /** Reduces records until all have at most this many bytes: the oldest ones of the payer with the most. */
  #reduce(bytes: number): void {
    while (this.#allBytes > bytes) {
      let [heaviest, most] = [0, 0];
      for (const [payer, own] of this.#bytes) if (own > most) [heaviest, most] = [payer, own];
      for (const entry of this.#entries.values()) {
        if (entry.record === null || entry.isReduced) continue;
        if (numOf(entry.id.accountID?.accountNum) !== heaviest) continue;
        this.#count(entry, -bytesOf(entry));
        entry.isReduced = true;
        entry.record = receiptOnly(entry.record);
        entry.duplicates = entry.duplicates.map(receiptOnly);
        entry.children = entry.children.map(receiptOnly);
        if (this.#allBytes <= bytes) return;
      }
    }
  }

  /** Removes transactions whose block is more than three minutes before `now`, by the senders' clock (nanoseconds). */
  forget(now: bigint): void {
    for (const [key, entry] of this.#entries) {
      const { id, settledAt } = entry;
      if (settledAt === undefined || settledAt + RETENTION_NS >= now) continue;
      this.#entries.delete(key);
      if (!entry.isReduced) this.#count(entry, -bytesOf(entry));
      this.#forgottenUntil = latestStart([id], this.#forgottenUntil);
    }
  }
}

/** Returns the latest start of validity of some transactions, in nanoseconds, or `earliest` if that is later. */
export function latestStart(ids: readonly proto.ITransactionID[], earliest: bigint): bigint {
  return ids.reduce((latest, { transactionValidStart }) => {
    const start = nanosOf(transactionValidStart);
    return start > latest ? start : latest;
  }, earliest);
}

/** Returns the bytes of an entry's records. Those of its children have entries of their own. */
function bytesOf({ record, duplicates }: Entry): number {
  return duplicates.reduce((sum, { length }) => sum + length, record?.length ?? 0);
}

/** Field of `TransactionRecord`. */
const RECEIPT = 1;

/** Returns the serialized receipt in a serialized record. */
export function receiptOf(record: Uint8Array): Uint8Array {
  const reader = Reader.create(record);
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag >>> 3 === RECEIPT) return reader.bytes();
    reader.skipType(tag & 7);
  }
  return new Uint8Array();
}

/** Returns a serialized record with the receipt alone. */
export function receiptOnly(record: Uint8Array): Uint8Array {
  return delimited(RECEIPT, receiptOf(record));
}

/** Returns whether a serialized record has its receipt alone, as none of the network has. */
function isReceiptOnly(record: Uint8Array): boolean {
  return receiptOnly(record).length === record.length;
}

function release(waiting: ReadonlySet<() => void>): void {
  for (const end of [...waiting]) end();
}

/** Returns an id as a comparable key. An alias and a number of the same account give different keys. */
function keyOf(id: proto.ITransactionID): string {
  const account = id.accountID?.alias?.length
    ? Buffer.from(id.accountID.alias).toString('hex')
    : numOf(id.accountID?.accountNum);
  return `${account}:${nanosOf(id.transactionValidStart)}:${id.scheduled ? 1 : 0}:${id.nonce ?? 0}`;
}
