import type { AddressBook } from '../decode/address-book.ts';
import { gatherInstant, type InstantGroup } from '../source/instant-groups.ts';
import type { NodeFolder, StreamSource } from '../source/stream-source.ts';
import type { AddressBooks } from '../verify/address-books.ts';
import { assignToNodes } from '../verify/prepared-file.ts';

/** Between looks, where the source reports changes or listing costs nothing. */
const LOOK_MS = 50;

/**
 * At the chain head, nodes upload one after the other. Waits a moment for the rest, so that a slow node is
 * not called missing. Does not wait for nodes that were missing from the previous file and still have not
 * uploaded it. Folders are listed again only while they lack the instant's files.
 * @param last the previous file: its instant (nanoseconds) and the ids of the nodes it lacked
 */
export async function settleInstant(
  options: {
    readonly source: StreamSource;
    readonly addressBooks: AddressBooks;
    readonly signal: AbortSignal;
    /** Longest wait in milliseconds. */
    readonly settle: number;
    /** Least milliseconds between two looks, where the source does not report changes. */
    readonly look?: number;
    /** Some folders were not listed for this instant yet: they are now, before anything is waited for. */
    readonly isPartial?: boolean;
  },
  last: { readonly after: bigint; readonly missing: ReadonlySet<bigint> },
  group: InstantGroup,
): Promise<InstantGroup> {
  const { source, signal } = options;
  const book = options.addressBooks.at(group.instant);
  const deadline = performance.now() + options.settle;
  const folders = await source.nodeFolders(signal);
  const wereMissing = folders.filter((folder) => belongsTo(folder, book, last.missing));
  const before = await gatherInstant(source, wereMissing, last.after, signal);
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
    if (left > 0 && (looks > 0 || !options.isPartial))
      await source.changed(Math.min(options.look ?? LOOK_MS, left), signal);
    signal.throwIfAborted();
    gathered = await lookAgain(source, await source.nodeFolders(signal), gathered, hasData, signal);
  }
}

/** The same instant, with what folders have by now that lacked its signature, or its data while nobody has it. */
async function lookAgain(
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
