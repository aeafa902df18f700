/** A transaction that the network accepted and that no visible block has yet. */
export interface PendingTransaction {
  /** Keccak-256 of its bytes, lower-case hex with `0x`. */
  readonly hash: string;
  /** Address of the signer, lower-case hex with `0x`. */
  readonly sender: string;
  readonly nonce: bigint;
}

/** Transactions that this process handed to the network and that no visible block has yet. */
export class PendingTransactions {
  /** Nonces by sender. */
  readonly #nonces = new Map<string, Map<bigint, number>>();
  readonly #sends = new Map<string, Promise<string>>();
  readonly #listeners = new Set<{ readonly listener: (one: PendingTransaction) => void }>();

  /** Adds an accepted transaction. Returns the function that removes it: it is visible, or will never be in a block. */
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

  /** The nonce after those that are pending without a gap; `nonce` is the sender's in the visible state. */
  nonceAfter(sender: string, nonce: bigint): bigint {
    const nonces = this.#nonces.get(sender);
    let next = nonce;
    while (nonces?.has(next)) next += 1n;
    return next;
  }

  /** Runs a send, or joins the one of the same bytes that is under way, so that no transaction is sent twice at once. */
  sendOnce(hash: string, send: () => Promise<string>): Promise<string> {
    const known = this.#sends.get(hash);
    if (known !== undefined) return known;
    const begun = send().finally(() => this.#sends.delete(hash));
    this.#sends.set(hash, begun);
    return begun;
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
