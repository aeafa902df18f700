import type { FromNetwork, ToNetwork } from './network-messages.ts';

/** Response of a demo network's node to a submitted transaction. */
export interface NetworkSubmission {
  /** The node's response code; 22 is SUCCESS, 0 OK. */
  readonly code: number;
  /** Status of the receipt and consensus time (nanoseconds); null when it will be in no block. Never rejects. */
  readonly outcome: Promise<NetworkOutcome | null>;
}

export interface NetworkOutcome {
  readonly status: number;
  readonly time: bigint;
}

interface Call {
  readonly submitted: (submission: NetworkSubmission) => void;
  settled?: (outcome: NetworkOutcome | null) => void;
}

type Answer = Extract<FromNetwork, { kind: 'submitted' | 'settled' }>;

/** `ResponseCodeEnum.BUSY` and `OK`. */
const BUSY = 12;
const OK = 0;

/** Transactions that this process submits to the thread of its demo network. */
export class NetworkCalls {
  readonly #calls = new Map<number, Call>();
  #post: ((message: ToNetwork) => void) | null = null;
  #last = 0;

  /** Accepts messages from now on and passes them to the thread. */
  open(post: (message: ToNetwork) => void): void {
    this.#post = post;
  }

  /** Ends all calls when the thread has ended: their outcome will never be known here. */
  close(): void {
    this.#post = null;
    for (const { submitted, settled } of this.#calls.values()) {
      submitted({ code: BUSY, outcome: Promise.resolve(null) });
      settled?.(null);
    }
    this.#calls.clear();
  }

  /** Submits a serialized `Transaction` to the node. BUSY while no network runs. `isUnsigned`: the payer's keys count as signed. */
  submit(transaction: Uint8Array, isUnsigned = false): Promise<NetworkSubmission> {
    const post = this.#post;
    if (post === null) return Promise.resolve({ code: BUSY, outcome: Promise.resolve(null) });
    const call = ++this.#last;
    return new Promise((submitted) => {
      this.#calls.set(call, { submitted });
      post({ kind: 'submit', call, transaction, isUnsigned });
    });
  }

  /** Sends a message without a response; ignored while no network runs. */
  send(message: Exclude<ToNetwork, { kind: 'submit' | 'stop' }>): void {
    this.#post?.(message);
  }

  /** Receives a message of the thread. */
  answered(message: Answer): void {
    const call = this.#calls.get(message.call);
    if (call === undefined) return;
    if (message.kind === 'settled') {
      this.#calls.delete(message.call);
      call.settled?.(message.outcome);
      return;
    }
    const { code } = message;
    if (code !== OK) this.#calls.delete(message.call);
    const outcome =
      code === OK
        ? new Promise<NetworkOutcome | null>((settled) => {
            call.settled = settled;
          })
        : Promise.resolve(null);
    call.submitted({ code, outcome });
  }
}
