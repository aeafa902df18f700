import type { proto } from '@tain/protos/hapi';
import { nanosOf, numOf } from '../ledger/ids.ts';

/**
 * Nanoseconds after its block for which a transaction is remembered, and its receipt and record are available, as on the
 * network. It is also the maximum duration for which a transaction is valid. Both are measured by the senders' clock,
 * because a transaction that is valid again after it was forgotten would be executed twice.
 */
export const RETENTION_NS = 180_000_000_000n;
/** Maximum number of retained transactions. Beyond it the node accepts none. */
const MAX_RETAINED = 100_000;

/** State of a transaction id. */
export interface RecentTransaction {
  readonly id: proto.ITransactionID;
  /** Serialized `TransactionRecord`; null while the block is not on the disk yet: its receipt has status UNKNOWN. */
  readonly record: Uint8Array | null;
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
  readonly record: Uint8Array | null;
  readonly duplicates: Uint8Array[];
  readonly children: Uint8Array[];
  /** Callbacks of queries that wait for its outcome. */
  readonly waiting: Set<() => void>;
}

/** Transactions of the last minutes by id, to reject duplicates, and for queries of receipts and records. */
export class RecentTransactions {
  readonly #entries = new Map<string, Entry>();
  #forgottenUntil = 0n;

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

  /** Returns the records of the transactions that an account paid for, in order of consensus time. */
  paidBy(account: number): Uint8Array[] {
    const found: Uint8Array[] = [];
    for (const { id, record, duplicates } of this.#entries.values()) {
      if (numOf(id.accountID?.accountNum) === account && record !== null) found.push(record, ...duplicates);
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
    this.#forgottenUntil = forgottenUntil;
  }

  /** Records that a transaction arrived and waits for its block. */
  expect(id: proto.ITransactionID): void {
    this.#entries.set(keyOf(id), { id, record: null, duplicates: [], children: [], waiting: new Set() });
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
      known.duplicates.push(record);
      return;
    }
    // Re-inserted, so that entries are in the order of their outcomes.
    this.#entries.delete(key);
    const { duplicates = [], children = [] } = known ?? {};
    this.#entries.set(key, { id, settledAt, record, duplicates, children, waiting: new Set() });
    if (known) release(known.waiting);
    if (id.nonce) this.#entries.get(keyOf({ ...id, nonce: 0 }))?.children.push(record);
  }

  /** Removes transactions whose block is more than three minutes before `now`, by the senders' clock (nanoseconds). */
  forget(now: bigint): void {
    for (const [key, { id, settledAt }] of this.#entries) {
      if (settledAt === undefined || settledAt + RETENTION_NS >= now) continue;
      this.#entries.delete(key);
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
