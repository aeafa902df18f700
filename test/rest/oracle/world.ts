import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Ledger } from '../../../packages/network-simulator/src/ledger/ledger.ts';
import type { NetworkOptions } from '../../../packages/network-simulator/src/options.ts';
import { Random } from '../../../packages/network-simulator/src/random.ts';
import { simulate } from '../../../packages/network-simulator/src/simulate.ts';
import { writeDemo } from '../../../packages/network-simulator/src/write-demo.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import type { Database } from '../../../src/store/connections/database.ts';
import { rootOf } from '../../ingest/block-writer.ts';
import { ingestFolder } from '../../ingest/ingest-folder.ts';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { expectSame, type Item, readJson } from './compare.ts';
import { isWholeBetween, type Recorded, type RecordedBlock, recordedBlock } from './history.ts';

/** Options of a history, and of the API that reads it. */
export interface WorldOptions extends NetworkOptions {
  readonly blocks: number;
  /** Past moments, as thousandths of the history from its first item to its last. */
  readonly moments: readonly number[];
  /** Number of items on a page. */
  readonly limit: number;
  /** First block of the block stream; absent: all blocks are record files. */
  readonly cutover?: number;
  /** Orders in which lists of balances are read. Default: both. */
  readonly orders?: readonly ('asc' | 'desc')[];
}

/** The file of a block. */
export interface StoredBlock {
  readonly name: string;
  readonly size: number;
  /** Root hash of a block of the block stream; null for a record file. */
  readonly root: Uint8Array | null;
}

/** A simulated ledger, and the API on the database into which its stream was ingested. */
export interface World {
  readonly options: WorldOptions;
  readonly ledger: Ledger;
  readonly blocks: readonly RecordedBlock[];
  /** Files of the blocks by number. */
  readonly files: ReadonlyMap<number, StoredBlock>;
  readonly recorded: readonly Recorded[];
  /** Initial address book of the mirror. */
  readonly book: Uint8Array;
  /** Times at which no transaction is partly recorded, including the end of the history. */
  readonly moments: readonly bigint[];
  /** Returns the answer of a path below `/api/v1`. Throws for another status. */
  get(path: string, status?: number): Promise<Item>;
  /** Returns all items of a list, along its links, with the world's own page size. */
  readAll(path: string, items: string): Promise<Item[]>;
  /** Checks pages in both orders: each item occurs once, in the given order and in its reverse. */
  expectList(path: string, items: string, ascending: readonly unknown[]): Promise<void>;
  /** Expects the answer of a path to equal an object. */
  expectOne(path: string, answer: object): Promise<void>;
  /** Expects two values to be equal; `path` is the prefix of the message. */
  expectSame(path: string, got: unknown, expected: unknown): void;
  /** Returns some of the values, the same ones on each call. */
  some<T>(values: readonly T[], count: number): T[];
  close(): Promise<void>;
}

/** A world whose database other services than the API can read. */
export interface StoredWorld extends World {
  readonly database: Database;
}

/** RSA keys of the nodes, shared by all worlds of a process because generating them is the slowest step. */
const keyFolder = join(tmpdir(), `tain-oracle-keys-${process.pid}`);
process.on('exit', () => rmSync(keyFolder, { recursive: true, force: true }));

/** Copies the nodes' keys into a stream's folder before it is written, or stores the keys it has generated. */
export function shareKeys(dir: string): void {
  const own = join(dir, 'keys');
  if (existsSync(own) && !existsSync(keyFolder)) cpSync(own, keyFolder, { recursive: true });
  else if (existsSync(keyFolder) && !existsSync(own)) cpSync(keyFolder, own, { recursive: true });
}

const met = new Map<string, number>();

/**
 * Returns the maximum number of compared items of each kind of list, over all worlds of the process, to show that the
 * histories cover every kind. The key is the path with `#` for values.
 */
export function metLists(): ReadonlyMap<string, number> {
  return met;
}

function noteList(path: string, items: number): void {
  const kind = path.replace(/0x[0-9a-f]+|\d[\d.-]*/g, '#');
  met.set(kind, Math.max(met.get(kind) ?? 0, items));
}

/** API that the checks query: `TestApi`, or a similar one. */
type QueriedApi = Pick<TestApi, 'get' | 'close'>;

/** Simulates and writes a history, ingests it into the database that `open` returns, and serves it. */
export async function makeWorld(
  options: WorldOptions,
  open: () => Promise<QueriedApi & { readonly stored: Database }> = openApi,
): Promise<StoredWorld> {
  const dir = mkdtempSync(join(tmpdir(), 'tain-oracle-world-'));
  const api = await open();
  try {
    shareKeys(dir);
    await writeDemo({ dir, dataEverywhere: false, ...options, runCode: demoEngine });
    shareKeys(dir);
    await ingestFolder({ database: api.stored, folder: dir, addressBook: join(dir, 'address_book.bin') });
    await api.stored.pool.query('analyze');
    const book = readFileSync(join(dir, 'address_book.bin'));
    return { ...(await openWorld(options, { files: filesIn(dir), book }, api)), database: api.stored };
  } catch (error) {
    await api.close();
    throw error;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function openApi(): Promise<QueriedApi & { readonly stored: Database }> {
  const api = await startTestApi({ settings: { maxConnections: 6 } });
  return { get: api.get, close: api.close, stored: api.database };
}

/** Returns the files of a stream by number, from 0: record files, then blocks. */
function filesIn(dir: string): Map<number, StoredBlock> {
  const folder = join(dir, 'recordstreams', 'record0.0.3');
  const records = readdirSync(folder)
    .filter((name) => name.endsWith('.rcd.gz'))
    .sort()
    .map((name): StoredBlock => ({ name, size: statSync(join(folder, name)).size, root: null }));
  const files = new Map(records.entries());
  const blocks = join(dir, 'demo', 'block');
  for (const path of existsSync(blocks) ? (readdirSync(blocks, { recursive: true }) as string[]) : []) {
    if (!path.endsWith('.blk.gz')) continue;
    const bytes = readFileSync(join(blocks, path));
    const name = path.replaceAll('/', '');
    files.set(Number.parseInt(name, 10), { name, size: bytes.length, root: rootOf(gunzipSync(bytes)) });
  }
  return files;
}

/** Opens the world of a history that an API serves. */
export async function openWorld(
  options: WorldOptions,
  stored: Pick<World, 'files' | 'book'>,
  api: QueriedApi,
): Promise<World> {
  const blocks: RecordedBlock[] = [];
  const ledger = await simulate({
    ...options,
    runCode: demoEngine,
    history: true,
    onBlock: (block) => {
      blocks.push(recordedBlock(block, blocks.at(-1)));
    },
  });
  // The hash of a block of the block stream is its root hash.
  const known = blocks.map((block) => {
    const { name, root } = stored.files.get(block.number) ?? {};
    return root && name ? { ...block, name, hash: root } : block;
  });
  const recorded = blocks.flatMap(({ items }) => items);
  const get = async (path: string, status = 200): Promise<Item> => {
    const response = await api.get(`/api/v1${path}`);
    const text = await response.text();
    if (response.status !== status) throw new Error(`${path}: ${response.status} ${text}`);
    return readJson(text) as Item;
  };
  const readAll = async (path: string, items: string): Promise<Item[]> => {
    const all: Item[] = [];
    const first = `${path}${path.includes('?') ? '&' : '?'}limit=${options.limit}`;
    for (let next: string | null = first, pages = 0; next !== null; pages++) {
      if (pages > 5_000) throw new Error(`paging without an end: ${first}`);
      const answer: Item = await get(next);
      all.push(...(answer[items] as Item[]));
      const link = (answer.links as { next: string | null }).next;
      next = link === null ? null : link.replace('/api/v1', '');
    }
    return all;
  };
  return {
    options,
    ledger,
    blocks: known,
    ...stored,
    recorded,
    moments: momentsOf(options, recorded),
    get,
    readAll,
    async expectList(path, items, ascending) {
      noteList(path, ascending.length);
      const ordered = path.includes('?') ? `${path}&order` : `${path}?order`;
      expectSame(`${ordered}=asc`, await readAll(`${ordered}=asc`, items), ascending);
      const descending = [...ascending].reverse();
      expectSame(`${ordered}=desc`, await readAll(`${ordered}=desc`, items), descending);
    },
    async expectOne(path, answer) {
      expectSame(path, await get(path), answer);
    },
    expectSame,
    some(values, count) {
      const random = new Random(options.seed + values.length);
      const left = [...values];
      const picked: typeof left = [];
      while (picked.length < count && left.length > 0) {
        picked.push(...left.splice(random.below(left.length), 1));
      }
      return picked;
    },
    close: () => api.close(),
  };
}

/** Returns the moments at the requested shares of the items, and the end. */
function momentsOf(options: WorldOptions, recorded: readonly Recorded[]): bigint[] {
  const moments = new Set<bigint>();
  for (const share of options.moments) {
    let at = Math.min(Math.floor((share * recorded.length) / 1000), recorded.length - 1);
    // A moment between two items has the state after the first of them.
    for (; at < recorded.length; at++) {
      const [item, next] = [recorded[at], recorded[at + 1]];
      if (item === undefined) break;
      if (next === undefined) moments.add(item.at);
      else if (isWholeBetween(item, next)) moments.add(item.at + (next.at - item.at) / 2n);
      else continue;
      break;
    }
  }
  const end = recorded.at(-1)?.at;
  if (end !== undefined) moments.add(end);
  return [...moments].sort((a, b) => (a < b ? -1 : 1));
}
