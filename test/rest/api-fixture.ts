import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { CallContract, TraceTransaction } from '../../src/calls/contract-call.ts';
import type { ByteAccount } from '../../src/kernel/limits/byte-account.ts';
import type { ProcessReadiness } from '../../src/kernel/process-readiness.ts';
import type { ConnectionLimits } from '../../src/net/connection-limits.ts';
import type { MetricsAccess } from '../../src/net/metrics-access.ts';
import type { GrpcOnHttp } from '../../src/rest/plugins/grpc-web.ts';
import type { Prover } from '../../src/rest/route/prover.ts';
import type { ServerCapabilities } from '../../src/rest/route/route.ts';
import { type ApiSettings, DEFAULT_API_SETTINGS } from '../../src/rest/route/settings.ts';
import { type Api, startApi } from '../../src/rest/server.ts';
import type { Database } from '../../src/store/connections/database.ts';
import type { ReadServers } from '../../src/store/reads/servers/read-servers.ts';
import { createTestDatabase } from '../database.ts';

/** A real server on a fresh database. */
export interface TestApi {
  readonly url: string;
  readonly database: Database;
  readonly registry: Registry;
  /** Lines of the log at level error and above. */
  readonly errors: string[];
  get(path: string, init?: RequestInit): Promise<Response>;
  /** Returns the JSON of a response with status 200. Throws for any other status. */
  json(path: string): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

export interface TestApiOptions {
  /** Database to use instead of a fresh one; its owner closes it. */
  readonly database?: Database;
  readonly settings?: Partial<ApiSettings>;
  readonly clock?: () => number;
  readonly ingestProblem?: () => string | null;
  readonly processReadiness?: () => ProcessReadiness;
  readonly bytes?: ByteAccount;
  readonly statusUrl?: string;
  readonly sourcifyUrl?: string;
  readonly rpcPort?: number;
  readonly statusPort?: number;
  readonly capabilities?: () => ServerCapabilities;
  readonly metricsAccess?: MetricsAccess;
  readonly callContract?: CallContract;
  readonly traceTransaction?: TraceTransaction;
  readonly grpc?: GrpcOnHttp;
  readonly connectionLimits?: ConnectionLimits;
  readonly prover?: Prover;
  /** Servers to use instead of new ones, including the database of their primary. Their owner closes them. */
  readonly servers?: ReadServers;
}

/**
 * Settings of test servers by default. Tests of what answers contain do not depend on how fast a loaded machine makes
 * them, so requests have more time than by default.
 */
const SETTINGS: ApiSettings = {
  ...DEFAULT_API_SETTINGS,
  requestTimeout: 60_000,
  cache: false,
  cachesFileVersions: false,
};

/** Starts an API server; its cache is off by default. */
export async function startTestApi({
  settings,
  clock = () => 0,
  ingestProblem = () => null,
  servers,
  database: given = servers?.primary.database,
  ...rest
}: TestApiOptions = {}): Promise<TestApi> {
  const { database, drop } =
    given === undefined ? await createTestDatabase() : { database: given, drop: async () => undefined };
  const registry = new Registry();
  const errors: string[] = [];
  const api: Api = await startApi({
    database,
    settings: { ...SETTINGS, ...settings },
    clock,
    ingestProblem,
    log: pino({ level: 'error' }, { write: (line: string) => errors.push(line) }),
    registry,
    host: '127.0.0.1',
    port: 0,
    ...(servers && { servers }),
    ...rest,
  });
  const get = (path: string, init?: RequestInit) => fetch(api.url + path, init);
  return {
    url: api.url,
    database,
    registry,
    errors,
    get,
    async json(path) {
      const response = await get(path);
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
      return JSON.parse(text) as Record<string, unknown>;
    },
    async close() {
      await api.close();
      await drop();
    },
  };
}

/** Follows `links.next` from a first path to the end. Returns the items of each page. */
export async function readPages(api: TestApi, path: string, items: string): Promise<unknown[][]> {
  const pages: unknown[][] = [];
  for (let next: string | null = path; next !== null; ) {
    if (pages.length > 500) throw new Error(`pages without an end: ${path}`);
    const answer: Record<string, unknown> = await api.json(next);
    pages.push(answer[items] as unknown[]);
    next = (answer.links as { next: string | null }).next;
  }
  return pages;
}
