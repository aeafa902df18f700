import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ReadThrough } from '../../src/grpc/reads.ts';
import { selectTopicPage } from '../../src/grpc/topic-rows.ts';
import { Database } from '../../src/store/connections/database.ts';
import type { EmbeddedServer } from '../../src/store/embedded/embedded.ts';
import { writtenOut } from '../../src/store/sql.ts';
import { startTestApi, type TestApi } from '../rest/api-fixture.ts';
import { isTooMuch, itemsOf } from '../rest/statement-budget.ts';
import { type ExecutedStatement, noteStatements, type Work, workOf } from '../rest/statement-work.ts';
import { fixedSeed } from '../seeds.ts';
import { openSeededDatabase } from './database.ts';
import { allowanceFor } from './exceptions.ts';
import { drawRequests, LIST_ROUTES, type ListRequest } from './list-requests.ts';
import { LOOKUP_ROUTES, readLookupRequests } from './lookup-requests.ts';
import { readResultRequests } from './result-requests.ts';
import { readSeededValues, type SeededValues } from './seeded-values.ts';

/**
 * Checks that requests of any list or object read little more of the database than they return, whatever their
 * parameters: on skewed rows of a million transactions and of fewer, for which other plans look cheaper, on a server with
 * default settings. Requests are random; `TAIN_SEEDS` sets the seed, `TAIN_PLANS_REQUESTS` the number.
 */
const SIZES = (process.env.TAIN_PLANS_TRANSACTIONS ?? '1000000,300000').split(',').map(Number);
const SEED = fixedSeed(1);
const REQUESTS = Number(process.env.TAIN_PLANS_REQUESTS ?? 2000);
/** Minimum fraction of random requests that are not refused. */
const ANSWERED = 0.6;

let server: EmbeddedServer;
let database: Database;
let api: TestApi;
let statements: ExecutedStatement[];
let values: SeededValues;

interface Offence {
  readonly request: ListRequest;
  /** Pages read. The worst of several similar requests is reported. */
  readonly pages: number;
  readonly text: string;
}

/** Returns the cost of a statement beyond its request's allowance. */
function less(work: Work, allowed: Work): Work {
  return {
    read: work.read - allowed.read,
    sorted: work.sorted - allowed.sorted,
    scanned: work.scanned - allowed.scanned,
    pages: work.pages - allowed.pages,
  };
}

/** Returns the statements of a request that cost too much; undefined for a refused request. */
async function offencesOf(request: ListRequest): Promise<Offence[] | undefined> {
  statements.length = 0;
  const response = await api.get(`/api/v1/${request.path}`);
  const body = await response.text();
  if (response.status === 400) return undefined;
  if (response.status === 503)
    return [{ request, pages: Number.POSITIVE_INFINITY, text: `${request.path}: ${body}` }];
  expect([200, 206, 404], `${request.path}: ${body}`).toContain(response.status);
  const items = itemsOf(request.path, body);
  const allowed = allowanceFor(request);
  const found: Offence[] = [];
  for (const statement of statements.splice(0)) {
    const work = await workOf(database, statement);
    if (!isTooMuch(less(work, allowed), items, 1)) continue;
    const text = `${request.path}: ${items} items ${JSON.stringify(work)}`;
    found.push({ request, pages: work.pages, text });
  }
  return found;
}

/** Expects each request to be answered from few rows. */
async function expectAllToReadLittle(requests: readonly ListRequest[]): Promise<void> {
  const found: string[] = [];
  for (const request of requests) {
    const offences = await offencesOf(request);
    found.push(...(offences?.map(({ text }) => text) ?? [`${request.path} is refused`]));
  }
  expect(found).toEqual([]);
}

describe.each(SIZES)('%i transactions', (transactions) => {
  beforeAll(async () => {
    server = await openSeededDatabase({ transactions, seed: 1 });
    database = new Database(server.target, {
      applicationName: 'tain test plans',
      maxConnections: 12,
      statementTimeoutMs: 20_000,
    });
    values = await readSeededValues(database);
    const clock = () => Date.UTC(2026, 0, 4);
    api = await startTestApi({ database, clock });
    statements = noteStatements();
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await api?.close();
    await database?.end();
    await server?.release();
  });

  it('draws from every list', () => {
    const drawn = new Set(drawRequests(values, SEED, REQUESTS).map(({ route }) => route));
    expect(LIST_ROUTES.map(({ path }) => path).filter((path) => !drawn.has(path))).toEqual([]);
  });

  it(`reads little more than is returned, for ${REQUESTS} requests`, async () => {
    const worst = new Map<string, Offence>();
    let answered = 0;
    const requests = drawRequests(values, SEED, REQUESTS);
    for (const request of requests) {
      const found = await offencesOf(request);
      if (found !== undefined) answered += 1;
      for (const offence of found ?? []) {
        const alike = `${request.route} ${request.parameters}`;
        if (offence.pages > (worst.get(alike)?.pages ?? -1)) worst.set(alike, offence);
      }
    }
    expect([...worst.values()].sort((a, b) => b.pages - a.pages).map(({ text }) => text)).toEqual([]);
    expect(answered / requests.length).toBeGreaterThan(ANSWERED);
  });

  it('reads one contract result along indexes', async () => {
    await expectAllToReadLittle(await readResultRequests(database));
  });

  it('reads one object of every other kind along indexes', async () => {
    const requests = await readLookupRequests(database, values);
    const routes = new Set(requests.map(({ route }) => route));
    expect(LOOKUP_ROUTES.filter((path) => !routes.has(path))).toEqual([]);
    await expectAllToReadLittle(requests);
  });

  it('reads transfers of the account with the most NFT transactions of several senders or receivers', async () => {
    const { rows } = await database.pool.query<{ account: string; count: string }>(
      `select transfer->>'sender_account_id' as account, count(*)
       from transaction, jsonb_array_elements(nft_transfer) transfer
       where jsonb_array_length(nft_transfer) > 1 group by 1 order by 2 desc limit 1`,
    );
    const [most] = rows;
    if (most === undefined) throw new Error('no NFT transactions with several transfers');
    const route = '/api/v1/accounts/{idOrAliasOrEvmAddress}/transfers';
    const queries = ['', '&order=asc', '&token.id=0.0.1034', '&limit=100'];
    const requests = queries.map((further) => {
      const path = `accounts/0.0.${most.account}/transfers?kind=nft${further}`;
      return { route, path, parameters: [] };
    });
    await expectAllToReadLittle(requests);
  });

  it("reads a page of the busiest topic's messages for a subscription along the index", async () => {
    const { rows } = await database.pool.query<{ topic: string; first: string; last: string }>(
      `select topic_id as topic, min(consensus_timestamp) as first, max(consensus_timestamp) as last
       from topic_message group by topic_id order by count(*) desc limit 1`,
    );
    const [busiest] = rows;
    if (busiest === undefined) throw new Error('no messages');
    const [topic, first, last] = [busiest.topic, busiest.first, busiest.last].map(BigInt) as [
      bigint,
      bigint,
      bigint,
    ];
    const limit = 100;
    const works: Work[] = [];
    const read: ReadThrough = async ({ text, values }) => {
      works.push(await workOf(database, { text: writtenOut(text), values }));
      return { rows: [], through: 0n };
    };
    for (const end of [undefined, last]) {
      await selectTopicPage(read, { topic, from: (first + last) / 2n, end, limit }, 0n);
    }
    expect(works.map(({ read }) => read)).toEqual([limit, limit]);
    expect(works.map(({ sorted }) => sorted)).toEqual([0, 0]);
  });
});
