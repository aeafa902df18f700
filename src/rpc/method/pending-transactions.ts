import type { AbortSignalLike } from '../../kernel/abort-signal.ts';
import { addCount } from '../../kernel/counts.ts';
import type { ByteAccount } from '../../kernel/limits/byte-account.ts';

/** A transaction that is not in a visible block yet. */
export interface PendingTransaction {
  /** Keccak-256 of its bytes, lower-case hex with `0x`. */
  readonly hash: string;
  /** Address of the signer, lower-case hex with `0x`. */
  readonly sender: string;
  readonly nonce: bigint;
  /** The signed bytes. */
  readonly raw: Uint8Array;
}

/** A transaction to be found. `isQueued`: it waits for those with lower nonces; else the network accepted it. */
interface Shown {
  readonly transaction: PendingTransaction;
  readonly isQueued: boolean;
}

/** Accepted transactions at a snapshot. `release` returns their memory. */
interface Snapshot {
  readonly transactions: readonly PendingTransaction[];
  readonly release: () => void;
}

/** A send, and the signal of the client that began it. */
interface Send {
  readonly result: Promise<string>;
  readonly signal: AbortSignalLike;
}

/** A transaction to send once for all clients with the same bytes. */
export interface OneSend<C> {
  readonly hash: string;
  /** The client's. */
  readonly signal: AbortSignalLike;
  readonly check: () => Promise<C>;
  /** Called before the send of another client is joined. */
  readonly join: () => void;
  readonly send: (checked: C) => Promise<string>;
  /** Returns whether a failure is due to the share of the send's client. */
  readonly isOfClient: (error: unknown) => boolean;
}

/** A send that waits for those before it. */
interface QueuedSend {
  readonly client: string;
  /** Nonce; undefined: the send uses the next nonce when it begins. */
  readonly nonce: bigint | undefined;
  /** Submits the transaction. Never rejects. Undefined while the transaction is checked. */
  submit?: () => Promise<void>;
}

interface SendQueue {
  /** The lowest nonce first. */
  readonly sends: QueuedSend[];
  isRunning: boolean;
}

/** Place of a send among those of its sender. */
export interface SendPlace {
  /** Submits the checked transaction in its turn. Settles like `submit`. */
  run<T>(submit: () => Promise<T>): Promise<T>;
  /** Gives the place up, unless it runs or ran. */
  leave(): void;
}

/** Maximum number of hashes that are retained for filters of pending transactions. */
const MAX_RECENT = 1_000;

/** Transactions that this process submitted to the network and that are not in a visible block yet. */
export class PendingTransactions {
  /** Nonces by sender. */
  readonly #nonces = new Map<string, Map<bigint, number>>();
  /** Sends in progress, and those that ended while another client checks the same bytes, by hash. */
  readonly #sends = new Map<string, Send>();
  /** Number of clients that check or send the same bytes, by hash. */
  readonly #copies = new Map<string, number>();
  /** Waiting sends, by sender. */
  readonly #queues = new Map<string, SendQueue>();
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
  add(one: PendingTransaction, client: string): () => void {
    const nonces = this.#nonces.get(one.sender) ?? new Map<bigint, number>();
    this.#nonces.set(one.sender, nonces);
    nonces.set(one.nonce, (nonces.get(one.nonce) ?? 0) + 1);
    const hide = this.#show({ transaction: one, isQueued: false }, client);
    this.accepted += 1;
    this.#recent.push(one.hash);
    if (this.#recent.length > MAX_RECENT) this.#recent.shift();
    for (const { listener } of [...this.#listeners]) listener(one);
    return () => {
      hide();
      const left = (nonces.get(one.nonce) ?? 1) - 1;
      if (left > 0) nonces.set(one.nonce, left);
      else nonces.delete(one.nonce);
      if (nonces.size === 0 && this.#nonces.get(one.sender) === nonces) this.#nonces.delete(one.sender);
    };
  }

  /** Returns a transaction that is accepted or waits for lower nonces; undefined for an unknown hash. */
  find(hash: string): PendingTransaction | undefined {
    return this.#shown.get(hash)?.transaction;
  }

  /** Returns the transactions that wait for lower nonces, or the accepted ones, in order of arrival. */
  list(isQueued: boolean): PendingTransaction[] {
    return [...this.#shown.values()]
      .filter((shown) => shown.isQueued === isQueued)
      .map(({ transaction }) => transaction);
  }

  /** Returns the hashes of the transactions that were accepted after the first `count`, oldest first: the newest 1,000 at most. */
  acceptedAfter(count: number): string[] {
    const added = Math.min(this.accepted - count, this.#recent.length);
    return added > 0 ? this.#recent.slice(-added) : [];
  }

  /** Retains the accepted transactions at a snapshot of a client. */
  keepAt(snapshot: bigint, client: string): void {
    const transactions = this.list(false);
    if (transactions.length === 0) return;
    const hold = this.#bytes.open(client, () => this.#snapshots.delete(snapshot));
    this.#snapshots.set(snapshot, { transactions, release: () => hold.release() });
    hold.set(transactions.reduce((sum, { raw }) => sum + raw.length, 0));
  }

  /** Returns what a snapshot retained, in order of arrival. Removes this snapshot and all later ones. */
  takeFrom(snapshot: bigint): readonly PendingTransaction[] {
    const transactions = this.#snapshots.get(snapshot)?.transactions ?? [];
    for (const [id, { release }] of [...this.#snapshots]) {
      if (id < snapshot) continue;
      this.#snapshots.delete(id);
      release();
    }
    return transactions;
  }

  /** Removes what a snapshot retained. */
  drop(snapshot: bigint): void {
    this.#snapshots.get(snapshot)?.release();
    this.#snapshots.delete(snapshot);
  }

  /** Retains a transaction to be found, unless it is there already. Returns the function that ends this. */
  #show(shown: Shown, client: string): () => void {
    const { hash, raw } = shown.transaction;
    if (this.#shown.has(hash)) return () => undefined;
    this.#shown.set(hash, shown);
    const hide = (): void => {
      if (this.#shown.get(hash) === shown) this.#shown.delete(hash);
    };
    const hold = this.#bytes.open(client, hide);
    hold.set(raw.length);
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
   * Checks and sends a transaction, or joins the send of the same bytes, so that no transaction is sent twice concurrently.
   * Each client checks for itself. A send that failed because its own client disconnected, or because of that client's
   * share, is repeated for a client that had joined it. This is no `SharedRead`, because a send has an effect, and is charged
   * to its client.
   */
  async sendOnce<C>({ hash, signal, check, join, send, isOfClient }: OneSend<C>): Promise<string> {
    // A send that ends during the check of the same bytes is joined, too.
    addCount(this.#copies, hash, 1);
    try {
      const checked = await check();
      for (let other = this.#sends.get(hash); other !== undefined; other = this.#sends.get(hash)) {
        join();
        try {
          return await other.result;
        } catch (error) {
          if (signal.aborted || (!other.signal.aborted && !isOfClient(error))) throw error;
          if (this.#sends.get(hash) === other) this.#sends.delete(hash);
        }
      }
      const result = send(checked);
      this.#sends.set(hash, { result, signal });
      return await result;
    } finally {
      addCount(this.#copies, hash, -1);
      if (!this.#copies.has(hash)) this.#sends.delete(hash);
    }
  }

  /**
   * Takes a place for a transaction that is not checked yet. Transactions of one sender are submitted one after another,
   * because the network executes them in the order of submission: a nonce that overtakes the one before it fails. The
   * lowest checked nonce is next; a send without a nonce is last. A send waits for the check of a lower nonce only if both
   * are of one client, because any client can repeat old transactions of a sender.
   */
  enter(sender: string, client: string, nonce: bigint | undefined): SendPlace {
    const queue = this.#queues.get(sender) ?? { sends: [], isRunning: false };
    const queued: QueuedSend = { client, nonce };
    const insert = (): void => {
      this.#queues.set(sender, queue);
      queue.sends.splice(queue.sends.findLastIndex((one) => isBefore(one, queued)) + 1, 0, queued);
    };
    insert();
    return {
      run: (submit) =>
        new Promise((resolve, reject) => {
          queued.submit = () => submit().then(resolve, reject);
          if (!queue.sends.includes(queued)) insert();
          void this.#drain(sender, queue);
        }),
      leave: () => {
        if (remove(queue, queued)) void this.#drain(sender, queue);
      },
    };
  }

  async #drain(sender: string, queue: SendQueue): Promise<void> {
    if (queue.isRunning) return;
    queue.isRunning = true;
    for (let next = nextOf(queue); next !== undefined; next = nextOf(queue)) {
      remove(queue, next);
      await next.submit?.();
    }
    queue.isRunning = false;
    if (queue.sends.length === 0 && this.#queues.get(sender) === queue) this.#queues.delete(sender);
  }

  /**
   * Resolves once the transactions of a sender from `next`, its nonce after the pending ones, to below that of `one` are
   * accepted; also after a timeout, and when the client disconnects. Until then `one` is shown as queued.
   */
  async lowerAccepted(
    one: PendingTransaction,
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
    const hide = this.#show({ transaction: one, isQueued: true }, client);
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        unlisten();
        hide();
        signal.removeEventListener('abort', end);
        resolve();
      };
      const unlisten = this.onAdded((added) => {
        if (added.sender !== sender || added.nonce !== first) return;
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

/** Returns whether an earlier send stays before a later one. */
function isBefore(earlier: QueuedSend, later: QueuedSend): boolean {
  return later.nonce === undefined || (earlier.nonce !== undefined && earlier.nonce <= later.nonce);
}

/** Returns the first checked send that waits for no check of its own client. */
function nextOf({ sends }: SendQueue): QueuedSend | undefined {
  const checking = new Set<string>();
  for (const one of sends) {
    if (one.submit === undefined) checking.add(one.client);
    else if (!checking.has(one.client)) return one;
  }
  return undefined;
}

/** Removes a send; false when it is not there. */
function remove({ sends }: SendQueue, send: QueuedSend): boolean {
  const index = sends.indexOf(send);
  if (index >= 0) sends.splice(index, 1);
  return index >= 0;
}
