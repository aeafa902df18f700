import type { Signers } from '../ledger/execution.ts';
import { numOf } from '../ledger/ids.ts';
import type { Privilege } from './consensus-node.ts';
import type { SentTransaction } from './parse-transaction.ts';

/** A transaction that waits for its block. */
export interface Arrival {
  readonly sent: SentTransaction;
  readonly signatures: Signers;
  readonly privilege: Privilege | null;
  /** Time of arrival, in nanoseconds since 1970. */
  readonly at: bigint;
}

const MAX_WAITING = 5_000;
const MAX_BYTES = 16 * 1024 * 1024;

/** Returns the number of the account that pays for a transaction. */
export function payerOf({ body }: SentTransaction): number {
  return numOf(body.transactionID?.accountID?.accountNum);
}

/** Accepted transactions that are not in a block yet. The queue is bounded: a sender gets BUSY when it is full. */
export class Queue {
  readonly #max: number;
  #waiting: Arrival[] = [];
  #bytes = 0;
  #wake: (() => void) | null = null;
  #isHeld = false;
  /** Whether a block was requested while the transactions were held. */
  #isRequested = false;
  /** Whether the present wait for a block ends, or the next one if there is none. */
  #isInterrupted = false;

  /** Creates a queue for at most `max` transactions. */
  constructor(max = MAX_WAITING) {
    this.#max = max;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Whether a block must be closed for the queued transactions. */
  get isDue(): boolean {
    return this.#isRequested || !(this.#isHeld || this.isEmpty);
  }

  get isFull(): boolean {
    return this.#waiting.length >= this.#max || this.#bytes >= MAX_BYTES;
  }

  add(arrival: Arrival): void {
    this.#waiting.push(arrival);
    this.#bytes += arrival.sent.signedBytes.length;
    if (this.isDue) this.#wake?.();
  }

  /** Holds queued transactions until a block is requested. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    if (this.isDue) this.#wake?.();
  }

  /** Requests a block with the queued transactions, even if they are held. */
  request(): void {
    this.#isRequested = !this.isEmpty;
    if (this.#isRequested) this.#wake?.();
  }

  /** Removes and returns all queued transactions in order of arrival; none while they are held. */
  take(): Arrival[] {
    if (this.#isHeld && !this.#isRequested) return [];
    this.#isRequested = false;
    const taken = this.#waiting;
    this.#waiting = [];
    this.#bytes = 0;
    return taken;
  }

  /**
   * Returns the last of the taken transactions, for which the block had no room, to the head of the queue. Those of payers
   * without a transaction in that block come before the others, so that one payer does not keep the others waiting.
   */
  putBack(arrivals: readonly Arrival[], served: ReadonlySet<number>): void {
    if (arrivals.length === 0) return;
    const all = [...arrivals, ...this.#waiting];
    const isServed = ({ sent }: Arrival): boolean => served.has(payerOf(sent));
    this.#waiting = [...all.filter((one) => !isServed(one)), ...all.filter(isServed)];
    this.#bytes += arrivals.reduce((sum, { sent }) => sum + sent.signedBytes.length, 0);
    // Further blocks are due, also for held transactions of which a block was requested.
    this.#isRequested = true;
    this.#wake?.();
  }

  /** Removes a waiting transaction (its serialized `SignedTransaction`), and returns it; undefined if it does not wait. */
  drop(signedBytes: Uint8Array): SentTransaction | undefined {
    const index = this.#waiting.findIndex(({ sent }) => Buffer.compare(sent.signedBytes, signedBytes) === 0);
    const [dropped] = index < 0 ? [] : this.#waiting.splice(index, 1);
    if (dropped === undefined) return undefined;
    this.#bytes -= signedBytes.length;
    this.#isRequested &&= !this.isEmpty;
    return dropped.sent;
  }

  /** Ends the present call of `filled`, or the next one if there is none. */
  interrupt(): void {
    this.#isInterrupted = true;
    this.#wake?.();
  }

  /** Resolves to true once a block is due, and to false after `milliseconds`, when it is interrupted or the signal is aborted. */
  async filled(milliseconds: number, signal: AbortSignal): Promise<boolean> {
    if (!this.isDue && !signal.aborted && !this.#isInterrupted) await this.#wait(milliseconds, signal);
    this.#isInterrupted = false;
    return this.isDue;
  }

  #wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.#wake = null;
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      signal.addEventListener('abort', end, { once: true });
      this.#wake = end;
    });
  }
}
