import { streamInstant } from '@tain/ledger/record-stream';
import { StreamFileError } from '../decode/stream-error.ts';
import { namesBelow, type ObjectStore, type StoredObject } from '../store/object-store.ts';
import { findBlockPrefix } from './block-layout.ts';
import { type ListedInstant, listInstants } from './list-instants.ts';
import { findNodePrefixes, type NodePrefix, type RecordLayout } from './record-layout.ts';
import { isDayName, isSidecarName, parseStreamName } from './stream-names.ts';
import type { NodeFolder, StreamEntry, StreamSource } from './stream-source.ts';

/** Pause after a search for new node folders, as a multiple of its duration: searches take at most 1/20 of the time. */
const REST_PER_SEARCH = 20;
/** Names of folders in layouts of record files or blocks, which a network may make before its first file. */
const OWN_NAMES = /^(recordstreams|block|block-preview|\d{4})$/;
/** Maximum number of folders that a message names. */
const MAX_NAMED = 3;
/** Maximum number of folders of days without a file of the stream that are listed in a row; real ones have thousands of files. */
const MAX_EMPTY_DAYS = 100;
const ANY_LAYOUT: RecordLayout = { pathType: 'AUTO', network: null };

/**
 * Opens the record streams in a store: account-id layout (with or without `recordstreams/`), node-id layout (HIP-679),
 * day folders above or inside the nodes' folders, and any mix of them. It may be empty. `nodeFolders` throws
 * `StreamFileError` (`unreadable`) once all folders have disappeared. `isFollowed`: also while there are only folders
 * of other kinds.
 */
export function openRecords(
  store: ObjectStore,
  layout: RecordLayout = ANY_LAYOUT,
  isFollowed = false,
): StreamSource {
  return new RecordSource(store, layout, isFollowed);
}

class RecordSource implements StreamSource {
  readonly name: string;
  readonly #store: ObjectStore;
  readonly #layout: RecordLayout;
  readonly #isFollowed: boolean;
  #known = new Map<string, NodePrefix>();
  /** Prefixes by the key of their folder. */
  #prefixes = new Map<string, NodePrefix[]>();
  #searchStart = Number.NEGATIVE_INFINITY;
  #searchEnd = Number.NEGATIVE_INFINITY;
  /** Last day of each prefix for which it is known whether the day has its own folder. */
  readonly #days = new Map<string, { readonly day: string; readonly exists: boolean }>();

  constructor(store: ObjectStore, layout: RecordLayout, isFollowed: boolean) {
    this.name = store.name;
    this.#store = store;
    this.#layout = layout;
    this.#isFollowed = isFollowed;
  }

  async nodeFolders(signal: AbortSignal): Promise<readonly NodeFolder[]> {
    const now = performance.now();
    const rest = REST_PER_SEARCH * (this.#searchEnd - this.#searchStart);
    if (Number.isNaN(rest) || now - this.#searchEnd >= rest) {
      this.#searchStart = now;
      const found = await findNodePrefixes(this.#store, this.#layout, this.#known, signal);
      if (found.length === 0 && this.#known.size > 0) {
        throw new StreamFileError(
          'unreadable',
          this.name,
          null,
          'has no folders of nodes, though it had some',
        );
      }
      if (this.#isFollowed && found.length === 0) await this.#expectOwn(signal);
      this.#known = new Map(found.map((node) => [node.prefix, node]));
      this.#prefixes = new Map();
      for (const node of this.#known.values()) {
        const { key } = node.folder;
        this.#prefixes.set(key, [...(this.#prefixes.get(key) ?? []), node]);
      }
      this.#searchEnd = performance.now();
    }
    return [...this.#prefixes.values()].flatMap(([first]) => (first === undefined ? [] : [first.folder]));
  }

  /**
   * Throws `StreamFileError` when the store has folders of which none belongs to a node or has blocks, as with a wrong
   * prefix. An empty store may get streams.
   */
  async #expectOwn(signal: AbortSignal): Promise<void> {
    const filled: string[] = [];
    for (const name of await namesBelow(this.#store, '', signal)) {
      if (OWN_NAMES.test(name)) return;
      const { keys, prefixes } = await this.#store.list(`${name}/`, null, 1, signal);
      if (keys.length + prefixes.length > 0) filled.push(`${name}/`);
      if (filled.length > MAX_NAMED) break;
    }
    if (filled.length === 0 || (await findBlockPrefix(this.#store, null, signal)) !== null) return;
    // A folder of a node may have been added meanwhile.
    if ((await findNodePrefixes(this.#store, this.#layout, this.#known, signal)).length > 0) return;
    const more = filled.length > MAX_NAMED ? ' and others' : '';
    throw new StreamFileError(
      'unreadable',
      this.name,
      null,
      `has neither folders of nodes nor blocks, but ${filled.slice(0, MAX_NAMED).join(', ')}${more}: check the name and prefix of the bucket`,
    );
  }

  async list(
    folder: NodeFolder,
    after: bigint,
    limit: number,
    signal: AbortSignal,
  ): Promise<readonly StreamEntry[]> {
    const entries = new Map<bigint, StreamEntry>();
    const firstDay = dayOf(after);
    const days: { readonly day: string; readonly prefix: string }[] = [];
    for (const { prefix, day } of this.#prefixes.get(folder.key) ?? []) {
      if (day !== null) {
        days.push({ day, prefix });
        continue;
      }
      // The folder of the day of `after` sorts before the files of that day, which may be many.
      if (await this.#hasDay(prefix, firstDay, signal))
        days.push({ day: firstDay, prefix: `${prefix}${firstDay}/` });
      const listed = await listInstants(this.#store, prefix, after, limit, signal);
      collect(entries, folder, prefix, null, listed.instants);
      for (const inner of listed.days) days.push({ day: inner, prefix: `${prefix}${inner}/` });
    }
    days.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
    let previous = '';
    let inDays = 0;
    let empty = 0;
    for (const { day, prefix } of days) {
      if (day < firstDay) continue;
      // A later day only adds later instants; one day may be in two folders.
      if (inDays >= limit && day !== previous) break;
      previous = day;
      const { instants } = await listInstants(this.#store, prefix, after, limit, signal);
      inDays += instants.length;
      empty = instants.length === 0 ? empty + 1 : 0;
      if (empty > MAX_EMPTY_DAYS) break;
      collect(entries, folder, prefix, day, instants);
    }
    return [...entries.values()].sort((a, b) => (a.instant < b.instant ? -1 : 1)).slice(0, limit);
  }

  listAgain(): void {
    this.#searchEnd = Number.NEGATIVE_INFINITY;
    this.#days.clear();
    this.#store.listAgain();
  }

  async open(entry: StreamEntry, name: string, maxBytes: number, signal: AbortSignal): Promise<StoredObject> {
    let missing: StreamFileError | null = null;
    for (const key of keysOf(entry.location, name)) {
      try {
        return { key, bytes: await this.#store.get(key, maxBytes, signal) };
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof StreamFileError)) throw error;
        // The error names the file instead of the key, because the reader identifies files by their names.
        const { code, reason } = error;
        const refusal = new StreamFileError(code, name, null, reason, { cause: error });
        if (code !== 'missing') throw refusal;
        missing ??= refusal;
      }
    }
    throw missing;
  }

  refused(key: string): boolean {
    return this.#store.refused?.(key) ?? false;
  }

  get changes(): number {
    return this.#store.changes;
  }

  changed(milliseconds: number, signal: AbortSignal, seen?: number): Promise<void> {
    return this.#store.changed(milliseconds, signal, seen);
  }

  async #hasDay(prefix: string, day: string, signal: AbortSignal): Promise<boolean> {
    if (day === '') return false;
    const known = this.#days.get(prefix);
    if (known?.day === day) return known.exists;
    const { keys } = await this.#store.list(`${prefix}${day}/`, null, 1, signal);
    this.#days.set(prefix, { day, exists: keys.length > 0 });
    return keys.length > 0;
  }
}

/** Returns `2022-07-13`, the folder of an instant's files. */
function dayOf(instant: bigint): string {
  return instant <= 0n ? '' : streamInstant(instant).slice(0, 10);
}

function collect(
  entries: Map<bigint, StreamEntry>,
  folder: NodeFolder,
  location: string,
  day: string | null,
  listed: readonly ListedInstant[],
): void {
  for (const { instant, base, signature, data } of listed) {
    if (day !== null && !base.startsWith(day)) continue;
    const known = entries.get(instant);
    if (known && (known.signature !== null || signature === null)) continue;
    entries.set(instant, { folder, instant, base, signature, data, location });
  }
}

/** Returns the possible keys of a file. Only names of stream files are accepted, so that no name can lead elsewhere. */
function keysOf(location: string, name: string): string[] {
  if (parseStreamName(name)) return [`${location}${name}`];
  if (!isSidecarName(name))
    throw new StreamFileError('bad-name', name, null, 'is not a name of a stream file');
  const keys = [`${location}sidecar/${name}`];
  const parts = location.split('/');
  const day = parts.at(-2) ?? '';
  if (isDayName(day)) {
    const above = location.slice(0, -day.length - 1);
    keys.push(`${above}sidecar/${day}/${name}`, `${above}sidecar/${name}`);
  }
  return keys;
}
