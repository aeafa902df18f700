/** An answer that may have another page after it. */
export interface AnyPage {
  readonly links: { readonly next: string | null };
}

/**
 * A list that comes in pages. Iterating over it gives every item and asks for a page when it is
 * needed; nothing is asked for before that.
 */
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

  /** Each page as the service answers it. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    for (let path: string | null = this.#path; path !== null; ) {
      const page: Page = await this.#load(path);
      yield page;
      const next: string | null = page.links.next;
      // A page that names itself would never end.
      path = next === path ? null : next;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* this.#itemsOf(page);
  }

  /** All items, or the first `most`. */
  async all(most = Number.POSITIVE_INFINITY): Promise<Item[]> {
    const items: Item[] = [];
    if (most <= 0) return items;
    for await (const item of this) {
      items.push(item);
      if (items.length >= most) break;
    }
    return items;
  }
}
