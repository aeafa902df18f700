import { pino } from 'pino';
import { Registry } from 'prom-client';
import { ByteAccount } from '../../src/kernel/limits/byte-account.ts';
import { DEFAULT_CONNECTION_LIMITS } from '../../src/net/connection-limits.ts';
import type { RpcServices } from '../../src/rpc/method/services.ts';
import { type RpcOptions, type RpcServer, startRpc } from '../../src/rpc/server.ts';
import { type ConnectionTarget, Database } from '../../src/store/connections/database.ts';
import { ReadServers } from '../../src/store/reads/servers/read-servers.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { insert } from '../rest/rows.ts';

type Row = Readonly<Record<string, unknown>>;

/** Response object of one request. */
export interface RpcResponse {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A JSON-RPC service on a fresh database. */
export interface TestRpc {
  readonly database: Database;
  readonly target: ConnectionTarget;
  readonly server: RpcServer;
  readonly servers: ReadServers;
  readonly registry: Registry;
  /** Lines of the log at level error and above. */
  readonly errors: string[];
  insert(table: string, rows: readonly Row[]): Promise<void>;
  /** Makes the newest block in the database visible. */
  show(): Promise<void>;
  /** Sends one request. The request id in an error is replaced by `…`. */
  call(method: string, ...params: readonly unknown[]): Promise<RpcResponse>;
  /** Returns the result of a request. Throws for an error. */
  result(method: string, ...params: readonly unknown[]): Promise<unknown>;
  /** Returns `code message` of the error of a request. Throws for a result. */
  error(method: string, ...params: readonly unknown[]): Promise<string>;
  post(body: string | Uint8Array, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

export interface TestRpcOptions extends Partial<Omit<RpcOptions, 'settings'>> {
  readonly settings?: Partial<RpcOptions['settings']>;
  readonly services?: RpcServices;
  /** Database to use. Default: a fresh one. It is dropped at the end. */
  readonly given?: TestDatabase;
}

/** Starts the service on a free port. */
export async function startTestRpc({ settings, given, ...options }: TestRpcOptions = {}): Promise<TestRpc> {
  const { database, target, drop } = given ?? (await createTestDatabase());
  const registry = new Registry();
  const errors: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => errors.push(line) });
  const primary = new Database(target, {
    applicationName: 'test rpc',
    maxConnections: 6,
    statementTimeoutMs: 10_000,
    repeatableRead: true,
    onError: () => undefined,
  });
  const servers = new ReadServers({ primary, replicas: [], maxLagMs: 1_000, log });
  const server = await startRpc({
    servers,
    settings: {
      chainId: 296,
      clientVersion: 'relay/test',
      maxLogs: 1_000,
      shard: 0n,
      realm: 0n,
      ...settings,
    },
    services: {},
    log,
    registry,
    metricsAccess: 'open',
    host: '127.0.0.1',
    port: 0,
    furtherPorts: [],
    onLackingPort: (error) => {
      throw error;
    },
    trustProxy: false,
    connectionLimits: DEFAULT_CONNECTION_LIMITS,
    bytes: new ByteAccount(),
    onRefused: () => undefined,
    websocketLimits: { max: 100, perClient: 50 },
    connections: 4,
    maxBatch: 100,
    controlOrigins: new Set(),
    errorStatus: 200,
    version: '1.2.3',
    ...options,
  });
  const post = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
    fetch(server.url, {
      method: 'POST',
      body: typeof body === 'string' ? body : new Uint8Array(body),
      headers,
    });
  const call = async (method: string, ...params: readonly unknown[]): Promise<RpcResponse> => {
    const response = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    return withoutRequestId((await response.json()) as RpcResponse);
  };
  return {
    database,
    target,
    server,
    servers,
    registry,
    errors,
    insert: (table, rows) => insert(database, table, rows),
    async show() {
      const { rows } = await database.pool.query(
        'select consensus_end, index from record_file order by consensus_end desc limit 1',
      );
      const [row] = rows as { consensus_end: string; index: string }[];
      if (row !== undefined) {
        servers.announced({ consensusEnd: BigInt(row.consensus_end), number: BigInt(row.index) });
      }
    },
    post,
    call,
    async result(method, ...params) {
      const { error, result } = await call(method, ...params);
      if (error !== undefined) throw new Error(`${error.code} ${error.message}`);
      return result;
    },
    async error(method, ...params) {
      const { error, result } = await call(method, ...params);
      if (error === undefined) throw new Error(`no error, but ${JSON.stringify(result)}`);
      return `${error.code} ${error.message}`;
    },
    async close() {
      await server.close();
      await servers.close();
      await primary.end();
      await drop();
    },
  };
}

/** Removes the request id from an error's message, which must have one. */
export function withoutRequestId(response: RpcResponse): RpcResponse {
  if (response.error === undefined) return response;
  const { message } = response.error;
  const match = /^\[Request ID: [\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\] /.exec(message);
  if (match === null) throw new Error(`no request id: ${message}`);
  return { ...response, error: { ...response.error, message: message.slice(match[0].length) } };
}
