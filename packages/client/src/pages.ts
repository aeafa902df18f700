/** An answer that may be followed by another page. */
export interface AnyPage {
  readonly links: { readonly next: string | null };
}

/** Requests a path with further headers, and resolves before the body has arrived. */
export type OpenPage = (path: string, headers: Readonly<Record<string, string>>) => Promise<Response>;

/** A paged list. Iterating over it yields every item and requests each page when it is needed, the first one included. */
export class Pages<Item, Page extends AnyPage> implements AsyncIterable<Item> {
  readonly #path: string;
  readonly #itemsOf: (page: Page) => readonly Item[];
  readonly #load: (path: string) => Promise<Page>;
  readonly #open: OpenPage;

  constructor(
    path: string,
    itemsOf: (page: Page) => readonly Item[],
    load: (path: string) => Promise<Page>,
    open: OpenPage,
  ) {
    this.#path = path;
    this.#itemsOf = itemsOf;
    this.#load = load;
    this.#open = open;
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

  /**
   * Yields the list as CSV in parts as they arrive, where the service has it (feature `csv`). At most 100,000 rows: a last row
   * that begins with `Cut after` names the path of the rest. Throws `TypeError` for a list without CSV, and the error of `fetch` when
   * the connection breaks before the end.
   */
  async *csv(): AsyncGenerator<string, void, undefined> {
    const { headers, body } = await this.#open(this.#path, { accept: 'text/csv' });
    if (body === null || !headers.get('content-type')?.startsWith('text/csv')) {
      await body?.cancel();
      throw new TypeError(`no CSV: ${this.#path}`);
    }
    const reader = body.getReader();
    const decoder = new TextDecoder();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        yield decoder.decode(value, { stream: true });
      }
    } finally {
      await reader.cancel().catch(() => undefined);
    }
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
