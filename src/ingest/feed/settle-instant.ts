import type { AddressBook } from '../decode/address-book.ts';
import { gatherInstant, type InstantGroup } from '../source/instant-groups.ts';
import type { NodeFolder, StreamSource } from '../source/stream-source.ts';
import type { AddressBooks } from '../verify/address-books.ts';
import { assignToNodes } from '../verify/prepared-file.ts';
import { followedFolders } from './followed-folders.ts';

/** Interval of polls, if the source reports changes or listing costs nothing. */
const POLL_INTERVAL_MS = 50;

/** Wait for the files of one instant. */
export interface SettleWait {
  /** Maximum wait in milliseconds. */
  readonly settleMs: number;
  /** Number of the source's changes before the instant was listed. */
  readonly seen: number;
  /** Whether some folders were not listed for this instant yet. If so, they are listed before any wait. */
  readonly isPartial: boolean;
}

/**
 * Waits a moment at the chain head, where nodes upload one after the other, so that a slow node is not reported as
 * missing. Does not wait for nodes that were missing from the previous file and still have not uploaded it. Folders are
 * listed again only while they lack the instant's files. @param last the previous file: its instant (nanoseconds) and
 * the ids of the nodes it lacked
 */
export async function settleInstant(
  options: SettleWait & {
    readonly source: StreamSource;
    readonly addressBooks: AddressBooks;
    readonly signal: AbortSignal;
    /** Minimum milliseconds between two polls, if the source does not report changes. */
    readonly pollIntervalMs?: number;
  },
  last: { readonly after: bigint; readonly missing: ReadonlySet<bigint> },
  group: InstantGroup,
): Promise<InstantGroup> {
  const { source, signal } = options;
  const book = options.addressBooks.at(group.instant);
  const deadline = performance.now() + options.settleMs;
  const folders = followedFolders(await source.nodeFolders(signal), () => book.entries);
  const wereMissing = folders.filter((folder) => belongsTo(folder, book, last.missing));
  const before = await gatherInstant(source, wereMissing, last.after, signal);
  const arrived = new Set(assignToNodes(before, book).map(({ node }) => node.nodeId));
  const awaited = book.entries
    .map(({ nodeId }) => nodeId)
    .filter((nodeId) => !last.missing.has(nodeId) || arrived.has(nodeId));

  let gathered = group;
  let { seen } = options;
  for (let polls = 0; ; polls += 1) {
    const signed = assignToNodes(gathered, book).filter(({ entry }) => entry.signature !== null);
    const present = new Set(signed.map(({ node }) => node.nodeId));
    const hasData = gathered.entries.some((entry) => entry.data !== null);
    if (hasData && awaited.every((nodeId) => present.has(nodeId))) return gathered;
    const left = deadline - performance.now();
    // Folders are listed one after the other: at least one more poll is due, even without time to wait.
    if (left <= 0 && polls > 0) return gathered;
    if (left > 0 && (polls > 0 || !options.isPartial))
      await source.changed(Math.min(options.pollIntervalMs ?? POLL_INTERVAL_MS, left), signal, seen);
    signal.throwIfAborted();
    seen = source.changes;
    const listed = followedFolders(await source.nodeFolders(signal), () => book.entries);
    gathered = await pollAgain(source, listed, gathered, hasData, signal);
  }
}

/** Polls the folders again that lacked the signature of the instant, or its data while no folder has it. */
async function pollAgain(
  source: StreamSource,
  folders: readonly NodeFolder[],
  group: InstantGroup,
  hasData: boolean,
  signal: AbortSignal,
): Promise<InstantGroup> {
  const complete = group.entries.filter(
    ({ signature, data }) => signature !== null && (hasData || data !== null),
  );
  const settled = new Set(complete.map(({ folder }) => folder.key));
  const lacking = folders.filter(({ key }) => !settled.has(key));
  const { instant, entries } = await gatherInstant(source, lacking, group.instant, signal);
  return { instant, entries: [...complete, ...entries] };
}

function belongsTo(folder: NodeFolder, book: AddressBook, nodes: ReadonlySet<bigint>): boolean {
  return book.entries.some(
    ({ nodeId, nodeAccountId }) =>
      nodes.has(nodeId) && (folder.accountId === nodeAccountId || folder.nodeId === nodeId),
  );
}
