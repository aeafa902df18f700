import type { StreamSource } from '../source/stream-source.ts';
import type { AddressBooks } from './address-books.ts';
import { gatherInstant, type InstantGroup } from './instant-groups.ts';
import { assignToNodes } from './prepared-file.ts';

/** Between looks, where the source does not report changes. */
const LOOK_MS = 50;

/**
 * At the chain head, nodes upload one after the other. Waits a moment for the rest, so that a slow node is
 * not called missing. Does not wait for nodes that were missing from the previous file and still have not
 * uploaded it. @param last the previous file: its instant (nanoseconds) and the ids of the nodes it lacked
 */
export async function settleInstant(
  options: {
    readonly source: StreamSource;
    readonly addressBooks: AddressBooks;
    readonly signal: AbortSignal;
    /** Longest wait in milliseconds. */
    readonly settle: number;
  },
  last: { readonly after: bigint; readonly missing: ReadonlySet<bigint> },
  group: InstantGroup,
): Promise<InstantGroup> {
  const { source, signal } = options;
  const book = options.addressBooks.at(group.instant);
  const deadline = performance.now() + options.settle;
  const before = await gatherInstant(source, await source.nodeFolders(signal), last.after, signal);
  const arrived = new Set(assignToNodes(before, book).map(({ node }) => node.nodeId));
  const awaited = book.entries
    .map(({ nodeId }) => nodeId)
    .filter((nodeId) => !last.missing.has(nodeId) || arrived.has(nodeId));

  let gathered = group;
  for (let looks = 0; ; looks += 1) {
    const signed = assignToNodes(gathered, book).filter(({ entry }) => entry.signature !== null);
    const present = new Set(signed.map(({ node }) => node.nodeId));
    const hasData = gathered.entries.some((entry) => entry.data !== null);
    if (hasData && awaited.every((nodeId) => present.has(nodeId))) return gathered;
    const left = deadline - performance.now();
    // Folders are listed one after the other: at least one more look is due, even without time to wait.
    if (left <= 0 && looks > 0) return gathered;
    if (left > 0) await source.changed(Math.min(LOOK_MS, left), signal);
    signal.throwIfAborted();
    gathered = await gatherInstant(source, await source.nodeFolders(signal), group.instant, signal);
  }
}
