import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { changeByHand } from '../../src/status/by-hand.ts';
import {
  createIncident,
  type IncidentInput,
  type NewIncident,
  updateIncident,
} from '../../src/status/incidents/incidents.ts';
import { type RunningStatus, startStatus } from '../../src/status/start.ts';
import type { Change } from '../../src/status/state/change.ts';
import type { Incident, IncidentKind } from '../../src/status/state/model.ts';
import type { StatusOptions } from '../../src/status/state/options.ts';
import { selectIncident } from '../../src/status/state/select-state.ts';
import type { Database } from '../../src/store/connections/database.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';

/** An answer whose fields the tests read one by one: a missing field fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: a type would assert what the tests are to find out
export type Loose = any;

/** A status service with its own database, and a clock that the test sets. */
export interface Harness {
  readonly db: TestDatabase;
  readonly status: RunningStatus;
  readonly url: string;
  readonly stateFile: string;
  /** Current time in milliseconds. An assignment advances the clock. */
  now: number;
  /** Sets the clock, without elapsed time. */
  setClock(ms: number): void;
  /** Advances the clock and evaluates the evidence. */
  pass(seconds: number): Promise<void>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  json(path: string): Promise<Loose>;
  /** Writes like the command `tain status`, with the author `test`, and evaluates. */
  write<T>(work: (change: Change) => Promise<T>): Promise<T>;
  /** Returns the stored incident. */
  incident(id: string): Promise<Incident>;
  /** Opens an incident or plans a maintenance. */
  open(input: Omit<NewIncident, 'kind'> & { readonly kind?: IncidentKind }): Promise<Incident>;
  update(id: string, input: IncidentInput): Promise<Incident>;
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
    intervalMs: 0,
    ...overrides,
  });
  const settings = overrides.settings ?? { network: 'demo' };
  const write = async <T>(work: (change: Change) => Promise<T>): Promise<T> => {
    const result = await changeByHand(db.database, settings, time.now, 'test', work);
    await status.tick();
    return result;
  };
  const one = async (id: string): Promise<Incident> => {
    const incident = await selectIncident(db.database.pool, id);
    if (incident === null) throw new Error(`There is no incident ${id}`);
    return incident;
  };
  return {
    db,
    status,
    url: status.url,
    stateFile,
    write,
    incident: one,
    open: async (input) =>
      one(await write((change) => createIncident(change, { kind: 'incident', ...input }))),
    async update(id, input) {
      await write((change) => updateIncident(change, id, input));
      return one(id);
    },
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
    async close() {
      await status.close();
      await db.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Disconnects everything that uses a database's pool while `down` is true. */
export function cut({ pool }: Database): { down: boolean } {
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  const state = { down: false };
  Object.assign(pool, {
    query: (...args: unknown[]) =>
      state.down
        ? Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
        : query(...args),
  });
  return state;
}

/** Evidence recorded by the functions of the ingest and the API. */
export class Evidence {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Records one stream file that ends at `ms`, with an outcome per node (node n has the account 0.0.(n+3)). */
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
      /** Consensus end in milliseconds; null: no block is stored. */
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

/** Evidence of an ingest without anything to do. */
export const IDLE_INGEST = {
  problem: () => null,
  isBlocked: () => false,
  caughtUp: () => true,
  sourceAnsweredAt: () => null,
  mayReport: () => true,
};
