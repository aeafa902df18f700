import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import type { Database } from '../../src/db/connections/database.ts';
import { createKey } from '../../src/status/http/keys.ts';
import type { StatusOptions } from '../../src/status/options.ts';
import { type RunningStatus, startStatus } from '../../src/status/start.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';

/** An answer, whose fields the tests look at one by one: what is not there fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: a type would assert what the tests are to find out
export type Loose = any;

/** A status service on a database of its own, with a clock that the test sets. */
export interface Harness {
  readonly db: TestDatabase;
  readonly status: RunningStatus;
  readonly url: string;
  readonly stateFile: string;
  /** Milliseconds. Setting it lets time pass. */
  now: number;
  /** Sets the clock, without any time passing. */
  setClock(ms: number): void;
  /** Lets time pass and looks at the evidence. */
  pass(seconds: number): Promise<void>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  json(path: string): Promise<Loose>;
  /** A request of the management API, with a key that may write. */
  manage(method: string, path: string, body?: unknown, key?: string): Promise<{ code: number; body: Loose }>;
  readonly key: string;
  readonly pageId: string;
  close(): Promise<void>;
}

export const T0 = Date.UTC(2026, 10, 20, 12, 0, 0);

export async function startHarness(overrides: Partial<StatusOptions> = {}): Promise<Harness> {
  const db = await createTestDatabase();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tain-status-'));
  const stateFile = path.join(folder, 'status.json');
  const time = { now: T0, steady: 0 };
  const status = await startStatus({
    database: db.database,
    settings: { network: 'demo' },
    clock: () => time.now,
    ...(overrides.clock === undefined ? { steady: () => time.steady } : {}),
    log: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    registry: null,
    host: '127.0.0.1',
    port: 0,
    stateFile,
    interval: 0,
    ...overrides,
  });
  const { key } = await createKey(db.database.pool, { name: 'test', role: 'write' }, time.now);
  const pages = (await (
    await fetch(`${status.url}/v1/pages`, { headers: { authorization: `Bearer ${key}` } })
  ).json()) as { id: string }[];
  const pageId = pages[0]?.id ?? '';
  return {
    db,
    status,
    url: status.url,
    stateFile,
    key,
    pageId,
    get now() {
      return time.now;
    },
    set now(value) {
      time.steady += value - time.now;
      time.now = value;
    },
    setClock(ms) {
      time.now = ms;
    },
    async pass(seconds) {
      time.now += seconds * 1000;
      time.steady += seconds * 1000;
      await status.tick();
    },
    get: (where, headers = {}) => fetch(`${status.url}${where}`, { headers, redirect: 'manual' }),
    json: async (where) => (await fetch(`${status.url}${where}`)).json(),
    async manage(method, where, body, auth = key) {
      const response = await fetch(`${status.url}/v1/pages/${pageId}${where}`, {
        method,
        headers: {
          authorization: `OAuth ${auth}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { code: response.status, body: text === '' ? null : JSON.parse(text) };
    },
    async close() {
      await status.close();
      await db.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Evidence as ingest and API leave it: through the functions that they call. */
export class Evidence {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** One stream file that ends at `ms`; outcome per node (node n has the account 0.0.(n+3)). */
  async file(ms: number, outcomes: readonly string[]): Promise<void> {
    const end = BigInt(ms) * 1_000_000n;
    await this.#database.pool.query('select tain.report_signatures($1, $2, $3, $4)', [
      outcomes.map(() => end),
      outcomes.map((_, index) => index),
      outcomes.map((_, index) => index + 3),
      outcomes,
    ]);
  }

  async ingest(
    ms: number,
    rest: {
      /** Milliseconds; null: no block is stored. */
      end?: number | null;
      version?: string;
      caughtUp?: boolean;
      problem?: string | null;
      stream?: string;
      cause?: string;
      answeredAt?: number;
    } = {},
  ): Promise<void> {
    await this.#database.pool.query('select tain.report_ingest($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
      rest.stream ?? 'record',
      ms,
      rest.end === null ? null : 1,
      rest.end === null ? null : BigInt(rest.end ?? ms) * 1_000_000n,
      rest.version ?? '0.66.1',
      rest.caughtUp ?? true,
      rest.problem ?? null,
      rest.cause ?? null,
      rest.answeredAt ?? null,
    ]);
  }

  async api(
    ms: number,
    rest: { service?: string; requests?: number; errors?: number; p99?: number; instance?: string } = {},
  ): Promise<void> {
    await this.#database.pool.query('select tain.report_api($1, $2, $3, $4, $5, $6, $7)', [
      rest.service ?? 'api',
      rest.instance ?? 'one',
      ms,
      rest.requests ?? 100,
      rest.errors ?? 0,
      5,
      rest.p99 ?? 40,
    ]);
  }

  async blockNode(ms: number, name: string, problem: string | null): Promise<void> {
    await this.#database.pool.query('select tain.report_block_node($1, $2, $3)', [name, ms, problem]);
  }
}

export const GOOD = ['verified', 'verified', 'verified', 'verified'];
