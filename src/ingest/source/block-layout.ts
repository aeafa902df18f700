import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { blockPath, parseBlockPath } from '../../kernel/block-stream.ts';
import { isDirectory } from './folder-layout.ts';
import { isMissing } from './read-limited.ts';

const EXTENSIONS = ['.blk.zstd', '.blk.gz', '.blk'] as const;

/** How a folder names its blocks, without extension: current, older (36 and 19 digits), and by hand. */
const BASES: readonly ((number: bigint) => string)[] = [
  (number) => blockPath(number).replace(/\.blk\.zstd$/, ''),
  (number) => number.toString().padStart(36, '0'),
  (number) => number.toString().padStart(19, '0'),
  (number) => number.toString(),
];

/** The layouts of `pathOf`. */
export const LAYOUTS = BASES.length * EXTENSIONS.length;

/** The path of a block below its folder, in one of `LAYOUTS` layouts. */
export function pathOf(number: bigint, layout: number): string {
  const base = BASES[Math.floor(layout / EXTENSIONS.length)];
  if (!base) throw new RangeError(`no layout ${layout}`);
  return `${base(number)}${EXTENSIONS[layout % EXTENSIONS.length]}`;
}

/** Folders above the blocks have few entries; reading stops here in one that turns out to be different. */
const MAX_ENTRIES = 20_000;
const DIGITS = /^\d{4}$/;
const NETWORK = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const NUMBER = /^\d{1,18}$/;
const RESET = /^-\d{12}$/;
/** Levels of folders with four digits each above a block of the current layout. */
const DIGIT_LEVELS = 4;

/**
 * The folder below a root that holds blocks: the root itself, `block/`, `<network>/block/` or the node-id layout
 * `<network>/<shard>/<nodeId>/block/`, or the same below `block-preview/`. After a reset a network's folder is
 * `<network>-yyyyMMddHHmm`: the latest one counts. Null while there is none. `network`: null takes any name.
 */
export async function findBlockFolder(
  root: string,
  network: string | null,
  signal: AbortSignal,
): Promise<string | null> {
  for (const above of [root, join(root, 'block-preview')]) {
    for (const folder of [above, join(above, 'block')]) {
      if ((await firstBlock(folder, signal)) !== null) return folder;
    }
    const named = (await entriesOf(above, signal)).filter((name) => isOfNetwork(name, network));
    for (const name of named.sort().reverse()) {
      const found = await findInNetwork(join(above, name), signal);
      if (found !== null) return found;
    }
  }
  return null;
}

function isOfNetwork(name: string, network: string | null): boolean {
  if (name === 'block' || name === 'block-preview' || DIGITS.test(name) || !NETWORK.test(name)) return false;
  if (network === null || name === network) return true;
  return name.startsWith(`${network}-`) && RESET.test(name.slice(network.length));
}

async function findInNetwork(folder: string, signal: AbortSignal): Promise<string | null> {
  const direct = join(folder, 'block');
  if ((await firstBlock(direct, signal)) !== null) return direct;
  for (const shard of numbersOf(await entriesOf(folder, signal))) {
    for (const node of numbersOf(await entriesOf(join(folder, shard), signal))) {
      const inner = join(folder, shard, node, 'block');
      if ((await firstBlock(inner, signal)) !== null) return inner;
    }
  }
  return null;
}

function numbersOf(names: readonly string[]): string[] {
  return names.filter((name) => NUMBER.test(name)).sort((a, b) => Number(BigInt(a) - BigInt(b)));
}

/** The lowest number of a block in a folder, in any layout, from a number on; null when it has none or does not exist. */
export async function firstBlock(folder: string, signal: AbortSignal, from = 0n): Promise<bigint | null> {
  return lowest(folder, '', signal, from);
}

async function lowest(
  folder: string,
  path: string,
  signal: AbortSignal,
  from: bigint,
): Promise<bigint | null> {
  let first: bigint | null = null;
  const inner: string[] = [];
  for await (const name of namesIn(join(folder, path), signal)) {
    const number = parseBlockPath(path === '' ? name : `${path}/${name}`);
    if (number !== null && number >= from && (first === null || number < first)) first = number;
    if (DIGITS.test(name)) inner.push(name);
  }
  if (path.split('/').length > DIGIT_LEVELS) return first;
  for (const name of inner.sort()) {
    const found = await lowest(folder, path === '' ? name : `${path}/${name}`, signal, from);
    if (found === null) continue;
    return first === null || found < first ? found : first;
  }
  return first;
}

async function entriesOf(folder: string, signal: AbortSignal): Promise<string[]> {
  const names: string[] = [];
  let seen = 0;
  for await (const name of namesIn(folder, signal)) {
    if (++seen > MAX_ENTRIES) break;
    if (NETWORK.test(name) && (await isDirectory(join(folder, name)))) names.push(name);
  }
  return names;
}

/** The names in a folder; none when there is no such folder. */
async function* namesIn(folder: string, signal: AbortSignal): AsyncGenerator<string> {
  try {
    for await (const { name } of await opendir(folder)) {
      signal.throwIfAborted();
      yield name;
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
