import type { AddressBook } from '../decode/address-book.ts';
import type { NodeFolder } from '../source/stream-source.ts';

/** Maximum number of folders that are followed without a look at the nodes; the largest network has 35 nodes. */
const MAX_FOLDERS = 200;
/** Maximum number of folders of one node: one for each layout, and some of other networks. */
const MAX_OF_NODE = 4;

/**
 * Returns the folders whose files are read. Anyone who writes into a bucket can make many; these are then the folders of
 * the nodes in the address book, and as many others as there is room for. `nodesOf` returns the nodes.
 */
export function followedFolders(
  folders: readonly NodeFolder[],
  nodesOf: () => AddressBook['entries'],
): readonly NodeFolder[] {
  if (folders.length <= MAX_FOLDERS) return folders;
  const entries = nodesOf();
  const byAccount = new Map(entries.map(({ nodeAccountId, nodeId }) => [nodeAccountId, nodeId]));
  const ids = new Set(entries.map(({ nodeId }) => nodeId));
  const counts = new Map<bigint, number>();
  const own: NodeFolder[] = [];
  const others: NodeFolder[] = [];
  for (const folder of folders) {
    const { accountId, nodeId } = folder;
    const node = accountId === null ? nodeId : byAccount.get(accountId);
    const count = node == null || !ids.has(node) ? MAX_OF_NODE : (counts.get(node) ?? 0);
    if (node != null && count < MAX_OF_NODE) {
      counts.set(node, count + 1);
      own.push(folder);
    } else others.push(folder);
  }
  return [...own, ...others.slice(0, Math.max(0, MAX_FOLDERS - own.length))];
}
