import { blockPath, parseBlockPath } from '@tain/ledger/block-stream';
import { MAX_ENTRIES, namesBelow, type ObjectStore, pagesOf } from '../store/object-store.ts';

const EXTENSIONS = ['.blk.zstd', '.blk.gz', '.blk'] as const;

/** Names of blocks in a store, without extension: current, older (36 and 19 digits), and written by hand. */
const BASES: readonly ((number: bigint) => string)[] = [
  (number) => blockPath(number).replace(/\.blk\.zstd$/, ''),
  (number) => number.toString().padStart(36, '0'),
  (number) => number.toString().padStart(19, '0'),
  (number) => number.toString(),
];

/** Number of layouts of `blockPathOf`. */
export const LAYOUTS = BASES.length * EXTENSIONS.length;

/** Returns the key of a block below the prefix of all blocks, in one of `LAYOUTS` layouts. */
export function blockPathOf(number: bigint, layout: number): string {
  const base = BASES[Math.floor(layout / EXTENSIONS.length)];
  if (!base) throw new RangeError(`no layout ${layout}`);
  return `${base(number)}${EXTENSIONS[layout % EXTENSIONS.length]}`;
}

const PREVIEW = 'block-preview';
const DIGITS = /^\d{4}$/;
const NETWORK = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const NUMBER = /^\d{1,18}$/;
const RESET = /^-\d{12}$/;
const PADDED = /(?:^|\/)\d{19,36}\.blk/;
/** Levels of prefixes with four digits each above a block of the current layout. */
const DIGIT_LEVELS = 4;

/**
 * Finds the prefix of the blocks in a store: `''`, `block/`, `<network>/block/` or the node-id layout
 * `<network>/<shard>/<nodeId>/block/`, or the same below `block-preview/`. After a reset a network's prefix is
 * `<network>-yyyyMMddHHmm/`: the latest one counts. Returns null while there is none. `network`: null accepts any name.
 * `known`: the prefix found before, below which nothing is listed again. Takes one request if that prefix still counts,
 * or if the store is empty.
 */
export async function findBlockPrefix(
  store: ObjectStore,
  network: string | null,
  signal: AbortSignal,
  known: string | null = null,
): Promise<string | null> {
  const hasBlocks = async (prefix: string) =>
    prefix === known || (await firstBlock(store, prefix, signal)) !== null;
  for (const above of ['', `${PREVIEW}/`]) {
    const { hasBlock, names } = await entriesBelow(store, above, signal);
    if (hasBlock || (names.some((name) => DIGITS.test(name)) && (await hasBlocks(above)))) return above;
    if (names.includes('block') && (await hasBlocks(`${above}block/`))) return `${above}block/`;
    for (const name of names.filter((each) => isOfNetwork(each, network)).reverse()) {
      const direct = `${above}${name}/block/`;
      const found = (await hasBlocks(direct))
        ? direct
        : await findInNetwork(store, `${above}${name}/`, signal);
      if (found !== null) return found;
    }
    if (!names.includes(PREVIEW)) return null;
  }
  return null;
}

interface Entries {
  /** Whether there is a block directly below the prefix. */
  readonly hasBlock: boolean;
  /** Names of the prefixes one level below, in order. */
  readonly names: readonly string[];
}

/**
 * Reads the entries below a prefix, at most `MAX_ENTRIES`. A prefix above those of networks has few; a prefix with more
 * is of another kind.
 */
async function entriesBelow(store: ObjectStore, prefix: string, signal: AbortSignal): Promise<Entries> {
  const names: string[] = [];
  let seen = 0;
  for await (const { keys, prefixes } of pagesOf(store, prefix, null, signal)) {
    if (keys.some((key) => parseBlockPath(key.slice(prefix.length)) !== null)) {
      return { hasBlock: true, names };
    }
    for (const inner of prefixes) names.push(inner.slice(prefix.length, -1));
    seen += keys.length + prefixes.length;
    if (seen >= MAX_ENTRIES) break;
  }
  return { hasBlock: false, names: names.sort() };
}

function isOfNetwork(name: string, network: string | null): boolean {
  if (name === 'block' || name === PREVIEW || DIGITS.test(name) || !NETWORK.test(name)) return false;
  if (network === null || name === network) return true;
  return name.startsWith(`${network}-`) && RESET.test(name.slice(network.length));
}

/** Finds the prefix of a network's blocks in the node-id layout. */
async function findInNetwork(
  store: ObjectStore,
  prefix: string,
  signal: AbortSignal,
): Promise<string | null> {
  for (const shard of numbersOf(await namesBelow(store, prefix, signal))) {
    for (const node of numbersOf(await namesBelow(store, `${prefix}${shard}/`, signal))) {
      const inner = `${prefix}${shard}/${node}/block/`;
      if ((await firstBlock(store, inner, signal)) !== null) return inner;
    }
  }
  return null;
}

function numbersOf(names: readonly string[]): string[] {
  return names.filter((name) => NUMBER.test(name)).sort((a, b) => Number(BigInt(a) - BigInt(b)));
}

/** Returns the lowest number of a block below a prefix, in any layout, from a number on; null when there is none. */
export async function firstBlock(
  store: ObjectStore,
  prefix: string,
  signal: AbortSignal,
  from = 0n,
): Promise<bigint | null> {
  return lowest(store, prefix, '', signal, from);
}

/** Returns the highest number of a block below a prefix, in any layout; null when there is none. */
export async function lastBlock(
  store: ObjectStore,
  prefix: string,
  signal: AbortSignal,
): Promise<bigint | null> {
  return highest(store, prefix, '', signal);
}

async function highest(
  store: ObjectStore,
  prefix: string,
  path: string,
  signal: AbortSignal,
): Promise<bigint | null> {
  let last: bigint | null = null;
  const inner: string[] = [];
  for await (const { keys, prefixes } of pagesOf(store, `${prefix}${path}`, null, signal)) {
    for (const key of keys) {
      const number = parseBlockPath(key.slice(prefix.length));
      if (number !== null && (last === null || number > last)) last = number;
    }
    for (const below of prefixes) inner.push(below.slice(prefix.length));
  }
  if (path.split('/').length > DIGIT_LEVELS) return last;
  for (const below of inner.filter((name) => DIGITS.test(name.slice(path.length, -1))).reverse()) {
    const found = await highest(store, prefix, below, signal);
    if (found === null) continue;
    return last === null || found > last ? found : last;
  }
  return last;
}

async function lowest(
  store: ObjectStore,
  prefix: string,
  path: string,
  signal: AbortSignal,
  from: bigint,
): Promise<bigint | null> {
  let first: bigint | null = null;
  const inner: string[] = [];
  for await (const { keys, prefixes } of pagesOf(store, `${prefix}${path}`, null, signal)) {
    for (const key of keys) {
      const number = parseBlockPath(key.slice(prefix.length));
      if (number !== null && number >= from && (first === null || number < first)) first = number;
    }
    for (const below of prefixes) inner.push(below.slice(prefix.length));
    // Padded names are in the order of their numbers, so later ones are higher.
    if (first !== null && keys.some((key) => PADDED.test(key))) break;
  }
  if (path.split('/').length > DIGIT_LEVELS) return first;
  for (const below of inner.filter((name) => DIGITS.test(name.slice(path.length, -1)))) {
    const found = await lowest(store, prefix, below, signal, from);
    if (found === null) continue;
    return first === null || found < first ? found : first;
  }
  return first;
}
