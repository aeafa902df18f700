import { streamInstant } from '@tain/ledger/record-stream';
import { type ObjectStore, pagesOf } from '../store/object-store.ts';
import { isDayName, parseStreamName, type StreamName } from './stream-names.ts';

/** The files of one instant below a prefix: their names, or null. */
export interface ListedInstant {
  readonly instant: bigint;
  readonly base: string;
  readonly signature: string | null;
  readonly data: string | null;
}

export interface ListedPrefix {
  /** Instants, oldest first, at most `limit`. With fewer there are no more at present. */
  readonly instants: readonly ListedInstant[];
  /** Names of day folders among them. */
  readonly days: readonly string[];
}

/** Minimum number of keys in a request, which costs the same as for one. */
const MIN_PAGE = 100;
/** Maximum number of keys that one request of a bucket may list. */
const MAX_PAGE = 1_000;
/** Length of `2022-07-13T08_46_08`. */
const SECOND_LENGTH = 19;
/** Maximum number of names of one second that are sorted; a node that writes more of them hides its own files only. */
const MAX_PER_SECOND = 20_000;

/** Maximum number of other entries that are read; a node that writes more of them hides its own files only. */
const MAX_OTHERS = 5_000;

/**
 * Returns the stream files directly below a prefix after an instant (nanoseconds, exclusive). Keys come in text order.
 * This equals the order of time only between seconds, because names have zero to nine digits after the point.
 */
export async function listInstants(
  store: ObjectStore,
  prefix: string,
  after: bigint,
  limit: number,
  signal: AbortSignal,
): Promise<ListedPrefix> {
  // `_` sorts after the `.` of extensions. With nine digits, no name of a later instant sorts before it.
  const start = after < 0n ? null : `${prefix}${streamInstant(after)}_`;
  const page = Math.min(MAX_PAGE, Math.max(MIN_PAGE, 2 * limit + 2));
  const days: string[] = [];
  const listed: ListedInstant[] = [];
  let second = '';
  let names: StreamName[] = [];
  let others = 0;
  const settle = (): void => {
    listed.push(...mergeNames(names));
    names = [];
  };
  for await (const { keys, prefixes } of pagesOf(store, prefix, start, signal, page)) {
    others += prefixes.length;
    for (const inner of prefixes) {
      const name = inner.slice(prefix.length, -1);
      if (isDayName(name)) days.push(name);
    }
    for (const key of keys) {
      const name = parseStreamName(key.slice(prefix.length));
      if (name === null || name.instant <= after) {
        others += 1;
        continue;
      }
      const own = name.base.slice(0, SECOND_LENGTH);
      if (own !== second || names.length >= MAX_PER_SECOND) settle();
      second = own;
      names.push(name);
    }
    if (listed.length >= limit || others > MAX_OTHERS) break;
  }
  if (listed.length < limit) settle();
  return { instants: listed.slice(0, limit), days };
}

/** Returns the names of one second as instants in order. */
function mergeNames(names: readonly StreamName[]): ListedInstant[] {
  const instants = new Map<bigint, { base: string; signature: string | null; data: string | null }>();
  for (const { base, instant, kind, compressed } of names) {
    const known = instants.get(instant) ?? { base, signature: null, data: null };
    instants.set(instant, known);
    // Another spelling of the same instant (`…00Z`, `…00.0Z`) counts as another file.
    if (known.base !== base) continue;
    // A plain and a compressed file under one name are the same file; the compressed one is smaller to read.
    if (kind === 'data' && (known.data === null || compressed)) known.data = nameOf(base, '.rcd', compressed);
    if (kind === 'signature' && (known.signature === null || compressed))
      known.signature = nameOf(base, '.rcd_sig', compressed);
  }
  return [...instants]
    .map(([instant, files]) => ({ instant, ...files }))
    .sort((a, b) => (a.instant < b.instant ? -1 : 1));
}

function nameOf(base: string, extension: string, compressed: boolean): string {
  return `${base}${extension}${compressed ? '.gz' : ''}`;
}
