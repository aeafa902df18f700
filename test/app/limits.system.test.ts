import { randomBytes } from 'node:crypto';
import { once, setMaxListeners } from 'node:events';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import http from 'node:http';
import http2 from 'node:http2';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { proto } from '@tain/protos/services';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Ledger } from '../../packages/network-simulator/src/ledger/ledger.ts';
import { framesOf } from '../../src/grpc/frames.ts';
import { NEVER_ABORTED } from '../../src/kernel/abort-signal.ts';
import type { Limit } from '../../src/kernel/limits/limit.ts';
import { parseEntry, requestLine } from '../../src/local-network/folder/control-messages.ts';
import { openControl } from '../../src/local-network/folder/control-server.ts';
import { MAX_SOURCE_FILES } from '../../src/local-network/source-files.ts';
import { RPC_FILTERS } from '../../src/rpc/method/installed-filters.ts';
import { RPC_SUBSCRIPTIONS } from '../../src/rpc/method/subscriptions.ts';
import { NetworkSender, RPC_SENDS } from '../../src/rpc/nodes/network-sender.ts';
import { MAX_MESSAGE_BYTES, RPC_MESSAGES } from '../../src/rpc/transport/http.ts';
import { RPC_WEBSOCKETS } from '../../src/rpc/transport/websockets.ts';
import { connectionConfig } from '../../src/store/connections/database.ts';
import { openEmbedded } from '../../src/store/embedded/embedded.ts';
import { LIMITS } from '../../tools/docs/limits-table.ts';
import { createTestDatabase, databaseUrl } from '../database.ts';
import { type StillNode, startTestNode, stillNode } from '../demo/grpc/node-fixture.ts';
import { freePort } from '../free-ports.ts';
import { GET_NODES, SUBSCRIBE, topicQuery } from '../grpc/grpc-fixture.ts';
import { removeFolder } from '../remove-folder.ts';
import { block, insert } from '../rest/rows.ts';
import { Tain } from './commands/tain.ts';

// All shared limits, by their descriptions, on the built program with its network: one address makes several times as many
// requests as each limit allows, until some are refused, and another address is still served. Where requests of one
// address queue, those of another overtake them.

const GREEDY = '127.0.0.2';
const MODEST = '127.0.0.3';
const isGreedy = (from: string): boolean => from === GREEDY;
/** Requests of the greedy address per allowed one, by kind of limit. Held resources use up a limit sooner than a rate. */
const TIMES = { open: 3, concurrency: 10, rate: 8, bytes: 1 };
/** Number of attempts of the modest address, and how many of them must succeed. */
const ATTEMPTS = 5;
const MIN_SERVED = 4;
/** Milliseconds between two attempts at something whose rate is limited. */
const PAUSE_MS = 100;
/** Timeout of a modest attempt on an idle machine: twice as long as ten concurrent pages take, a tenth of the time of those queued. */
const TIMEOUT_MS = 2_000;
/** Delay before the greedy address retries after a refusal. */
const RETRY_MS = 1_000;
/** Returns the factor by which this machine is currently slower than usual, because of other load. */
const slowness = () => Math.max(1, (os.loadavg()[0] ?? 0) / os.availableParallelism());
/** Maximum number of concurrent attempts of the greedy address, for attempts that end by themselves. */
const MAX_UNDER_WAY = 300;

interface Attempt {
  /** Source address. */
  readonly from: string;
  /** Number of the attempt. */
  readonly attemptIndex: number;
  /** Aborted when the attempt is not needed any more. Until then connections stay open. */
  readonly signal: AbortSignal;
}

/** Uses a limit once. Resolves to whether the client was served. */
interface Use {
  /** Limit as configured in this test. */
  readonly max: number;
  readonly attempt: (attempt: Attempt) => Promise<boolean>;
  /** Milliseconds until a served request ends, if the response waits for an event. */
  readonly durationMs?: number;
  /** Text of the refusal of an address that has reached this limit, and no other; by default any refusal will do. */
  readonly refusal?: string;
}

const SETTINGS = {
  TAIN_DEMO_TPS: '2',
  // No held request may end before the others have arrived.
  TAIN_STATEMENT_TIMEOUT: '100s',
  TAIN_REQUEST_TIMEOUT: '100s',
  // A quarter of a service's connections, which one address may have, is more than the other limits of this test.
  TAIN_MAX_CONNECTIONS: '1600',
  TAIN_API_CONNECTIONS: '5',
  TAIN_WAITING: '20',
  TAIN_EVENT_STREAMS: '20',
  TAIN_EVM_REQUESTS_PER_SECOND: '10',
  TAIN_EVM_GAS_PER_SECOND: '75000000',
  TAIN_EVM_TRACES_PER_SECOND: '10',
  TAIN_EVM_MAX_WAITING: '10',
  // An address may have a tenth, fewer than connections.
  TAIN_GRPC_MAX_CALLS: '300',
  TAIN_RPC_MAX_WEBSOCKETS: '20',
  // By default a refusal has status 200, which would count as served.
  TAIN_RPC_ERROR_STATUS: '400',
};

const settingsOf = (dataDir: string) => ({
  ...SETTINGS,
  TAIN_DATA_DIR: dataDir,
  TAIN_PORT: '0',
  TAIN_STATUS_PORT: '0',
});
const RPC_URL = /JSON-RPC service at (http:\/\/[\d.:]+)/;

let folder: string;
let tain: Tain;
let rest: string;
let status: string;
let grpc: string;
let rpc: string;
let metrics: string;
let traced: string;
/** Aborted at the end of the current flood, which closes its connections. */
let flooding = new AbortController();
/** Texts with which the greedy address was refused since the current flood began. */
let refusals: string[] = [];
const closing: (() => Promise<unknown> | unknown)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tain-limits-'));
  metrics = `http://127.0.0.1:${await freePort()}`;
  tain = new Tain(['start', '--roles', 'api,evm,ingest,live,rpc,status'], {
    ...settingsOf(path.join(folder, 'data')),
    TAIN_METRICS_ADDRESS: metrics.slice('http://'.length),
  });
  closing.push(() => tain.stop());
  rest = await tain.url();
  status = (await tain.waitFor(/Status service at (http:\/\/[\d.:]+)/))[1] ?? '';
  grpc = `http://${(await tain.waitFor(/gRPC service at ([\d.:]+)/))[1]}`;
  rpc = (await tain.waitFor(RPC_URL))[1] ?? '';
  // Waits for a transaction that can be traced.
  const hasTraced = async () => {
    const { results = [] } = await json<{ results?: { hash: string }[] }>(
      '/api/v1/contracts/results?limit=25',
    );
    for (const { hash } of results) {
      traced = hash;
      if (await trace(MODEST, hash)) return true;
      await sleep(200);
    }
    return false;
  };
  while (!(await hasTraced())) await sleep(500);
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
  await removeFolder(folder);
});

async function json<T>(file: string): Promise<T> {
  return (await (await fetch(`${rest}${file}`)).json()) as T;
}

interface Request {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly signal?: AbortSignal;
  /** Whether the request resolves with the first bytes of the response, and closes it. */
  readonly isStream?: boolean;
}

/** Statuses of refusals: too many requests, an unavailable service, and errors of JSON-RPC (`SETTINGS`). */
const REFUSED: ReadonlySet<number> = new Set([400, 429, 503]);

/** Records a refusal, if it is one of the greedy address during the flood. */
function refused(from: string, text: string): void {
  if (isGreedy(from) && !flooding.signal.aborted) refusals.push(text);
}

/** Sends a request on its own connection from an address; returns the status, or 0 if the connection fails. */
function send(url: string, from: string, request: Request = {}): Promise<number> {
  const { method = 'GET', headers = {}, body, isStream = false } = request;
  const signal = request.signal ?? (isGreedy(from) ? flooding.signal : undefined);
  return new Promise((resolve) => {
    const sent = http.request(url, {
      method,
      headers,
      agent: false,
      localAddress: from,
      ...(signal && { signal }),
    });
    sent.on('error', () => resolve(0));
    sent.on('response', (response) => {
      const code = response.statusCode ?? 0;
      let text = '';
      response.on('error', () => resolve(code));
      response.on('data', (chunk) => {
        if (REFUSED.has(code)) text += chunk;
        if (isStream) sent.destroy();
      });
      response.on('close', () => {
        if (REFUSED.has(code)) refused(from, text);
        resolve(code);
      });
    });
    sent.end(body);
  });
}

async function trace(from: string, hash: string): Promise<boolean> {
  const url = `${rest}/api/v1/contracts/results/${hash}/opcodes`;
  return (await send(url, from, { headers: { 'accept-encoding': 'gzip' } })) === 200;
}

async function contractCall(from: string, call: object): Promise<boolean> {
  const body = JSON.stringify(call);
  const headers = { 'content-type': 'application/json' };
  return (await send(`${rest}/api/v1/contracts/call`, from, { method: 'POST', headers, body })) === 200;
}

/** Returns a cheap call that is not cached. */
const cheap = (gas: number) => ({
  to: `0x${'12'.repeat(20)}`,
  data: `0x${randomBytes(8).toString('hex')}`,
  gas,
});
/** Init code that loops until its gas is used up. */
const ENDLESS = { data: `0x5b5f56${randomBytes(4).toString('hex')}`, gas: 15_000_000 };

/** Opens a TCP connection and holds it idle until it is closed. */
async function idle(url: string, from: string, signal: AbortSignal): Promise<boolean> {
  const { hostname: host, port } = new URL(url);
  const socket = net.connect({ host, port: Number(port), localAddress: from });
  socket.on('error', () => undefined);
  socket.resume();
  const close = () => socket.destroy();
  signal.addEventListener('abort', close, { once: true });
  await once(socket, 'close').catch(() => undefined);
  signal.removeEventListener('abort', close);
  refused(from, 'The connection was closed');
  return false;
}

/** Calls a method over HTTP/2 on its own connection; returns true on its first message or a successful end. */
function grpcCall(from: string, method: string, message: Uint8Array, held?: AbortSignal): Promise<boolean> {
  const { hostname: host, port } = new URL(grpc);
  return new Promise((resolve) => {
    const session = http2.connect(grpc, {
      createConnection: () => net.connect({ host, port: Number(port), localAddress: from }),
    });
    let isOver = false;
    const end = (isServed: boolean) => {
      if (!isServed && !isOver) refused(from, 'The call failed');
      isOver = true;
      resolve(isServed);
      session.destroy();
    };
    session.on('error', () => end(false));
    session.on('goaway', () => end(false));
    session.on('close', () => end(false));
    const stream = session.request({
      ':method': 'POST',
      ':path': method,
      'content-type': 'application/grpc',
    });
    stream.on('error', () => end(false));
    stream.on('data', () => held === undefined && end(true));
    const ended = (headers: http2.IncomingHttpHeaders) => {
      const { 'grpc-status': code, 'grpc-message': text = '' } = headers;
      if (code === undefined) return;
      if (code !== '0') refused(from, decodeURIComponent(String(text)));
      end(code === '0');
    };
    // A call without messages may end with the first headers.
    stream.on('response', ended);
    stream.on('trailers', ended);
    stream.on('close', () => end(false));
    held?.addEventListener('abort', () => end(true), { once: true });
    if (isGreedy(from)) flooding.signal.addEventListener('abort', () => end(false), { once: true });
    stream.end(framesOf([message]));
  });
}

/** Starts 120 calls on one connection. Returns whether all of them were answered. */
function manyStarts(from: string): Promise<boolean> {
  const { hostname: host, port } = new URL(grpc);
  return new Promise((resolve) => {
    const session = http2.connect(grpc, {
      createConnection: () => net.connect({ host, port: Number(port), localAddress: from }),
    });
    let left = 120;
    const end = (isServed: boolean) => {
      if (!isServed) refused(from, 'The connection was closed');
      resolve(isServed);
      session.destroy();
    };
    session.on('error', () => end(false));
    session.on('close', () => end(left === 0));
    for (let count = left; count > 0; count -= 1) {
      const stream = session.request({
        ':method': 'POST',
        ':path': '/a.B/c',
        'content-type': 'application/grpc',
      });
      stream.on('error', () => undefined);
      stream.on('response', () => {
        left -= 1;
        if (left === 0) end(true);
      });
      stream.end();
    }
  });
}

/** Calls a method of JSON-RPC on its own connection. */
async function rpcCall(
  from: string,
  method: string,
  params: readonly unknown[] = [],
  url = rpc,
): Promise<boolean> {
  const body = rpcRequest(method, params);
  return (await send(url, from, { method: 'POST', body })) === 200;
}

/** Returns a request of JSON-RPC, as text. */
const rpcRequest = (method: string, params: readonly unknown[] = [], id = 1): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
const CHAIN_ID = [rpcRequest('eth_chainId')];
const NEW_HEADS = [rpcRequest('eth_subscribe', ['newHeads'])];

/**
 * Sends requests on a WebSocket connection and holds it until `held` is aborted. Returns whether all of them had
 * results.
 */
async function websocket(
  from: string,
  held?: AbortSignal,
  requests: readonly string[] = CHAIN_ID,
): Promise<boolean> {
  const socket = new WebSocket(rpc.replace('http', 'ws'), { localAddress: from });
  let results = 0;
  let errors = 0;
  const answered = new Promise<boolean>((resolve) => {
    socket.on('open', () => {
      for (const request of requests) socket.send(request);
    });
    socket.on('message', (data) => {
      const { result, error } = JSON.parse(String(data)) as { result?: unknown; error?: unknown };
      if (result !== undefined) results += 1;
      if (error !== undefined) {
        errors += 1;
        refused(from, JSON.stringify(error));
      }
      if (results + errors === requests.length) resolve(errors === 0);
    });
    socket.on('error', () => resolve(false));
    socket.on('close', (_code, reason) => {
      refused(from, String(reason));
      resolve(false);
    });
    held?.addEventListener('abort', () => resolve(false), { once: true });
  });
  const isServed = await answered;
  if (results > 0 && held !== undefined && !held.aborted) await once(held, 'abort');
  socket.terminate();
  return isServed;
}

/** Returns requests with the numbers from 1 on. */
function numbered(
  count: number,
  callOf: (number: number) => readonly [string, readonly unknown[]],
): readonly string[] {
  return Array.from({ length: count }, (_, index) => rpcRequest(...callOf(index + 1), index + 1));
}

/** Returns the subscription to the logs of an address that has none. */
const logsOf = (number: number): readonly [string, readonly unknown[]] => [
  'eth_subscribe',
  ['logs', { address: `0x${number.toString(16).padStart(40, 'f')}` }],
];

const hashOf = (): string => `0x${randomBytes(32).toString('hex')}`;
// AddressBookQuery of file 0.0.102.
const NODES = Buffer.from([0x0a, 0x02, 0x18, 102]);

const connections = (url: () => string, file: string, max: number): Use => ({
  max,
  attempt: ({ from, signal }) =>
    isGreedy(from) ? idle(url(), from, signal) : send(`${url()}${file}`, from).then((code) => code === 200),
});

const stream = (file: string, max: number, durationMs = 0): Use => ({
  max,
  durationMs,
  attempt: async ({ from, signal }) => {
    const held = isGreedy(from) ? { signal } : { isStream: true, signal: AbortSignal.timeout(10_000) };
    const headers = { accept: 'text/event-stream' };
    return (await send(`${rest}/api/v1/${file}`, from, { headers, ...held })) === 200;
  },
});

/** A list as CSV, which the greedy address reads in pages of one row. */
const csv = (max: number): Use => ({
  max,
  attempt: async ({ from, signal }) => {
    const held = isGreedy(from) ? { signal } : { isStream: true };
    const path = `/api/v1/transactions?limit=${isGreedy(from) ? 1 : 25}`;
    return (await send(`${rest}${path}`, from, { headers: { accept: 'text/csv' }, ...held })) === 200;
  },
});

async function newestBlock(): Promise<number> {
  const { blocks = [] } = await json<{ blocks?: { number: number }[] }>('/api/v1/blocks?limit=1');
  return blocks[0]?.number ?? 0;
}

/** Uses of all limits, by name. */
const USES: Readonly<Record<string, () => Use | Promise<Use>>> = {
  'http-connections': () => connections(() => rest, '/api/v1/network/supply', 270),
  statements: () => ({
    max: 5,
    attempt: async ({ from, attemptIndex }) => {
      const query = `limit=100&timestamp=lt:${Math.floor(Date.now() / 1_000) - attemptIndex}.${Math.floor(Math.random() * 1e9)}`;
      return (await send(`${rest}/api/v1/transactions?${query}`, from)) === 200;
    },
  }),
  'waiting-requests': () => ({
    max: 20,
    durationMs: 1_000,
    attempt: async ({ from, signal, attemptIndex }) => {
      const headers = { prefer: `wait=${isGreedy(from) ? 20 : 1}` };
      const id = `0.0.2-${Math.floor(Date.now() / 1_000)}-${attemptIndex}`;
      return (await send(`${rest}/api/v1/transactions/${id}`, from, { headers, signal })) === 404;
    },
  }),
  'event-streams': () => stream('transactions/stream?timestamp=gte:0', 20),
  'event-replays': () => stream('transactions/stream?timestamp=gte:0', 1),
  // A block arrives every two seconds.
  'event-reads': () => stream('transactions/stream', 2, 4_000),
  // One address may have five.
  'csv-files': () => csv(5),
  // A quarter of the connections.
  'csv-reads': () => csv(1),
  proofs: async () => {
    // The network removes older raw files, so the newest block is used.
    const newest = await newestBlock();
    return {
      max: 4,
      attempt: async ({ from }) => {
        const file = `/api/v1/blocks/${newest - Math.floor(Math.random() * 3)}/proof`;
        // A block may not have a signature of its own yet.
        return [200, 404, 409].includes(await send(`${rest}${file}`, from));
      },
    };
  },
  'contract-calls': () => ({ max: 10, attempt: ({ from }) => contractCall(from, cheap(30_000)) }),
  'contract-gas': () => ({
    max: 5,
    attempt: ({ from }) => contractCall(from, cheap(isGreedy(from) ? 15_000_000 : 30_000)),
  }),
  // Where traces take long, the queue of the threads refuses them before.
  traces: () => ({
    max: 10,
    attempt: ({ from, attemptIndex }) =>
      trace(from, isGreedy(from) && attemptIndex % 4 > 0 ? hashOf() : traced),
  }),
  'contract-threads': () => ({
    max: 2,
    attempt: ({ from }) => contractCall(from, isGreedy(from) ? ENDLESS : cheap(30_000)),
  }),
  'grpc-connections': () => ({
    max: 70,
    attempt: ({ from, signal }) =>
      isGreedy(from) ? idle(grpc, from, signal) : grpcCall(from, GET_NODES, NODES),
  }),
  'grpc-calls': () => ({
    max: 15,
    refusal: 'Too many calls of one client',
    attempt: ({ from, signal }) =>
      isGreedy(from)
        ? grpcCall(from, '/grpc.health.v1.Health/Watch', new Uint8Array(), signal)
        : grpcCall(from, GET_NODES, NODES),
  }),
  'grpc-starts': () => ({
    // Each attempt of the greedy address starts as many calls as one connection may have.
    max: 20,
    attempt: ({ from }) => (isGreedy(from) ? manyStarts(from) : grpcCall(from, GET_NODES, NODES)),
  }),
  'grpc-statements': () => ({ max: 4, attempt: ({ from }) => grpcCall(from, GET_NODES, NODES) }),
  'grpc-pages': async () => {
    const { transactions = [] } = await json<{ transactions?: { entity_id: string }[] }>(
      '/api/v1/transactions?limit=1&transactiontype=CONSENSUSSUBMITMESSAGE&result=success',
    );
    const topic = BigInt(transactions[0]?.entity_id.split('.')[2] ?? 0);
    const query = topicQuery({ topic, start: 0n, limit: 1n });
    return { max: 16, attempt: ({ from }) => grpcCall(from, SUBSCRIBE, query) };
  },
  'rpc-messages': async () => {
    // Beside other services an address may have fewer connections than messages.
    const database = await createTestDatabase();
    closing.push(() => database.drop());
    const seconds = Math.floor(Date.now() / 1_000);
    await insert(database.database, 'record_file', [block(0, seconds)]);
    const alone = new Tain(['start', '--roles', 'rpc'], {
      ...settingsOf(path.join(folder, 'rpc')),
      DATABASE_URL: databaseUrl(database),
    });
    closing.push(() => alone.stop());
    const url = (await alone.waitFor(RPC_URL))[1] ?? '';
    // A balance takes long, so that its message is under way for long.
    await database.database.pool.query(`
      alter table entity rename to fast_entity;
      create view entity as select * from fast_entity where (select pg_sleep(0.3)) is not null`);
    const body = rpcRequest('eth_getBalance', [`0x${'1'.repeat(40)}`, 'latest']);
    return {
      // More than one address may have, and fewer than all may.
      max: RPC_MESSAGES.perClient * 0.4,
      refusal: `Too many ${RPC_MESSAGES.counts} of one client`,
      attempt: ({ from, signal }) =>
        isGreedy(from)
          ? send(url, from, { method: 'POST', body, signal }).then((code) => code === 200)
          : rpcCall(from, 'eth_chainId', [], url),
    };
  },
  'rpc-statements': () => ({ max: 4, attempt: ({ from }) => rpcCall(from, 'eth_gasPrice') }),
  'rpc-websockets': () => ({
    // More than all may have, and fewer than connections of one address.
    max: 10,
    refusal: `Too many ${RPC_WEBSOCKETS.counts} of one client`,
    attempt: ({ from, signal }) => websocket(from, isGreedy(from) ? signal : undefined),
  }),
  // An address has two WebSocket connections, each of which is used by more than half of what it may have.
  'rpc-filters': () => ({
    max: 1,
    refusal: 'IP Rate limit exceeded on this server',
    attempt: ({ from, signal }) =>
      isGreedy(from)
        ? websocket(
            from,
            signal,
            numbered(RPC_FILTERS.perClient * 0.6, () => ['eth_newBlockFilter', []]),
          )
        : rpcCall(from, 'eth_newBlockFilter'),
  }),
  'rpc-subscriptions': () => ({
    max: 1,
    refusal: 'Exceeded maximum allowed subscriptions',
    attempt: ({ from, signal }) =>
      isGreedy(from)
        ? websocket(from, signal, numbered(RPC_SUBSCRIPTIONS.perClient * 0.6, logsOf))
        : websocket(from, undefined, NEW_HEADS),
  }),
  'rpc-sends': () => sendUse(() => sleep(100)),
  'incident-pages': () => ({
    max: 4,
    attempt: async ({ from }) =>
      (await send(`${status}/incidents/${randomBytes(6).toString('hex')}`, from)) === 404,
  }),
  'metrics-connections': () => connections(() => metrics, '/metrics', 32),
  'control-connections': async () => {
    const control = path.join(folder, 'control');
    const handlers = {
      pause: async () => {},
      resume: async () => {},
      advance: async (nanos: bigint) => nanos,
    };
    const server = await openControl(control, handlers);
    closing.push(() => server.close());
    const [file = ''] = await readdir(control);
    const entry = parseEntry(await readFile(path.join(control, file), 'utf8'));
    const url = `http://127.0.0.1:${entry?.port}`;
    const line = requestLine(entry?.token ?? '', { command: 'advance', nanos: 1n });
    return {
      // More than may be open without the token.
      max: 30,
      attempt: async ({ from, signal }) => {
        if (isGreedy(from)) return idle(url, from, signal);
        const socket = net.connect({ host: '127.0.0.1', port: entry?.port ?? 0, localAddress: from });
        socket.on('error', () => undefined);
        socket.write(line);
        const answered = once(socket, 'data').then(
          () => true,
          () => false,
        );
        const closed = new Promise<false>((resolve) => socket.once('close', () => resolve(false)));
        const isServed = await Promise.race([answered, closed]);
        socket.destroy();
        return isServed;
      },
    };
  },
  'node-connections': () => nodeUse({ connections: 20 }, 20, true),
  // The node runs in this test's process, like the clients.
  'node-calls': () => nodeUse({ calls: 10, callsPerClient: 5, callTimeoutMs: 5_000 }, 10, false),
};

/** Uses a sender whose nodes respond once `responded` resolves. */
function sendUse(responded: () => Promise<unknown>): Use {
  const sender = new NetworkSender({
    operator: { account: { shard: 0n, realm: 0n, num: 2n }, sign: () => ({}) },
    budget: {
      reserve: async ({ validStart }) => ({ outcome: 'reserved', validStart }),
      settle: async () => undefined,
    },
    nodes: { deliver: () => responded().then(() => ({ code: 'OK', mayBeAccepted: true })) },
    outcomes: { of: async () => null, forget: () => undefined },
    log: { warn: () => undefined },
  });
  const transaction = { raw: Buffer.of(2), hash: '0x', networkPrice: undefined, signal: NEVER_ABORTED };
  return {
    max: RPC_SENDS.max,
    attempt: ({ from }) =>
      sender.submit({ ...transaction, client: from }).then(
        ({ code }) => code === 'OK',
        () => false,
      ),
  };
}

const TRANSFER = '/proto.CryptoService/cryptoTransfer';

/** Starts a node of a local network with small limits. Messages that begin with 1 never get a response. */
async function nodeUse(limits: object, max: number, isIdle: boolean): Promise<Use> {
  const node: StillNode = { ...stillNode(new Ledger({ seed: 7 })) };
  node.submit = async (bytes) => {
    if (bytes[0] === 1) await new Promise(() => {});
    return { code: proto.ResponseCodeEnum.OK, cost: 0n };
  };
  const { server, stop } = await startTestNode(node, limits);
  closing.push(stop);
  const url = `http://127.0.0.1:${server.port}`;
  const call = (from: string, byte: number, held?: AbortSignal) => {
    const before = grpc;
    grpc = url;
    const done = grpcCall(from, TRANSFER, Buffer.of(byte), held);
    grpc = before;
    return done;
  };
  return {
    max,
    attempt: ({ from, signal }) => {
      if (!isGreedy(from)) return call(from, 2);
      return isIdle ? idle(url, from, signal) : call(from, 1, signal);
    },
  };
}

const LATE = Symbol('late');

/** Returns whether an attempt of the modest address succeeds in time, and its duration in milliseconds. */
async function served(
  use: Use,
  attemptIndex: number,
  timeoutMs: number,
): Promise<{ isServed: boolean; tookMs: number }> {
  const controller = new AbortController();
  const begun = performance.now();
  const outcome = await Promise.race([
    use.attempt({ from: MODEST, attemptIndex, signal: controller.signal }),
    sleep(timeoutMs, LATE, { signal: controller.signal }).catch(() => LATE),
  ]);
  controller.abort();
  return { isServed: outcome === true, tookMs: performance.now() - begun };
}

/** Makes several times as many attempts as the limit allows, until the signal is aborted. */
async function flood({ max, attempt }: Use, kind: Limit['kind'], signal: AbortSignal): Promise<void> {
  const underWay = new Set<Promise<unknown>>();
  let attemptIndex = 0;
  const begin = () => {
    attemptIndex += 1;
    // A refused client retries after a delay, as clients do.
    const one = attempt({ from: GREEDY, attemptIndex, signal })
      .then((isServed) => (isServed || signal.aborted ? undefined : sleep(RETRY_MS)))
      .catch(() => undefined);
    underWay.add(one);
    one.finally(() => underWay.delete(one));
  };
  const target = max * TIMES[kind];
  for (const begun = performance.now(); !signal.aborted; await sleep(20)) {
    const due =
      kind === 'rate'
        ? ((performance.now() - begun) / 1_000) * target - attemptIndex
        : target - underWay.size;
    const allowed = kind === 'open' ? due : Math.min(due, MAX_UNDER_WAY - underWay.size);
    for (let left = Math.min(allowed, 100); left > 0; left -= 1) begin();
  }
  await Promise.all(underWay);
}

function beginFlood(): void {
  flooding = new AbortController();
  setMaxListeners(0, flooding.signal);
  refusals = [];
}

// `test/rpc/held-bytes.test.ts` uses up bytes.
test.each(LIMITS.filter(({ kind }) => kind !== 'bytes'))(
  '$name: one address is served while another requests several times the limit',
  async ({ name, kind }) => {
    const use = await USES[name]?.();
    if (use === undefined) throw new Error(`nothing here uses the limit ${name}`);
    // Without other clients, an attempt succeeds.
    let isServedAlone = false;
    for (let attemptIndex = 0; !isServedAlone && attemptIndex < 20; attemptIndex += 1) {
      ({ isServed: isServedAlone } = await served(use, attemptIndex, 60_000));
      if (!isServedAlone) await sleep(PAUSE_MS);
    }
    expect(isServedAlone).toBe(true);
    const timeoutMs = (use.durationMs ?? 0) + TIMEOUT_MS * slowness();
    beginFlood();
    const ended = flood(use, kind, flooding.signal);
    try {
      if (kind === 'concurrency') await sleep(500);
      else await expect.poll(() => refusals).toContainEqual(expect.stringContaining(use.refusal ?? ''));
    } catch (error) {
      flooding.abort();
      await ended;
      throw error;
    }
    let count = 0;
    const times: number[] = [];
    try {
      for (let attemptIndex = 0; attemptIndex < ATTEMPTS; attemptIndex += 1) {
        const { isServed, tookMs } = await served(use, 100 + attemptIndex, timeoutMs);
        if (isServed) count += 1;
        times.push(Math.round(tookMs));
        if (kind === 'rate') await sleep(PAUSE_MS);
      }
    } finally {
      flooding.abort();
      await ended;
    }
    expect({ count, times: times.join(' ') }).toEqual({
      count: expect.toSatisfy((n: number) => n >= MIN_SERVED),
      times: expect.any(String),
    });
  },
);

/** A queue of requests that are held. */
interface Queue {
  /** Number of requests of the greedy address, several times as many as run concurrently. */
  readonly count: number;
  readonly attempt: Use['attempt'];
  /** Number of requests that run or wait. */
  readonly size: () => Promise<number>;
  /** Holds all requests that run from now on, until the returned function is called. */
  readonly hold: () => Promise<() => Promise<unknown>>;
}

/** Returns a queue of statements, which are held by a lock of a table that they read. `prefix`: of its metrics. */
function statementQueue(count: number, prefix: string, table: string, attempt: Use['attempt']): Queue {
  return {
    count,
    attempt,
    async size() {
      const text = await (await fetch(`${metrics}/metrics`)).text();
      const found = [
        ...text.matchAll(new RegExp(`^${prefix}_(?:running|waiting)(?:\\{.*\\})? (\\d+)$`, 'gm')),
      ];
      expect(found.length).toBeGreaterThan(1);
      return found.reduce((sum, [, value]) => sum + Number(value), 0);
    },
    async hold() {
      const server = await openEmbedded({ dataDir: path.join(folder, 'data'), openParents: true });
      const client = new pg.Client(connectionConfig(server.target));
      await client.connect();
      // A lock that waits for the ingest blocks reads for which the ingest may wait.
      const lock = () =>
        client.query(`begin; lock table ${table} in access exclusive mode nowait`).then(
          () => true,
          () => client.query('rollback').then(() => false),
        );
      await expect.poll(lock).toBe(true);
      return async () => {
        // The lock ends with the connection.
        await client.end();
        await server.release();
      };
    },
  };
}

/** Returns the queue of transactions that are sent to nodes, which are held by nodes that do not respond. */
function sendQueue(): Queue {
  let size = 0;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { max, attempt } = sendUse(() => released);
  return {
    count: max * 8,
    attempt: (one) => {
      size += 1;
      return attempt(one);
    },
    size: async () => size,
    hold: async () => async () => release(),
  };
}

const QUEUES: Readonly<Record<string, () => Queue>> = {
  statements: () => {
    // Each attempt has a URL of its own, because identical requests share a response.
    const now = Math.floor(Date.now() / 1_000);
    return statementQueue(40, 'tain_api_statements', 'transaction', ({ from, attemptIndex }) =>
      send(`${rest}/api/v1/transactions?limit=1&timestamp=lt:${now - attemptIndex}`, from).then(
        (code) => code === 200,
      ),
    );
  },
  'grpc-statements': () =>
    statementQueue(28, 'tain_grpc_statements', 'entity', ({ from, attemptIndex }) => {
      // An account, which the call refuses after it has read its type.
      const query = topicQuery({ topic: BigInt(attemptIndex % 90) + 10n, start: 0n, limit: 1n });
      return grpcCall(from, SUBSCRIBE, query).then(() => true);
    }),
  'rpc-statements': () =>
    statementQueue(40, 'tain_rpc_statements', 'entity', ({ from, attemptIndex }) =>
      rpcCall(from, 'eth_getBalance', [
        `0x${(1_000 + attemptIndex).toString(16).padStart(40, '0')}`,
        'latest',
      ]),
    ),
  'rpc-sends': sendQueue,
};

test.each(Object.keys(QUEUES))(
  '%s: a request of one address overtakes those of another that wait',
  async (name) => {
    const queue = QUEUES[name]?.();
    if (queue === undefined) throw new Error('no such queue');
    beginFlood();
    const release = await queue.hold();
    let waiting = 0;
    const { count } = queue;
    const ask = (from: string, attemptIndex: number) =>
      queue.attempt({ from, attemptIndex, signal: flooding.signal });
    const askGreedily = async (attemptIndex: number) => {
      waiting += 1;
      await ask(GREEDY, attemptIndex);
      waiting -= 1;
    };
    const greedy = Array.from({ length: count }, (_, index) => askGreedily(index));
    let modest: Promise<boolean> | undefined;
    let overtaken = -1;
    try {
      await expect.poll(queue.size).toBeGreaterThanOrEqual(count);
      const size = await queue.size();
      modest = ask(MODEST, count).finally(() => {
        overtaken = waiting;
      });
      await expect.poll(queue.size).toBeGreaterThan(size);
    } finally {
      await release();
      await Promise.all(greedy);
      flooding.abort();
    }
    expect(await modest).toBe(true);
    // In order of arrival it overtakes none of them.
    expect(overtaken).toBeGreaterThan(count / 2);
  },
);

test('a local network keeps a bounded number of sources, none larger than a message', async () => {
  const addressOf = (number: number): string => `0x${number.toString(16).padStart(40, '0')}`;
  const setSource = (number: number, file: object): Promise<boolean> =>
    rpcCall(MODEST, 'tain_setSource', [addressOf(number), file]);
  const stored = () => readdir(path.join(folder, 'data', 'sources'));
  expect(await setSource(1, { contracts: 'x'.repeat(MAX_MESSAGE_BYTES) })).toBe(false);
  for (let number = 1; number <= MAX_SOURCE_FILES; number += 1) {
    expect([number, await setSource(number, { contracts: {} })]).toEqual([number, true]);
  }
  expect(await setSource(1_000, { contracts: 'x'.repeat(MAX_MESSAGE_BYTES - 1_000) })).toBe(true);
  const names = await stored();
  expect([names.length, names.includes(`${addressOf(1_000)}.json`)]).toEqual([MAX_SOURCE_FILES, true]);
  // Without the headers of a local client, a web page of another site, nothing is stored.
  const headers = { origin: 'https://evil.example' };
  const body = rpcRequest('tain_setSource', [addressOf(2_000), {}]);
  expect(await send(rpc, MODEST, { method: 'POST', headers, body })).not.toBe(200);
  expect(await stored()).toEqual(names);
});
