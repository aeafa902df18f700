/**
 * Bytes by key, from a folder or a bucket. A store handles names, never their content; no caller depends on its kind.
 * Keys are relative to the store, their parts separated by `/`, without a leading one.
 *
 * Every call ends on its signal or within the store's own time limit, and throws `StreamFileError`: `missing`,
 * `too-large`, `timeout`, `bad-name` or `unreadable`. No message contains a credential.
 */
export interface ObjectStore {
  /** Name for messages and metrics: the folder, or the bucket and its prefix. */
  readonly name: string;

  /**
   * Returns the entries directly below a prefix (`''`, or one that ends with `/`), in the order of their bytes, after
   * `after` (exclusive; a complete key or prefix, or any text between two), at most `limit` of them. A prefix that does
   * not exist is empty. An entry added while a listing was read is in it or in a later one, never in none.
   */
  list(prefix: string, after: string | null, limit: number, signal: AbortSignal): Promise<ObjectListing>;

  /** Returns the bytes of one object. Throws `missing`, or `too-large` when it has more than `maxBytes` bytes. */
  get(key: string, maxBytes: number, signal: AbortSignal): Promise<Uint8Array>;

  /**
   * Reports that the caller refused the bytes of a key, for example because of a hash. Returns true when there is
   * another copy, which the next `get` returns. A store with one copy of each object need not implement it.
   */
  refused?(key: string): boolean;

  /**
   * Reports that objects of this store were read before it was opened. A watched store that may be missing or empty by
   * mistake then throws `unreadable` while it is empty.
   */
  hadObjects?(): void;

  /** Marks the store's cached listings as outdated. */
  listAgain(): void;

  /** Number of times that objects may have been added so far. Stays 0 when the store cannot detect additions. */
  readonly changes: number;

  /**
   * Waits until an object may have been added since `changes` was `seen`, at most `milliseconds`. A store that cannot
   * detect additions waits that long.
   */
  changed(milliseconds: number, signal: AbortSignal, seen?: number): Promise<void>;

  close(): Promise<void>;
}

/** One page of a listing. */
export interface ObjectListing {
  /** Objects directly below the prefix: their complete keys. */
  readonly keys: readonly string[];
  /** Prefixes one level below, each complete with its `/`. */
  readonly prefixes: readonly string[];
  /** Value of `after` for the next page; null when there is nothing more at present. */
  readonly next: string | null;
}

/** A store that can also be written: an archive of files. */
export interface WritableStore extends ObjectStore {
  /** Stores an object completely, or not at all. An existing object under the key is replaced. */
  put(key: string, bytes: Uint8Array, signal: AbortSignal): Promise<void>;
}

/** An object as it was read: its key, and its bytes as they are in the store. */
export interface StoredObject {
  readonly key: string;
  readonly bytes: Uint8Array;
}

/** Maximum number of entries that one request of a bucket may list. */
const PAGE = 1_000;

/** Maximum number of entries that are read of a prefix above those of nodes or blocks. */
export const MAX_ENTRIES = 20_000;

/** Yields the entries directly below a prefix after some key, page by page. */
export async function* pagesOf(
  store: ObjectStore,
  prefix: string,
  after: string | null,
  signal: AbortSignal,
  page = PAGE,
): AsyncGenerator<ObjectListing, void, void> {
  for (let next = after; ; ) {
    const listing = await store.list(prefix, next, page, signal);
    yield listing;
    if (listing.next === null) return;
    next = listing.next;
  }
}

/**
 * Returns the names of prefixes one level below a prefix (without the prefix and the last `/`), in order. Reads at most
 * `MAX_ENTRIES`. A prefix above those of nodes or blocks has few; a prefix with more is of another kind.
 */
export async function namesBelow(store: ObjectStore, prefix: string, signal: AbortSignal): Promise<string[]> {
  const names: string[] = [];
  let seen = 0;
  for await (const { keys, prefixes } of pagesOf(store, prefix, null, signal)) {
    for (const inner of prefixes) names.push(inner.slice(prefix.length, -1));
    seen += keys.length + prefixes.length;
    if (seen >= MAX_ENTRIES) break;
  }
  return names;
}

/**
 * Returns the last part of a store's name (without its host). A store may begin at a folder whose name identifies its
 * content.
 */
export function lastPart({ name }: Pick<ObjectStore, 'name'>): string {
  return (
    name
      .replace(/ \([^)]*\)$/, '')
      .split(/[\\/]/)
      .findLast((part) => part !== '') ?? ''
  );
}
