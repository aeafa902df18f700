/** Kinds of work that do not wait for each other: many short calls, and few long traces. */
export type JobClass = 'call' | 'trace';

interface Waiting<Item> {
  readonly client: string;
  readonly item: Item;
}

/** Why there was no room. */
export type QueueRefusal = 'client' | 'full';

/**
 * Work that waits, of one class: clients take turns, so that a flood of one delays nobody else. Bounded as a whole, and
 * for each client by half of that.
 */
export class JobQueue<Item> {
  readonly #most: number;
  /** Clients in the order of their turns, each with its work in order. */
  readonly #clients = new Map<string, Item[]>();
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#size;
  }

  /** Adds work; why not, where there is no room. */
  add({ client, item }: Waiting<Item>): QueueRefusal | undefined {
    if (this.#size >= this.#most) return 'full';
    const own = this.#clients.get(client) ?? [];
    if (own.length >= Math.max(1, this.#most / 2)) return 'client';
    own.push(item);
    this.#clients.set(client, own);
    this.#size += 1;
    return undefined;
  }

  /** The next work: the oldest of the client whose turn it is. */
  take(): Item | undefined {
    const [next] = this.#clients;
    if (next === undefined) return undefined;
    const [client, items] = next;
    const item = items.shift();
    this.#clients.delete(client);
    if (items.length > 0) this.#clients.set(client, items);
    this.#size -= 1;
    return item;
  }

  /** Takes out work that nobody waits for any more. */
  remove(client: string, item: Item): void {
    const items = this.#clients.get(client);
    const place = items?.indexOf(item) ?? -1;
    if (items === undefined || place < 0) return;
    items.splice(place, 1);
    if (items.length === 0) this.#clients.delete(client);
    this.#size -= 1;
  }
}
