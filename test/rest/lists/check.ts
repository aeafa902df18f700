import fc from 'fast-check';
import type { Route } from '../../../src/rest/route/route.ts';
import { EFFORT, tries } from '../../effort.ts';
import { fixedSeed, seedsOf } from '../../seeds.ts';
import { parseCsv } from '../csv/csv-reader.ts';
import { readJson } from '../oracle/compare.ts';
import { addressesOf, expectedCsv, withoutMarks } from './csv-rows.ts';
import type { Filter, RandomRequest } from './random-request.ts';
import type { Item, Statement } from './statement.ts';
import type { ListServer, ListWorld } from './world.ts';

const FIXED_SEED = 3;
/** Seeds of the random requests of a list. */
export const SEEDS: readonly number[] = seedsOf([FIXED_SEED]);
/** Seed of the history. */
export const WORLD_SEED: number = fixedSeed(FIXED_SEED);
/** Whether the requests include the fixed ones, which use every parameter and operator; others may not meet some. */
export const ARE_FIXED: boolean = SEEDS.includes(FIXED_SEED);
/** Timeout of the search for a smaller failing request. */
const SHRINK_TIMEOUT_MS = 60_000;
/** Approximate number of pages of a paged list; on several servers, where each takes longer. */
const PAGES = 6;
export const FEW_PAGES = 2;
const DEFAULT_LIMIT = 25;
const PLAIN = [{ operator: 'eq', value: '', text: '' }] as const;
/** Number of requests searched for an unused parameter. */
const SAMPLE = 4000;

/** Operators of a route's parameters with which the list had an item, by parameter. */
export class Exercised {
  readonly #met = new Map<string, Map<string, Set<string>>>();

  note(route: string, { query, path }: RandomRequest): void {
    const names = this.#met.get(route) ?? new Map<string, Set<string>>();
    this.#met.set(route, names);
    for (const name of Object.keys(path)) names.set(name, new Set(['path']));
    for (const [name, filters] of Object.entries(query)) {
      if (filters.length === 0) continue;
      const operators = names.get(name) ?? new Set();
      names.set(name, operators);
      for (const { operator } of filters) operators.add(operator);
    }
  }

  of(route: string): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#met.get(route) ?? new Map();
  }
}

interface Paging {
  readonly order: 'asc' | 'desc' | undefined;
  readonly limit: number | undefined;
  /** Index of the server whose pages are followed. */
  readonly serverIndex: number;
  /** Rotation of the parameters, whose order must not matter. */
  readonly rotation?: number | undefined;
}

const paging: fc.Arbitrary<Paging> = fc.record({
  order: fc.constantFrom('asc', 'desc', undefined),
  limit: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 100 }), fc.constant(undefined)),
  serverIndex: fc.nat({ max: 100 }),
  rotation: fc.nat({ max: 7 }),
});

const written = ({ operator, text }: Filter, several: boolean): string =>
  operator === 'eq' && !several ? text : `${operator}:${text}`;

function urlOf(
  route: string,
  { path, query }: RandomRequest,
  { order, rotation = 0 }: Pick<Paging, 'order' | 'rotation'>,
  limit: number | undefined,
): string {
  const pathname = Object.entries(path).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
    route,
  );
  const parameters = Object.entries(query).flatMap(([name, filters]) =>
    filters.map(
      (filter) =>
        `${name}=${encodeURIComponent(written(filter, filters.length > 1 && typeof filter.value === 'bigint')).replaceAll('%3A', ':')}`,
    ),
  );
  if (order !== undefined) parameters.push(`order=${order}`);
  if (limit !== undefined) parameters.push(`limit=${limit}`);
  if (parameters.length === 0) return pathname;
  const first = rotation % parameters.length;
  return `${pathname}?${[...parameters.slice(first), ...parameters.slice(0, first)].join('&')}`;
}

interface Page {
  readonly keys: readonly string[] | 404;
  readonly next: string | null;
}

async function requestPage({ api }: ListServer, statement: Statement, url: string): Promise<Page> {
  const response = await api.get(url);
  const text = await response.text();
  if (response.status === 404) return { keys: 404, next: null };
  if (response.status !== 200 && response.status !== 206)
    throw new Error(`${url}: ${response.status} ${text}`);
  const answer = readJson(text) as Item;
  const items = answer[statement.items] as Item[];
  return { keys: items.map(statement.keyOf), next: (answer.links as { next: string | null }).next };
}

function expectKeys(where: string, got: readonly string[] | 404, expected: readonly string[] | 404): void {
  if (JSON.stringify(got) === JSON.stringify(expected)) return;
  if (got === 404 || expected === 404) throw new Error(`${where}: ${got} instead of ${expected}`);
  const missing = expected.filter((key) => !got.includes(key));
  const surplus = got.filter((key) => !expected.includes(key));
  const list = (keys: readonly string[]) => `${keys.length} (${keys.slice(0, 8).join(', ')})`;
  throw new Error(
    `${where}: ${got.length} items instead of ${expected.length}; missing ${list(missing)}, too many ${list(surplus)}${missing.length + surplus.length === 0 ? `; in another order: ${got.slice(0, 8).join(', ')} instead of ${expected.slice(0, 8).join(', ')}` : ''}`,
  );
}

/** Sends one request to the servers: the first page to all, all pages to one. */
async function checkRequest(
  world: ListWorld,
  statement: Statement,
  request: RandomRequest,
  { order, limit, serverIndex: way, rotation }: Paging,
  pages: number,
): Promise<number> {
  const { max = 100 } = statement;
  const ascending = statement.expect(world.rows, request);
  const shown = Math.min(limit ?? (max < DEFAULT_LIMIT ? 10 : DEFAULT_LIMIT), max);
  const keys =
    ascending === 404 ? ascending : (order ?? statement.order) === 'asc' ? ascending : ascending.toReversed();
  const url = urlOf(statement.route, request, { order, rotation }, limit);
  const page = keys === 404 ? keys : keys.slice(0, shown);
  const servers = statement.dependsOnServer ? world.servers : world.servers.slice(0, 1);
  await Promise.all(
    servers.map(async (each) =>
      expectKeys(`${each.name}: ${url}`, (await requestPage(each, statement, url)).keys, page),
    ),
  );
  const paged = servers[way % servers.length];
  if (keys === 404 || paged === undefined || statement.unlinked?.(request))
    return keys === 404 ? 0 : keys.length;
  // A minimum page size, because small pages of a long list would dominate the run time.
  const step = Math.min(max, Math.max(shown, Math.ceil(keys.length / pages)));
  const first = urlOf(statement.route, request, { order, rotation }, step);
  const met: string[] = [];
  for (let next: string | null = first, read = 0; next !== null; read++) {
    if (read > keys.length / step + 2)
      throw new Error(`${paged.name}: pages without an end: ${first}, now ${next}`);
    const found: Page = await requestPage(paged, statement, next);
    if (found.keys === 404) throw new Error(`${paged.name}: ${next} is 404, paging from ${first}`);
    if (found.next !== null && found.keys.length < step)
      throw new Error(`${paged.name}: ${next}: a short page before the last`);
    met.push(...found.keys);
    next = found.next;
  }
  const isLast = (key: string, index: number) =>
    (index + 1) % step === 0 &&
    statement.endsWith?.(world.rows, request, order ?? statement.order, BigInt(key));
  const last = keys.findIndex(isLast);
  expectKeys(`${paged.name}: pages from ${first}`, met, last < 0 ? keys : keys.slice(0, last + 1));
  return keys.length;
}

function isNothing(keys: readonly string[] | 404): boolean {
  return keys === 404 || keys.length === 0;
}

/** Returns a route's parameters that no request with an item has used yet. */
export function leftOut(
  route: Route,
  { refused = {} }: Statement,
  exercised: Exercised,
): [name: string, operator: string][] {
  const met = exercised.of(route.path);
  const paths = Object.keys(route.pathParameters).map((name) => [name, 'path'] as [string, string]);
  const query = Object.entries(route.parameters).flatMap(([name, { how, operators }]) =>
    (how === 'list' ? operators : (['eq'] as const))
      .filter((operator) => !refused[name]?.includes(operator))
      .map((operator): [string, string] => [name, operator]),
  );
  return [...paths, ...query].filter(([name, operator]) => !met.get(name)?.has(operator));
}

/**
 * Sends requests with the parameters that random requests have not used. For each parameter, sends the first of many
 * random requests that has it and returns items.
 */
async function requestRest(
  world: ListWorld,
  statement: Statement,
  route: Route,
  exercised: Exercised,
  pages: number,
): Promise<void> {
  const rest = leftOut(route, statement, exercised);
  if (rest.length === 0) return;
  const paging: Paging = { order: statement.order, limit: 20, serverIndex: 0 };
  // Drawing requests takes long, and the first ones often have all parameters.
  for (const [from, numRuns] of [
    [0, SAMPLE / 16],
    [SAMPLE / 16, SAMPLE],
  ] as const) {
    if (leftOut(route, statement, exercised).length === 0) return;
    for (const request of fc
      .sample(statement.requests(world.rows), { seed: WORLD_SEED, numRuns })
      .slice(from)) {
      const has = rest.some(
        ([name, operator]) =>
          !exercised.of(route.path).get(name)?.has(operator) &&
          request.query[name]?.some((filter) => filter.operator === operator),
      );
      if (!has || isNothing(statement.expect(world.rows, request))) continue;
      await checkRequest(world, statement, request, paging, pages);
      exercised.note(route.path, request);
      exercised.note(route.path, { path: {}, query: { order: PLAIN, limit: PLAIN } });
    }
  }
}

/** Requests of a statement's check. */
interface Effort {
  readonly seeds: readonly number[];
  /** Number of requests of each seed. */
  readonly runs: number;
  /** Approximate number of pages of a paged list. */
  readonly pages?: number;
}

/** Throws, with the smallest failing request, unless the answers to random requests equal the naive statement over the rows. */
export async function checkStatement(
  world: ListWorld,
  statement: Statement,
  route: Route,
  { seeds, runs, pages = PAGES }: Effort,
  exercised: Exercised,
): Promise<void> {
  const property = fc.asyncProperty(statement.requests(world.rows), paging, async (request, page) => {
    const count = await checkRequest(world, statement, request, page, pages);
    if (count === 0) return;
    const common = [page.order && 'order', page.limit && 'limit'].filter((name) => typeof name === 'string');
    const query = Object.fromEntries(
      common.map((name) => [name, [{ operator: 'eq', value: '', text: '' }] as const]),
    );
    exercised.note(statement.route, { path: request.path, query: { ...request.query, ...query } });
  });
  for (const seed of seeds) {
    await fc.assert(property, {
      seed,
      numRuns: tries(runs),
      interruptAfterTimeLimit: SHRINK_TIMEOUT_MS * EFFORT,
      includeErrorInReport: true,
    });
  }
  await requestRest(world, statement, route, exercised, pages);
}

/** Throws unless the CSV of random requests has the rows of all their pages in JSON. */
export async function checkCsv(
  { servers: [server], rows }: ListWorld,
  statement: Statement,
  { seeds, runs }: Effort,
): Promise<void> {
  const property = fc.asyncProperty(statement.requests(rows), paging, async (request, page) => {
    const limit = Math.max(page.limit ?? DEFAULT_LIMIT, DEFAULT_LIMIT);
    const url = urlOf(statement.route, request, page, limit);
    const items: Item[] = [];
    for (let next: string | null = url; next !== null; ) {
      const answer = await server?.api.get(next);
      if (answer?.status !== 200) return;
      const body = readJson(await answer.text()) as Item;
      items.push(...(body[statement.items] as Item[]));
      next = (body.links as { next: string | null }).next;
    }
    const accounts = request.query['account.id'] ?? [];
    const named = accounts.every(({ operator }) => operator === 'eq')
      ? accounts.map(({ value }) => `0.0.${value}`)
      : [];
    const csv = await server?.api.get(url, { headers: { accept: 'text/csv' } });
    const [, ...records] = parseCsv((await csv?.text()) ?? '');
    const { idOrAliasOrEvmAddress: account } = request.path;
    const expected = expectedCsv(
      statement.route,
      items,
      rows,
      account === undefined ? named : [account, ...addressesOf(rows, account)],
    );
    if (JSON.stringify(records.map(withoutMarks)) !== JSON.stringify(expected.map(withoutMarks))) {
      const at = expected.findIndex(
        (row, index) =>
          JSON.stringify(withoutMarks(records[index] ?? [])) !== JSON.stringify(withoutMarks(row)),
      );
      throw new Error(`${url}: row ${at} is ${records[at]?.join()} instead of ${expected[at]?.join()}`);
    }
  });
  for (const seed of seeds)
    await fc.assert(property, { seed, numRuns: tries(runs), includeErrorInReport: true });
}
