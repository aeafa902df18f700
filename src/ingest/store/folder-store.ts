import { opendir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { withFiles } from '../../kernel/file-shortage.ts';
import { FairSemaphore, SHARED_CLIENT } from '../../kernel/limits/fair-semaphore.ts';
import { isMissing } from '../../kernel/missing.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import { bytesOf, DirectoryListing, textOf } from './directory-listing.ts';
import { limitTime } from './limit-time.ts';
import type { ObjectListing, ObjectStore } from './object-store.ts';
import { readOnce, unreadable } from './read-limited.ts';

const LIST_TIMEOUT_MS = 300_000;

/**
 * Lists a folder, which may take long. Waits while no file descriptor is left. A failure of the file system is reported
 * for the folder. Throws `StreamFileError`, or the signal's reason.
 */
async function limitListing<T>(
  folder: string,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await withFiles(() => limitTime(folder, LIST_TIMEOUT_MS, signal, run), signal);
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof StreamFileError ? error : unreadable(folder, error);
  }
}

export interface FolderStoreOptions {
  /**
   * Whether the folder is watched: new files are noticed immediately (by inotify or the like) rather than by listing
   * again, and calls throw `unreadable` while the folder is missing, or empty after it had files. Default: false.
   */
  readonly watch?: boolean;
}

const OPEN_TIMEOUT_MS = 30_000;
/** Maximum number of concurrent reads. Each takes a file descriptor. */
const MAX_READS = 64;
/** Maximum number of names held for all directories, about 60 bytes each, and the bounds of one directory's share. */
const MAX_NAMES = 2_000_000;
const MAX_WINDOW = 400_000;
const MIN_WINDOW = 4_096;
/** Maximum number of directories whose names are held. The one listed longest ago is dropped first. */
const MAX_LISTINGS = 1_024;

/**
 * Opens a folder as a store: paths below it are keys. It may be empty or not exist yet. Links are followed. No key can
 * name a file outside of it. Throws `StreamFileError` when `path` is not a folder.
 */
export async function openFolderStore(path: string, options: FolderStoreOptions = {}): Promise<ObjectStore> {
  const root = resolve(path);
  try {
    if (!(await stat(root)).isDirectory()) throw new StreamFileError('missing', path, null, 'is no folder');
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return new FolderStore(root, options.watch ?? false);
}

class FolderStore implements ObjectStore {
  readonly name: string;
  readonly #watch: boolean;
  readonly #listings = new Map<string, DirectoryListing>();
  readonly #reads = new FairSemaphore({ counts: 'reads of files', max: MAX_READS });
  readonly #waiting = new Set<() => void>();
  #changes = 0;
  #hadFiles = false;

  constructor(root: string, watch: boolean) {
    this.name = root;
    this.#watch = watch;
  }

  async list(
    prefix: string,
    after: string | null,
    limit: number,
    signal: AbortSignal,
  ): Promise<ObjectListing> {
    const folder = prefix === '' ? this.name : this.#pathOf(prefix.replace(/\/$/, ''), prefix.endsWith('/'));
    const from = startOf(bytesOf(prefix), bytesOf(after ?? ''));
    if (from === null) return { keys: [], prefixes: [], next: null };
    const listing = this.#listing(folder);
    const entries = await limitListing(prefix === '' ? this.name : prefix, signal, (limited) =>
      listing.list(from, limit, limited),
    );
    if (entries.length > 0) this.#hadFiles = true;
    else await this.#requireRoot(signal);
    const listed = entries.map((entry) => prefix + textOf(entry));
    return {
      keys: listed.filter((key) => !key.endsWith('/')),
      prefixes: listed.filter((key) => key.endsWith('/')),
      next: listed.length < limit ? null : (listed.at(-1) ?? null),
    };
  }

  async get(key: string, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
    const path = this.#pathOf(key, true);
    const read = (limited: AbortSignal) => readOnce(path, key, maxBytes, limited);
    // The wait for file descriptors does not count towards the time limit of this file.
    const work = () => withFiles(() => limitTime(key, OPEN_TIMEOUT_MS, signal, read), signal);
    try {
      return await this.#reads.run(SHARED_CLIENT, work, signal);
    } catch (error) {
      if (error instanceof StreamFileError && error.code === 'missing') await this.#requireRoot(signal);
      throw error;
    }
  }

  hadObjects(): void {
    this.#hadFiles = true;
  }

  listAgain(): void {
    for (const listing of this.#listings.values()) listing.readAgain();
  }

  get changes(): number {
    return this.#changes;
  }

  /**
   * Waits for a change. `seen` is the count from before the last listing: a file that came between the listing and the
   * wait ends the wait immediately.
   */
  async changed(milliseconds: number, signal: AbortSignal, seen = this.#changes): Promise<void> {
    if (signal.aborted || this.#changes !== seen) return;
    await new Promise<void>((done) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.#waiting.delete(end);
        done();
      };
      const timer = setTimeout(end, milliseconds);
      signal.addEventListener('abort', end, { once: true });
      this.#waiting.add(end);
    });
  }

  async close(): Promise<void> {
    for (const listing of this.#listings.values()) listing.close();
    this.#listings.clear();
    for (const end of [...this.#waiting]) end();
  }

  /** Throws `unreadable` when a followed folder is missing, or empty after it had files: it may not be mounted. */
  async #requireRoot(signal: AbortSignal): Promise<void> {
    if (!this.#watch) return;
    await limitListing(this.name, signal, async () => {
      const folder = await opendir(this.name);
      const first = await folder.read().finally(() => folder.close());
      if (first !== null || !this.#hadFiles) return;
      throw new StreamFileError('unreadable', this.name, null, 'is empty, though it had files');
    });
  }

  #listing(path: string): DirectoryListing {
    let listing = this.#listings.get(path);
    if (listing) this.#listings.delete(path);
    else {
      listing = new DirectoryListing(path, {
        onChange: this.#watch ? () => this.#noteChange() : null,
        window: () => Math.min(MAX_WINDOW, Math.max(MIN_WINDOW, Math.floor(MAX_NAMES / this.#listings.size))),
      });
    }
    // The listing is added again at the end, because the map is in the order of use.
    this.#listings.set(path, listing);
    for (const [oldest, unused] of this.#listings) {
      if (this.#listings.size <= MAX_LISTINGS) break;
      unused.close();
      this.#listings.delete(oldest);
    }
    return listing;
  }

  #noteChange(): void {
    this.#changes += 1;
    for (const end of [...this.#waiting]) end();
  }

  /**
   * Returns the path of a key, or of a prefix without its `/`. Throws `bad-name` for a key that names a file outside of
   * the folder.
   */
  #pathOf(key: string, isWhole: boolean): string {
    const parts = key.split('/');
    const isSafe = parts.every((part) => part !== '' && part !== '.' && part !== '..' && !UNSAFE.test(part));
    if (!isWhole || !isSafe) throw new StreamFileError('bad-name', key, null, 'is not a name below a folder');
    return join(this.name, ...parts);
  }
}

/** Characters that end a path, or separate its parts on other systems. */
const UNSAFE = /[\0\\]/;

/**
 * Returns the entry in a folder after which a listing that starts after `after` begins; null when the folder ends
 * before.
 */
function startOf(prefix: string, after: string): string | null {
  if (after.startsWith(prefix)) return after.slice(prefix.length);
  return after < prefix ? '' : null;
}
