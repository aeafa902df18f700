import type { NetworkPosition, Privilege } from '@tain/network-simulator/node/consensus-node';
import { Failure } from '../kernel/failure.ts';
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

/** A moment of the network between two blocks. */
export interface PausedNetwork {
  readonly position: NetworkPosition;
  /** Offset of its clock from the machine's, in milliseconds. */
  readonly ahead: number;
  /** Instant at which its clock is held, in milliseconds since 1970; null while it runs. */
  readonly held: number | null;
}

/** A network that can go back. */
export interface PausableNetwork {
  /** Stops the making of blocks. Throws `Failure` when the network does not run. */
  pause(): Promise<PausedNetwork>;
  /** Returns the paused network and its clock to an earlier moment. Throws `Failure` when the network ends. */
  returnTo(moment: PausedNetwork): Promise<void>;
  /** Makes blocks again. `holdsPositions`: whether the network may still return to a moment of `pause`. */
  resume(holdsPositions: boolean): void;
  /** Calls a function after each block. */
  onBlock(listener: () => void): void;
}

interface Call {
  readonly submitted: (submission: NetworkSubmission) => void;
  settled?: (outcome: NetworkOutcome | null) => void;
}

/** A request to the paused network, or to pause it. */
interface Control {
  readonly resolve: (position: NetworkPosition | undefined) => void;
  readonly reject: (error: Error) => void;
}

type Answer = Extract<FromNetwork, { kind: 'submitted' | 'settled' | 'paused' | 'returned' }>;

/** `ResponseCodeEnum.BUSY` and `OK`. */
const BUSY = 12;
const OK = 0;

/** Transactions that this process submits to the thread of its demo network. */
export class NetworkCalls {
  readonly #calls = new Map<number, Call>();
  readonly #controls = new Map<number, Control>();
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
    for (const { reject } of this.#controls.values()) reject(notRunning());
    this.#controls.clear();
  }

  /** Stops the making of blocks, and returns the position of the network. Throws `Failure` when the network ends. */
  async pause(): Promise<NetworkPosition> {
    const position = await this.#control((call) => ({ kind: 'pause', call }));
    if (position === undefined) throw notRunning();
    return position;
  }

  /** Returns the paused network to a position. Throws `Failure` when the network ends. */
  async returnTo(position: NetworkPosition): Promise<void> {
    await this.#control((call) => ({ kind: 'return', call, position }));
  }

  #control(messageOf: (call: number) => ToNetwork): Promise<NetworkPosition | undefined> {
    const post = this.#post;
    if (post === null) return Promise.reject(notRunning());
    const call = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#controls.set(call, { resolve, reject });
      post(messageOf(call));
    });
  }

  /** Submits a serialized `Transaction` to the node. BUSY while no network runs. */
  submit(transaction: Uint8Array, privilege: Privilege | null = null): Promise<NetworkSubmission> {
    const post = this.#post;
    if (post === null) return Promise.resolve({ code: BUSY, outcome: Promise.resolve(null) });
    const call = ++this.#last;
    return new Promise((submitted) => {
      this.#calls.set(call, { submitted });
      post({ kind: 'submit', call, transaction, privilege });
    });
  }

  /** Sends a message without a response; ignored while no network runs. */
  send(
    message: Extract<ToNetwork, { kind: 'hold' | 'close-block' | 'clock-changed' | 'drop' | 'resume' }>,
  ): void {
    this.#post?.(message);
  }

  /** Receives a message of the thread. */
  answered(message: Answer): void {
    if (message.kind === 'paused' || message.kind === 'returned') {
      this.#controls.get(message.call)?.resolve(message.kind === 'paused' ? message.position : undefined);
      this.#controls.delete(message.call);
      return;
    }
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

function notRunning(): Failure {
  return new Failure('usage', 'The demo network does not run.');
}
