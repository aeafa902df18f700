import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from './api-fixture.ts';
import { block, insert } from './rows.ts';

/** Targets of requests in forms that clients rarely send: letters of other case, absolute form, fragments. */

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
  await insert(
    api.database,
    'record_file',
    Array.from({ length: 5 }, (_, i) => block(i, i + 1)),
  );
});
afterAll(() => api.close());

/** Sends a request line as it is, which HTTP clients would change. Returns the status and the body. */
function get(target: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const { port, hostname } = new URL(api.url);
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname, () =>
      socket.write(`GET ${target} HTTP/1.1\r\nhost: h.example\r\nconnection: close\r\n\r\n`),
    );
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('end', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n');
      resolve({ status: Number(head.split(' ')[1]), body: JSON.parse(body) });
    });
    socket.on('error', reject);
  });
}

const NEXT = 'block.number=lt:3';
const listed = (path: string) => ({
  status: 200,
  body: { blocks: [{ number: 4 }, { number: 3 }], links: { next: `${path}?limit=2&${NEXT}` } },
});

describe('lists blocks at', () => {
  it.each([
    ['/api/v1/blocks?limit=2', '/api/v1/blocks'],
    ['/api/v1/Blocks?limit=2', '/api/v1/Blocks'],
    ['/API/V1/BLOCKS/?LIMIT=2', '/API/V1/BLOCKS'],
    ['http://h.example/api/v1/blocks?limit=2', '/api/v1/blocks'],
    ['HTTP://h.example:8080/api/v1/blocks/?limit=2', '/api/v1/blocks'],
    ['http://a@h.example/api/v1/Blocks?limit=2', '/api/v1/Blocks'],
    ['/api/v1/blocks?limit=2#x', '/api/v1/blocks'],
    ['http://h.example/api/v1/blocks?limit=2#?limit=1', '/api/v1/blocks'],
  ])('%s, and links to the next page of %s', async (target, path) => {
    expect(await get(target)).toMatchObject(listed(path));
  });

  it('a path with a fragment', async () => {
    expect(await get('/api/v1/blocks/3#x')).toMatchObject({ status: 200, body: { number: 3 } });
    expect(await get('/api/v1/blocks#?limit=1')).toMatchObject({
      status: 200,
      body: { links: { next: null } },
    });
  });
});

describe('other paths', () => {
  it.each([
    ['/api/v1/Network/supply', 'Not found'],
    ['/api/v1/network/Supply', 'Not Found'],
    ['/api/v1/accounts/1001/Hooks', 'Not found'],
    ['/api/v1/blocks/x/y', 'Not found'],
    ['http://h.example/api/v1?limit=2', 'Not found'],
  ])('%s is unknown', async (target, message) => {
    expect(await get(target)).toMatchObject({ status: 404, body: { _status: { messages: [{ message }] } } });
  });

  it('keep the letters of values', async () => {
    const hash = 'aB'.repeat(48);
    expect(await get(`/api/v1/Blocks/${hash}`)).toMatchObject({ status: 404 });
    expect(await get('/api/v1/Topics/Messages/1.5')).toMatchObject({ status: 404 });
    expect(await get('/api/v1/Accounts/Abc')).toMatchObject({
      status: 400,
      body: { _status: { messages: [{ message: 'Invalid parameter: idOrAliasOrEvmAddress' }] } },
    });
  });
});
