import { encodeEntityId } from '@tain/ledger/entity-id';
import { parseStreamInstant } from '@tain/ledger/record-stream';
import type { AddressBookEntry } from '../decode/address-book.ts';
import { lastPart, type ObjectStore, pagesOf } from '../store/object-store.ts';

/** The parts of a balance file's name. */
interface BalanceName {
  /** Nanoseconds. */
  readonly instant: bigint;
  readonly format: 'csv' | 'pb';
  readonly kind: 'data' | 'signature';
}

const BALANCE_FILE = /^\d{4}-\d\d-\d\dT\d\d_\d\d_\d\d(?:\.\d{1,9})?Z_Balances\.(csv|pb)(_sig)?(?:\.gz)?$/;

/** Parses `<instant>_Balances.(csv|pb)[_sig][.gz]`; null for every other name. */
export function parseBalanceName(name: string): BalanceName | null {
  const match = BALANCE_FILE.exec(name);
  if (!match) return null;
  const instant = parseStreamInstant(name);
  if (instant === null) return null;
  return { instant, format: match[1] === 'pb' ? 'pb' : 'csv', kind: match[2] ? 'signature' : 'data' };
}

/** One balance file, or its signature, of one node. */
export interface BalanceEntry {
  readonly key: string;
  readonly name: string;
  readonly format: 'csv' | 'pb';
  readonly kind: 'data' | 'signature';
  /** Returns whether the file is in the folder of a node. */
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
/** Prefixes of other streams, which are not listed because they may be huge. */
const OTHERS = /^(?:record|events|sidecar|block)/i;
/** Depth of accountBalances / network / shard / node / balance. */
const MAX_DEPTH = 5;

/**
 * Finds the balance files in a store, oldest first: in node folders named by account (`[accountBalances/]balance0.0.3`)
 * or by node id (`[<network>/]<shard>/<node id>/balance`, HIP-679), and loose ones, which belong to no node. Empty when
 * there are none.
 */
export async function findBalanceFiles(store: ObjectStore, signal: AbortSignal): Promise<BalanceInstant[]> {
  const found = new Map<bigint, BalanceEntry[]>();
  const visit = async (
    prefix: string,
    folder: string,
    depth: number,
    numbers: readonly string[],
  ): Promise<void> => {
    const isOf = ownerOf(folder, numbers);
    const inner: string[] = [];
    for await (const { keys, prefixes } of pagesOf(store, prefix, null, signal)) {
      for (const key of keys) {
        const name = key.slice(prefix.length);
        const parsed = parseBalanceName(name);
        if (!parsed) continue;
        const { instant, format, kind } = parsed;
        const entries = found.get(instant) ?? [];
        entries.push({ key, name, format, kind, isOf });
        found.set(instant, entries);
      }
      for (const below of prefixes) inner.push(below.slice(prefix.length, -1));
    }
    for (const name of inner) {
      if (depth === MAX_DEPTH || OTHERS.test(name)) continue;
      await visit(`${prefix}${name}/`, name, depth + 1, NUMBER.test(name) ? [...numbers, name] : numbers);
    }
  };
  await visit('', lastPart(store), 0, []);
  return [...found]
    .map(([instant, entries]) => ({ instant, entries }))
    .sort((a, b) => (a.instant < b.instant ? -1 : 1));
}

function ownerOf(name: string, numbers: readonly string[]): (node: AddressBookEntry) => boolean {
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
