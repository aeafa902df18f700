import { type FSWatcher, watch } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { streamInstant } from '../../kernel/record-stream.ts';
import {
  DATA,
  DATA_GZ,
  fractionDigits,
  InstantTable,
  SIGNATURE,
  SIGNATURE_GZ,
  spelling,
} from './instant-table.ts';
import { isMissing } from './read-limited.ts';
import { isDayName, parseStreamName, type StreamName } from './stream-names.ts';

/** The files of one instant in a directory: their names, null where there is none. */
export interface ListedInstant {
  readonly instant: bigint;
  readonly base: string;
  readonly signature: string | null;
  readonly data: string | null;
}

/** How many instants are held at once. A directory of millions is read again once per this many. */
const WINDOW = 200_000;
/** Listing again takes at most this share of the time. */
const REST_PER_SCAN = 20;
/** File systems store the time of a change in steps; within one step it may have changed twice. */
const TIMESTAMP_STEP_MS = 100;
/** Directory entries read at once. */
const READ_SIZE = 1024;

/**
 * The stream files of one directory in order of time. Directories have no order of their own and
 * may hold millions of files, so a listing keeps only a window: the `WINDOW` earliest instants after
 * some point. With a watcher, new names are taken up as they appear.
 */
export class DirectoryListing {
  readonly path: string;
  /** Names of day folders found in it. */
  days: readonly string[] = [];

  /** Every instant in (`#from`, last of them], and if `#complete` all after `#from`. */
  #table = new InstantTable();
  #from = 0n;
  #complete = false;
  #scanned = false;
  #modified = Number.NaN;
  #modifiedSeen = 0;
  #scanStart = 0;
  #scanEnd = 0;
  #watcher: FSWatcher | null = null;
  /** Reads of the directory that are under way take up what the watcher reports meanwhile. */
  readonly #readers = new Set<(found: StreamName) => void>();

  constructor(path: string, onChange: (() => void) | null) {
    this.path = path;
    if (onChange) this.#watch(onChange);
  }

  /** The first `limit` instants after `after` (nanoseconds, exclusive). */
  async list(after: bigint, limit: number, signal: AbortSignal): Promise<readonly ListedInstant[]> {
    const covered = this.#scanned && after >= this.#from;
    if (covered) {
      const listed = this.#slice(after, limit);
      if (listed.length === limit && !this.#mayGrow(listed)) return listed;
      if (this.#complete && !(await this.#isStale())) return this.#slice(after, limit);
    }
    await this.#scan(after, signal);
    return this.#slice(after, limit);
  }

  /** The next listing reads the directory, however recently it was read. */
  readAgain(): void {
    this.#scanned = false;
  }

  close(): void {
    this.#watcher?.close();
    this.#watcher = null;
  }

  #slice(after: bigint, limit: number): ListedInstant[] {
    const listed: ListedInstant[] = [];
    const start = this.#table.position(after + 1n);
    const end = Math.min(start + limit, this.#table.length);
    for (let index = start; index < end; index += 1) {
      listed.push(listedInstant(this.#table.instant(index), this.#table.flags(index)));
    }
    return listed;
  }

  /** Whether the last listed instant is the newest one, and may only be waiting for its signature. */
  #mayGrow(listed: readonly ListedInstant[]): boolean {
    const last = listed.at(-1);
    if (!this.#complete || !last || last.signature !== null) return false;
    return last.instant === this.#table.instant(this.#table.length - 1);
  }

  /** Whether the directory may hold names that the listing lacks. */
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

  async #scan(after: bigint, signal: AbortSignal): Promise<void> {
    const scanStart = performance.now();
    const table = new InstantTable();
    const days: string[] = [];
    // Instants from here on do not fit into the window.
    let beyond: bigint | null = null;
    const take = (found: StreamName): void => {
      if (found.instant <= after || (beyond !== null && found.instant >= beyond)) return;
      table.push(found.instant, flagsOf(found));
      if (table.length >= 4 * WINDOW) beyond = table.settle(WINDOW) ?? beyond;
    };
    // A directory need not show names that were added while it was read.
    this.#readers.add(take);
    try {
      for await (const { name } of await opendir(this.path, { bufferSize: READ_SIZE })) {
        signal.throwIfAborted();
        const parsed = parseStreamName(name);
        if (parsed) take(parsed);
        else if (isDayName(name)) days.push(name);
      }
    } catch (error) {
      if (!isMissing(error)) throw error;
    } finally {
      this.#readers.delete(take);
    }
    beyond = table.settle(WINDOW) ?? beyond;
    this.#table = table;
    this.#from = after;
    this.#complete = beyond === null;
    this.#scanned = true;
    this.days = days.sort();
    this.#scanStart = scanStart;
    this.#scanEnd = performance.now();
  }

  #watch(onChange: () => void): void {
    try {
      const watcher = watch(this.path, { persistent: false }, (_, name) => {
        if (name !== null) this.#appeared(name);
        onChange();
      });
      // Without a watcher the directory is listed again from time to time, which is enough.
      watcher.on('error', () => this.close());
      this.#watcher = watcher;
    } catch {
      this.#watcher = null;
    }
  }

  #appeared(name: string): void {
    const parsed = parseStreamName(name);
    if (!parsed) return;
    for (const take of this.#readers) take(parsed);
    if (!this.#complete || parsed.instant <= this.#from) return;
    this.#table.insert(parsed.instant, flagsOf(parsed));
    if (this.#table.length > 2 * WINDOW) {
      // An instant that was passed long ago: to list it, the directory is read again.
      this.#from = this.#table.instant(WINDOW - 1);
      this.#table.dropFirst(WINDOW);
    }
  }
}

function flagsOf({ base, kind, compressed }: StreamName): number {
  const point = base.indexOf('.');
  const kindFlag = kind === 'data' ? (compressed ? DATA_GZ : DATA) : compressed ? SIGNATURE_GZ : SIGNATURE;
  return spelling(point < 0 ? 0 : base.length - 2 - point) | kindFlag;
}

function listedInstant(instant: bigint, flags: number): ListedInstant {
  const digits = fractionDigits(flags);
  const full = streamInstant(instant);
  const point = full.length - 11;
  const base = digits === 9 ? full : `${full.slice(0, point + (digits === 0 ? 0 : digits + 1))}Z`;
  return {
    instant,
    base,
    signature: nameOf(base, '.rcd_sig', flags & SIGNATURE, flags & SIGNATURE_GZ),
    data: nameOf(base, '.rcd', flags & DATA, flags & DATA_GZ),
  };
}

/** Plain and compressed under one name are the same file; the compressed one is smaller to read. */
function nameOf(base: string, extension: string, plain: number, compressed: number): string | null {
  if (compressed !== 0) return `${base}${extension}.gz`;
  return plain === 0 ? null : `${base}${extension}`;
}
