import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { withFiles } from '../../kernel/file-shortage.ts';
import { streamInstant } from '../../kernel/record-stream.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import { limitTime } from '../store/limit-time.ts';
import { DirectoryListing } from './directory-listing.ts';
import { findNodeDirectories, type NodeDirectory } from './folder-layout.ts';
import { limitListing } from './limit-listing.ts';
import { isMissing, readOnce } from './read-limited.ts';
import { isDayName, isSidecarName, parseStreamName } from './stream-names.ts';
import type { NodeFolder, StreamEntry, StreamSource } from './stream-source.ts';

export interface OpenFolderOptions {
  /** Notices new files at once (inotify or the like) rather than by listing again. Default false. */
  readonly watch?: boolean;
}

const OPEN_TIMEOUT_MS = 30_000;
/** A directory of millions of files takes seconds to read, on a network file system a minute. */
/** Looking for new node folders takes at most this share of the time. */
const REST_PER_SEARCH = 20;

/**
 * A folder of record streams as a source: account-id layout (with or without `recordstreams/`),
 * node-id layout (HIP-679), day folders above or inside the nodes' folders, and any mix of them. The
 * folder may be empty or not exist yet. Throws `StreamFileError` when `path` is no folder.
 */
export async function openFolder(path: string, options: OpenFolderOptions = {}): Promise<StreamSource> {
  const root = resolve(path);
  try {
    if (!(await stat(root)).isDirectory()) throw new StreamFileError('missing', path, null, 'is no folder');
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return new FolderSource(root, options.watch ?? false);
}

class FolderSource implements StreamSource {
  readonly name: string;
  readonly #watch: boolean;
  readonly #listings = new Map<string, DirectoryListing>();
  #directories: readonly NodeDirectory[] = [];
  #searchStart = Number.NEGATIVE_INFINITY;
  #searchEnd = Number.NEGATIVE_INFINITY;
  #waiting = new Set<() => void>();
  #changes = 0;

  constructor(root: string, watch: boolean) {
    this.name = root;
    this.#watch = watch;
  }

  async nodeFolders(signal: AbortSignal): Promise<readonly NodeFolder[]> {
    const now = performance.now();
    const rest = REST_PER_SEARCH * (this.#searchEnd - this.#searchStart);
    if (Number.isNaN(rest) || now - this.#searchEnd >= rest) {
      this.#searchStart = now;
      this.#directories = await limitListing(this.name, signal, (limited) =>
        findNodeDirectories(this.name, limited),
      );
      this.#searchEnd = performance.now();
    }
    const folders = new Map<string, NodeFolder>();
    for (const { folder } of this.#directories) if (!folders.has(folder.key)) folders.set(folder.key, folder);
    return [...folders.values()];
  }

  async list(
    folder: NodeFolder,
    after: bigint,
    limit: number,
    signal: AbortSignal,
  ): Promise<readonly StreamEntry[]> {
    return limitListing(folder.key, signal, async (limited) => {
      const entries = new Map<bigint, StreamEntry>();
      const firstDay = dayOf(after);
      const days: { readonly day: string; readonly path: string }[] = [];
      for (const { folder: owner, path, day } of this.#directories) {
        if (owner.key !== folder.key) continue;
        if (day !== null) {
          days.push({ day, path });
          continue;
        }
        const listing = this.#listing(path);
        collect(entries, folder, path, null, await listing.list(after, limit, limited));
        for (const inner of listing.days) days.push({ day: inner, path: join(path, inner) });
      }
      days.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
      let previous = '';
      let inDays = 0;
      for (const { day, path } of days) {
        if (day < firstDay) {
          this.#forget(path);
          continue;
        }
        // A later day only adds later instants; one day may lie in two places.
        if (inDays >= limit && day !== previous) break;
        previous = day;
        const listed = await this.#listing(path).list(after, limit, limited);
        inDays += listed.length;
        collect(entries, folder, path, day, listed);
      }
      return [...entries.values()].sort((a, b) => (a.instant < b.instant ? -1 : 1)).slice(0, limit);
    });
  }

  listAgain(): void {
    this.#searchEnd = Number.NEGATIVE_INFINITY;
    for (const listing of this.#listings.values()) listing.readAgain();
  }

  async open(entry: StreamEntry, name: string, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
    const paths = pathsOf(entry.location, name);
    const read = async (limited: AbortSignal): Promise<Uint8Array> => {
      let missing: unknown;
      for (const path of paths) {
        try {
          return await readOnce(path, name, maxBytes, limited);
        } catch (error) {
          if (!(error instanceof StreamFileError && error.code === 'missing')) throw error;
          missing ??= error;
        }
      }
      throw missing;
    };
    // Waiting for file descriptors is not this file's fault: it does not count towards its time.
    return withFiles(() => limitTime(name, OPEN_TIMEOUT_MS, signal, read), signal);
  }

  get changes(): number {
    return this.#changes;
  }

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

  #listing(path: string): DirectoryListing {
    let listing = this.#listings.get(path);
    if (!listing) {
      const wake = () => {
        this.#changes += 1;
        for (const end of [...this.#waiting]) end();
      };
      listing = new DirectoryListing(path, this.#watch ? wake : null);
      this.#listings.set(path, listing);
    }
    return listing;
  }

  #forget(path: string): void {
    this.#listings.get(path)?.close();
    this.#listings.delete(path);
  }
}

/** `2022-07-13`, the folder in which an instant's files lie. */
function dayOf(instant: bigint): string {
  return instant <= 0n ? '' : streamInstant(instant).slice(0, 10);
}

function collect(
  entries: Map<bigint, StreamEntry>,
  folder: NodeFolder,
  location: string,
  day: string | null,
  listed: Awaited<ReturnType<DirectoryListing['list']>>,
): void {
  for (const { instant, base, signature, data } of listed) {
    if (day !== null && !base.startsWith(day)) continue;
    const known = entries.get(instant);
    if (known && (known.signature !== null || signature === null)) continue;
    entries.set(instant, { folder, instant, base, signature, data, location });
  }
}

/** Where a file may be. Only names of stream files pass, so that no name can lead out of the folder. */
function pathsOf(location: string, name: string): string[] {
  if (parseStreamName(name)) return [join(location, name)];
  if (!isSidecarName(name)) throw new StreamFileError('bad-name', name, null, 'is no name of a stream file');
  const paths = [join(location, 'sidecar', name)];
  const day = basename(location);
  if (isDayName(day)) {
    paths.push(join(dirname(location), 'sidecar', day, name), join(dirname(location), 'sidecar', name));
  }
  return paths;
}
