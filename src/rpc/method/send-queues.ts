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

/** Order of concurrent sends, by sender. */
export class SendQueues {
  /** Waiting sends, by sender. */
  readonly #queues = new Map<string, SendQueue>();

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
