import { once } from 'node:events';
import http from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type AbortSignalLike, NEVER_ABORTED, toAbortSignal } from '../../src/kernel/abort-signal.ts';
import { tries } from '../effort.ts';
import { freePort } from '../free-ports.ts';
import { block } from '../rest/rows.ts';
import { priceFiles } from './block-rows.ts';
import { type RpcResponse, startTestRpc, type TestRpc, withoutRequestId } from './rpc-fixture.ts';

let rpc: TestRpc;
let isReady = true;

beforeAll(async () => {
  rpc = await startTestRpc({ isReady: () => isReady });
  await rpc.insert('record_file', [block(7, 100)]);
  await rpc.insert('file_data', priceFiles());
});
afterAll(() => rpc?.close());

const CHAIN_ID = { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] };

async function answered(body: unknown): Promise<[status: number, body: unknown]> {
  const response = await rpc.post(typeof body === 'string' ? body : JSON.stringify(body));
  const json = (await response.json()) as RpcResponse | RpcResponse[];
  return [response.status, Array.isArray(json) ? json.map(withoutRequestId) : withoutRequestId(json)];
}

const error = (code: number, message: string, id: unknown = null) => ({
  error: { code, message },
  jsonrpc: '2.0',
  id,
});

describe('HTTP', () => {
  it('answers a request on any path and with any content type', async () => {
    for (const path of ['', '/', '/api?x=1']) {
      const response = await fetch(`${rpc.server.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: JSON.stringify(CHAIN_ID),
      });
      expect(response.status).toBe(200);
      expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(await response.json()).toEqual({ result: '0x128', jsonrpc: '2.0', id: 1 });
    }
  });

  it.each([
    ['invalid JSON', '{', 400, error(-32700, 'Parse error')],
    ['nothing', '', 400, error(-32700, 'Parse error')],
    ['deep JSON', '['.repeat(100_000), 400, error(-32700, 'Parse error')],
    ['a body above 1 MB', `"${'x'.repeat(1_100_000)}"`, 400, error(-32700, 'Parse error')],
    ['a value that is not a request', '7', 400, error(-32700, 'Parse error')],
    ['null', 'null', 400, error(-32700, 'Parse error')],
    ['no id', { jsonrpc: '2.0', method: 'eth_chainId' }, 400, error(-32600, 'Invalid Request')],
    ['another version', { ...CHAIN_ID, jsonrpc: '1.0', id: 'a' }, 400, error(-32600, 'Invalid Request', 'a')],
    ['no method', { jsonrpc: '2.0', id: 3 }, 400, error(-32600, 'Invalid Request', 3)],
    ['parameters by name', { ...CHAIN_ID, params: {} }, 400, error(-32600, 'Invalid Request', 1)],
    ['an unknown method', { ...CHAIN_ID, method: 'eth_x' }, 200, error(-32601, 'Method eth_x not found', 1)],
    [
      'an engine method',
      { ...CHAIN_ID, method: 'engine_x' },
      200,
      error(-32601, 'Unsupported JSON-RPC method', 1),
    ],
    ['a trace method', { ...CHAIN_ID, method: 'trace_x' }, 200, error(-32601, 'Not yet implemented', 1)],
    ['no parameters', { jsonrpc: '2.0', id: 1, method: 'eth_chainId' }, 200, { result: '0x128' }],
    ['null as id', { ...CHAIN_ID, id: null }, 200, { result: '0x128', id: null }],
  ])('answers %s', async (_, body, status, expected) => {
    expect(await answered(body)).toEqual([status, expect.objectContaining(expected)]);
  });

  it.each([
    ['with its length', true],
    ['in chunks', false],
  ])('answers a body of 45 MB %s on a connection that stays open', async (_, isAnnounced) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const post = async (body: Buffer): Promise<[status: number | undefined, port: number, body: unknown]> => {
      const headers = isAnnounced ? { 'content-length': body.length } : { 'transfer-encoding': 'chunked' };
      const outgoing = http.request(rpc.server.url, { method: 'POST', agent, headers });
      const responded = once(outgoing, 'response');
      for (let from = 0; from < body.length; from += 65_536) {
        if (!outgoing.write(body.subarray(from, from + 65_536))) await once(outgoing, 'drain');
      }
      outgoing.end();
      const [response] = (await responded) as [http.IncomingMessage];
      const { localPort: port = 0 } = response.socket;
      const chunks: Buffer[] = await response.toArray();
      const { error, result } = JSON.parse(Buffer.concat(chunks).toString()) as RpcResponse;
      return [response.statusCode, port, error ?? result];
    };
    const [status, port, error] = await post(Buffer.alloc(45_000_000, 'x'));
    expect([status, error]).toEqual([400, expect.objectContaining({ code: -32700 })]);
    expect(await post(Buffer.from(JSON.stringify(CHAIN_ID)))).toEqual([200, port, '0x128']);
    agent.destroy();
  });

  it('answers a batch in its order, with an error for each invalid request', async () => {
    const batch = [{ ...CHAIN_ID, id: 'x' }, 5, { ...CHAIN_ID, id: 2, method: 'net_version' }];
    expect(await answered(batch)).toEqual([
      200,
      [
        { result: '0x128', jsonrpc: '2.0', id: 'x' },
        error(-32600, 'Invalid Request'),
        { result: '296', jsonrpc: '2.0', id: 2 },
      ],
    ]);
    expect(await answered([])).toEqual([200, []]);
  });

  it('refuses a batch of more than 100 requests with one error', async () => {
    const batch = Array.from({ length: 101 }, () => CHAIN_ID);
    const refused = error(-32203, 'Batch request amount 101 exceeds max 100');
    expect(await answered(batch)).toEqual([200, [refused]]);
  });

  it('answers preflights, and refuses other methods', async () => {
    const preflight = await fetch(rpc.server.url, { method: 'OPTIONS' });
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
      200,
      'GET,POST',
    ]);
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const response = await fetch(rpc.server.url, { method });
      const json = withoutRequestId((await response.json()) as RpcResponse);
      expect([response.status, json]).toEqual([
        405,
        error(-32600, 'Invalid HTTP method: only POST is allowed'),
      ]);
    }
  });

  it('has health, metrics, its settings, and an OpenRPC document', async () => {
    const read = async (path: string) => {
      const response = await fetch(`${rpc.server.url}${path}`);
      return [response.status, await response.text()] as const;
    };
    expect(await read('/health/liveness')).toEqual([200, 'OK']);
    expect(await read('/health/readiness')).toEqual([200, 'OK']);
    isReady = false;
    expect(await read('/health/readiness')).toEqual([503, 'DOWN']);
    isReady = true;
    expect((await read('/metrics'))[1]).toContain('tain_rpc_request_seconds_count{method="eth_chainId"');
    expect(JSON.parse((await read('/config'))[1])).toMatchObject({ chainId: '0x128', version: '1.2.3' });
    const { methods } = JSON.parse((await read('/openrpc'))[1]) as { methods: { name: string }[] };
    expect(methods.map(({ name }) => name)).toContain('eth_chainId');
  });

  it('answers errors with 400 if configured, but reverts and results with 200', async () => {
    const other = await startTestRpc({ errorStatus: 400 });
    const status = async (method: string) =>
      (await other.post(JSON.stringify({ ...CHAIN_ID, method }))).status;
    expect([await status('eth_x'), await status('eth_chainId')]).toEqual([400, 200]);
    await other.close();
  });

  it('counts a request whose client disconnects as aborted, and logs no failure', async () => {
    const controller = new AbortController();
    async function* brokenOff(signal: AbortSignalLike): AsyncGenerator<Uint8Array> {
      const disconnected = once(toAbortSignal(signal), 'abort');
      controller.abort();
      await disconnected;
      yield Buffer.from('[');
      throw new Error('broken off');
    }
    const other = await startTestRpc({
      services: {
        simulate: async (_request, { signal = NEVER_ABORTED }) => ({
          outcome: 'done',
          isRefused: false,
          isExecuted: true,
          chunks: brokenOff(signal),
        }),
      },
    });
    const body = JSON.stringify({ ...CHAIN_ID, method: 'debug_traceCall', params: [{}] });
    await expect(
      fetch(other.server.url, { method: 'POST', body, signal: controller.signal }),
    ).rejects.toThrow();
    const outcomes = async () =>
      [...(await other.registry.metrics()).matchAll(/rpc_request_seconds_count\{(.*)\} (\d+)/g)].map(
        ([, labels, count]) => `${labels} ${count}`,
      );
    await expect.poll(outcomes).toEqual(['method="debug_traceCall",outcome="aborted" 1']);
    expect(other.errors).toEqual([]);
    await other.close();
  });

  it('never answers with 5xx, always with a valid response object', async () => {
    const value = fc.jsonValue({ maxDepth: 6 });
    const request = fc.record(
      {
        jsonrpc: fc.constantFrom('2.0', '1.0', 2),
        id: fc.oneof(fc.integer(), fc.string(), value),
        method: fc.oneof(fc.constantFrom(...(await methodNames())), fc.string()),
        params: fc.oneof(fc.array(value, { maxLength: 4 }), value),
      },
      { requiredKeys: [] },
    );
    const body = fc.oneof(request, fc.array(fc.oneof(request, value), { maxLength: 5 }), value);
    await fc.assert(
      fc.asyncProperty(body, async (given) => {
        const response = await rpc.post(JSON.stringify(given));
        expect(response.status).toBeLessThan(500);
        const json = (await response.json()) as RpcResponse | RpcResponse[];
        for (const one of Array.isArray(json) ? json : [json]) {
          expect(one.jsonrpc).toBe('2.0');
          expect('result' in one).not.toBe('error' in one);
          if (one.error !== undefined) expect(Number.isInteger(one.error.code)).toBe(true);
        }
      }),
      { numRuns: tries(300) },
    );
    expect(rpc.errors).toEqual([]);
  });
});

async function methodNames(): Promise<string[]> {
  const document = (await (await fetch(`${rpc.server.url}/openrpc`)).json()) as {
    methods: { name: string }[];
  };
  return document.methods.map(({ name }) => name);
}

describe('WebSocket', () => {
  const open = async (url = rpc.server.url): Promise<WebSocket> => {
    const socket = new WebSocket(url.replace('http', 'ws'));
    await once(socket, 'open');
    return socket;
  };
  const next = async (socket: WebSocket): Promise<unknown> => {
    const [data] = (await once(socket, 'message')) as [Buffer];
    return JSON.parse(data.toString());
  };

  it('answers requests and batches on the same port', async () => {
    const socket = await open();
    socket.send(JSON.stringify(CHAIN_ID));
    expect(await next(socket)).toEqual({ result: '0x128', jsonrpc: '2.0', id: 1 });
    socket.send(JSON.stringify([CHAIN_ID, { ...CHAIN_ID, id: 2, method: 'eth_accounts' }]));
    expect(await next(socket)).toEqual([
      { result: '0x128', jsonrpc: '2.0', id: 1 },
      { result: [], jsonrpc: '2.0', id: 2 },
    ]);
    socket.send('{');
    expect(withoutRequestId((await next(socket)) as RpcResponse)).toEqual(error(-32600, 'Invalid request'));
    socket.close();
  });

  it('closes connections above the limits with specific codes', async () => {
    const limited = await startTestRpc({ websocketLimits: { max: 2, perClient: 1 } });
    const first = await open(limited.server.url);
    const second = await open(limited.server.url);
    const [code] = (await once(second, 'close')) as [number];
    expect(code).toBe(4001);
    first.close();
    await once(first, 'close');
    await limited.close();
  });

  it('closes a connection whose message is too large', async () => {
    const socket = await open();
    socket.send('x'.repeat(1_100_000));
    const [code] = (await once(socket, 'close')) as [number];
    expect(code).toBe(1009);
  });

  it('is served on a second port, too', async () => {
    const port = await freePort();
    const both = await startTestRpc({ furtherPorts: [port] });
    const socket = await open(`http://127.0.0.1:${port}`);
    socket.send(JSON.stringify(CHAIN_ID));
    expect(await next(socket)).toMatchObject({ result: '0x128' });
    socket.close();
    await once(socket, 'close');
    await both.close();
  });
});
