import { once } from 'node:events';
import http from 'node:http';
import http2, { type ClientHttp2Session } from 'node:http2';
import net, { type AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { framesOf } from '../../src/grpc/frames.ts';
import { answerWeb } from '../../src/grpc/web.ts';
import { ByteAccount, type ByteHold, HELD_BYTES } from '../../src/kernel/limits/byte-account.ts';
import {
  GET_NODES,
  openCall,
  SUBSCRIBE,
  show,
  startTestGrpc,
  type TestGrpc,
  type TestGrpcOptions,
  TOPIC,
  timeOf,
  topicEntity,
  topicQuery,
} from './grpc-fixture.ts';

// Clients that open more calls than they use: their memory is counted until the transport has freed it.

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function start(options: TestGrpcOptions): Promise<TestGrpc> {
  const grpc = await startTestGrpc(options);
  ends.push(() => grpc.close());
  return grpc;
}

function connect({ server: { port } }: TestGrpc, localAddress = '127.0.0.1'): ClientHttp2Session {
  const session = http2.connect(`http://127.0.0.1:${port}`, {
    createConnection: () => net.connect({ host: '127.0.0.1', port, localAddress }),
    // The server sends no more than this until the client reads.
    settings: { initialWindowSize: 0 },
  });
  session.on('error', () => undefined);
  ends.push(() => session.destroy());
  return session;
}

const counted = async ({ registry }: TestGrpc, name: string, labels: object) =>
  (await registry.getSingleMetric(name)?.get())?.values.find(
    (value) => JSON.stringify(value.labels) === JSON.stringify(labels),
  )?.value;

async function addLargeMessages(grpc: TestGrpc, count = 2_000): Promise<void> {
  await grpc.insert('entity', [topicEntity()]);
  await grpc.database.pool.query(
    `insert into topic_message (consensus_timestamp, message, running_hash, sequence_number, topic_id)
     select $2::bigint + n * 1000, convert_to(repeat('x', 1000), 'UTF8'), '\\x0102', n, $1 from generate_series(1, $3) n`,
    [TOPIC, timeOf(0), count],
  );
  await show(grpc, count);
}

test('an ended call holds its memory and its slot until its client has taken the end', async () => {
  const bytes = new ByteAccount();
  const grpc = await start({ bytes, maxPerClient: 1 });
  await addLargeMessages(grpc);
  const session = connect(grpc);
  const stream = openCall(session, SUBSCRIBE, { 'grpc-timeout': '500m' });
  stream.end(framesOf([topicQuery({ start: 0n })]));
  const late = { method: SUBSCRIBE.slice(1), code: 'deadlineExceeded' };
  await expect.poll(() => counted(grpc, 'tain_grpc_calls_total', late), { interval: 10 }).toBe(1);
  expect(bytes.heldBy('127.0.0.1')).toBeGreaterThan(60_000);
  const [headers] = await once(openCall(session, GET_NODES).end(framesOf([Buffer.alloc(0)])), 'response');
  expect(headers['grpc-message']).toContain('Too many calls of one client');
  stream.destroy();
  await expect.poll(() => bytes.held).toBe(0);
});

test('a client that leaves the end of a call unread loses its connection when memory is used up', async () => {
  const bytes = new ByteAccount({ ...HELD_BYTES, max: 100_000 });
  const grpc = await start({ bytes });
  await addLargeMessages(grpc);
  const session = connect(grpc);
  const closed = once(session, 'close');
  openCall(session, SUBSCRIBE, { 'grpc-timeout': '500m' }).end(framesOf([topicQuery({ start: 0n })]));
  const late = { method: SUBSCRIBE.slice(1), code: 'deadlineExceeded' };
  await expect.poll(() => counted(grpc, 'tain_grpc_calls_total', late), { interval: 10 }).toBe(1);
  bytes.open('127.0.0.2', () => undefined).set(50_000);
  await closed;
  expect(bytes.held).toBe(50_000);
});

/** Returns a frame of HTTP/2 (RFC 9113, 4.1). */
function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** Encodes headers without compression (RFC 7541, 6.2.2). */
function headerBlock(headers: Readonly<Record<string, string>>): Buffer {
  return Buffer.concat(
    Object.entries(headers).flatMap(([name, value]) => [
      Buffer.of(0, name.length),
      Buffer.from(name),
      Buffer.of(value.length),
      Buffer.from(value),
    ]),
  );
}

test('a refusal ends a call although its request goes on', async () => {
  const bytes = new ByteAccount();
  const grpc = await start({ bytes });
  // The client of Node.js does not survive a request that never ends.
  const socket = net.connect(grpc.server.port, '127.0.0.1');
  ends.push(() => socket.destroy());
  const head = (path: string) =>
    headerBlock({
      ':method': 'POST',
      ':scheme': 'http',
      ':authority': 'localhost',
      ':path': path,
      'content-type': 'application/grpc',
    });
  const reset = (stream: number) => frame(3, 0, stream, Buffer.alloc(4));
  socket.write(
    Buffer.concat([
      Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
      frame(4, 0, 0, Buffer.alloc(0)),
      // The end of a served call waits for that of its request, for some seconds.
      frame(1, 4, 1, head('/grpc.health.v1.Health/Check')),
      frame(0, 0, 1, framesOf([Buffer.alloc(0)])),
      frame(1, 4, 3, head('/a.B/c')),
    ]),
  );
  let received = Buffer.alloc(0);
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk as Buffer]);
    if (received.includes(reset(1)) || received.includes(reset(3))) break;
  }
  expect(received.includes(reset(3))).toBe(true);
  const other = { method: 'other', code: 'unimplemented' };
  expect(await counted(grpc, 'tain_grpc_calls_total', other)).toBe(1);
  await expect.poll(() => bytes.held).toBe(0);
});

/** Counts the requests whose memory was counted. */
class CountedAccount extends ByteAccount {
  opened = 0;

  override open(...given: Parameters<ByteAccount['open']>): ByteHold {
    this.opened += 1;
    return super.open(...given);
  }
}

test.each([
  ['of an unknown method', '/a.B/c', {}],
  ['with a malformed timeout', SUBSCRIBE, { 'grpc-timeout': 'soon' }],
])('a call %s counts until its client has taken the refusal', async (_, path, headers) => {
  const bytes = new CountedAccount();
  const grpc = await start({ bytes });
  const before = bytes.opened;
  const stream = openCall(connect(grpc), path, headers).end(framesOf([Buffer.alloc(0)]));
  await once(stream, 'response');
  expect(bytes.opened).toBe(before + 1);
  stream.destroy();
  await expect.poll(() => bytes.held).toBe(0);
});

test('a call that is refused as the first of its connection gets the reason', async () => {
  const grpc = await start({ max: 1, maxPerClient: 1 });
  await grpc.insert('entity', [topicEntity()]);
  const stream = openCall(connect(grpc), SUBSCRIBE);
  stream.end(framesOf([topicQuery()]));
  await once(stream, 'response');
  const [headers] = await once(
    openCall(connect(grpc), GET_NODES).end(framesOf([Buffer.alloc(0)])),
    'response',
  );
  expect(headers['grpc-message']).toContain('Too many calls of one client');
});

test('bytes after the request of a subscription are not kept', async () => {
  const grpc = await start({});
  await grpc.insert('entity', [topicEntity()]);
  const stream = openCall(connect(grpc), SUBSCRIBE);
  stream.write(framesOf([topicQuery()]));
  await once(stream, 'response');
  // More than the window of a stream, which grows only when the server reads.
  await new Promise((resolve) => stream.write(Buffer.alloc(1_000_000), resolve));
  expect(stream.closed).toBe(false);
});

test('further messages of a client count before they are read', async () => {
  const bytes = new ByteAccount();
  const grpc = await start({ bytes });
  const session = connect(grpc);
  const stream = openCall(session, '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo');
  // `list_services: ""`
  stream.write(framesOf([Buffer.of(0x3a, 0)]));
  await expect.poll(() => bytes.held).toBeGreaterThan(64 * 1024);
  session.destroy();
  await expect.poll(() => bytes.held).toBe(0);
});

test('a flood of calls closes its connection, and not that of another client', async () => {
  const grpc = await start({ startsPerSecond: 50 });
  const other = connect(grpc, '127.0.0.2');
  const flood = connect(grpc);
  const closed = once(flood, 'close');
  for (let count = 0; count < 200; count += 1) openCall(flood, '/a.B/c').end();
  await closed;
  expect(await counted(grpc, 'tain_grpc_calls_refused_total', { reason: 'rate' })).toBeGreaterThan(0);
  const [headers] = await once(openCall(other, '/a.B/c').end(), 'response');
  expect(headers['grpc-status']).toBe('12');
});

test('behind a proxy a flood ends only its own calls', async () => {
  const grpc = await start({ startsPerSecond: 50, trustProxy: true });
  const proxy = connect(grpc);
  const flood = Array.from({ length: 200 }, () =>
    openCall(proxy, '/a.B/c', { 'x-forwarded-for': '192.0.2.1' }),
  );
  for (const stream of flood) stream.end();
  await Promise.all(flood.map((stream) => new Promise((resolve) => stream.on('close', resolve))));
  expect(
    flood.filter(({ rstCode }) => rstCode === http2.constants.NGHTTP2_ENHANCE_YOUR_CALM).length,
  ).toBeGreaterThan(0);
  const [headers] = await once(
    openCall(proxy, '/a.B/c', { 'x-forwarded-for': '192.0.2.2' }).end(),
    'response',
  );
  expect(headers['grpc-status']).toBe('12');
});

test('a page that reads nothing keeps no response after the end of its call', async () => {
  const bytes = new ByteAccount();
  const grpc = await start({ bytes });
  // More than the buffers of the operating system.
  await addLargeMessages(grpc, 20_000);
  const answer = answerWeb(grpc.service.calls);
  const server = http.createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const contentType = request.headers['content-type'];
    await answer({ path: SUBSCRIBE, contentType, timeout: '2S', body, client: '192.0.2.1', response });
  });
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const request = http.request({
    port: (server.address() as AddressInfo).port,
    method: 'POST',
    agent: false,
  });
  request.on('error', () => undefined);
  request.setHeader('content-type', 'application/grpc-web+proto');
  request.end(framesOf([topicQuery({ start: 0n })]));
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  response.pause();
  response.on('error', () => undefined);
  const late = { method: SUBSCRIBE.slice(1), code: 'deadlineExceeded' };
  await expect
    .poll(() => counted(grpc, 'tain_grpc_calls_total', late), { interval: 10, timeout: 30_000 })
    .toBe(1);
  expect(bytes.heldBy('192.0.2.1')).toBeGreaterThan(0);
  await expect.poll(() => bytes.held, { timeout: 30_000 }).toBe(0);
});
