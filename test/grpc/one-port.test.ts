import { once } from 'node:events';
import http2 from 'node:http2';
import net from 'node:net';
import { status } from '@grpc/grpc-js';
import { afterEach, expect, test } from 'vitest';
import { grpcOnHttp } from '../../src/app/roles/grpc-calls.ts';
import { framesOf } from '../../src/grpc/frames.ts';
import { type ConnectionLimits, DEFAULT_CONNECTION_LIMITS } from '../../src/net/connection-limits.ts';
import { startTestApi, type TestApi } from '../rest/api-fixture.ts';
import {
  addMessages,
  clientOf,
  collect,
  numbers,
  open,
  openCall,
  parseResponse,
  SUBSCRIBE,
  show,
  startTestGrpc,
  type TestGrpc,
  type TestGrpcOptions,
  topicEntity,
  topicQuery,
} from './grpc-fixture.ts';

// gRPC on the port of the query service, as at the address of a public mirror node: a connection that speaks HTTP/2 is gRPC's.

/** An empty frame SETTINGS. */
const SETTINGS = Buffer.from('000000040000000000', 'hex');

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface OnePort {
  readonly grpc: TestGrpc;
  readonly api: TestApi;
  readonly port: number;
  /** Stops the query service, once. */
  readonly stop: () => Promise<void>;
}

async function start(
  limits: Partial<ConnectionLimits> = {},
  options: TestGrpcOptions = {},
  ofGrpc: Partial<ConnectionLimits> = limits,
): Promise<OnePort> {
  const grpc = await startTestGrpc(options);
  ends.push(() => grpc.close());
  const connectionLimits = { ...DEFAULT_CONNECTION_LIMITS, ...limits };
  const { trustProxy = false } = options;
  const api = await startTestApi({
    grpc: grpcOnHttp(grpc.service, { trustProxy }, { ...DEFAULT_CONNECTION_LIMITS, ...ofGrpc }),
    connectionLimits,
  });
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopped ??= api.close();
    return stopped;
  };
  ends.push(stop);
  return { grpc, api, port: Number(new URL(api.url).port), stop };
}

function session(port: number, from = '127.0.0.1'): http2.ClientHttp2Session {
  const opened = http2.connect('http://127.0.0.1', {
    createConnection: () => net.connect({ port, host: '127.0.0.1', localAddress: from }),
  });
  opened.on('error', () => undefined);
  ends.push(() => opened.destroy());
  return opened;
}

test('a connection that speaks HTTP/2 is served gRPC, beside requests of REST', async () => {
  const { grpc, api, port } = await start();
  await grpc.insert('entity', [topicEntity()]);
  await addMessages(grpc, 1, 30);
  await show(grpc, 30);
  const client = clientOf(port);
  ends.push(() => client.close());
  const { messages, code } = await collect(open(client, SUBSCRIBE, topicQuery({ start: 0n, limit: 30n })));
  expect(code).toBe(status.OK);
  expect(messages.map((bytes) => Number(parseResponse(bytes).number))).toEqual(numbers(1, 30));
  expect((await api.get('/api/v1/blocks')).status).toBe(200);
  expect(await grpc.registry.getSingleMetric('tain_grpc_connections')?.get()).toMatchObject({
    values: [{ value: 1 }],
  });
});

test.each([
  ['bytes of their own', 1],
  ['pieces of two', 2],
  ['one piece', 24],
])('a connection speaks HTTP/2 when its preface comes in %s', async (_, size) => {
  const { port } = await start();
  const socket = net.connect(port, '127.0.0.1').setNoDelay(true);
  ends.push(() => socket.destroy());
  const hello = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), SETTINGS]);
  for (let at = 0; at < hello.length; at += size) {
    await new Promise((resolve) => socket.write(hello.subarray(at, at + size), resolve));
  }
  const [answer] = (await once(socket, 'data')) as [Buffer];
  // The frame SETTINGS of the server.
  expect(answer[3]).toBe(4);
});

test.each([
  ['GET', 'GET /api/v1/blocks HTTP/1.1\r\nhost: a\r\n\r\n', 'HTTP/1.1 200 OK'],
  ['POST', 'POST /api/v1/blocks HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n', 'HTTP/1.1 404 Not Found'],
  ['an unknown method', 'PRX / HTTP/1.1\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
])(
  'a connection is HTTP/1.1 with a request that begins with %s, also byte by byte',
  async (_, request, line) => {
    const { port } = await start();
    for (const size of [1, 2, request.length]) {
      const socket = net.connect(port, '127.0.0.1').setNoDelay(true);
      ends.push(() => socket.destroy());
      for (let at = 0; at < request.length; at += size) {
        await new Promise((resolve) => socket.write(request.slice(at, at + size), resolve));
      }
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(String(answer).split('\r\n')[0]).toBe(line);
    }
  },
);

test('a connection is closed when its client sends nothing, not even a whole preface, in time', async () => {
  const { port } = await start({ headTimeoutMs: 100 });
  for (const text of ['', 'P', 'PR']) {
    const socket = net.connect(port, '127.0.0.1');
    ends.push(() => socket.destroy());
    socket.write(text);
    await once(socket, 'close');
  }
});

test('a connection is closed when its client has sent the end of nothing', async () => {
  const { port } = await start();
  const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  ends.push(() => socket.destroy());
  socket.resume().end('PR');
  await once(socket, 'close');
});

test('a connection of HTTP/2 counts among those of its client, and is not displaced as an idle one', async () => {
  const { port } = await start({ maxPerClient: 2 });
  const first = session(port);
  await once(first, 'remoteSettings');
  const second = session(port);
  await once(second, 'remoteSettings');
  const third = session(port);
  // The refusal comes before the first byte of the client is read, so it is of HTTP/1.1.
  await expect(once(third, 'remoteSettings')).rejects.toThrow('Protocol error');
  expect([first.destroyed, second.destroyed]).toEqual([false, false]);
  const other = session(port, '127.0.0.2');
  await once(other, 'remoteSettings');
});

test('connections of HTTP/2 leave others for REST', async () => {
  const { port, api } = await start({ max: 3 }, {}, { max: 2 });
  const kept = [session(port), session(port, '127.0.0.2')];
  await Promise.all(kept.map((own) => once(own, 'remoteSettings')));
  const [code] = await once(session(port, '127.0.0.3'), 'goaway');
  expect(code).toBe(http2.constants.NGHTTP2_ENHANCE_YOUR_CALM);
  for (let count = 0; count < 3; count += 1) expect((await api.get('/api/v1/blocks')).status).toBe(200);
});

test('the port has one limit of starting calls with that of gRPC', async () => {
  const { port, grpc } = await start({}, { startsPerSecond: 50 });
  const own = session(port);
  const further = session(grpc.server.port);
  const closed = Promise.race([own, further].map((flood) => once(flood, 'close')));
  // Neither exceeds the limit alone.
  for (let count = 0; count < 49; count += 1) {
    openCall(own, '/a.B/c').end();
    openCall(further, '/a.B/c').end();
  }
  await closed;
});

test('behind a proxy a call is of the client that the proxy names', async () => {
  const { port } = await start({}, { trustProxy: true, maxPerClient: 1 });
  const proxy = session(port);
  const watch = (client: string) =>
    openCall(proxy, '/grpc.health.v1.Health/Watch', { 'x-forwarded-for': client });
  watch('192.0.2.1').end(framesOf([Buffer.alloc(0)]));
  const refused = watch('192.0.2.1').end(framesOf([Buffer.alloc(0)]));
  const [headers] = await once(refused, 'response');
  expect(headers['grpc-status']).toBe(String(status.RESOURCE_EXHAUSTED));
  const served = watch('192.0.2.2').end(framesOf([Buffer.alloc(0)]));
  const [begun] = await once(served, 'response');
  expect(begun['grpc-status']).toBeUndefined();
});

test('connections end with their calls when the service stops', async () => {
  const { port, stop } = await start();
  const own = session(port);
  const call = openCall(own, '/grpc.health.v1.Health/Watch').end(framesOf([Buffer.alloc(0)]));
  await once(call, 'response');
  const ended = once(call, 'trailers');
  const goaway = once(own, 'goaway');
  call.resume();
  await stop();
  const [trailers] = await ended;
  expect(trailers['grpc-status']).toBe(String(status.UNAVAILABLE));
  await goaway;
});

test('without gRPC a connection that speaks HTTP/2 is refused as a broken request', async () => {
  const api = await startTestApi();
  ends.push(() => api.close());
  const socket = net.connect(Number(new URL(api.url).port), '127.0.0.1');
  ends.push(() => socket.destroy());
  socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(String(answer)).toMatch(/^HTTP\/1.1 400 /);
});
