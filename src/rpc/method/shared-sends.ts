import type { AbortSignalLike } from '../../kernel/abort-signal.ts';
import { addCount } from '../../kernel/counts.ts';

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

/** Sends, each of which all clients with the same bytes share. */
export class SharedSends {
  /** Sends in progress, and those that ended while another client checks the same bytes, by hash. */
  readonly #sends = new Map<string, Send>();
  /** Number of clients that check or send the same bytes, by hash. */
  readonly #copies = new Map<string, number>();

  /**
   * Checks and sends a transaction, or joins the send of the same bytes, so that no transaction is sent twice concurrently.
   * Each client checks for itself. A send that failed because its own client disconnected, or because of that client's
   * share, is repeated for a client that had joined it. This is no `SharedRead`, because a send has an effect, and is charged
   * to its client.
   */
  async once<C>({ hash, signal, check, join, send, isOfClient }: OneSend<C>): Promise<string> {
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
}
