import type { NodeFolder, StreamEntry, StreamSource } from './stream-source.ts';

/** All nodes' files of one instant of the stream. */
export interface InstantGroup {
  /** Nanoseconds. */
  readonly instant: bigint;
  readonly entries: readonly StreamEntry[];
}

/** Page size of listings, in instants, for each node. */
const PAGE = 256;

/** Maximum number of folders that are listed concurrently, more than a network has nodes: a hostile bucket may have 20,000. */
const MAX_CONCURRENT = 128;

interface FolderPages {
  readonly folder: NodeFolder;
  page: readonly StreamEntry[];
  next: number;
  after: bigint;
  exhausted: boolean;
  /** Next page, requested once most of this one is used. */
  upcoming: Promise<readonly StreamEntry[]> | null;
}

/** Merges the folders of nodes into instants in order of time. Holds at most two pages of each folder. */
export class InstantGroups {
  readonly #source: StreamSource;
  readonly #signal: AbortSignal;
  readonly #folders: readonly FolderPages[];

  /** Begins after an instant (nanoseconds, exclusive). */
  constructor(source: StreamSource, folders: readonly NodeFolder[], after: bigint, signal: AbortSignal) {
    this.#source = source;
    this.#signal = signal;
    this.#folders = folders.map((folder) => ({
      folder,
      page: [],
      next: 0,
      after,
      exhausted: false,
      upcoming: null,
    }));
  }

  /** Returns the next instant that any node has, or null when there is none at present. */
  async next(): Promise<InstantGroup | null> {
    await this.#fillAll();
    let instant: bigint | null = null;
    for (const { page, next } of this.#folders) {
      const head = page[next];
      if (head && (instant === null || head.instant < instant)) instant = head.instant;
    }
    if (instant === null) return null;
    const entries: StreamEntry[] = [];
    for (const pages of this.#folders) {
      const head = pages.page[pages.next];
      if (head?.instant !== instant) continue;
      entries.push(head);
      pages.next += 1;
      this.#listAhead(pages);
    }
    return { instant, entries };
  }

  /**
   * Returns whether a node may still add files to the last result of `next`: some node has neither files of that
   * instant nor later ones, or no node has later ones.
   */
  async mayGrow({ entries }: InstantGroup): Promise<boolean> {
    await this.#fillAll();
    const present = new Set(entries.map(({ folder }) => folder.key));
    const ended = this.#folders.filter(({ page, next }) => next >= page.length);
    return ended.length === this.#folders.length || ended.some(({ folder }) => !present.has(folder.key));
  }

  async #fillAll(): Promise<void> {
    for (let from = 0; from < this.#folders.length; from += MAX_CONCURRENT) {
      await Promise.all(this.#folders.slice(from, from + MAX_CONCURRENT).map((pages) => this.#fill(pages)));
    }
  }

  async #fill(pages: FolderPages): Promise<void> {
    if (pages.exhausted || pages.next < pages.page.length) return;
    const page = await (pages.upcoming ?? this.#list(pages));
    // A concurrent call may have advanced the page already.
    if (pages.exhausted || pages.next < pages.page.length) return;
    pages.upcoming = null;
    pages.page = page;
    pages.next = 0;
    pages.after = page.at(-1)?.instant ?? pages.after;
    pages.exhausted = page.length < PAGE;
  }

  /** Requests the next page early, so that no caller waits for it. */
  #listAhead(pages: FolderPages): void {
    if (pages.exhausted || pages.upcoming !== null || pages.page.length - pages.next > PAGE / 2) return;
    pages.upcoming = this.#list(pages);
    // The caller that needs the page gets the error. Without one, the error does not matter.
    pages.upcoming.catch(() => undefined);
  }

  #list({ folder, after }: FolderPages): Promise<readonly StreamEntry[]> {
    return this.#source.list(folder, after, PAGE, this.#signal);
  }
}

/** Returns the nodes' files of one instant at this moment. */
export async function gatherInstant(
  source: StreamSource,
  folders: readonly NodeFolder[],
  instant: bigint,
  signal: AbortSignal,
): Promise<InstantGroup> {
  const listed = await Promise.all(folders.map((folder) => source.list(folder, instant - 1n, 1, signal)));
  return { instant, entries: listed.flat().filter((entry) => entry.instant === instant) };
}
