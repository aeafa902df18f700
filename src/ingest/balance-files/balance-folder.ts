import { opendir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { encodeEntityId } from '../../kernel/entity-id.ts';
import { withFiles } from '../../kernel/file-shortage.ts';
import type { AddressBookEntry } from '../decode/address-book.ts';
import { isMissing, unreadable } from '../source/read-limited.ts';
import { parseBalanceName } from './balance-name.ts';

/** One balance file, or its signature, of one node. */
export interface BalanceEntry {
  readonly path: string;
  readonly name: string;
  readonly format: 'csv' | 'pb';
  readonly kind: 'data' | 'signature';
  /** Whether the file lies in the folder of this node. */
  readonly isOf: (node: AddressBookEntry) => boolean;
}

/** The files of one instant. */
export interface BalanceInstant {
  /** Nanoseconds, from the names. */
  readonly instant: bigint;
  readonly entries: readonly BalanceEntry[];
}

const CLASSIC = /^balance(\d{1,4})\.(\d{1,5})\.(\d{1,12})$/;
const NUMBER = /^\d{1,18}$/;
/** Folders of other streams, which may be huge. */
const OTHERS = /^(?:record|events|sidecar|block)/i;
/** accountBalances / network / shard / node / balance. */
const MAX_DEPTH = 5;

/**
 * The balance files below a root, oldest first: in node folders named by account
 * (`[accountBalances/]balance0.0.3`) or by node id (`[<network>/]<shard>/<node id>/balance`, HIP-679), and
 * loose ones, which belong to no node. Empty when there are none.
 */
export async function findBalanceFiles(root: string, signal: AbortSignal): Promise<BalanceInstant[]> {
  const found = new Map<bigint, BalanceEntry[]>();
  const visit = async (path: string, depth: number, numbers: readonly string[]): Promise<void> => {
    const isOf = ownerOf(path, numbers);
    const folders: string[] = [];
    for await (const { name, isFolder } of entriesOf(path, signal)) {
      if (isFolder) {
        if (depth < MAX_DEPTH && !OTHERS.test(name)) folders.push(name);
        continue;
      }
      const parsed = parseBalanceName(name);
      if (!parsed) continue;
      const { instant, format, kind } = parsed;
      const entries = found.get(instant) ?? [];
      entries.push({ path: join(path, name), name, format, kind, isOf });
      found.set(instant, entries);
    }
    for (const name of folders.sort()) {
      await visit(join(path, name), depth + 1, NUMBER.test(name) ? [...numbers, name] : numbers);
    }
  };
  await visit(root, 0, []);
  return [...found]
    .map(([instant, entries]) => ({ instant, entries }))
    .sort((a, b) => (a.instant < b.instant ? -1 : 1));
}

function ownerOf(path: string, numbers: readonly string[]): (node: AddressBookEntry) => boolean {
  const name = basename(path);
  const match = CLASSIC.exec(name);
  if (match) {
    const [shard, realm, num] = match.slice(1).map(BigInt) as [bigint, bigint, bigint];
    try {
      const accountId = encodeEntityId(shard, realm, num);
      return (node) => node.nodeAccountId === accountId;
    } catch {
      return () => false;
    }
  }
  const [, nodeId] = numbers;
  if (name !== 'balance' || nodeId === undefined) return () => false;
  return (node) => node.nodeId === BigInt(nodeId);
}

async function* entriesOf(
  path: string,
  signal: AbortSignal,
): AsyncGenerator<{ readonly name: string; readonly isFolder: boolean }> {
  try {
    for await (const entry of await withFiles(() => opendir(path), signal)) {
      signal.throwIfAborted();
      yield { name: entry.name, isFolder: entry.isDirectory() };
    }
  } catch (error) {
    signal.throwIfAborted();
    // A folder that is gone, or a file where a folder is expected, counts as empty.
    if (!isMissing(error)) throw unreadable(path, error);
  }
}
