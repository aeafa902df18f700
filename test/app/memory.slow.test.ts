import { once, setMaxListeners } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import http from 'node:http';
import http2 from 'node:http2';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { framesOf } from '../../src/grpc/frames.ts';
import { HELD_BYTES } from '../../src/kernel/limits/byte-account.ts';
import { GET_NODES, SUBSCRIBE, topicQuery } from '../grpc/grpc-fixture.ts';
import { removeFolder } from '../remove-folder.ts';
import { Tain } from './commands/tain.ts';

// One address makes the built program hold many times its memory for clients, on every transport, with answers that it reads
// and with answers that it does not read. Another address is served meanwhile, and the memory is free afterwards.

const GREEDY = '127.0.0.2';
const MODEST = '127.0.0.3';
const MEGABYTE = 1024 * 1024;
const CLIENT_MEMORY_MB = 8;
/** Connections of an attack. */
const CONNECTIONS = 20;
/** Number of requests on one connection. */
const PIPELINED = 90;
/** Milliseconds from the beginning of an attack to the first request of the modest address. */
const BEFORE_PROBES_MS = 500;
/** Milliseconds after which a connection of an attack is replaced. */
const CONNECTION_MS = 1_000;
/** Minimum share of the modest address's requests that are served in time. */
const MIN_SERVED = 0.9;
/** Maximum factor by which a request may take longer than in a quiet run, and the least time that counts as quiet. */
const TIMES = 3;
const MIN_QUIET_MS = 1_000;
/** Maximum milliseconds of a probe, on a machine without other load. */
const PROBE_TIMEOUT_MS = 5_000;
/** No assertion depends on this limit. */
const TEST_TIMEOUT_MS = 900_000;
/**
 * Maximum growth of the resident memory from the end of the first round of attacks to the end of the second. The first lets
 * the heap grow, the more the faster the machine is: by 150 to 325 MB; then the second by 9 MB, and a third by 2 MB.
 */
const MAX_GROWTH_BYTES = 100 * MEGABYTE;
/** Returns the factor by which this machine is currently slower than usual, because of other load. */
const slowness = () => Math.max(1, (os.loadavg()[0] ?? 0) / os.availableParallelism());

let folder: string;
let tain: Tain;
let rest: string;
let rpc: string;
let grpc: string;
let status: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tain-memory-'));
  tain = new Tain(['start', '--roles', 'api,evm,ingest,live,rpc,status'], {
    NODE_OPTIONS: '--max-old-space-size=512',
    TAIN_DATA_DIR: path.join(folder, 'data'),
    TAIN_PORT: '0',
    TAIN_STATUS_PORT: '0',
    TAIN_DEMO_TPS: '20',
    TAIN_CLIENT_MEMORY: String(CLIENT_MEMORY_MB),
    TAIN_MAX_CONNECTIONS: '1600',
    TAIN_EVENT_STREAMS: '100',
  });
  rest = await tain.url();
  status = (await tain.waitFor(/Status service at (http:\/\/[\d.:]+)/))[1] ?? '';
  grpc = `http://${(await tain.waitFor(/gRPC service at ([\d.:]+)/))[1]}`;
  rpc = (await tain.waitFor(/JSON-RPC service at (http:\/\/[\d.:]+)/))[1] ?? '';
  // JSON-RPC has no newest block before the first one.
  for (let attempt = 0; attempt < 600 && (await probed('WebSocket')) === null; attempt++) await sleep(100);
});
afterAll(async () => {
  await tain?.stop();
  await removeFolder(folder);
});

/** Requests a path on its own connection. Returns the status, or 0 if the connection fails. */
function get(url: string, from: string, body?: string): Promise<number> {
  return new Promise((resolve) => {
    const method = body === undefined ? 'GET' : 'POST';
    const sent = http.request(url, { method, agent: false, localAddress: from }, (response) => {
      response.resume();
      response.on('close', () => resolve(response.complete ? (response.statusCode ?? 0) : 0));
    });
    sent.on('error', () => resolve(0));
    sent.end(body);
  });
}

function session(from: string): http2.ClientHttp2Session {
  const { hostname: host, port } = new URL(grpc);
  const made = http2.connect(grpc, {
    createConnection: () => net.connect({ host, port: Number(port), localAddress: from }),
  });
  made.on('error', () => undefined);
  return made;
}

function call(of: http2.ClientHttp2Session, method: string, message: Uint8Array): http2.ClientHttp2Stream {
  const stream = of.request({ ':method': 'POST', ':path': method, 'content-type': 'application/grpc' });
  stream.on('error', () => undefined);
  stream.end(framesOf([message]));
  return stream;
}

function websocket(from: string): WebSocket {
  const socket = new WebSocket(rpc.replace('http', 'ws'), { localAddress: from });
  socket.on('error', () => undefined);
  return socket;
}

const request = (method: string, ...params: readonly unknown[]): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
// AddressBookQuery of file 0.0.102.
const NODES = Buffer.from([0x0a, 0x02, 0x18, 102]);

/** Requests of the modest address, one on each transport. Each returns whether it was served. */
const PROBES: Readonly<Record<string, () => Promise<boolean>>> = {
  rest: async () => (await get(`${rest}/api/v1/blocks?limit=2`, MODEST)) === 200,
  status: async () => (await get(`${status}/api/v2/status.json`, MODEST)) === 200,
  'JSON-RPC': async () => (await get(rpc, MODEST, request('eth_blockNumber'))) === 200,
  async WebSocket() {
    const socket = websocket(MODEST);
    await once(socket, 'open');
    socket.send(request('eth_blockNumber'));
    const [data] = await once(socket, 'message');
    socket.terminate();
    return String(data).includes('result');
  },
  async gRPC() {
    const own = session(MODEST);
    const stream = call(own, GET_NODES, NODES);
    const [first] = (await once(stream, 'data')) as [Buffer];
    own.destroy();
    return first.length > 0;
  },
};

/** Returns the milliseconds that a request of the modest address took; null: it was not served. */
async function probed(name: string): Promise<number | null> {
  const begun = performance.now();
  const outcome = await Promise.race([
    PROBES[name]?.().catch(() => false),
    sleep(PROBE_TIMEOUT_MS * slowness(), false, { ref: false }),
  ]);
  return outcome === true ? performance.now() - begun : null;
}

interface Attack {
  /** Opens a connection, and resolves when it was closed. `reads`: whether it reads answers. */
  readonly connect: (reads: boolean, signal: AbortSignal) => Promise<unknown>;
}

/** Connections that send `text`, and then nothing. */
const raw = (url: () => string, text: () => string): Attack => ({
  async connect(reads, signal) {
    const { hostname: host, port } = new URL(url());
    const socket = net.connect({ host, port: Number(port), localAddress: GREEDY });
    socket.on('error', () => undefined);
    if (reads) socket.resume();
    else socket.pause();
    socket.write(text());
    const close = () => socket.destroy();
    signal.addEventListener('abort', close, { once: true });
    // A paused socket does not notice that it was closed.
    await Promise.race([
      once(socket, 'close'),
      sleep(CONNECTION_MS, undefined, { signal }).catch(() => undefined),
    ]);
    signal.removeEventListener('abort', close);
    socket.destroy();
  },
});

const pipelined = (url: () => string, file: string): Attack =>
  raw(url, () => `GET ${file} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(PIPELINED));

const post = (body: string, length = body.length): string =>
  `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n${body}`;

/** Connections that send messages. */
const messages = (textOf: (index: number) => string, count: number): Attack => ({
  async connect(reads, signal) {
    const socket = websocket(GREEDY);
    const closed = once(socket, 'close');
    const close = () => socket.terminate();
    signal.addEventListener('abort', close, { once: true });
    await Promise.race([once(socket, 'open'), closed]);
    if (!reads) socket.pause();
    for (let index = 0; index < count && socket.readyState === socket.OPEN; index++) {
      socket.send(textOf(index));
    }
    await Promise.race([closed, sleep(CONNECTION_MS, undefined, { signal }).catch(() => undefined)]);
    signal.removeEventListener('abort', close);
    socket.terminate();
  },
});

const LOGS = request('eth_getLogs', { fromBlock: 'earliest', toBlock: 'latest' });
const BLOCK = request('eth_getBlockByNumber', 'latest', true);
const BATCH = `[${Array(50).fill([LOGS, BLOCK]).join()}]`;
/** Incomplete body of a megabyte. */
const HALF_SENT = post(`"${'x'.repeat(MEGABYTE - 100)}`, MEGABYTE);
const CRITERIA = Array.from({ length: 200 }, (_, index) => ({
  address: Array.from({ length: 256 }, (_, at) => `0x${(index * 256 + at).toString(16).padStart(40, '0')}`),
}));
// Written once, so that the test's own event loop is free for the modest address.
const SUBSCRIBES = CRITERIA.map((criteria) => request('eth_subscribe', 'logs', criteria));
const FILTERS = CRITERIA.map((criteria) => request('eth_newFilter', { fromBlock: 'latest', ...criteria }));
const INVALID = JSON.stringify(Array(100).fill(1));

const ATTACKS: Readonly<Record<string, Attack>> = {
  'pipelined requests for a large document': pipelined(() => rpc, '/openrpc'),
  'pipelined requests for lists': pipelined(() => rest, '/api/v1/transactions?limit=100'),
  'pipelined requests for the status page': pipelined(() => status, '/'),
  'batches over HTTP': raw(
    () => rpc,
    () => post(BATCH).repeat(PIPELINED / 10),
  ),
  'bodies that do not end, to JSON-RPC': raw(
    () => rpc,
    () => HALF_SENT,
  ),
  'bodies that do not end, to the query service': raw(
    () => rest,
    () =>
      HALF_SENT.replace('POST / ', 'POST /api/v1/contracts/call ').replace(
        '\r\n\r\n',
        '\r\ncontent-type: application/json\r\n\r\n',
      ),
  ),
  'event streams': pipelined(() => rest, '/api/v1/transactions/stream?timestamp=gte:1'),
  'invalid batches over WebSocket': messages(() => INVALID, 1_000),
  'batches over WebSocket': messages(() => BATCH, 20),
  subscriptions: messages((index) => SUBSCRIBES[index] ?? '', SUBSCRIBES.length),
  filters: messages((index) => FILTERS[index] ?? '', FILTERS.length),
  'gRPC calls': {
    async connect(reads, signal) {
      const own = session(GREEDY);
      const streams = Array.from({ length: 50 }, (_, index) =>
        index % 2 === 0 ? call(own, GET_NODES, NODES) : call(own, SUBSCRIBE, topicQuery({ start: 0n })),
      );
      if (reads) for (const stream of streams) stream.resume();
      await Promise.race([
        once(own, 'close'),
        sleep(CONNECTION_MS, undefined, { signal }).catch(() => undefined),
      ]);
      own.destroy();
    },
  },
};

/** Returns the bytes that clients hold, and how often work was ended because of them. */
async function memory(): Promise<{ readonly held: number; readonly ended: number }> {
  const text = await (await fetch(`${rest}/metrics`)).text();
  const numberOf = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
  return { held: numberOf('tain_client_memory_bytes'), ended: numberOf('tain_client_memory_ended_total') };
}

async function residentBytes(): Promise<number> {
  const text = await readFile(`/proc/${tain.child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(text)?.[1]) * 1024;
}

/** Holds the connections of an attack open, and replaces those that were closed, until the signal is aborted. */
async function attack({ connect }: Attack, reads: boolean, signal: AbortSignal): Promise<void> {
  const one = async (): Promise<void> => {
    while (!signal.aborted) {
      await connect(reads, signal).catch(() => undefined);
      await sleep(20);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
}

test(
  'an address that holds the memory for clients many times takes nothing from another, nor from the process',
  async () => {
    expect(HELD_BYTES.settings).toEqual(['TAIN_CLIENT_MEMORY']);
    const names = Object.keys(PROBES);
    const quiet = new Map<string, number>();
    for (let round = 0; round < 3; round++) {
      const probing = names.map(async (name) => {
        const took = await probed(name);
        if (took === null) throw new Error(`${name} is not served`);
        quiet.set(name, Math.max(quiet.get(name) ?? MIN_QUIET_MS, took));
      });
      await Promise.all(probing);
    }
    // At the beginning of the last round.
    let before = 0;
    let probes = 0;
    const late: string[] = [];
    const unserved: string[] = [];
    const rounds = [[true, false], [false]].map((modes) =>
      Object.entries(ATTACKS).map(([name, one]) => ({ name, one, modes })),
    );
    for (const { name: attackName, one, modes } of rounds.flat()) {
      if (attackName === Object.keys(ATTACKS)[0]) before = await residentBytes();
      const served = new Set<string>();
      for (const reads of modes) {
        const ending = new AbortController();
        setMaxListeners(0, ending.signal);
        const ended = attack(one, reads, ending.signal);
        await sleep(BEFORE_PROBES_MS);
        const probing = names.map(async (name) => {
          const took = await probed(name);
          probes += 1;
          if (took !== null) served.add(name);
          if (took === null || took > (quiet.get(name) ?? 0) * TIMES * slowness()) {
            const time = took === null ? 'not served' : `${Math.round(took)} ms`;
            late.push(`${name}: ${time} (${attackName}, answers ${reads ? 'read' : 'unread'})`);
          }
        });
        await Promise.all(probing);
        ending.abort();
        await ended;
        expect((await memory()).held, attackName).toBeLessThanOrEqual(CLIENT_MEMORY_MB * MEGABYTE);
        expect(tain.child.exitCode).toBeNull();
      }
      if (modes.includes(true))
        unserved.push(...names.filter((name) => !served.has(name)).map((name) => `${name} (${attackName})`));
    }
    expect(unserved).toEqual([]);
    // The attacks reached the limit.
    expect((await memory()).ended).toBeGreaterThan(0);
    expect(late.length, late.join('\n')).toBeLessThanOrEqual(probes * (1 - MIN_SERVED));
    await expect.poll(async () => (await residentBytes()) - before).toBeLessThan(MAX_GROWTH_BYTES);
    for (const name of names) expect(await probed(name)).not.toBeNull();
  },
  TEST_TIMEOUT_MS,
);
