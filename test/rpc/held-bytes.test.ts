import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { ByteAccount, HELD_BYTES } from '../../src/kernel/limits/byte-account.ts';
import { settled } from '../../src/kernel/settled.ts';
import { DEFAULT_CONNECTION_LIMITS } from '../../src/net/connection-limits.ts';
import type { RpcServices } from '../../src/rpc/method/services.ts';
import { RPC_MESSAGES } from '../../src/rpc/transport/http.ts';
import { log } from '../rest/contracts/contract-rows.ts';
import { CONTRACT, fillLedger } from './block-rows.ts';
import { type RpcResponse, startTestRpc, type TestRpc, withoutRequestId } from './rpc-fixture.ts';

// Clients that make the server hold more than its memory for clients: each is ended, and others are served.

const MEGABYTE = 1024 * 1024;
const bytes = new ByteAccount({ ...HELD_BYTES, max: 8 * MEGABYTE });
const services: { -readonly [Name in keyof RpcServices]: RpcServices[Name] } = {};
const STALL_TIMEOUT_MS = 1_000;
const OTHER = { 'x-forwarded-for': '10.0.0.9' };
let rpc: TestRpc;
const open: { terminate?(): void; destroy?(): void }[] = [];

beforeAll(async () => {
  rpc = await startTestRpc({
    bytes,
    services,
    trustProxy: true,
    websocketLimits: { max: 100, perClient: 100 },
    connectionLimits: { ...DEFAULT_CONNECTION_LIMITS, stallTimeoutMs: STALL_TIMEOUT_MS },
  });
  await fillLedger(rpc);
  // 400 logs, a megabyte in all.
  await rpc.insert(
    'contract_log',
    Array.from({ length: 400 }, (_, index) =>
      log(105_000_000_000n + BigInt(index), 0, CONTRACT, { data: Buffer.alloc(1_000, 1) }),
    ),
  );
  await rpc.show();
});
afterAll(() => rpc?.close());
afterEach(async () => {
  for (const one of open.splice(0)) {
    one.terminate?.();
    one.destroy?.();
  }
  await expect.poll(() => bytes.held).toBe(0);
});

/** Lets contract calls wait until the returned function is called. */
function holdCalls(): () => void {
  const { promise, resolve } = settled();
  services.callContract = async () => {
    await promise;
    return { outcome: 'done', result: '0x', isRefused: false, isExecuted: true };
  };
  return resolve;
}

const request = (method: string, ...params: readonly unknown[]) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params,
});
const LOGS = request('eth_getLogs', { fromBlock: '0x0', toBlock: 'latest' });
const CALL = request('eth_call', { to: `0x${'12'.repeat(20)}` }, 'latest');

async function serveOther(): Promise<void> {
  const response = await rpc.post(JSON.stringify(request('eth_chainId')), OTHER);
  expect(await response.json()).toMatchObject({ result: '0x128' });
}

async function openSocket(url = rpc.server.url): Promise<WebSocket> {
  const socket = new WebSocket(url.replace('http', 'ws'));
  open.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'open');
  return socket;
}

async function metric(name: string, labels = ''): Promise<number> {
  const text = await rpc.registry.getSingleMetricAsString(name);
  return Number(text.split(`\n${name}${labels} `)[1]?.split('\n')[0] ?? 0);
}

it('refuses what exceeds the size of a batch, also while it is read', async () => {
  const done = '_count{method="eth_getLogs",outcome="done"}';
  const before = await metric('tain_rpc_request_seconds', done);
  const response = await rpc.post(JSON.stringify(Array(60).fill(LOGS)));
  const text = await response.text();
  expect(text.length).toBeLessThan(4 * MEGABYTE + 60 * 300);
  const answers = JSON.parse(text) as RpcResponse[];
  const refused = answers.filter(({ error }) => error !== undefined).map(withoutRequestId);
  expect(answers.length).toBe(60);
  expect(refused.length).toBeGreaterThanOrEqual(56);
  expect(refused.length).toBeLessThan(60);
  expect(new Set(refused.map(({ error }) => `${error?.code} ${error?.message}`))).toEqual(
    new Set([`-32005 The answer has more than ${4 * MEGABYTE} bytes: limit exceeded`]),
  );
  expect((await metric('tain_rpc_request_seconds', done)) - before).toBe(60 - refused.length);
  expect(rpc.errors).toEqual([]);
});

it('answers a batch in its order, however long each answer takes', async () => {
  const batch = Array.from({ length: 40 }, (_, id) => ({
    ...(id % 3 === 0 ? request('eth_getBlockByNumber', 'latest', true) : request('net_version')),
    id,
  }));
  const answers = (await (await rpc.post(JSON.stringify(batch))).json()) as RpcResponse[];
  expect(answers.map(({ id }) => id)).toEqual(batch.map(({ id }) => id));
  expect(answers.every(({ error }) => error === undefined)).toBe(true);
});

it('closes WebSockets whose answers are not read', async () => {
  const sockets = await Promise.all(Array.from({ length: 3 }, () => openSocket()));
  const message = JSON.stringify(Array(100).fill(1));
  for (const socket of sockets) {
    socket.pause();
    // The answers have 15 MB, more than the buffers of the system.
    for (let count = 0; count < 1_000; count++) socket.send(message);
  }
  await serveOther();
  await expect.poll(() => metric('tain_rpc_websockets')).toBe(0);
});

it('ends the newest unread WebSockets of a client when the memory is used up', async () => {
  const little = new ByteAccount({ ...HELD_BYTES, max: 3 * MEGABYTE });
  const other = await startTestRpc({ bytes: little });
  await fillLedger(other);
  await other.insert('contract_log', [
    log(105_000_000_000n, 0, CONTRACT, { data: Buffer.alloc(400_000, 1) }),
  ]);
  await other.show();
  const openSockets = async () =>
    Number(/websockets (\d+)/.exec(await other.registry.getSingleMetricAsString('tain_rpc_websockets'))?.[1]);
  for (let number = 0; number < 5; number++) {
    const socket = await openSocket(other.server.url);
    socket.send(JSON.stringify(LOGS));
    await once(socket, 'message');
    socket.pause();
    for (let count = 0; count < 30; count++) socket.send(JSON.stringify(LOGS));
  }
  await expect.poll(openSockets).toBeLessThan(5);
  expect(little.held).toBeLessThanOrEqual(3 * MEGABYTE);
  expect(await openSockets()).toBeGreaterThan(0);
  // The memory of an ended WebSocket is free once its connection is closed.
  await expect.poll(async () => (await other.call('eth_chainId')).result).toBe('0x128');
  await other.close();
});

it('counts messages of WebSockets, and refuses a batch above the limit with one error', async () => {
  const end = holdCalls();
  const { perClient } = RPC_MESSAGES;
  const sockets = await Promise.all(
    Array.from({ length: Math.ceil(perClient / 32) + 1 }, () => openSocket()),
  );
  const refused: unknown[] = [];
  for (const socket of sockets) {
    socket.on('message', (data: Buffer) => {
      const answer = JSON.parse(data.toString()) as RpcResponse | RpcResponse[];
      if (Array.isArray(answer) || answer.error !== undefined) refused.push(answer);
    });
    for (let count = 0; count < 31; count++) socket.send(JSON.stringify(CALL));
  }
  await expect.poll(() => refused.length).toBe(sockets.length * 31 - perClient);
  refused.length = 0;
  const batch = JSON.stringify(Array(100).fill(request('eth_chainId')));
  sockets[0]?.send(batch);
  await expect.poll(() => refused.length).toBe(1);
  expect(refused[0]).toMatchObject({ error: { code: -32605 }, id: null });
  const response = await rpc.post(JSON.stringify(request('eth_chainId')));
  expect([response.status, await response.json()]).toMatchObject([429, { error: { code: -32605 } }]);
  await serveOther();
  end();
});

it('counts the memory of small messages of a WebSocket, which is far more than their bytes', async () => {
  const end = holdCalls();
  const { callContract } = services;
  let calls = 0;
  services.callContract = (...of) => {
    calls += 1;
    if (callContract === undefined) throw new Error('calls are not held');
    return callContract(...of);
  };
  const { hostname: host, port } = new URL(rpc.server.url);
  const socket = connect(Number(port), host);
  open.push(socket);
  socket.write(
    'GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: MDAwMDAwMDAwMDAwMDAwMA==\r\n\r\n',
  );
  await once(socket, 'data');
  const call = Buffer.from(JSON.stringify(CALL));
  socket.write(
    Buffer.concat(
      Array(32)
        .fill([Buffer.from([0x81, 0x80 | call.length, 0, 0, 0, 0]), call])
        .flat(),
    ),
  );
  await expect.poll(() => calls).toBe(32);
  const before = bytes.held;
  socket.write(Buffer.concat(Array(250).fill(Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0x31]))));
  await expect.poll(() => bytes.held).toBe(before + 250 * 257);
  end();
});

it('counts the values of messages, which take more memory than their text', async () => {
  const end = holdCalls();
  // 120 kB of text, which become 3 MB of objects: two such messages fit into the memory of 8 MB.
  const heavy = JSON.stringify({ ...CALL, junk: Array(40_000).fill({}) });
  const refused: unknown[] = [];
  const running = Array.from({ length: 5 }, async () => {
    const response = await rpc.post(heavy);
    if (response.status === 429) refused.push(await response.json());
    return response.status;
  });
  await expect.poll(() => refused.length).toBe(3);
  expect(refused[0]).toMatchObject({ error: { code: -32605 }, id: null });
  await serveOther();
  end();
  expect((await Promise.all(running)).sort()).toEqual([200, 200, 429, 429, 429]);
});

it('gives no place to messages whose bodies do not come', async () => {
  const { hostname: host, port } = new URL(rpc.server.url);
  const sockets = await Promise.all(
    Array.from({ length: RPC_MESSAGES.max }, async (_, index) => {
      const socket: Socket = connect(Number(port), host);
      open.push(socket);
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(
        `POST / HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 10.0.1.${index % 4}\r\ncontent-length: 1000\r\n\r\n{`,
      );
      return socket;
    }),
  );
  // The server has read all bodies as far as they came. Each part counts 256 bytes besides its own.
  await expect.poll(() => bytes.held).toBe(sockets.length * 257);
  for (let count = 0; count < 5; count++) await serveOther();
  // A client with such messages is served, too.
  const response = await rpc.post(JSON.stringify(request('eth_chainId')), { 'x-forwarded-for': '10.0.1.1' });
  expect(response.status).toBe(200);
});
