import type { ListObjectsV2CommandOutput } from '@aws-sdk/client-s3';
import { StreamFileError } from '../decode/stream-error.ts';

/** One page of a list as a bucket gave it, checked, in the order of its bytes. */
export interface S3Page {
  /** Keys and prefixes (these end with `/`) right below the prefix that was asked for, relative to the store. */
  readonly entries: readonly string[];
  /** Where the next page goes on; null at the end. */
  readonly token: string | null;
  /** Whether the bucket gave it in order, and nothing up to what it was to begin after. */
  readonly isOrdered: boolean;
}

/** What was asked for; `root` is the store's own prefix. */
export interface S3PageRequest {
  readonly store: string;
  readonly root: string;
  readonly prefix: string;
  readonly after: string | null;
}

/** Keys of S3 have at most 1024 bytes. */
const MAX_KEY_LENGTH = 1024;

/**
 * Checks a page that a bucket gave. Nothing in it is trusted: throws `StreamFileError` `unreadable` where it names
 * what does not lie right below the prefix, or says that there is more without saying where. What lies up to `after`
 * is left out.
 */
export function readPage(output: ListObjectsV2CommandOutput, request: S3PageRequest): S3Page {
  // Whatever else answers with 200, such as a proxy with its own page, must not look like an empty bucket.
  if (output.IsTruncated === undefined) throw broken(request.store, 'gives no list');
  const isEncoded = output.EncodingType === 'url';
  const entries: string[] = [];
  let isOrdered = true;
  // Keys and prefixes each have an order of their own.
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
        // The prefix in which `after` lies is rightly listed again.
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

/** The order of keys in a bucket: that of their bytes (UTF-8). */
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
    throw broken(store, 'lists a key outside of the prefix that was asked for');
  }
  const inner = key.slice(above.length);
  // An object with the name of the folder itself: some tools make these.
  if (inner === '') return null;
  const slash = inner.indexOf('/');
  if (isPrefix ? slash !== inner.length - 1 : slash !== -1) {
    throw broken(store, 'lists a key of a deeper level than was asked for');
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

function tokenOf(output: ListObjectsV2CommandOutput, { store }: S3PageRequest): string | null {
  if (output.IsTruncated !== true) return null;
  const token = output.NextContinuationToken;
  if (!token) throw broken(store, 'says that its list goes on, but not where');
  return token;
}

/** The refusal of a list that no bucket gives that works. */
export function broken(store: string, reason: string): StreamFileError {
  return new StreamFileError('unreadable', store, null, reason);
}
