import { once } from 'node:events';
import http2, { type ClientHttp2Session } from 'node:http2';
import net from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { SessionLimits } from '../../src/grpc/sessions.ts';
import { TcpProxy } from '../tcp-proxy.ts';
import { makeCertificate } from './certificate.ts';
import {
  openCall,
  SUBSCRIBE,
  startTestGrpc,
  type TestGrpc,
  topicEntity,
  topicQuery,
} from './grpc-fixture.ts';

// Limits of gRPC clients' connections: their number, and how long they may be idle or silent.

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function start(sessions: Partial<SessionLimits>): Promise<TestGrpc> {
  const grpc = await startTestGrpc({ sessions });
  ends.push(() => grpc.close());
  return grpc;
}

/** Opens a connection without calls, from an address of the client. */
function connect({ server }: TestGrpc, localAddress = '127.0.0.1', port = server.port): ClientHttp2Session {
  const session = http2.connect(`http://127.0.0.1:${port}`, {
    createConnection: () => net.connect({ host: '127.0.0.1', port, localAddress }),
  });
  session.on('error', () => undefined);
  ends.push(() => session.destroy());
  return session;
}

async function connections(grpc: TestGrpc): Promise<number | undefined> {
  return (await grpc.registry.getSingleMetric('tain_grpc_connections')?.get())?.values[0]?.value;
}

/** Returns whether the session is accepted: the server then sends its settings first. */
async function isAccepted(session: ClientHttp2Session): Promise<boolean> {
  return new Promise((resolve) => {
    session.once('goaway', () => resolve(false));
    session.once('close', () => resolve(false));
    // A refused connection receives GOAWAY among its first frames.
    session.once('remoteSettings', () => session.ping((error) => resolve(error === null)));
  });
}

/** Opens a subscription over a session, which stays open. */
function subscribe(session: ClientHttp2Session) {
  const stream = openCall(session, SUBSCRIBE);
  const message = topicQuery();
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  stream.end(Buffer.concat([head, message]));
  return stream;
}

test('connections are limited per client and in total, and closed ones free their slot', async () => {
  const grpc = await start({ max: 3, perClient: 2 });
  const own = [connect(grpc), connect(grpc)];
  expect(await Promise.all(own.map(isAccepted))).toEqual([true, true]);
  expect(await isAccepted(connect(grpc))).toBe(false);
  expect(await isAccepted(connect(grpc, '127.0.0.2'))).toBe(true);
  expect(await isAccepted(connect(grpc, '127.0.0.3'))).toBe(false);
  expect(await connections(grpc)).toBe(3);
  own[0]?.close();
  await expect.poll(() => connections(grpc), { timeout: 60_000 }).toBe(2);
  expect(await isAccepted(connect(grpc, '127.0.0.3'))).toBe(true);
});

test('a connection counts before its TLS handshake', async () => {
  const grpc = await startTestGrpc({ tls: makeCertificate(), sessions: { perClient: 1 } });
  ends.push(() => grpc.close());
  const silent = net.connect(grpc.server.port, '127.0.0.1');
  ends.push(() => silent.destroy());
  await once(silent, 'connect');
  const further = net.connect(grpc.server.port, '127.0.0.1');
  await once(
    further.on('error', () => undefined),
    'close',
  );
  expect(silent.destroyed).toBe(false);
});

test('an idle client gets GOAWAY, sooner before the first call than after it', async () => {
  const grpc = await start({ unusedTimeoutMs: 300, pingIntervalMs: 100, idleTimeoutMs: 600 });
  await grpc.insert('entity', [topicEntity()]);
  const unused = connect(grpc);
  const used = connect(grpc);
  const idle = connect(grpc);
  const closed = Promise.all([unused, idle].map((session) => once(session, 'close')));
  const call = subscribe(used);
  const short = subscribe(idle);
  await Promise.all([call, short].map((stream) => once(stream, 'response')));
  short.close();
  await closed;
  // The idle timeout does not apply to an open call, whatever its duration.
  expect([used.closed, used.destroyed]).toEqual([false, false]);
  // The server may learn of a closed connection later than the client.
  await expect.poll(() => connections(grpc), { timeout: 60_000 }).toBe(1);
});

test('a client that does not answer a ping is disconnected, with its calls', async () => {
  const grpc = await start({ pingIntervalMs: 100, pingTimeoutMs: 300 });
  await grpc.insert('entity', [topicEntity()]);
  const proxy = await TcpProxy.to({ host: '127.0.0.1', port: grpc.server.port, user: '', database: '' });
  ends.push(() => proxy.close());
  const silent = connect(grpc, '127.0.0.1', proxy.port);
  const well = connect(grpc);
  await Promise.all([silent, well].map((session) => once(subscribe(session), 'response')));
  expect(await connections(grpc)).toBe(2);
  const calls = grpc.registry.getSingleMetric('tain_grpc_calls');
  const open = async () => (await calls?.get())?.values[0]?.value;
  expect(await open()).toBe(2);
  // Bytes are lost, as after a NAT has dropped the connection.
  proxy.state = 'silent';
  await expect.poll(() => connections(grpc)).toBe(1);
  await expect.poll(open).toBe(1);
  expect(well.destroyed).toBe(false);
});
