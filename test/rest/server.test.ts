import http from 'node:http';
import net from 'node:net';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from './api-fixture.ts';
import { block, insert } from './rows.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ settings: { users: [{ username: 'ann', password: 'secret', limit: 200 }] } });
  await insert(
    api.database,
    'record_file',
    Array.from({ length: 150 }, (_, i) => block(i, i + 1)),
  );
});
afterAll(() => api.close());

/** Returns the raw bytes of a response, which `fetch` would decompress. */
function raw(
  path: string,
  headers: Record<string, string>,
): Promise<{ headers: http.IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    http
      .get(api.url + path, { headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
      })
      .on('error', reject);
  });
}

/** Returns the server's response to bytes that need not be HTTP. */
function sendBytes(bytes: string): Promise<string> {
  const { port, hostname } = new URL(api.url);
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname, () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
      socket.end();
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}

const messages = async (response: Response) =>
  ((await response.json()) as { _status: { messages: unknown } })._status.messages;

describe('headers', () => {
  it('allows every origin, also on failures', async () => {
    for (const path of ['/api/v1/blocks', '/api/v1/blocks?x=1', '/nowhere', '/health/liveness', '/metrics']) {
      const response = await api.get(path);
      expect(response.headers.get('access-control-allow-origin'), path).toBe('*');
    }
  });

  it('answers preflights on every path', async () => {
    for (const path of ['/api/v1/contracts/call', '/api/v1/blocks', '/nowhere']) {
      const response = await api.get(path, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://example.com',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type, x-api-key',
        },
      });
      expect(response.status).toBe(204);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-allow-methods')).toBe('GET,HEAD,POST');
      expect(response.headers.get('access-control-allow-headers')).toBe('content-type, x-api-key');
    }
  });

  it('sends cache-control for answers, and no-store on failures', async () => {
    const age = async (path: string) => (await api.get(path)).headers.get('cache-control');
    expect(await age('/api/v1/blocks')).toBe('public, max-age=1');
    expect(await age('/api/v1/blocks/3')).toBe('public, max-age=600');
    expect(await age('/api/v1/blocks?limit=x')).toBeNull();
    expect(await age('/api/v1/blocks/3000')).toBeNull();
  });

  it('links to the next page', async () => {
    const response = await api.get('/api/v1/blocks?limit=2');
    const { links } = (await response.json()) as { links: { next: string } };
    expect(links.next).toBe('/api/v1/blocks?limit=2&block.number=lt:148');
    expect(response.headers.get('link')).toBe(`<${links.next}>; rel="next"`);
  });

  /** Headers of a conditional request. `fetch` adds `no-cache` unless there is another directive. */
  const withTag = (tag: string) => ({ 'if-none-match': tag, 'cache-control': 'max-age=0' });

  it('answers 304 for a known ETag', async () => {
    const first = await api.get('/api/v1/blocks?limit=2');
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"/);
    for (const known of [tag, tag.replace('W/', ''), `"x", ${tag}`, '*']) {
      const again = await api.get('/api/v1/blocks?limit=2', { headers: withTag(known) });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe('');
      expect(again.headers.get('etag')).toBe(tag);
      expect(again.headers.get('cache-control')).toBe('public, max-age=1');
    }
    for (const directives of ['no-cache', 'max-age=0, no-cache']) {
      const headers = { 'if-none-match': tag, 'cache-control': directives };
      const reloaded = await api.get('/api/v1/blocks?limit=2', { headers });
      expect([reloaded.status, reloaded.headers.get('etag')]).toEqual([200, tag]);
    }
    const other = await api.get('/api/v1/blocks?limit=3', { headers: withTag(tag) });
    expect(other.status).toBe(200);
  });

  it('answers HEAD with the headers of GET', async () => {
    const get = await raw('/api/v1/blocks?limit=2', {});
    const head = await api.get('/api/v1/blocks?limit=2', { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    expect(head.headers.get('content-length')).toBe(get.headers['content-length']);
    expect(head.headers.get('etag')).toBe(get.headers.etag);
  });

  it('compresses large answers as accepted', async () => {
    const plain = await raw('/api/v1/blocks?limit=100', {});
    expect(plain.headers['content-encoding']).toBeUndefined();
    const unpack = { gzip: gunzipSync, br: brotliDecompressSync, deflate: inflateSync };
    for (const [encoding, unpacked] of Object.entries(unpack)) {
      const packed = await raw('/api/v1/blocks?limit=100', { 'accept-encoding': encoding });
      expect(packed.headers['content-encoding']).toBe(encoding);
      expect(packed.headers.vary).toContain('accept-encoding');
      expect(packed.body.length).toBeLessThan(plain.body.length / 2);
      expect(unpacked(packed.body).toString()).toBe(plain.body.toString());
    }
    const small = await raw('/api/v1/blocks/99999', { 'accept-encoding': 'gzip' });
    expect(small.headers['content-encoding']).toBeUndefined();
    const refused = await raw('/api/v1/blocks?limit=100', { 'accept-encoding': 'gzip;q=0, identity' });
    expect(refused.headers['content-encoding']).toBeUndefined();
  });
});

describe('odd but real requests', () => {
  it.each([
    '/api/v1/blocks?',
    '/api/v1/blocks/',
    '/api/v1/blocks/?limit=5',
    '/api/v1/blocks?&limit=5',
    '/api/v1/blocks?limit=5&&order=ASC',
    '/api/v1/blocks?limit=5&',
    '/api/v1/blocks?block.number=gt:0x14&order=asc',
    '/api/v1/blocks?timestamp[]=gte:1.5&timestamp[]=lte:9',
    '/api/v1/blocks?timestamp=gte%3A1.5',
    '/api/v1/blocks/3/',
  ])('%s', async (path) => {
    expect((await api.get(path)).status).toBe(200);
  });

  it('returns the path without its slash in the link', async () => {
    const { links } = (await api.json('/api/v1/blocks/?limit=5')) as { links: { next: string } };
    expect(links.next).toMatch(/^\/api\/v1\/blocks\?limit=5&/);
  });
});

describe('failures', () => {
  it.each([
    '/api',
    '/api/v1',
    '/api/v1/blocks/1/2',
    '/api/v1/blockss',
    '/favicon.png',
    '//',
    '/api/v1/blocks//',
    '/api/v1/topics//messages',
    '/api/v1/accounts//hooks',
    '/api/v1/accounts//hooks/1/storage?limit=1',
    '/api/v1/accounts//allowances/nfts',
    '/api/v1/contracts/results//actions',
  ])('answers 404 at %s', async (path) => {
    const response = await api.get(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await messages(response)).toEqual([{ message: 'Not found' }]);
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('answers 404 to %s on a route for GET', async (method) => {
    const response = await api.get('/api/v1/blocks', { method, body: method === 'POST' ? '{}' : null });
    expect(response.status).toBe(404);
    expect(await messages(response)).toEqual([{ message: 'Not found' }]);
  });

  it('answers malformed paths with the error body', async () => {
    const text = await sendBytes('GET /api/v1/blocks/%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1.1 400/);
    expect(text.toLowerCase()).toContain('access-control-allow-origin: *');
    expect(text).toContain('{"_status":{"messages":[{"message":');
  });

  it.each([
    ['no HTTP at all\r\n\r\n', 400],
    [`GET /api/v1/blocks HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
    ['GET /api/v1/blocks HTTP/1.1\r\nhost: x\r\ncontent-length: x\r\n\r\n', 400],
  ])('answers malformed requests with the error body', async (bytes, status) => {
    const text = await sendBytes(bytes);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status}`));
    expect(text.toLowerCase()).toContain('access-control-allow-origin: *');
    expect(text).toContain('{"_status":{"messages":[{"message":');
  });

  it('answers very long paths and values', async () => {
    expect((await api.get(`/api/v1/blocks/${'1'.repeat(400)}`)).status).toBe(400);
    expect((await api.get(`/api/v1/blocks/${'1'.repeat(8000)}`)).status).toBe(400);
    expect((await api.get(`/api/v1/blocks?limit=${'1'.repeat(8000)}`)).status).toBe(400);
  });
});

describe('users', () => {
  const basic = (text: string) => ({
    headers: { authorization: `Basic ${Buffer.from(text).toString('base64')}` },
  });
  const count = async (response: Response) =>
    ((await response.json()) as { blocks: unknown[] }).blocks.length;

  it("applies a known user's own limit", async () => {
    expect(await count(await api.get('/api/v1/blocks?limit=150'))).toBe(100);
    const response = await api.get('/api/v1/blocks?limit=150', basic('ann:secret'));
    expect(response.headers.get('vary')).toContain('authorization');
    expect(await count(response)).toBe(150);
    expect(await count(await api.get('/api/v1/blocks', basic('ann:secret')))).toBe(25);
  });

  it.each(['ann:wrong', 'bob:secret', 'ann', ':'])('refuses %j', async (text) => {
    const response = await api.get('/api/v1/blocks', basic(text));
    expect(response.status).toBe(401);
    expect(await messages(response)).toEqual([{ message: 'Invalid credentials' }]);
  });

  it('ignores other schemes', async () => {
    expect((await api.get('/api/v1/blocks', { headers: { authorization: 'Bearer x' } })).status).toBe(200);
  });
});

describe('service routes', () => {
  it('is alive and ready, before the first block too', async () => {
    const empty = await startTestApi();
    try {
      for (const path of ['/health/liveness', '/health/readiness']) {
        const response = await empty.get(path);
        expect(response.status).toBe(200);
        expect(await response.json()).toEqual({ status: 'ok' });
      }
    } finally {
      await empty.close();
    }
  });

  it('is not ready while a role of its process waits, and says for what', async () => {
    const waiting = await startTestApi({
      processReadiness: () => ({ isReady: false, roles: { ingest: 'It starts.', api: 'ready' } }),
    });
    try {
      const response = await waiting.get('/health/readiness');
      expect([response.status, await response.json()]).toEqual([
        503,
        { status: 'starting', roles: { ingest: 'It starts.', api: 'ready' } },
      ]);
      expect((await waiting.get('/health/liveness')).status).toBe(200);
    } finally {
      await waiting.close();
    }
  });

  it('counts requests', async () => {
    await api.get('/api/v1/blocks?limit=1');
    const text = await (await api.get('/metrics')).text();
    expect(text).toMatch(/tain_api_requests_total\{route="\/api\/v1\/blocks",status="200"\} \d+/);
    expect(text).toContain('tain_api_request_duration_seconds_bucket');
  });
});

describe('a database that fails', () => {
  it('answers 503 without details, and 503 for readiness', async () => {
    const failing = await startTestApi();
    try {
      await failing.database.pool.query('alter table record_file rename to gone');
      const response = await failing.get('/api/v1/blocks');
      expect(response.status).toBe(503);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(await messages(response)).toEqual([{ message: 'Service unavailable' }]);
      expect(failing.errors.join()).toContain('record_file');
      // Errors of the request itself are still reported.
      expect((await failing.get('/api/v1/blocks?limit=x')).status).toBe(400);
    } finally {
      await failing.close();
    }
  });

  it('ends a statement at its timeout, and reports it', async () => {
    const slow = await startTestApi();
    try {
      await slow.database.pool.query(`alter table record_file rename to blocks_of_old`);
      await slow.database.pool.query(
        `create view record_file as select * from blocks_of_old where (select pg_sleep(5)) is not null`,
      );
      await slow.database.pool.query(
        `insert into blocks_of_old select (json_populate_record(null::blocks_of_old, $1)).*`,
        [JSON.stringify({ ...block(1, 1), consensus_start: 1, consensus_end: 2, sidecar_count: 0 })],
      );
      for (const client of await Promise.all(Array.from({ length: 8 }, () => slow.database.pool.connect()))) {
        await client.query('set statement_timeout = 300');
        client.release();
      }
      const response = await slow.get('/api/v1/blocks');
      expect(response.status).toBe(503);
      expect(await messages(response)).toEqual([
        { message: 'Service unavailable', detail: 'The time budget of the query ended' },
      ]);
      expect(response.headers.get('retry-after')).toBe('1');
      expect(response.headers.get('cache-control')).toBe('no-store');
    } finally {
      await slow.close();
    }
  });
});
