import { type FSWatcher, watch } from 'node:fs';
import { lstat, opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../../kernel/missing.ts';

/** Pause after a listing, as a multiple of its duration: repeated listings take at most 1/20 of the time. */
const REST_PER_SCAN = 20;
/** Precision in milliseconds of the time of a change in a file system. There may be two changes within one step. */
const TIMESTAMP_STEP_MS = 100;
/** Number of directory entries read together. */
const READ_SIZE = 1024;
/** Encoding of names: one character for each byte, so that text is ordered as bytes are. */
const ENCODING = 'latin1';

export interface DirectoryListingOptions {
  /** Called when the watcher has detected a change; null: the directory is not watched. */
  readonly onChange: (() => void) | null;
  /** Returns the maximum number of names to hold now. A larger directory is read again once per this number. */
  readonly window: () => number;
}

/** Receives the changes of a directory. */
interface Changes {
  added(entry: string): void;
  /** Called with a name, which may have been a folder's. */
  removed(name: string): unknown;
}

/**
 * The entries of one directory in order of their bytes: files by name, folders with a `/` at the end. Directories are
 * not ordered and may have millions of names, so a listing holds only a window: the first ones after some point. With
 * a watcher, new names are added as they appear, and removed ones go as they disappear.
 */
export class DirectoryListing {
  readonly path: string;
  readonly #options: DirectoryListingOptions;

  /** All entries from `#from` (exclusive) to the last of these, and if `#complete` all after `#from`. */
  #entries: string[] = [];
  #from = '';
  #complete = false;
  #scanned = false;
  /** Last seen modification time of the directory: NaN while it is missing, null before the first check. */
  #modified: number | null = null;
  #modifiedSeen = 0;
  #scanStart = 0;
  #scanEnd = 0;
  #watcher: FSWatcher | null = null;
  #closed = false;
  /** Running reads of the directory, which apply the changes that the watcher reports in the meantime. */
  readonly #readers = new Set<Changes>();

  constructor(path: string, options: DirectoryListingOptions) {
    this.path = path;
    this.#options = options;
  }

  /** Returns the first `limit` entries after `after` (exclusive). With fewer there are no more at present. */
  async list(after: string, limit: number, signal: AbortSignal): Promise<readonly string[]> {
    const covered = this.#scanned && after >= this.#from;
    if (covered) {
      const listed = this.#slice(after, limit);
      if (listed.length === limit) return listed;
      if (this.#complete && !(await this.#isStale())) return this.#slice(after, limit);
    }
    await this.#scan(after, signal);
    return this.#slice(after, limit);
  }

  /** Makes the next listing read the directory, however recently it was read. */
  readAgain(): void {
    this.#scanned = false;
  }

  close(): void {
    this.#closed = true;
    this.#unwatch();
  }

  #slice(after: string, limit: number): string[] {
    const start = this.#position(after);
    return this.#entries.slice(start, start + limit);
  }

  /** Returns the index of the first entry after some text. */
  #position(after: string): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#entries[middle] ?? '') <= after) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns whether the directory may have names that the listing lacks. */
  async #isStale(): Promise<boolean> {
    const now = performance.now();
    if (now - this.#scanEnd < REST_PER_SCAN * (this.#scanEnd - this.#scanStart)) return false;
    let modified = Number.NaN;
    try {
      modified = (await stat(this.path)).mtimeMs;
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    if (!Object.is(modified, this.#modified)) {
      this.#modified = modified;
      this.#modifiedSeen = now;
      return true;
    }
    const settled = this.#modifiedSeen + TIMESTAMP_STEP_MS;
    return this.#scanStart < settled && now >= settled;
  }

  async #scan(after: string, signal: AbortSignal): Promise<void> {
    const scanStart = performance.now();
    this.#watch();
    let entries: string[] = [];
    // First entry that does not fit into the window. Later ones do not fit either.
    let beyond: string | null = null;
    const fits = (entry: string): boolean => entry > after && (beyond === null || entry < beyond);
    const settle = (): void => {
      const window = this.#options.window();
      entries = entries.sort().filter((entry, index) => entry !== entries[index - 1]);
      beyond = entries[window] ?? beyond;
      if (entries.length > window) entries.length = window;
    };
    const take = (entry: string): void => {
      if (!fits(entry)) return;
      entries.push(entry);
      if (entries.length >= 2 * this.#options.window()) settle();
    };
    // Changes that the watcher reports during the read are applied, because a directory may not show names that were added
    // while it was read, and has shown names that were removed since.
    const removed = new Set<string>();
    const changes: Changes = {
      added: (entry) => {
        removed.delete(nameOf(entry));
        take(entry);
      },
      removed: (name) => removed.add(name),
    };
    this.#readers.add(changes);
    try {
      const options = { encoding: ENCODING, bufferSize: READ_SIZE } as const;
      for await (const found of await opendir(this.path, options)) {
        signal.throwIfAborted();
        if (!isText(found.name)) continue;
        if (found.isSymbolicLink()) {
          if (fits(found.name) || fits(`${found.name}/`)) take(await this.#entryOf(found.name));
        } else take(found.isDirectory() ? `${found.name}/` : found.name);
      }
    } catch (error) {
      if (!isMissing(error)) throw error;
      // A new watcher is needed, because a watcher does not see a directory that is created again.
      this.#unwatch();
    } finally {
      this.#readers.delete(changes);
    }
    settle();
    this.#entries = removed.size === 0 ? entries : entries.filter((entry) => !removed.has(nameOf(entry)));
    this.#from = after;
    this.#complete = beyond === null;
    this.#scanned = true;
    this.#scanStart = scanStart;
    this.#scanEnd = performance.now();
  }

  /** Returns a name as an entry: with a `/` when it is a folder, or a link to one. */
  async #entryOf(name: string): Promise<string> {
    const path = join(this.path, textOf(name));
    const isFolder = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    return isFolder ? `${name}/` : name;
  }

  /** Returns a reported name as an entry; null when the directory lacks it. A link without a target is a file. */
  async #presentEntryOf(name: string): Promise<string | null> {
    try {
      const found = await lstat(join(this.path, textOf(name)));
      if (found.isSymbolicLink()) return await this.#entryOf(name);
      return found.isDirectory() ? `${name}/` : name;
    } catch (error) {
      return isMissing(error) ? null : name;
    }
  }

  #watch(): void {
    const { onChange } = this.#options;
    if (this.#watcher || this.#closed || onChange === null) return;
    try {
      const watcher = watch(this.path, { persistent: false, encoding: ENCODING }, (event, name) => {
        if (event === 'rename' && name !== null && isText(name)) void this.#changed(name).then(onChange);
        else onChange();
      });
      // Without a watcher the directory is listed again from time to time, which is enough.
      watcher.on('error', () => this.#unwatch());
      this.#watcher = watcher;
    } catch {
      this.#watcher = null;
    }
  }

  #unwatch(): void {
    this.#watcher?.close();
    this.#watcher = null;
  }

  /** Applies a report that a name was added or removed. The watcher does not say which. */
  async #changed(name: string): Promise<void> {
    const entry = await this.#presentEntryOf(name);
    if (entry === null) return this.#removed(name);
    for (const reader of this.#readers) reader.added(entry);
    if (!this.#complete || entry <= this.#from) return;
    const position = this.#position(entry);
    if (this.#entries[position - 1] === entry) return;
    this.#entries.splice(position, 0, entry);
    const window = this.#options.window();
    if (this.#entries.length > 2 * window) {
      // The window begins later, because names before it were listed long ago. To list them, the directory is read
      // again.
      this.#from = this.#entries[window - 1] ?? '';
      this.#entries = this.#entries.slice(window);
    }
  }

  #removed(name: string): void {
    for (const reader of this.#readers) reader.removed(name);
    for (const entry of [name, `${name}/`]) {
      const position = this.#position(entry) - 1;
      if (this.#entries[position] === entry) this.#entries.splice(position, 1);
    }
  }
}

/** Returns the name of an entry, without the `/` of folders. */
function nameOf(entry: string): string {
  return entry.endsWith('/') ? entry.slice(0, -1) : entry;
}

/** Matches ASCII names, which need no conversion; nearly all names are ASCII. */
const ASCII = /^[\0-\x7f]*$/;

/** Returns text as its bytes in UTF-8, one character each. */
export function bytesOf(text: string): string {
  return ASCII.test(text) ? text : Buffer.from(text).toString(ENCODING);
}

/** Returns the text of bytes, one character each. */
export function textOf(bytes: string): string {
  return ASCII.test(bytes) ? bytes : Buffer.from(bytes, ENCODING).toString();
}

/** Returns whether a name is valid UTF-8, so that a key can contain it. */
function isText(name: string): boolean {
  return ASCII.test(name) || bytesOf(textOf(name)) === name;
}
