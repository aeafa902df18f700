/** Kinds of work that do not wait for each other: many short calls, and few long traces. */
export type JobClass = 'call' | 'trace';

interface Waiting<Item> {
  readonly client: string;
  readonly item: Item;
  /** There is always room for it. */
  readonly isOwn?: boolean;
}

/** Why there was no room. */
export type QueueRefusal = 'client' | 'full';

/**
 * Work that waits, of one class: next comes the client that used least, and of equals who waits longer. So a flood of one
 * delays nobody else. Bounded as a whole, and for each client by half of that.
 */
export class JobQueue<Item> {
  readonly #most: number;
  readonly #used: (client: string) => number;
  /** Clients in the order in which they began to wait, each with its work in order. */
  readonly #clients = new Map<string, Item[]>();
  #size = 0;

  constructor(most: number, used: (client: string) => number) {
    this.#most = most;
    this.#used = used;
  }

  get size(): number {
    return this.#size;
  }

  /** Adds work; why not, where there is no room. */
  add({ client, item, isOwn = false }: Waiting<Item>): QueueRefusal | undefined {
    if (this.#size >= this.#most && !isOwn) return 'full';
    const own = this.#clients.get(client) ?? [];
    if (!isOwn && own.length >= Math.max(1, this.#most / 2)) return 'client';
    own.push(item);
    this.#clients.set(client, own);
    this.#size += 1;
    return undefined;
  }

  /** The next work, which stays. */
  peek(): Item | undefined {
    let least = Number.POSITIVE_INFINITY;
    let next: Item | undefined;
    for (const [client, items] of this.#clients) {
      const used = this.#used(client);
      if (used >= least) continue;
      least = used;
      [next] = items;
    }
    return next;
  }

  /** Takes out work: it begins, or nobody waits for it any more. */
  remove(client: string, item: Item): void {
    const items = this.#clients.get(client);
    const place = items?.indexOf(item) ?? -1;
    if (items === undefined || place < 0) return;
    items.splice(place, 1);
    // Who has more waits behind those who came meanwhile.
    this.#clients.delete(client);
    if (items.length > 0) this.#clients.set(client, items);
    this.#size -= 1;
  }

  /** Whether somebody else waits. */
  hasOthers(client: string): boolean {
    return this.#clients.size > (this.#clients.has(client) ? 1 : 0);
  }
}
