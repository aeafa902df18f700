import { encodeEntityId } from '@tain/ledger/entity-id';
import { StreamFileError } from '../decode/stream-error.ts';
import { lastPart, namesBelow, type ObjectStore } from '../store/object-store.ts';
import { isDayName } from './stream-names.ts';
import type { NodeFolder } from './stream-source.ts';

/** A prefix with files of one node: all of its files, or (`day`) those of one day. */
export interface NodePrefix {
  readonly folder: NodeFolder;
  readonly prefix: string;
  readonly day: string | null;
}

/** Layouts of nodes' record files; `AUTO`: either, or both. */
export const PATH_TYPES = ['AUTO', 'ACCOUNT_ID', 'NODE_ID'] as const;
export type PathType = (typeof PATH_TYPES)[number];

export interface RecordLayout {
  readonly pathType: PathType;
  /** Name of the network in the node-id layout; null: any, but only one. */
  readonly network: string | null;
}

/** Names have no leading zeros, because a node has one folder in each layout. */
const CLASSIC = /^record(0|[1-9]\d{0,3})\.(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,11})$/;
const NUMBER = /^(?:0|[1-9]\d{0,17})$/;
const NETWORK = /^(?!\d+$)[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** Depth of day / network / shard / node / record. */
const MAX_DEPTH = 5;

interface FolderPath {
  readonly day: string | null;
  readonly network: string | null;
  /** Shard and node id, once known. */
  readonly numbers: readonly string[];
  readonly depth: number;
}

/**
 * Finds the nodes' prefixes in a store: the account-id layout (`[recordstreams/]record0.0.3/`), the node-id layout of
 * HIP-679 (`[<network>/]<shard>/<nodeId>/record/`) and any mix of them, with or without day folders above them. Their
 * contents are not listed. `known`: prefixes found before, which are not searched again. Throws `StreamFileError` when
 * the store has node-id layouts of several networks and none is named.
 */
export async function findNodePrefixes(
  store: ObjectStore,
  layout: RecordLayout,
  known: ReadonlyMap<string, NodePrefix>,
  signal: AbortSignal,
): Promise<NodePrefix[]> {
  const own = classicFolder(lastPart(store));
  if (own) return [{ folder: own, prefix: '', day: null }];

  const takesAccounts = layout.pathType !== 'NODE_ID';
  const takesNodeIds = layout.pathType !== 'ACCOUNT_ID';
  const visit = async (prefix: string, folderPath: FolderPath): Promise<NodePrefix[]> => {
    if (folderPath.depth > MAX_DEPTH) return [];
    const recorded = known.get(`${prefix}record/`);
    if (folderPath.numbers.length === 2 && recorded) return [recorded];
    const found: NodePrefix[] = [];
    const inner: Promise<NodePrefix[]>[] = [];
    for (const name of await namesBelow(store, prefix, signal)) {
      const below = `${prefix}${name}/`;
      const next = { ...folderPath, depth: folderPath.depth + 1 };
      const outermost = folderPath.network === null && folderPath.numbers.length === 0;
      if (outermost && CLASSIC.test(name)) {
        const folder = takesAccounts ? classicFolder(name) : null;
        if (folder) found.push({ folder, prefix: below, day: folderPath.day });
      } else if (folderPath.numbers.length > 0 && name === 'record') {
        found.push({ folder: nodeIdFolder(folderPath), prefix: below, day: folderPath.day });
      } else if (takesNodeIds && folderPath.numbers.length < 2 && NUMBER.test(name)) {
        inner.push(visit(below, { ...next, numbers: [...folderPath.numbers, name] }));
      } else if (outermost && folderPath.day === null && isDayName(name)) {
        inner.push(visit(below, { ...next, day: name }));
      } else if (outermost && name === 'recordstreams') {
        inner.push(visit(below, next));
      } else if (takesNodeIds && outermost && isNetwork(name, layout.network)) {
        inner.push(visit(below, { ...next, network: name }));
      }
    }
    return [found, ...(await Promise.all(inner))].flat();
  };

  const found = await visit('', { day: null, network: null, numbers: [], depth: 0 });
  expectOneNetwork(store, found);
  return found;
}

function isNetwork(name: string, required: string | null): boolean {
  return required === null ? NETWORK.test(name) : name === required;
}

function expectOneNetwork(store: ObjectStore, found: readonly NodePrefix[]): void {
  const networks = new Set(found.map(({ folder }) => folder.network).filter((name) => name !== null));
  if (networks.size <= 1) return;
  const names = [...networks].sort().join(', ');
  const reason = `holds several networks (${names}): name the folder of one`;
  throw new StreamFileError('bad-name', store.name, null, reason);
}

function classicFolder(name: string): NodeFolder | null {
  const match = CLASSIC.exec(name);
  if (!match) return null;
  try {
    const accountId = encodeEntityId(BigInt(match[1] ?? ''), BigInt(match[2] ?? ''), BigInt(match[3] ?? ''));
    return { key: name, accountId, nodeId: null, network: null };
  } catch {
    return null;
  }
}

function nodeIdFolder({ network, numbers }: FolderPath): NodeFolder {
  const key = [...(network === null ? [] : [network]), ...numbers, 'record'].join('/');
  return { key, accountId: null, nodeId: BigInt(numbers.at(-1) ?? '0'), network };
}
