import http, { type Agent, type IncomingMessage, type RequestListener } from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { TurnsHttpAgent, TurnsHttpsAgent } from '../../../src/ingest/store/turns-agents.ts';
import { makeCertificate } from '../../grpc/certificate.ts';

const { certificate, key } = makeCertificate();
const OPTIONS = { keepAlive: true, maxSockets: 4, rejectUnauthorized: false };

interface Served {
  readonly agent: Agent;
  /** Ports of the connections of the requests so far, as the server sees them. */
  readonly ports: Set<number>;
  get(path: string): Promise<Buffer>;
}

/** Sends a body in parts of one byte (`/chunks/N`), with its length (`/length/N`), or until the end of the connection (`/end/N`). */
const respond: RequestListener = (request, response) => {
  const [, form = '', count = '0'] = (request.url ?? '').split('/');
  const body = Buffer.from(Array.from({ length: Number(count) }, (_, index) => index & 0xff));
  const { socket } = request;
  if (form === 'length') {
    response.writeHead(200, { 'content-length': body.length });
    response.end(body);
  } else if (form === 'end') {
    socket.end(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n'), body]));
  } else {
    for (const byte of body) response.write(Buffer.from([byte]));
    response.end();
  }
};

async function serve(kind: 'http' | 'https'): Promise<Served> {
  const server =
    kind === 'http' ? http.createServer(respond) : https.createServer({ cert: certificate, key }, respond);
  const ports = new Set<number>();
  const sockets = new Set<Socket>();
  server.on('request', ({ socket }: IncomingMessage) => {
    ports.add(socket.remotePort ?? 0);
    sockets.add(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const agent = kind === 'http' ? new TurnsHttpAgent(OPTIONS) : new TurnsHttpsAgent(OPTIONS);
  onTestFinished(() => {
    agent.destroy();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const get: Served['get'] = async (path) => {
    const { request } = kind === 'http' ? http : https;
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ host: '127.0.0.1', port, path, agent }, resolve).on('error', reject).end();
    });
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    await new Promise((resolve, reject) => response.on('end', resolve).on('error', reject));
    return Buffer.concat(chunks);
  };
  return { agent, ports, get };
}

test.each(['http', 'https'] as const)(
  'responses over %s are whole, and connections are used again',
  async (kind) => {
    const { get, ports } = await serve(kind);
    for (const form of ['length', 'chunks', 'end', 'chunks', 'length', 'end', 'length']) {
      for (const count of [0, 1, 5_000, 100_000]) {
        const body = await get(`/${form}/${count}`);
        expect([form, count, body.length]).toEqual([form, count, count]);
        expect(body.every((byte, index) => byte === (index & 0xff))).toBe(true);
      }
    }
    // Only a response until the end of its connection ends it.
    expect(ports.size).toBe(8 + 1);
    const all = await Promise.all(Array.from({ length: 12 }, (_, index) => get(`/chunks/${10_000 + index}`)));
    expect(all.map(({ length }) => length)).toEqual(Array.from({ length: 12 }, (_, index) => 10_000 + index));
  },
);

test('a connection that the server closed while it was idle is not used again', async () => {
  const { agent, get, ports } = await serve('http');
  await get('/length/10');
  const idle = Object.values(agent.freeSockets).flat()[0];
  if (!idle) throw new Error('no idle connection');
  const closed = new Promise((resolve) => idle.once('close', resolve));
  await get('/end/0');
  await closed;
  expect(await get('/length/10')).toHaveLength(10);
  expect(ports.size).toBe(2);
});
