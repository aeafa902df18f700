import type { AbortSignalLike } from '../../kernel/abort-signal.ts';
import type { ByteAccount } from '../../kernel/limits/byte-account.ts';
import { SendQueues } from './send-queues.ts';
import type { Submission } from './services.ts';
import { SharedSends } from './shared-sends.ts';

/** A signed transaction that is not in a visible block yet. */
export interface PendingSigned {
  /** Keccak-256 of its bytes, lower-case hex with `0x`. */
  readonly hash: string;
  /** Address of the signer, lower-case hex with `0x`. */
  readonly sender: string;
  readonly nonce: bigint;
  /** The signed bytes. */
  readonly raw: Uint8Array;
}

/** A transaction of an impersonated account of a local network that is not in a visible block yet. */
export interface PendingCall {
  /** The first 32 bytes of the ledger's hash, lower-case hex with `0x`. */
  readonly hash: string;
  readonly sender: string;
  /** Address of the receiver; undefined for a creation. */
  readonly to: string | undefined;
  readonly data: Uint8Array;
  readonly gas: bigint;
  /** Value and price of one gas, in weibars. */
  readonly value: bigint;
  readonly gasPrice: bigint;
}

export type PendingTransaction = PendingSigned | PendingCall;

/** A transaction that the network accepted, and the client that sent it. */
export interface AcceptedTransaction {
  readonly transaction: PendingTransaction;
  readonly client: string;
  readonly submission: Pick<Submission, 'signedBytes' | 'outcome'>;
}

/** A transaction to be found. Without a submission it waits for those with lower nonces. */
type Shown = Omit<AcceptedTransaction, 'submission'> & Partial<AcceptedTransaction>;

/** A transaction that waits for lower nonces without a request. `remove` ends this. */
interface QueuedTransaction {
  readonly transaction: PendingSigned;
  readonly client: string;
  readonly remove: () => void;
}

/** Transactions at a snapshot: accepted ones, and those that waited for lower nonces. `release` returns their memory. */
interface Snapshot {
  readonly transactions: readonly PendingSigned[];
  readonly queued: readonly QueuedTransaction[];
  readonly release: () => void;
}

/** Maximum number of hashes that are retained for filters of pending transactions. */
const MAX_RECENT = 1_000;
/** Bytes that a transaction takes besides those that a client chose. */
const ENTRY_BYTES = 1_024;
/** Bytes that a transaction at a snapshot takes besides its own ones, which it may share. */
const REFERENCE_BYTES = 64;

/** Transactions that this process submitted to the network and that are not in a visible block yet. */
export class PendingTransactions {
  /** Nonces by sender. */
  readonly #nonces = new Map<string, Map<bigint, number>>();
  /** Sends of the same bytes. */
  readonly sends = new SharedSends();
  /** Order of concurrent sends of one sender. */
  readonly queues = new SendQueues();
  /** Transactions that wait for lower nonces without a request, by sender and nonce. */
  readonly #queued = new Map<string, QueuedTransaction>();
  /** Transactions by hash, unless the account took the memory of their client. */
  readonly #shown = new Map<string, Shown>();
  /** Accepted transactions at snapshots of a local network, by id, unless the account took the memory of their client. */
  readonly #snapshots = new Map<bigint, Snapshot>();
  readonly #bytes: ByteAccount;
  readonly #listeners = new Set<{ readonly listener: (one: PendingTransaction) => void }>();
  /** Hashes of the newest accepted transactions, oldest first. */
  readonly #recent: string[] = [];
  /** Number of accepted transactions since the start. */
  accepted = 0;

  constructor(bytes: ByteAccount) {
    this.#bytes = bytes;
  }

  /**
   * Adds an accepted transaction of a client. Returns the function that removes it, which is called when it is visible
   * or will never be in a block.
   */
  add(one: PendingTransaction, client: string, submission: AcceptedTransaction['submission']): () => void {
    // The nonce of an impersonated account is not increased.
    const forgetNonce = isSigned(one) ? this.#addNonce(one) : undefined;
    const hide = this.#show({ transaction: one, client, submission });
    this.accepted += 1;
    this.#recent.push(one.hash);
    if (this.#recent.length > MAX_RECENT) this.#recent.shift();
    for (const { listener } of [...this.#listeners]) listener(one);
    return () => {
      hide();
      forgetNonce?.();
    };
  }

  #addNonce({ sender, nonce }: PendingSigned): () => void {
    const nonces = this.#nonces.get(sender) ?? new Map<bigint, number>();
    this.#nonces.set(sender, nonces);
    nonces.set(nonce, (nonces.get(nonce) ?? 0) + 1);
    return () => {
      const left = (nonces.get(nonce) ?? 1) - 1;
      if (left > 0) nonces.set(nonce, left);
      else nonces.delete(nonce);
      if (nonces.size === 0 && this.#nonces.get(sender) === nonces) this.#nonces.delete(sender);
    };
  }

  /** Returns a transaction that is accepted or waits for lower nonces; undefined for an unknown hash. */
  find(hash: string): PendingTransaction | undefined {
    return this.#shown.get(hash)?.transaction;
  }

  /** Returns the transactions that wait for lower nonces, or the accepted ones, in order of arrival. */
  list(isQueued: boolean): PendingTransaction[] {
    return [...this.#shown.values()]
      .filter(({ submission }) => (submission === undefined) === isQueued)
      .map(({ transaction }) => transaction);
  }

  /** Returns accepted transactions in order of arrival. */
  listAccepted(isMeant: (one: PendingTransaction) => boolean): AcceptedTransaction[] {
    return [...this.#shown.values()].flatMap(({ submission, ...shown }) =>
      submission === undefined || !isMeant(shown.transaction) ? [] : [{ ...shown, submission }],
    );
  }

  /**
   * Retains a transaction without a request until its lower nonces are accepted: `takeQueued` then returns it. It replaces one with the
   * same nonce.
   */
  queue(transaction: PendingSigned, client: string): void {
    const key = keyOf(transaction.sender, transaction.nonce);
    this.#queued.get(key)?.remove();
    let hide = (): void => undefined;
    const forget = (): void => {
      if (this.#queued.get(key) === queued) this.#queued.delete(key);
    };
    const remove = (): void => {
      forget();
      hide();
    };
    const queued: QueuedTransaction = { transaction, client, remove };
    this.#queued.set(key, queued);
    hide = this.#show({ transaction, client }, forget);
  }

  /** Removes the queued transaction of a sender with a nonce, and returns it; undefined if there is none. */
  takeQueued(sender: string, nonce: bigint): Omit<QueuedTransaction, 'remove'> | undefined {
    const queued = this.#queued.get(keyOf(sender, nonce));
    queued?.remove();
    return queued;
  }

  /** Removes queued transactions. Returns whether there were any. */
  unqueue(isMeant: (one: PendingSigned) => boolean): boolean {
    const meant = [...this.#queued.values()].filter(({ transaction }) => isMeant(transaction));
    for (const { remove } of meant) remove();
    return meant.length > 0;
  }

  /** Returns the hashes of the transactions that were accepted after the first `count`, oldest first: the newest 1,000 at most. */
  acceptedAfter(count: number): string[] {
    const added = Math.min(this.accepted - count, this.#recent.length);
    return added > 0 ? this.#recent.slice(-added) : [];
  }

  /** Retains the accepted and the queued transactions at a snapshot of a client, without those of impersonated accounts. */
  keepAt(snapshot: bigint, client: string): void {
    const transactions = this.list(false).filter(isSigned);
    const queued = [...this.#queued.values()];
    if (transactions.length + queued.length === 0) return;
    const hold = this.#bytes.open(client, () => this.#snapshots.delete(snapshot));
    this.#snapshots.set(snapshot, { transactions, queued, release: () => hold.release() });
    const all = [...transactions, ...queued.map(({ transaction }) => transaction)];
    hold.set(all.reduce((sum, { raw }) => sum + raw.length + REFERENCE_BYTES, 0));
  }

  /**
   * Returns the accepted transactions that a snapshot retained, in order of arrival, and queues those that were queued then instead of
   * the present ones. Removes this snapshot and all later ones.
   */
  takeFrom(snapshot: bigint): readonly PendingSigned[] {
    const { transactions = [], queued = [] } = this.#snapshots.get(snapshot) ?? {};
    this.unqueue(() => true);
    for (const { transaction, client } of queued) this.queue(transaction, client);
    for (const [id, { release }] of [...this.#snapshots]) {
      if (id < snapshot) continue;
      this.#snapshots.delete(id);
      release();
    }
    return transactions;
  }

  /** Removes what a snapshot retained. A bound function, which the network calls when a snapshot expires. */
  readonly drop = (snapshot: bigint): void => {
    this.#snapshots.get(snapshot)?.release();
    this.#snapshots.delete(snapshot);
  };

  /**
   * Retains a transaction to be found, unless it is there already. `onEnd` is called when the account takes its memory. Returns the
   * function that ends this.
   */
  #show(shown: Shown, onEnd?: () => void): () => void {
    const { hash } = shown.transaction;
    if (this.#shown.has(hash)) return () => undefined;
    this.#shown.set(hash, shown);
    const hide = (): void => {
      if (this.#shown.get(hash) === shown) this.#shown.delete(hash);
    };
    const hold = this.#bytes.open(shown.client, () => {
      hide();
      onEnd?.();
    });
    hold.set(chosenBytesOf(shown.transaction) + ENTRY_BYTES);
    return () => {
      hide();
      hold.release();
    };
  }

  /**
   * Returns the function that gives the nonce after the pending ones that follow a sender's nonce without a gap. It is called
   * before that nonce is read: a transaction that becomes visible meanwhile is then in one of the two.
   */
  noncesOf(sender: string): (nonce: bigint) => bigint {
    const before = new Set(this.#nonces.get(sender)?.keys());
    return (nonce) => {
      const nonces = this.#nonces.get(sender);
      let next = nonce;
      while (before.has(next) || nonces?.has(next)) next += 1n;
      return next;
    };
  }

  /**
   * Resolves once the transactions of a sender from `next`, its nonce after the pending ones, to below that of `one` are
   * accepted; also after a timeout, and when the client disconnects. Until then `one` is shown as queued.
   */
  async lowerAccepted(
    one: PendingSigned,
    next: bigint,
    {
      client,
      timeoutMs,
      signal,
    }: { readonly client: string; readonly timeoutMs: number; readonly signal: AbortSignalLike },
  ): Promise<void> {
    const { sender, nonce } = one;
    let first = next;
    if (first >= nonce || timeoutMs === 0 || signal.aborted) return;
    const hide = this.#show({ transaction: one, client });
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        unlisten();
        hide();
        signal.removeEventListener('abort', end);
        resolve();
      };
      const unlisten = this.onAdded((added) => {
        if (added.sender !== sender || !isSigned(added) || added.nonce !== first) return;
        first = this.noncesOf(sender)(first);
        if (first >= nonce) end();
      });
      const timer = setTimeout(end, timeoutMs);
      signal.addEventListener('abort', end, { once: true });
    });
  }

  /** Calls a listener for each accepted transaction, until the returned function is called. The listener must not throw. */
  onAdded(listener: (one: PendingTransaction) => void): () => void {
    const entry = { listener };
    this.#listeners.add(entry);
    return () => {
      this.#listeners.delete(entry);
    };
  }
}

export function isSigned(one: PendingTransaction): one is PendingSigned {
  return 'raw' in one;
}

/** Returns the number of bytes of a transaction that a client chose. */
export function chosenBytesOf(one: PendingTransaction): number {
  return isSigned(one) ? one.raw.length : one.data.length;
}

function keyOf(sender: string, nonce: bigint): string {
  return `${sender}:${nonce}`;
}
