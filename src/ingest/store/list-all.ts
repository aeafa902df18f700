import type { ObjectListing, ObjectStore } from './object-store.ts';

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
