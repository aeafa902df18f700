import { StreamFileError } from '../decode/stream-error.ts';
import type { ListedPage } from './list-xml.ts';

/** One page of a list as returned by a bucket, checked, in the order of its bytes. */
export interface S3Page {
  /** Keys and prefixes (these end with `/`) directly below the requested prefix, relative to the store. */
  readonly entries: readonly string[];
  /** Token of the next page; null at the end. */
  readonly token: string | null;
  /** Whether the bucket returned the page in order, without entries up to the key after which it was to begin. */
  readonly isOrdered: boolean;
}

/** Request of a page. `root`: the store's own prefix. */
export interface S3PageRequest {
  readonly store: string;
  readonly root: string;
  readonly prefix: string;
  readonly after: string | null;
}

/** Keys of S3 have at most 1024 bytes. */
const MAX_KEY_LENGTH = 1024;

/**
 * Checks a page that a bucket returned. Nothing in it is trusted. Throws `StreamFileError` `unreadable` when it
 * contains names that are not directly below the prefix, or reports a next page without a token. Entries up to `after`
 * are left out.
 */
export function readPage(output: ListedPage, request: S3PageRequest): S3Page {
  // Any other response with 200, such as a proxy's own page, must not look like an empty bucket.
  if (output.IsTruncated === undefined) throw broken(request.store, 'gives no list');
  const isEncoded = output.EncodingType === 'url';
  const entries: string[] = [];
  let isOrdered = true;
  // Keys and prefixes each have their own order.
  for (const [names, isPrefix] of [
    [(output.Contents ?? []).map(({ Key }) => Key), false],
    [(output.CommonPrefixes ?? []).map(({ Prefix }) => Prefix), true],
  ] as const) {
    let before: string | null = null;
    for (const name of names) {
      const entry = entryOf(name, isEncoded, isPrefix, request);
      if (entry === null) continue;
      if (before !== null && compareKeys(entry, before) < 0) isOrdered = false;
      before = entry;
      if (request.after !== null && compareKeys(entry, request.after) <= 0) {
        // The prefix that contains `after` may be listed again.
        if (!(isPrefix && request.after.startsWith(entry))) isOrdered = false;
        continue;
      }
      entries.push(entry);
    }
  }
  entries.sort(compareKeys);
  const distinct = entries.filter((entry, i) => entry !== entries[i - 1]);
  return { entries: distinct, token: tokenOf(output, request), isOrdered };
}

/** Compares keys in the order of a bucket, which is that of their bytes (UTF-8). */
export function compareKeys(a: string, b: string): number {
  if (!ASCII.test(a) || !ASCII.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : a > b ? 1 : 0;
}

const ASCII = /^[\x20-\x7e]*$/;

function entryOf(
  name: string | undefined,
  isEncoded: boolean,
  isPrefix: boolean,
  { store, root, prefix }: S3PageRequest,
): string | null {
  const key = name === undefined ? null : isEncoded ? decodeKey(name) : name;
  const above = root + prefix;
  if (key === null || key.length > MAX_KEY_LENGTH || !key.startsWith(above)) {
    throw broken(store, 'lists a key outside of the requested prefix');
  }
  const inner = key.slice(above.length);
  // An object with the name of the folder itself, which some tools create.
  if (inner === '') return null;
  const slash = inner.indexOf('/');
  if (isPrefix ? slash !== inner.length - 1 : slash !== -1) {
    throw broken(store, 'lists a key of a deeper level than requested');
  }
  return prefix + inner;
}

function decodeKey(name: string): string | null {
  try {
    return decodeURIComponent(name.replaceAll('+', '%20'));
  } catch {
    return null;
  }
}

function tokenOf(output: ListedPage, { store }: S3PageRequest): string | null {
  if (output.IsTruncated !== true) return null;
  const token = output.NextContinuationToken;
  if (!token) throw broken(store, 'reports that its list continues, but not where');
  return token;
}

/** Returns the error for a list that no working bucket returns. */
export function broken(store: string, reason: string): StreamFileError {
  return new StreamFileError('unreadable', store, null, reason);
}
