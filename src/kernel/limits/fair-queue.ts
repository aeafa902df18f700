/** An item in the queue of a client. */
export interface Entry<Item> {
  readonly client: string;
  readonly item: Item;
}

/**
 * Bounded queue that serves clients round robin. When it is full, the client with the most items loses its newest to a client
 * that would have fewer, so a flood only displaces itself.
 */
export class FairQueue<Item> {
  readonly #max: number;
  /** The client at the front was served longest ago. Emptied arrays are removed, so none retains an old item. */
  readonly #clients = new Map<string, Item[]>();
  #size = 0;

  /** `max`: maximum number of items that `add` queues. */
  constructor(max = Number.POSITIVE_INFINITY) {
    this.#max = max;
  }

  get size(): number {
    return this.#size;
  }

  /** Number of items of a client. */
  sizeOf(client: string): number {
    return this.#clients.get(client)?.length ?? 0;
  }

  /** Returns whether a client other than this one waits. */
  hasOthers(client: string): boolean {
    return this.#clients.size > (this.#clients.has(client) ? 1 : 0);
  }

  /** Adds an item. Returns the displaced entry, which may be the new one; undefined below the limit. */
  add(client: string, item: Item): Entry<Item> | undefined {
    if (this.#size < this.#max) {
      this.push(client, item);
      return undefined;
    }
    const displaced = this.displacedBy(client);
    if (displaced === undefined) return { client, item };
    this.remove(displaced.client, displaced.item);
    this.push(client, item);
    return displaced;
  }

  /** Adds an item, also above the limit. */
  push(client: string, item: Item): void {
    const own = this.#clients.get(client);
    if (own === undefined) this.#clients.set(client, [item]);
    else own.push(item);
    this.#size += 1;
  }

  /** Returns the next item without removing it: of the first client in order that `isAllowed` allows. */
  first(isAllowed: (client: string) => boolean = () => true): Entry<Item> | undefined {
    for (const [client, [item]] of this.#clients) {
      if (item !== undefined && isAllowed(client)) return { client, item };
    }
    return undefined;
  }

  /**
   * Returns the next item without removing it: of the client with the lowest weight, of equal weights the first in
   * order.
   */
  lightest(weigh: (client: string) => number): Entry<Item> | undefined {
    let min = Number.POSITIVE_INFINITY;
    let next: Entry<Item> | undefined;
    for (const [client, [item]] of this.#clients) {
      const weight = weigh(client);
      if (item === undefined || weight >= min) continue;
      min = weight;
      next = { client, item };
    }
    return next;
  }

  /** Removes an item; false when it is not there. If `wasServed`, its client moves to the end of the order. */
  remove(client: string, item: Item, wasServed = false): boolean {
    const own = this.#clients.get(client);
    const index = own?.indexOf(item) ?? -1;
    if (own === undefined || index < 0) return false;
    own.splice(index, 1);
    this.#size -= 1;
    if (own.length === 0 || wasServed) this.#clients.delete(client);
    if (own.length > 0 && wasServed) this.#clients.set(client, own);
    return true;
  }

  /**
   * Returns the item that a new one of a client would displace: the newest of the client with the most items; undefined
   * if this client would then have at least as many.
   */
  displacedBy(client: string): Entry<Item> | undefined {
    const heaviest = this.heaviest();
    return heaviest !== undefined && this.sizeOf(heaviest.client) > this.sizeOf(client) + 1
      ? heaviest
      : undefined;
  }

  /** Returns the newest item of the client with the most items. */
  heaviest(): Entry<Item> | undefined {
    let max = 0;
    let heaviest: Entry<Item> | undefined;
    for (const [client, items] of this.#clients) {
      const item = items.at(-1);
      if (item === undefined || items.length <= max) continue;
      max = items.length;
      heaviest = { client, item };
    }
    return heaviest;
  }

  *[Symbol.iterator](): Generator<Item> {
    for (const items of this.#clients.values()) yield* items;
  }
}
