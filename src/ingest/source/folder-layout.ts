import { opendir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { encodeEntityId } from '../../kernel/entity-id.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import { isMissing } from './read-limited.ts';
import { isDayName } from './stream-names.ts';
import type { NodeFolder } from './stream-source.ts';

/** A directory that holds files of one node: all of them, or (`day`) those of one day. */
export interface NodeDirectory {
  readonly folder: NodeFolder;
  readonly path: string;
  readonly day: string | null;
}

const CLASSIC = /^record(\d{1,4})\.(\d{1,5})\.(\d{1,12})$/;
const NUMBER = /^\d{1,18}$/;
const NETWORK = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** Folders above the node folders have few entries; reading stops here in one that turns out to be different. */
const MAX_ENTRIES = 20_000;
/** day / network / shard / node / record. */
const MAX_DEPTH = 5;

interface Place {
  readonly day: string | null;
  readonly network: string | null;
  /** Shard and node id, once known. */
  readonly numbers: readonly string[];
  readonly depth: number;
}

/**
 * The node folders below a root: the account-id layout (`[recordstreams/]record0.0.3`), the node-id layout of
 * HIP-679 (`[<network>/]<shard>/<nodeId>/record`) and any mix of them, with or without day folders above
 * them. The folders themselves are not read. Throws `StreamFileError` when the root holds node-id layouts of
 * several networks.
 */
export async function findNodeDirectories(root: string, signal: AbortSignal): Promise<NodeDirectory[]> {
  const found: NodeDirectory[] = [];
  const networks = new Set<string>();

  const visit = async (path: string, place: Place): Promise<void> => {
    if (place.depth > MAX_DEPTH) return;
    for (const name of await directoriesIn(path, signal)) {
      const inner = join(path, name);
      const next = { ...place, depth: place.depth + 1 };
      const outermost = place.network === null && place.numbers.length === 0;
      if (outermost && CLASSIC.test(name)) {
        add(found, classicFolder(name), inner, place.day);
      } else if (place.numbers.length > 0 && name === 'record') {
        if (place.network !== null) networks.add(place.network);
        add(found, nodeIdFolder(place), inner, place.day);
      } else if (place.numbers.length < 2 && NUMBER.test(name)) {
        await visit(inner, { ...next, numbers: [...place.numbers, name] });
      } else if (outermost && place.day === null && isDayName(name)) {
        await visit(inner, { ...next, day: name });
      } else if (outermost && name === 'recordstreams') {
        await visit(inner, next);
      } else if (outermost && NETWORK.test(name)) {
        await visit(inner, { ...next, network: name });
      }
    }
  };

  const own = classicFolder(basename(root));
  if (own) add(found, own, root, null);
  else await visit(root, { day: null, network: null, numbers: [], depth: 0 });
  if (networks.size > 1) {
    const names = [...networks].sort().join(', ');
    throw new StreamFileError(
      'bad-name',
      root,
      null,
      `holds several networks (${names}): name the folder of one`,
    );
  }
  return found;
}

function add(found: NodeDirectory[], folder: NodeFolder | null, path: string, day: string | null): void {
  if (folder) found.push({ folder, path, day });
}

function classicFolder(name: string): NodeFolder | null {
  const match = CLASSIC.exec(name);
  if (!match) return null;
  try {
    const accountId = encodeEntityId(BigInt(match[1] ?? ''), BigInt(match[2] ?? ''), BigInt(match[3] ?? ''));
    return { key: name, accountId, nodeId: null };
  } catch {
    return null;
  }
}

function nodeIdFolder({ network, numbers }: Place): NodeFolder {
  const key = [...(network === null ? [] : [network]), ...numbers, 'record'].join('/');
  return { key, accountId: null, nodeId: BigInt(numbers.at(-1) ?? '0') };
}

/** Names of the directories (and links to directories) in one; none when it does not exist. */
async function directoriesIn(path: string, signal: AbortSignal): Promise<string[]> {
  const names: string[] = [];
  let seen = 0;
  try {
    for await (const entry of await opendir(path)) {
      signal.throwIfAborted();
      if (++seen > MAX_ENTRIES) break;
      if (entry.isDirectory() || (entry.isSymbolicLink() && (await isDirectory(join(path, entry.name))))) {
        names.push(entry.name);
      }
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return names.sort();
}

/** False when there is nothing of that name. */
export async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
