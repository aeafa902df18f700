/** An answer that may be followed by another page. */
export interface AnyPage {
  readonly links: { readonly next: string | null };
}

/** A paged list. Iterating over it yields every item and requests each page when it is needed, the first one included. */
export class Pages<Item, Page extends AnyPage> implements AsyncIterable<Item> {
  readonly #path: string;
  readonly #itemsOf: (page: Page) => readonly Item[];
  readonly #load: (path: string) => Promise<Page>;

  constructor(path: string, itemsOf: (page: Page) => readonly Item[], load: (path: string) => Promise<Page>) {
    this.#path = path;
    this.#itemsOf = itemsOf;
    this.#load = load;
  }

  /** The first page alone. */
  first(): Promise<Page> {
    return this.#load(this.#path);
  }

  /** Yields each page as the service returns it. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    for (let path: string | null = this.#path; path !== null; ) {
      const page: Page = await this.#load(path);
      yield page;
      const next: string | null = page.links.next;
      // A page that links to itself would never end.
      path = next === path ? null : next;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* this.#itemsOf(page);
  }

  /** Returns all items, or the first `max`. */
  async all(max = Number.POSITIVE_INFINITY): Promise<Item[]> {
    const items: Item[] = [];
    if (max <= 0) return items;
    for await (const item of this) {
      items.push(item);
      if (items.length >= max) break;
    }
    return items;
  }
}
