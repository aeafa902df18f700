import { type Logger, pino } from 'pino';
import { Registry } from 'prom-client';
import { type CallRules, makeContractCalls } from '../../../src/calls/pool/contract-calls.ts';
import type { EvmSettings } from '../../../src/calls/pool/messages.ts';
import { EvmPool } from '../../../src/calls/pool/pool.ts';
import { SnapshotHolder } from '../../../src/calls/pool/snapshot-holder.ts';
import type { RequestRule, ThrottleRates } from '../../../src/calls/pool/throttle.ts';
import { makeTraces, type TransactionTracesOptions } from '../../../src/calls/pool/transaction-traces.ts';
import { statusOf } from '../../../src/rest/contracts/call/outcomes.ts';
import { DEFAULT_API_SETTINGS } from '../../../src/rest/route/settings.ts';
import { type Api, startApi } from '../../../src/rest/server.ts';
import { type ConnectionTarget, Database } from '../../../src/store/connections/database.ts';
import { createTestDatabase } from '../../database.ts';

/** A server that executes calls on a fresh database. */
export interface CallServer {
  readonly url: string;
  readonly database: Database;
  readonly pool: EvmPool;
  readonly log: string[];
  readonly registry: Registry;
  post(body: unknown, init?: RequestInit): Promise<{ status: number; body: unknown }>;
  close(): Promise<void>;
}

export interface CallServerOptions {
  readonly rules?: Partial<CallRules>;
  readonly rates?: Partial<ThrottleRates>;
  readonly workers?: number;
  readonly maxWaiting?: number;
  readonly timeLimitMs?: number;
  readonly waitLimitMs?: number;
  /** Time budget of a client in milliseconds; unlimited by default. */
  readonly clientBudgetMs?: number;
  readonly network?: Partial<EvmSettings>;
  readonly requestRules?: readonly RequestRule[];
  readonly logLevel?: 'info' | 'warn';
  readonly traces?: Partial<Pick<TransactionTracesOptions, 'enabled' | 'tracesPerSecond' | 'timeLimitMs'>>;
  /** Bytes of answers that are cached until the next block; none by default. */
  readonly cacheBytes?: number;
  /** Timeout of other requests, in milliseconds. */
  readonly requestTimeout?: number;
}

export const PATH = '/api/v1/contracts/call';

/** Starts a service that executes calls and traces, with two workers. */
export async function startExecution(
  target: ConnectionTarget,
  log: Logger,
  registry: Registry,
  {
    rules,
    rates,
    workers = 2,
    maxWaiting = 500,
    timeLimitMs = 10_000,
    waitLimitMs = 30_000,
    clientBudgetMs = Number.POSITIVE_INFINITY,
    network = {},
    requestRules = [],
    traces,
    cacheBytes = 0,
  }: CallServerOptions = {},
) {
  const own = new Database(target, { applicationName: 'test evm', maxConnections: 4 });
  const pool = new EvmPool({
    workers,
    maxWaiting,
    timeLimitMs,
    waitLimitMs,
    clientBudgetMs,
    start: {
      target,
      statementTimeoutMs: 2_000,
      settings: {
        network: 'other',
        chainId: 298n,
        shard: 0n,
        realm: 0n,
        tokenServiceV2: false,
        validatesPayers: false,
        version: 'v0.67',
        versions: null,
        ...network,
      },
    },
    snapshots: new SnapshotHolder(own),
    log,
  });
  await pool.ready;
  const callContract = makeContractCalls({
    pool,
    rules: { maxGas: 15_000_000n, stateOverrides: true, ...rules },
    rates: { requestsPerSecond: 10_000, gasPerSecond: 1e18, ...rates },
    requestRules,
    log,
    clock: Date.now,
    registry,
    cacheBytes,
    statusOf,
  });
  const tracing = makeTraces({
    pool,
    enabled: true,
    tracesPerSecond: 1_000,
    timeLimitMs: 60_000,
    clock: Date.now,
    registry,
    statusOf,
    ...traces,
  });
  return {
    pool,
    callContract,
    traceTransaction: tracing.traceTransaction,
    simulate: tracing.simulate,
    async close() {
      await pool.close();
      await own.end();
    },
  };
}

/** Starts a call server with two workers. */
export async function startCallServer(options: CallServerOptions = {}): Promise<CallServer> {
  const { database, target, drop } = await createTestDatabase();
  const lines: string[] = [];
  const log = pino({ level: options.logLevel ?? 'warn' }, { write: (line: string) => lines.push(line) });
  const registry = new Registry();
  const execution = await startExecution(target, log, registry, options);
  const api: Api = await startApi({
    database,
    settings: {
      ...DEFAULT_API_SETTINGS,
      cache: false,
      cachesFileVersions: false,
      ...(options.requestTimeout === undefined ? {} : { requestTimeout: options.requestTimeout }),
    },
    clock: () => 0,
    log,
    registry,
    host: '127.0.0.1',
    port: 0,
    callContract: execution.callContract,
    traceTransaction: execution.traceTransaction,
    capabilities: () => ({ roles: ['api'], features: { opcode_traces: options.traces?.enabled !== false } }),
  });
  return {
    url: api.url,
    database,
    pool: execution.pool,
    log: lines,
    registry,
    async post(body, init) {
      const response = await fetch(api.url + PATH, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        ...init,
      });
      return { status: response.status, body: await response.json() };
    },
    async close() {
      await api.close();
      await execution.close();
      await drop();
    },
  };
}
