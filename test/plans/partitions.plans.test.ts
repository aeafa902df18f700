import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Database } from '../../src/store/connections/database.ts';
import type { EmbeddedServer } from '../../src/store/embedded/embedded.ts';
import { startTestApi, type TestApi } from '../rest/api-fixture.ts';
import { type ExecutedStatement, noteStatements, partitionsRead } from '../rest/statement-work.ts';
import { fixedSeed } from '../seeds.ts';
import { openSeededDatabase, partitionBounds, type SeedSize } from './database.ts';
import { drawRequests } from './list-requests.ts';
import { readSeededValues, type SeededValues } from './seeded-values.ts';

/**
 * Checks the partitions that lists read, with a fifth of the rows that `list-requests.plans.test.ts` has in one table,
 * because the number of partitions does not depend on their rows. The requests are random, as in that file.
 */
const PARTITIONS = 10;
const SIZE: SeedSize = {
  transactions: Number(process.env.TAIN_PLANS_TRANSACTIONS ?? 200_000),
  seed: 1,
  partitions: PARTITIONS,
};
const BOUNDS = partitionBounds(SIZE);
const SEED = fixedSeed(1);
const REQUESTS = Number(process.env.TAIN_PLANS_REQUESTS ?? 2000) / 4;

let server: EmbeddedServer;
let database: Database;
let api: TestApi;
let statements: ExecutedStatement[];
let values: SeededValues;
beforeAll(async () => {
  server = await openSeededDatabase(SIZE);
  database = new Database(server.target, {
    applicationName: 'tain test plans',
    maxConnections: 12,
    statementTimeoutMs: 20_000,
  });
  values = await readSeededValues(database);
  const clock = () => Date.UTC(2026, 0, 4);
  api = await startTestApi({ database, clock });
  statements = noteStatements();
  // The first connection detects the partitions.
  await api.get('/api/v1/blocks');
});
afterAll(async () => {
  vi.restoreAllMocks();
  await api?.close();
  await database?.end();
  await server?.release();
});

/** Returns the partitions of any table that a request reads; undefined for a refused request. */
async function partitionsOf(path: string): Promise<Set<number> | undefined> {
  statements.length = 0;
  const response = await api.get(`/api/v1/${path}`);
  const body = await response.text();
  if (response.status === 400) return undefined;
  expect([200, 404], `${path}: ${body}`).toContain(response.status);
  const read = new Set<number>();
  for (const statement of statements.splice(0)) {
    for (const parts of (await partitionsRead(database, statement)).values())
      for (const part of parts) read.add(Number(part));
  }
  return read;
}

/** Returns the first and last partition within a request's time filters. */
function partsOf(path: string): readonly [first: number, last: number] {
  let [lower, upper] = [0, PARTITIONS - 1];
  const named: number[] = [];
  for (const [, operator, seconds = '', nanos = ''] of path.matchAll(
    /\btimestamp=(?:(\w+):)?(\d+)\.(\d+)/g,
  )) {
    const at = BigInt(seconds + nanos);
    const part = BOUNDS.filter((bound) => bound <= at).length;
    if (operator === undefined) named.push(part);
    else if (operator.startsWith('g')) lower = Math.max(lower, part);
    else if (operator.startsWith('l')) upper = Math.min(upper, part);
  }
  return named.length === 0 ? [lower, upper] : [Math.min(...named), Math.max(...named)];
}

/** Requests that read partitions outside of their time filters, too. */
const EXCEPTIONS: readonly (readonly [request: RegExp, reason: string])[] = [
  [/^contracts\/.*\bfrom=(?:[gl]te?|ne):/, 'senders within bounds are counted over all times'],
  [/^transactions\?.*\baccount\.id=(?:[gl]te?|ne):/, 'accounts within bounds are counted over all times'],
  [
    /\btimestamp=\d.*\btimestamp=\d/,
    'several times are an array, by which PostgreSQL prunes for known values only',
  ],
  [
    /^topics\/.*\bsequencenumber=/,
    'a time becomes numbers: the index of numbers is descended in each partition',
  ],
];

it('lists with a time range read the partitions of that range', async () => {
  const found: string[] = [];
  let reading = 0;
  for (const { path, parameters } of drawRequests(values, SEED, REQUESTS)) {
    if (!parameters.includes('timestamp') || EXCEPTIONS.some(([request]) => request.test(path))) continue;
    const read = await partitionsOf(path);
    const [first, last] = partsOf(path);
    if (read !== undefined && read.size > 0 && last - first < PARTITIONS - 1) reading += 1;
    const others = [...(read ?? [])].filter((part) => part < first || part > last);
    if (others.length > 0) found.push(`${path}: ${others}, not ${first} to ${last}`);
  }
  expect(found).toEqual([]);
  expect(reading).toBeGreaterThan(REQUESTS / 50);
});

/**
 * Number of partitions read by lists without a time filter, for the newest and the oldest rows (0128): all partitions
 * if the index begins with another column that is part of the order, or if there is no full page before.
 */
const WITHOUT_TIME: Readonly<Record<string, readonly [newest: number, oldest: number]>> = {
  transactions: [1, 1],
  'transactions?result=fail': [1, 1],
  'transactions?transactiontype=CRYPTOTRANSFER': [10, 10],
  'transactions?account.id=1001': [10, 10],
  'transactions?account.id=82050': [10, 10],
  'transactions?account.id=1001&type=credit': [10, 10],
  'transactions?account.id=gte:1001&account.id=lte:1003': [10, 10],
  'accounts/1001/rewards': [1, 1],
  'accounts/82050/rewards': [10, 10],
  'contracts/results': [1, 1],
  'contracts/results?from=1001': [1, 1],
  // The account has paid since the last hundredth, and has no full page in one partition.
  'contracts/results?from=1005': [3, 10],
  'contracts/1012/results': [1, 1],
  // The contract was called only in the first twentieth of the time.
  'contracts/1032/results': [10, 1],
  'contracts/results/logs': [1, 1],
  'contracts/1012/results/logs': [1, 1],
  'topics/1015/messages': [1, 1],
  'topics/1015/messages?sequencenumber=gte:100': [10, 10],
  // Tables without partitions.
  accounts: [0, 0],
  blocks: [0, 0],
  schedules: [0, 0],
  'tokens/1014/balances': [0, 0],
};

it('lists without a time read the recorded number of partitions', async () => {
  const found: Record<string, readonly number[]> = {};
  for (const path of Object.keys(WITHOUT_TIME)) {
    const counts: number[] = [];
    for (const order of ['desc', 'asc']) {
      const read = await partitionsOf(`${path}${path.includes('?') ? '&' : '?'}order=${order}`);
      counts.push(read?.size ?? -1);
    }
    found[path] = counts;
  }
  expect(found).toEqual(WITHOUT_TIME);
});
