import { type ByteLimit, LimitReached } from './limit.ts';

/** Memory that clients make a process hold, of all services together. */
export const HELD_BYTES: ByteLimit = {
  name: 'held-bytes',
  kind: 'bytes',
  counts: 'bytes of messages, answers and filters in memory',
  max: 128 * 1024 * 1024,
  settings: ['TAIN_CLIENT_MEMORY'],
};

/** Memory of a buffer besides its bytes: many small parts of a body or a message hold far more than they contain. */
export const BUFFER_BYTES = 256;

/** Bytes of one piece of work: a message with its answers, an unread answer, a filter. */
export interface ByteHold {
  readonly bytes: number;
  /** Whether the account ended the work. */
  readonly isEnded: boolean;
  /** Adds bytes. Throws `LimitReached` if the work was ended, now or before. */
  add(bytes: number): void;
  /** Replaces the number of bytes. Ignored if the work was ended. */
  set(bytes: number): void;
  /** Ends the hold with its work. Later calls are ignored. */
  release(): void;
}

interface Client {
  bytes: number;
  /** Work that holds bytes, the newest last. */
  readonly holds: Set<Hold>;
}

/**
 * Account of the bytes that all clients make the process hold. One client alone may hold all of them. When they are used
 * up, the newest work of the client that holds the most is ended until they suffice.
 */
export class ByteAccount {
  readonly limit: Pick<ByteLimit, 'counts' | 'max'>;
  readonly #clients = new Map<string, Client>();
  #held = 0;
  #ended = 0;

  constructor(limit: Pick<ByteLimit, 'counts' | 'max'> = HELD_BYTES) {
    this.limit = limit;
  }

  /** Bytes of all clients. */
  get held(): number {
    return this.#held;
  }

  /** Number of pieces of work that were ended, since the start. */
  get ended(): number {
    return this.#ended;
  }

  /** Returns the bytes of a client. */
  heldBy(client: string): number {
    return this.#clients.get(client)?.bytes ?? 0;
  }

  /**
   * Begins work of a client, without bytes. `onEnd` is called once when the account ends it: it frees the memory and must
   * not throw.
   */
  open(client: string, onEnd: () => void): ByteHold {
    return new Hold(onEnd, this.limit, (hold, change) => this.#change(client, hold, change));
  }

  #change(name: string, hold: Hold, change: number): void {
    const client = this.#clients.get(name) ?? { bytes: 0, holds: new Set() };
    client.bytes += change;
    this.#held += change;
    if (hold.bytes > 0) client.holds.add(hold);
    else client.holds.delete(hold);
    if (client.holds.size > 0) this.#clients.set(name, client);
    else this.#clients.delete(name);
    while (change > 0 && this.#held > this.limit.max) {
      this.#ended += 1;
      this.#newestOfHeaviest()?.end();
    }
  }

  #newestOfHeaviest(): Hold | undefined {
    let heaviest: Client | undefined;
    for (const client of this.#clients.values()) {
      if (heaviest === undefined || client.bytes > heaviest.bytes) heaviest = client;
    }
    let newest: Hold | undefined;
    for (const hold of heaviest?.holds ?? []) newest = hold;
    return newest;
  }
}

class Hold implements ByteHold {
  readonly #onEnd: () => void;
  readonly #limit: Pick<ByteLimit, 'counts'>;
  readonly #changed: (hold: Hold, change: number) => void;
  #isReleased = false;
  bytes = 0;
  isEnded = false;

  constructor(
    onEnd: () => void,
    limit: Pick<ByteLimit, 'counts'>,
    changed: (hold: Hold, change: number) => void,
  ) {
    this.#onEnd = onEnd;
    this.#limit = limit;
    this.#changed = changed;
  }

  add(bytes: number): void {
    this.set(this.bytes + bytes);
    if (this.isEnded) throw new LimitReached(this.#limit, true);
  }

  set(bytes: number): void {
    if (this.#isReleased || bytes === this.bytes) return;
    const change = bytes - this.bytes;
    this.bytes = bytes;
    this.#changed(this, change);
  }

  release(): void {
    this.set(0);
    this.#isReleased = true;
  }

  end(): void {
    this.isEnded = true;
    this.release();
    this.#onEnd();
  }
}
