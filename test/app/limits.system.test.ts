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
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Ledger } from '../../packages/network-simulator/src/ledger/ledger.ts';
import { parseEntry, requestLine } from '../../src/app/demo/control-messages.ts';
import { openControl } from '../../src/app/demo/control-server.ts';
import { LIMITS } from '../../src/app/roles/limits.ts';
import { NetworkSender } from '../../src/app/sending/network-sender.ts';
import { NEVER_ABORTED } from '../../src/kernel/abort-signal.ts';
import type { Limit } from '../../src/kernel/limits/limit.ts';
import { framesOf } from '../../src/live/grpc/frames.ts';
import { type StillNode, startTestNode, stillNode } from '../demo/grpc/node-fixture.ts';
import { freePort } from '../free-ports.ts';
import { GET_NODES, SUBSCRIBE, topicQuery } from '../live/grpc/grpc-fixture.ts';
import { removeFolder } from '../remove-folder.ts';
import { Tain } from './commands/tain.ts';

// All shared limits, by their descriptions, on the built program with its network: one address makes several times as many
// requests as each limit allows, and another address is still served.

const GREEDY = '127.0.0.2';
const MODEST = '127.0.0.3';
const isGreedy = (from: string): boolean => from === GREEDY;
/** Requests of the greedy address per allowed one, by kind of limit. Held resources use up a limit sooner than a rate. */
const TIMES = { open: 3, concurrency: 10, rate: 8 };
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
}

const SETTINGS = {
  TAIN_DEMO_TPS: '2',
  // A quarter of a service's connections, which one address may have, is more than the other limits of this test.
  TAIN_MAX_CONNECTIONS: '1600',
  TAIN_API_CONNECTIONS: '5',
  TAIN_WAITING: '20',
  TAIN_EVENT_STREAMS: '20',
  TAIN_EVM_REQUESTS_PER_SECOND: '10',
  TAIN_EVM_GAS_PER_SECOND: '75000000',
  TAIN_EVM_MAX_WAITING: '10',
  TAIN_GRPC_MAX_CALLS: '20',
  TAIN_RPC_MAX_WEBSOCKETS: '20',
  // By default a refusal has status 200, which would count as served.
  TAIN_RPC_ERROR_STATUS: '400',
};

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
const closing: (() => Promise<unknown> | unknown)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tain-limits-'));
  metrics = `http://127.0.0.1:${await freePort()}`;
  tain = new Tain(['start', '--roles', 'api,evm,ingest,live,rpc,status'], {
    ...SETTINGS,
    TAIN_DATA_DIR: path.join(folder, 'data'),
    TAIN_PORT: '0',
    TAIN_STATUS_PORT: '0',
    TAIN_METRICS_ADDRESS: metrics.slice('http://'.length),
  });
  closing.push(() => tain.stop());
  rest = await tain.url();
  status = (await tain.waitFor(/Status service at (http:\/\/[\d.:]+)/))[1] ?? '';
  grpc = `http://${(await tain.waitFor(/gRPC service at ([\d.:]+)/))[1]}`;
  rpc = (await tain.waitFor(/JSON-RPC service at (http:\/\/[\d.:]+)/))[1] ?? '';
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
      response.on('error', () => resolve(code));
      response.on('data', () => isStream && sent.destroy());
      response.on('close', () => resolve(code));
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
  return false;
}

/** Calls a method over HTTP/2 on its own connection; returns true on its first message or a successful end. */
function grpcCall(from: string, method: string, message: Uint8Array, held?: AbortSignal): Promise<boolean> {
  const { hostname: host, port } = new URL(grpc);
  return new Promise((resolve) => {
    const session = http2.connect(grpc, {
      createConnection: () => net.connect({ host, port: Number(port), localAddress: from }),
    });
    const end = (isServed: boolean) => {
      resolve(isServed);
      session.destroy();
    };
    session.on('error', () => end(false));
    session.on('goaway', () => end(false));
    session.on('close', () => resolve(false));
    const stream = session.request({
      ':method': 'POST',
      ':path': method,
      'content-type': 'application/grpc',
    });
    stream.on('error', () => end(false));
    stream.on('data', () => held === undefined && end(true));
    stream.on('trailers', (trailers) => end(trailers['grpc-status'] === '0'));
    stream.on('close', () => end(false));
    held?.addEventListener('abort', () => end(true), { once: true });
    if (isGreedy(from)) flooding.signal.addEventListener('abort', () => end(false), { once: true });
    stream.end(framesOf([message]));
  });
}

/** Calls a method of JSON-RPC without parameters on its own connection. */
async function rpcCall(from: string, method: string): Promise<boolean> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] });
  return (await send(rpc, from, { method: 'POST', body })) === 200;
}

/** Sends a request whose body never ends, until the server closes it. */
async function unfinished(url: string, from: string, signal: AbortSignal): Promise<boolean> {
  const sent = http.request(url, { method: 'POST', agent: false, localAddress: from, signal });
  sent.on('error', () => undefined);
  sent.setHeader('content-length', 100);
  sent.flushHeaders();
  await once(sent, 'close').catch(() => undefined);
  return false;
}

const CHAIN_ID = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}';
const NEW_HEADS = '{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}';

/** Opens a WebSocket connection and holds it until `held` is aborted. Returns true if a message got a response. */
async function websocket(from: string, held?: AbortSignal, request = CHAIN_ID): Promise<boolean> {
  const socket = new WebSocket(rpc.replace('http', 'ws'), { localAddress: from });
  const answered = new Promise<boolean>((resolve) => {
    socket.on('open', () => socket.send(request));
    socket.on('message', (data) => resolve(String(data).includes('"result"')));
    socket.on('error', () => resolve(false));
    socket.on('close', () => resolve(false));
  });
  const isServed = await answered;
  if (isServed && held !== undefined && !held.aborted) await once(held, 'abort');
  socket.terminate();
  return isServed;
}

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
    max: 20,
    attempt: ({ from, signal }) =>
      isGreedy(from)
        ? grpcCall(from, '/grpc.health.v1.Health/Watch', new Uint8Array(), signal)
        : grpcCall(from, GET_NODES, NODES),
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
  'rpc-messages': () => ({
    max: 15,
    attempt: ({ from, signal }) =>
      isGreedy(from) ? unfinished(rpc, from, signal) : rpcCall(from, 'eth_chainId'),
  }),
  'rpc-statements': () => ({ max: 4, attempt: ({ from }) => rpcCall(from, 'eth_gasPrice') }),
  'rpc-websockets': () => ({
    max: 20,
    attempt: ({ from, signal }) => websocket(from, isGreedy(from) ? signal : undefined),
  }),
  'rpc-filters': () => ({ max: 15, attempt: ({ from }) => rpcCall(from, 'eth_newBlockFilter') }),
  'rpc-subscriptions': () => ({
    max: 15,
    attempt: ({ from, signal }) => websocket(from, isGreedy(from) ? signal : undefined, NEW_HEADS),
  }),
  'rpc-sends': () => {
    const sender = new NetworkSender({
      operator: { account: { shard: 0n, realm: 0n, num: 2n }, sign: () => ({}) },
      budget: {
        reserve: async ({ validStart }) => ({ outcome: 'reserved', validStart }),
        settle: async () => undefined,
      },
      nodes: { deliver: () => sleep(100, { code: 'OK', mayBeAccepted: true }) },
      outcomes: { of: async () => null, forget: () => undefined },
      log: { warn: () => undefined },
    });
    const transaction = { raw: Buffer.of(2), hash: '0x', networkPrice: undefined, signal: NEVER_ABORTED };
    return {
      max: 32,
      attempt: ({ from }) =>
        sender.submit({ ...transaction, client: from }).then(
          ({ code }) => code === 'OK',
          () => false,
        ),
    };
  },
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
      max: 8,
      attempt: async ({ from, signal }) => {
        if (isGreedy(from)) return idle(url, from, signal);
        const socket = net.connect({ host: '127.0.0.1', port: entry?.port ?? 0, localAddress: from });
        socket.on('error', () => undefined);
        socket.write(line);
        const answered = once(socket, 'data').then(
          () => true,
          () => false,
        );
        const isServed = await Promise.race([answered, once(socket, 'close').then(() => false)]);
        socket.destroy();
        return isServed;
      },
    };
  },
  'node-connections': () => nodeUse({ connections: 20 }, 20, true),
  // The node runs in this test's process, like the clients.
  'node-calls': () => nodeUse({ calls: 10, callsPerClient: 5, callTimeoutMs: 5_000 }, 10, false),
};

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

test.each(LIMITS)(
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
    flooding = new AbortController();
    setMaxListeners(0, flooding.signal);
    const ended = flood(use, kind, flooding.signal);
    await sleep(500);
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
