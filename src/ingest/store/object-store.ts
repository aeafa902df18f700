/**
 * Bytes by key, from a folder or a bucket. A store knows names, never what is in them; nothing above it asks which
 * kind it is. Keys are relative to the store, their parts separated by `/`, without a leading one.
 *
 * Every call ends on its signal or within the store's own time limit, and throws `StreamFileError`: `missing`,
 * `too-large`, `timeout`, `bad-name` or `unreadable`. No message holds a credential.
 */
export interface ObjectStore {
  /** For messages and metrics: the folder, or the bucket and its prefix. */
  readonly name: string;

  /**
   * What lies right below a prefix (`''`, or one that ends with `/`), in the order of its bytes, after `after`
   * (exclusive; a key or prefix in full, or any text between two), at most `limit` of it. A prefix that does not
   * exist is empty. What was added while a listing was read is in it or in a later one, never in none.
   */
  list(prefix: string, after: string | null, limit: number, signal: AbortSignal): Promise<ObjectListing>;

  /** The bytes of one object. Throws `missing`, or `too-large` when it has more than `largest` bytes. */
  get(key: string, largest: number, signal: AbortSignal): Promise<Uint8Array>;

  /**
   * Says that the bytes that `get` gave of a key were refused above, such as for a hash. True: there is another copy,
   * which the next `get` gives. A store with one copy of each object need not have it.
   */
  refused?(key: string): boolean;

  /**
   * Reports that objects of this store were read before it was opened. A store that is followed, and that can be there
   * and empty by mistake, then throws `unreadable` while it is empty.
   */
  hadObjects?(): void;

  /** Marks what the store remembers of its listings as old. */
  listAgain(): void;

  /** How often something may have been added so far. Stays 0 where the store cannot know. */
  readonly changes: number;

  /**
   * Waits until something may have been added since `changes` was `seen`, at most `milliseconds`. Where a store
   * cannot know, it waits that long.
   */
  changed(milliseconds: number, signal: AbortSignal, seen?: number): Promise<void>;

  close(): Promise<void>;
}

/** One page of a listing. */
export interface ObjectListing {
  /** Objects right below the prefix: their keys in full. */
  readonly keys: readonly string[];
  /** Prefixes one level below, each in full with its `/`. */
  readonly prefixes: readonly string[];
  /** What to list after next; null when there is nothing more for now. */
  readonly next: string | null;
}

/** A store that also keeps bytes: an archive of what was read. */
export interface WritableStore extends ObjectStore {
  /** Stores an object whole, or not at all. The same key again replaces it. */
  put(key: string, bytes: Uint8Array, signal: AbortSignal): Promise<void>;
}

/** An object as it was read: its key, and its bytes as they are in the store. */
export interface StoredObject {
  readonly key: string;
  readonly bytes: Uint8Array;
}
