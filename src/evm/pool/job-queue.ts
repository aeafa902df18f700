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
  /** In the order in which they began to wait; an array for the same reason as in `PlacedJobs`. */
  readonly #clients: { readonly client: string; readonly items: Item[] }[] = [];
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
    const own = this.#clients.find((waiting) => waiting.client === client)?.items;
    if (!isOwn && own !== undefined && own.length >= Math.max(1, this.#most / 2)) return 'client';
    if (own === undefined) this.#clients.push({ client, items: [item] });
    else own.push(item);
    this.#size += 1;
    return undefined;
  }

  /** The next work, which stays. */
  peek(): Item | undefined {
    let least = Number.POSITIVE_INFINITY;
    let next: Item | undefined;
    for (const { client, items } of this.#clients) {
      const used = this.#used(client);
      if (used >= least) continue;
      least = used;
      [next] = items;
    }
    return next;
  }

  /** Takes out work: it begins, or nobody waits for it any more. */
  remove(client: string, item: Item): void {
    const at = this.#clients.findIndex((waiting) => waiting.client === client);
    const own = this.#clients[at];
    const place = own?.items.indexOf(item) ?? -1;
    if (own === undefined || place < 0) return;
    own.items.splice(place, 1);
    this.#clients.splice(at, 1);
    // Who has more waits behind those who came meanwhile.
    if (own.items.length > 0) this.#clients.push(own);
    this.#size -= 1;
  }

  /** Whether somebody else waits. */
  hasOthers(client: string): boolean {
    return this.#clients.some((waiting) => waiting.client !== client);
  }
}
