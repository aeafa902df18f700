import type { FromNetwork, ToNetwork } from './network-messages.ts';

/** What a demo network's node said of a transaction that was handed to it. */
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

/** Transactions that this process hands to the thread of its demo network. */
export class NetworkCalls {
  readonly #calls = new Map<number, Call>();
  #post: ((message: ToNetwork) => void) | null = null;
  #last = 0;

  /** The thread takes messages from now on. */
  open(post: (message: ToNetwork) => void): void {
    this.#post = post;
  }

  /** The thread has ended: what is under way will never be known here. */
  close(): void {
    this.#post = null;
    for (const { submitted, settled } of this.#calls.values()) {
      submitted({ code: BUSY, outcome: Promise.resolve(null) });
      settled?.(null);
    }
    this.#calls.clear();
  }

  /** Hands a serialized `Transaction` to the node. BUSY while no network runs. */
  submit(transaction: Uint8Array): Promise<NetworkSubmission> {
    const post = this.#post;
    if (post === null) return Promise.resolve({ code: BUSY, outcome: Promise.resolve(null) });
    const call = ++this.#last;
    return new Promise((submitted) => {
      this.#calls.set(call, { submitted });
      post({ kind: 'submit', call, transaction });
    });
  }

  /** Sends a message that nothing is answered to; ignored while no network runs. */
  tell(message: Exclude<ToNetwork, { kind: 'submit' | 'stop' }>): void {
    this.#post?.(message);
  }

  /** Takes a message of the thread. */
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
