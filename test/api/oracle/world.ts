import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Ledger } from '../../../src/demo/ledger/ledger.ts';
import type { DemoBlock } from '../../../src/demo/network.ts';
import type { NetworkOptions } from '../../../src/demo/options.ts';
import { Random } from '../../../src/demo/random.ts';
import { simulate } from '../../../src/demo/simulate.ts';
import { writeDemo } from '../../../src/demo/write-demo.ts';
import { NumberText, parseExactJson } from '../../conformance/exact-json.ts';
import { ingestFolder } from '../../ingest-rows/ingest-folder.ts';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { isWholeBefore, type Told, type ToldBlock, toldBlock } from './history.ts';

/** A history, and how it is looked at. */
export interface WorldOptions extends NetworkOptions {
  readonly blocks: number;
  /** Past moments, as shares of the history from its first block to its last. */
  readonly moments: readonly number[];
  /** Items on a page. */
  readonly limit: number;
}

export interface Item {
  readonly [name: string]: unknown;
}

/** A simulated ledger, and the API over the database that its stream was ingested into. */
export interface World {
  readonly options: WorldOptions;
  readonly ledger: Ledger;
  readonly blocks: readonly ToldBlock[];
  readonly demoBlocks: readonly DemoBlock[];
  readonly told: readonly Told[];
  /** Instants at which no transaction is half told, the end of the history among them. */
  readonly moments: readonly bigint[];
  readonly api: TestApi;
  /** The answer of a path below `/api/v1`; fails unless it has the status. */
  get(path: string, status?: number): Promise<Item>;
  /** All items of a list, followed to its end with the world's own page size. */
  walk(path: string, items: string): Promise<Item[]>;
  /** Walks in both orders: each item must be there once, in the order that `items` are expected in. */
  expectList(path: string, items: string, ascending: readonly unknown[]): Promise<void>;
  /** Expects an answer to be this. */
  expectOne(path: string, answer: object): Promise<void>;
  /** Expects two values to be the same; `path` says where. */
  expectSame(path: string, got: unknown, wanted: unknown): void;
  /** Some of the values, the same ones each time. */
  some<T>(values: readonly T[], count: number): T[];
  close(): Promise<void>;
}

/** The RSA keys of the nodes are made once for all worlds of a process: they take longest. */
const keyFolder = join(tmpdir(), `tain-oracle-keys-${process.pid}`);
process.on('exit', () => rmSync(keyFolder, { recursive: true, force: true }));

/** Gives a stream's folder the nodes' keys before it is begun, or keeps those it has made. */
export function shareKeys(dir: string): void {
  const own = join(dir, 'keys');
  if (existsSync(own) && !existsSync(keyFolder)) cpSync(own, keyFolder, { recursive: true });
  else if (existsSync(keyFolder) && !existsSync(own)) cpSync(keyFolder, own, { recursive: true });
}

/** Simulates a history, writes it, ingests it, and serves it. */
export async function makeWorld(options: WorldOptions): Promise<World> {
  const dir = mkdtempSync(join(tmpdir(), 'tain-oracle-world-'));
  let api: TestApi | undefined;
  try {
    shareKeys(dir);
    await writeDemo({ dir, dataEverywhere: false, ...options });
    shareKeys(dir);
    const demoBlocks: DemoBlock[] = [];
    const ledger = simulate({
      ...options,
      history: true,
      onBlock: (block) => {
        demoBlocks.push(block);
      },
    });
    api = await startTestApi({ settings: { limitMax: 100 } });
    await ingestFolder({ database: api.database, folder: dir, addressBook: join(dir, 'address_book.bin') });
    await api.database.pool.query('analyze');
    return worldOf(options, ledger, demoBlocks, api);
  } catch (error) {
    await api?.close();
    throw error;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function worldOf(options: WorldOptions, ledger: Ledger, demoBlocks: DemoBlock[], api: TestApi): World {
  const blocks = demoBlocks.map(toldBlock);
  const told = blocks.flatMap(({ items }) => items);
  const get = async (path: string, status = 200): Promise<Item> => {
    const response = await api.get(`/api/v1${path}`);
    const text = await response.text();
    if (response.status !== status) throw new Error(`${path}: ${response.status} ${text}`);
    return exact(text) as Item;
  };
  const walk = async (path: string, items: string): Promise<Item[]> => {
    const all: Item[] = [];
    const limited = `${path}${path.includes('?') ? '&' : '?'}limit=${options.limit}`;
    for (let next: string | null = limited, pages = 0; next !== null; pages++) {
      if (pages > 5_000) throw new Error(`a walk without an end: ${limited}`);
      const answer: Item = await get(next);
      all.push(...(answer[items] as Item[]));
      const link = (answer.links as { next: string | null }).next;
      next = link === null ? null : link.replace('/api/v1', '');
    }
    return all;
  };
  const expectSame = (path: string, got: unknown, wanted: unknown): void => {
    const expected = normal(wanted);
    if (same(got, expected)) return;
    // Of long lists, only what differs is told.
    if (Array.isArray(got) && Array.isArray(expected) && got.length === expected.length) {
      got.forEach((item, i) => {
        if (!same(item, expected[i])) expect(item, `${path} [${i}]`).toEqual(expected[i]);
      });
    }
    expect(got, path).toEqual(expected);
  };
  return {
    options,
    ledger,
    blocks,
    demoBlocks,
    told,
    moments: momentsOf(options, told),
    api,
    get,
    walk,
    async expectList(path, items, ascending) {
      const orders = path.includes('?') ? `${path}&order` : `${path}?order`;
      const up = await walk(`${orders}=asc`, items);
      expectSame(`${orders}=asc`, up, ascending);
      const down = await walk(`${orders}=desc`, items);
      expectSame(`${orders}=desc`, down, [...ascending].reverse());
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

/** Moments at the wished shares of the items, and the end. */
function momentsOf(options: WorldOptions, told: readonly Told[]): bigint[] {
  const moments = new Set<bigint>();
  for (const share of options.moments) {
    let at = Math.min(Math.floor(share * told.length), told.length - 1);
    // An instant between two items: the state there is the one after the first of them.
    for (; at < told.length; at++) {
      const [item, next] = [told[at], told[at + 1]];
      if (item === undefined) break;
      if (next === undefined) moments.add(item.at);
      else if (isWholeBefore(next)) moments.add(item.at + (next.at - item.at) / 2n);
      else continue;
      break;
    }
  }
  const end = told.at(-1)?.at;
  if (end !== undefined) moments.add(end);
  return [...moments].sort((a, b) => (a < b ? -1 : 1));
}

/** Parsed JSON; integers beyond 2^53 as bigint. */
function exact(text: string): unknown {
  return /\d{16}/.test(text) ? normal(parseExactJson(text)) : JSON.parse(text);
}

/** The same value with every integer as a number where that is exact, as a bigint where not. */
function normal(value: unknown): unknown {
  if (value instanceof NumberText)
    return normal(/^-?\d+$/.test(value.text) ? BigInt(value.text) : Number(value.text));
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (Array.isArray(value)) return value.map(normal);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, normal(member)]));
}

function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => same(item, b[i]))
    );
  }
  const [left, right] = [a as Item, b as Item];
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => name in right && same(left[name], right[name]))
  );
}
