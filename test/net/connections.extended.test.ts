import { once } from 'node:events';
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ByteAccount, HELD_BYTES } from '../../src/kernel/limits/byte-account.ts';
import { type ConnectionLimits, DEFAULT_CONNECTION_LIMITS } from '../../src/net/connection-limits.ts';
import { type LimitedServer, makeServer } from '../../src/net/http-server.ts';

// Abusive clients, tested with a server with small limits. 127.0.0.2 is another client.

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

const onRefused = vi.fn();

async function start(
  limits: Partial<ConnectionLimits>,
  handler: RequestListener = (_request, response) => response.end('well'),
  bytes = new ByteAccount(),
): Promise<LimitedServer & { port: number }> {
  onRefused.mockClear();
  const made = makeServer({ ...DEFAULT_CONNECTION_LIMITS, ...limits }, onRefused, handler, { bytes });
  await new Promise<void>((resolve) => made.server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    made.server.close();
    made.server.closeAllConnections();
  });
  const address = made.server.address();
  return { ...made, port: typeof address === 'object' && address !== null ? address.port : 0 };
}

interface Client {
  readonly socket: net.Socket;
  text: string;
  readonly closed: Promise<void>;
  isClosed: boolean;
}

async function connect(port: number, from = '127.0.0.1'): Promise<Client> {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress: from });
  ends.push(() => socket.destroy());
  const client: Client = {
    socket,
    text: '',
    isClosed: false,
    closed: new Promise((resolve) => socket.on('close', () => resolve())),
  };
  void client.closed.then(() => {
    client.isClosed = true;
  });
  socket.on('data', (bytes) => {
    client.text += bytes;
  });
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve);
    socket.once('close', () => resolve());
  });
  return client;
}

const GET = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';

async function until(condition: () => boolean, milliseconds = 5_000): Promise<void> {
  const deadline = performance.now() + milliseconds;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error('the condition was not met in time');
    await sleep(5);
  }
}

function query(port: number, from: string, path = '/'): Promise<number> {
  return new Promise((resolve, reject) => {
    http
      .get({ port, host: '127.0.0.1', localAddress: from, agent: false, path }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
      .on('error', reject);
  });
}

describe('limits', () => {
  test('idle connections of one client are displaced by its own next one, not by those of others', async () => {
    const { port, connections } = await start({ max: 100, maxPerClient: 5 });
    const other = await connect(port, '127.0.0.2');
    const idle: Client[] = [];
    for (let count = 0; count < 50; count++) idle.push(await connect(port));
    await until(() => idle.filter(({ isClosed }) => isClosed).length === 45);
    expect(idle.slice(-5).some(({ isClosed }) => isClosed)).toBe(false);
    expect(connections).toMatchObject({ open: 6, displaced: 45, refused: 0 });
    other.socket.write(GET);
    await until(() => other.text.endsWith('well'));
    expect(await query(port, '127.0.0.1')).toBe(200);
    expect(onRefused).not.toHaveBeenCalled();
  });

  test('the client with the most idle connections loses one at the total limit', async () => {
    const { port, connections } = await start({ max: 6, maxPerClient: 4 });
    const first = await connect(port, '127.0.0.3');
    const flood = [];
    for (const from of ['127.0.0.1', '127.0.0.2']) {
      for (let count = 0; count < 4; count++) flood.push(await connect(port, from));
      first.text = '';
      first.socket.write(GET);
      await until(() => first.text.endsWith('well'));
    }
    expect(connections.open).toBe(6);
    expect(first.isClosed).toBe(false);
    // Connections of many other clients do not displace one that has not sent a byte yet.
    const fresh = await connect(port, '127.0.0.4');
    for (let count = 0; count < 8; count++) flood.push(await connect(port, `127.0.0.${1 + (count % 2)}`));
    fresh.socket.write(GET);
    await until(() => fresh.text.endsWith('well'));
    expect(connections.refused).toBe(0);
  });

  test('further connections are refused with 503 while all are busy, which is logged once', async () => {
    const waiting: http.ServerResponse[] = [];
    const { port, connections } = await start({ max: 10, maxPerClient: 3 }, (request, response) => {
      if (request.url === '/') waiting.push(response);
      else response.end('well');
    });
    const busy = await Promise.all([1, 2, 3].map(() => connect(port)));
    for (const { socket } of busy) socket.write(GET);
    await until(() => waiting.length === 3);
    for (let count = 0; count < 5; count++) {
      const refused = await connect(port);
      await refused.closed;
      expect(refused.text).toMatch(/^HTTP\/1.1 503 /);
      expect(refused.text).toContain('cache-control: no-store');
      expect(refused.text).toContain('retry-after: ');
      expect(refused.text).toContain('"Too many connections"');
    }
    expect(connections).toMatchObject({ open: 3, displaced: 0, refused: 5 });
    expect(onRefused).toHaveBeenCalledTimes(1);
    const other = await connect(port, '127.0.0.2');
    other.socket.write(GET.replace('/', '/x'));
    await until(() => other.text.endsWith('well'));
    for (const response of waiting) response.end('at last');
    await until(() => busy.every(({ text }) => text.endsWith('at last')));
    // After their responses the connections are idle, and can be displaced.
    const next = await connect(port);
    next.socket.write(GET.replace('/', '/x'));
    await until(() => next.text.endsWith('well'));
  });

  test('a connection that sends requests without end before the first is answered is ended', async () => {
    const { port } = await start({}, () => undefined);
    const client = await connect(port);
    client.socket.write(GET.repeat(500));
    await client.closed;
    expect(client.text).toBe('');
  });

  test('a pipelined request begins when the answer before it was taken, and never after its connection ended', async () => {
    const begun: string[] = [];
    const answers = new Map<string, ServerResponse>();
    const { port } = await start({}, (request, response) => {
      const { url = '' } = request;
      begun.push(url);
      answers.set(url, response);
      response.write(url);
    });
    const client = await connect(port);
    client.socket.write(['/1', '/2', '/3', '/4'].map((url) => GET.replace('/', url)).join(''));
    for (const [index, url] of ['/1', '/2'].entries()) {
      await until(() => begun.length === index + 1);
      await sleep(20);
      expect(begun.length).toBe(index + 1);
      answers.get(url)?.end();
    }
    await until(() => begun.length === 3);
    expect(begun).toEqual(['/1', '/2', '/3']);
    const closed = once(answers.get('/3') ?? client.socket, 'close');
    client.socket.destroy();
    await closed;
    await sleep(20);
    expect(begun).toEqual(['/1', '/2', '/3']);
  });

  test('answers that are not read are limited in all, and another client is served', async () => {
    const bytes = new ByteAccount({ ...HELD_BYTES, max: 120_000_000 });
    let begun = 0;
    const { port, connections } = await start(
      {},
      (request, response) => {
        if (request.url === '/') begun += 1;
        response.end(request.url === '/' ? Buffer.alloc(40_000_000) : 'well');
      },
      bytes,
    );
    const clients = await Promise.all(Array.from({ length: 30 }, () => connect(port)));
    for (const { socket } of clients) socket.pause().write(GET.repeat(50));
    // An answer has more bytes than the buffers of the system.
    await until(() => begun === clients.length);
    expect(bytes.held).toBeLessThanOrEqual(120_000_000);
    expect(bytes.held).toBeGreaterThan(0);
    await until(() => connections.open < 15);
    // The oldest connections of the heaviest client remain.
    expect(connections.open).toBeGreaterThan(0);
    expect(await query(port, '127.0.0.2', '/well')).toBe(200);
    expect(begun).toBe(clients.length);
    for (const { socket } of clients) socket.destroy();
    await until(() => bytes.held === 0);
  });

  test('pipelined requests count as memory of their client until they begin', async () => {
    const bytes = new ByteAccount({ ...HELD_BYTES, max: 3_000_000 });
    const responses: ServerResponse[] = [];
    const { port, connections } = await start(
      {},
      (request, response) => {
        if (request.url === '/well') response.end('well');
        else responses.push(response);
      },
      bytes,
    );
    const large = `GET / HTTP/1.1\r\nhost: x\r\nx: ${'h'.repeat(14_000)}\r\n\r\n`;
    const one = await connect(port);
    one.socket.write(GET + large.repeat(90));
    await until(() => bytes.held > 90 * 14_000);
    expect(connections.open).toBe(1);
    const further = await Promise.all(Array.from({ length: 9 }, () => connect(port)));
    for (const { socket } of further) socket.write(GET + large.repeat(90));
    await until(() => connections.open === 1);
    expect(bytes.held).toBeLessThanOrEqual(3_000_000);
    expect(await query(port, '127.0.0.2', '/well')).toBe(200);
    const held = bytes.held;
    responses[0]?.end();
    await until(() => bytes.held < held);
    one.socket.destroy();
    await until(() => bytes.held === 0);
  });

  test('no more than a slice is parsed of a body that waits, and a body of a GET is dropped', async () => {
    const PARTS = 60_000;
    const body = `transfer-encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(PARTS)}0\r\n\r\n`;
    const requests: IncomingMessage[] = [];
    const responses: ServerResponse[] = [];
    const { port, server } = await start({}, async (request, response) => {
      if (request.url === '/well') response.end('well');
      responses.push(response);
      if (request.method !== 'POST') return;
      let size = 0;
      for await (const part of request) size += part.length;
      response.end(`read ${size}`);
    });
    server.on('request', (request) => requests.push(request));
    const one = await connect(port);
    one.socket.write(`GET / HTTP/1.1\r\nhost: x\r\n${body}`);
    await until(() => requests[0]?.complete === true);
    expect(requests[0]?.readableLength).toBe(0);
    one.socket.write(`POST / HTTP/1.1\r\nhost: x\r\n${body}`);
    await until(() => requests.length === 2);
    // Everything has arrived before the answer to this one.
    expect(await query(port, '127.0.0.2', '/well')).toBe(200);
    expect(requests[1]?.readableLength).toBeLessThan(16_384 / 6);
    responses[0]?.end('first');
    await until(() => one.text.endsWith(`read ${PARTS}`));
  });

  test('no more than a slice is parsed of bodies whose requests wait for their turns', async () => {
    const PARTS = 10_000;
    const unread: number[] = [];
    const { port, connections } = await start({}, async (request, response) => {
      unread.push(request.readableLength);
      const end = performance.now() + 10;
      while (performance.now() < end);
      let size = 0;
      for await (const part of request) size += part.length;
      response.end(`read ${size}`);
    });
    const clients = await Promise.all(Array.from({ length: 80 }, () => connect(port)));
    await until(() => connections.open === clients.length);
    for (const { socket } of clients) {
      socket.write('POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n');
    }
    // The requests have begun to wait when their bodies arrive.
    await until(() => unread.length > 0);
    for (const { socket } of clients) socket.write(`${'1\r\nx\r\n'.repeat(PARTS)}0\r\n\r\n`);
    await until(() => clients.every(({ text }) => text.endsWith(`read ${PARTS}`)));
    expect(Math.max(...unread)).toBeLessThan(16_384 / 6);
  });

  test('headers behind a thousand others are not lost: more than 200 are refused', async () => {
    const seen: (string | string[] | undefined)[] = [];
    const { port } = await start({}, ({ headers }, response) => {
      seen.push(headers['x-forwarded-for']);
      response.end('well');
    });
    const withHeaders = (count: number) =>
      `GET / HTTP/1.1\r\nhost: x\r\n${'a:\r\n'.repeat(count - 2)}x-forwarded-for: 192.0.2.1\r\n\r\n`;
    const allowed = await connect(port);
    allowed.socket.write(withHeaders(200));
    await until(() => allowed.text.endsWith('well'));
    for (const count of [201, 2_100]) {
      const refused = await connect(port);
      refused.socket.write(withHeaders(count));
      await refused.closed;
      expect(refused.text).toMatch(/^HTTP\/1\.1 431 /);
    }
    expect(seen).toEqual(['192.0.2.1']);
  });

  test('requests that arrive together on many connections of one client take turns with those of another', async () => {
    const order: string[] = [];
    const { port, connections } = await start({}, ({ socket }, response) => {
      order.push(String(socket.remoteAddress));
      const end = performance.now() + 1;
      while (performance.now() < end);
      response.end('well');
    });
    const greedy = await Promise.all(Array.from({ length: 300 }, () => connect(port, '127.0.0.3')));
    const modest = await connect(port, '127.0.0.2');
    await until(() => connections.open === 301);
    for (const { socket } of [...greedy, modest]) socket.write(GET);
    await until(() => order.length === 301);
    // The first 32 begin at once, and some in the slices of 10 ms until the event loop has read the other socket.
    expect(order.indexOf('127.0.0.2')).toBeLessThan(150);
  });

  test('no more than a slice is parsed of a connection that was ended for its many requests', async () => {
    const { port, server } = await start({}, () => undefined);
    let parsed = 0;
    server.on('request', () => {
      parsed += 1;
    });
    const clients = await Promise.all(Array.from({ length: 50 }, () => connect(port)));
    for (const { socket } of clients) socket.write(GET.repeat(3_000));
    await Promise.all(clients.map(({ closed }) => closed));
    // A slice of 4 KB has 157 requests, and the hundredth that waits ends the connection.
    expect(parsed).toBeLessThanOrEqual(clients.length * (101 + 157));
  });

  test('closed connections leave no state behind', async () => {
    const { port, connections } = await start({ max: 20, maxPerClient: 10 });
    for (let round = 0; round < 5; round++) {
      const clients = await Promise.all(Array.from({ length: 10 }, () => connect(port)));
      for (const [index, { socket }] of clients.entries()) {
        if (index % 2 === 0) socket.write(GET);
        if (index % 3 === 0) socket.resetAndDestroy();
        else socket.end();
      }
      await Promise.all(clients.map(({ closed }) => closed));
    }
    await until(() => connections.open === 0);
    expect(connections.refused).toBe(0);
  });
});

describe('times', () => {
  test('a silent connection, and one that sends its request byte by byte, is closed', async () => {
    const { port, connections } = await start({ headTimeoutMs: 300 });
    const silent = await connect(port);
    const slow = await connect(port);
    const began = performance.now();
    const drip = setInterval(() => slow.socket.write('x'), 20);
    slow.socket.write('GET / HTTP/1.1\r\nx: ');
    await Promise.all([silent.closed, slow.closed]);
    clearInterval(drip);
    expect(performance.now() - began).toBeLessThan(10_000);
    await until(() => connections.open === 0);
  });

  test('a missing body ends the connection', async () => {
    const { port, connections } = await start(
      { headTimeoutMs: 100, requestTimeoutMs: 300 },
      (request, response) => {
        request.resume().on('end', () => response.end('well'));
      },
    );
    const client = await connect(port);
    client.socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc');
    await client.closed;
    expect(connections.open).toBe(0);
  });

  test('an idle connection is ended', async () => {
    const { port } = await start({ keepAliveTimeoutMs: 200 });
    const client = await connect(port);
    client.socket.write(GET);
    await until(() => client.text.endsWith('well'));
    const answered = performance.now();
    await client.closed;
    expect(performance.now() - answered).toBeGreaterThan(100);
  });

  test('an unread answer is aborted, a slowly computed one is not', async () => {
    const large = Buffer.alloc(32 * 1024 * 1024);
    const { port, connections } = await start({ stallTimeoutMs: 300 }, (request, response) => {
      if (request.url === '/large') response.end(large);
      else setTimeout(() => response.end('late'), 1_500);
    });
    const patient = await connect(port);
    patient.socket.write(GET);
    const stalled = await connect(port, '127.0.0.2');
    stalled.socket.pause();
    stalled.socket.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n');
    const began = performance.now();
    await until(() => connections.stalled === 1);
    expect(performance.now() - began).toBeLessThan(10_000);
    await until(() => patient.text.endsWith('late'));
    expect(connections.open).toBe(1);
  });

  test('a slow reader that makes progress gets the whole answer', async () => {
    const large = Buffer.alloc(24 * 1024 * 1024, 'x');
    const { port, connections } = await start({ stallTimeoutMs: 4_000 }, (_request, response) =>
      response.end(large),
    );
    const socket = net.connect(port, '127.0.0.1');
    ends.push(() => socket.destroy());
    socket.write(GET);
    let received = 0;
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('it was ended')));
      socket.on('data', (bytes) => {
        received += bytes.length;
        if (received >= large.length) resolve();
        else {
          socket.pause();
          setTimeout(() => socket.resume(), 15);
        }
      });
    });
    expect(connections.stalled).toBe(0);
  });

  test('an answer that is read a little at a time for too long is aborted', async () => {
    const large = Buffer.alloc(64 * 1024 * 1024);
    const { port, connections } = await start(
      { stallTimeoutMs: 5_000, responseTimeoutMs: 600 },
      (_request, response) => response.end(large),
    );
    const client = await connect(port);
    client.socket.pause();
    client.socket.write(GET);
    await until(() => connections.stalled === 1 && connections.open === 0);
  });
});
