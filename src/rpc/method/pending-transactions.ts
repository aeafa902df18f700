import type { AbortSignalLike } from '../../kernel/abort-signal.ts';

/** A transaction that the network accepted and that is not in a visible block yet. */
export interface PendingTransaction {
  /** Keccak-256 of its bytes, lower-case hex with `0x`. */
  readonly hash: string;
  /** Address of the signer, lower-case hex with `0x`. */
  readonly sender: string;
  readonly nonce: bigint;
}

/** A send in progress, and the signal of the client that began it. */
interface Send {
  readonly result: Promise<string>;
  readonly signal: AbortSignalLike;
}

/** A send that waits for those before it. */
interface QueuedSend {
  /** Nonce; undefined: the send uses the next nonce when it begins. */
  readonly nonce: bigint | undefined;
  readonly ready: Promise<unknown>;
  /** Submits the transaction. Never rejects. */
  readonly run: () => Promise<void>;
}

/** Transactions that this process submitted to the network and that are not in a visible block yet. */
export class PendingTransactions {
  /** Nonces by sender. */
  readonly #nonces = new Map<string, Map<bigint, number>>();
  readonly #sends = new Map<string, Send>();
  /** Waiting sends, by sender: the lowest nonce first. */
  readonly #queues = new Map<string, QueuedSend[]>();
  readonly #listeners = new Set<{ readonly listener: (one: PendingTransaction) => void }>();

  /**
   * Adds an accepted transaction. Returns the function that removes it, which is called when it is visible or will
   * never be in a block.
   */
  add(one: PendingTransaction): () => void {
    const nonces = this.#nonces.get(one.sender) ?? new Map<bigint, number>();
    this.#nonces.set(one.sender, nonces);
    nonces.set(one.nonce, (nonces.get(one.nonce) ?? 0) + 1);
    for (const { listener } of [...this.#listeners]) listener(one);
    return () => {
      const left = (nonces.get(one.nonce) ?? 1) - 1;
      if (left > 0) nonces.set(one.nonce, left);
      else nonces.delete(one.nonce);
      if (nonces.size === 0 && this.#nonces.get(one.sender) === nonces) this.#nonces.delete(one.sender);
    };
  }

  /** Returns the nonce after the pending ones that follow `nonce`, the sender's in the visible state, without a gap. */
  nonceAfter(sender: string, nonce: bigint): bigint {
    const nonces = this.#nonces.get(sender);
    let next = nonce;
    while (nonces?.has(next)) next += 1n;
    return next;
  }

  /**
   * Runs a send, or joins the running one of the same bytes, so that no transaction is sent twice concurrently.
   * `signal`: the client's. A send that failed because its own client disconnected is repeated for a client that had
   * joined it.
   */
  async sendOnce(hash: string, signal: AbortSignalLike, send: () => Promise<string>): Promise<string> {
    for (let joined = this.#sends.get(hash); joined !== undefined; joined = this.#sends.get(hash)) {
      try {
        return await joined.result;
      } catch (error) {
        if (!joined.signal.aborted || signal.aborted) throw error;
      }
    }
    const result = send().finally(() => this.#sends.delete(hash));
    this.#sends.set(hash, { result, signal });
    return result;
  }

  /**
   * Submits a transaction once `ready` resolves. Transactions of one sender are submitted one after another, because
   * the network executes them in the order of submission: a nonce that overtakes the one before it fails. The lowest
   * waiting nonce is next; a send without a nonce waits for all others.
   */
  inOrder<C, T>(
    sender: string,
    nonce: bigint | undefined,
    ready: Promise<C>,
    submit: (checked: C) => Promise<T>,
  ): Promise<T> {
    // The same rejection is reported by `run`.
    ready.catch(() => undefined);
    return new Promise((resolve, reject) => {
      const queued = { nonce, ready, run: () => ready.then(submit).then(resolve, reject) };
      const queue = this.#queues.get(sender);
      if (queue !== undefined) {
        queue.splice(queue.findLastIndex((one) => isBefore(one, queued)) + 1, 0, queued);
        return;
      }
      const begun = [queued];
      this.#queues.set(sender, begun);
      void this.#drain(sender, begun);
    });
  }

  async #drain(sender: string, queue: QueuedSend[]): Promise<void> {
    for (let [first] = queue; first !== undefined; [first] = queue) {
      await first.ready.catch(() => undefined);
      // A lower nonce may have been added meanwhile.
      if (queue[0] !== first) continue;
      queue.shift();
      await first.run();
    }
    this.#queues.delete(sender);
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
