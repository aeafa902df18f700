import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { DevelopmentNetwork } from '../../src/rpc/method/services.ts';
import { METHODS } from '../../src/rpc/methods.ts';
import { fillLedger } from './block-rows.ts';
import { type RpcResponse, startTestRpc, type TestRpc } from './rpc-fixture.ts';

// The methods that control a local network are refused to web pages of other sites and to forwarded requests.

let rpc: TestRpc;
let plain: TestRpc;
/** Names of the members of the network that a method used. */
let used: string[] = [];

/** A local network that no refused request reaches. It is told of each request. */
const network = new Proxy(
  {},
  {
    get: (_target, name) => {
      if (name === 'noteRequest') return () => undefined;
      used.push(String(name));
      return name === 'now' ? () => 0n : undefined;
    },
  },
) as DevelopmentNetwork;

beforeAll(async () => {
  const key = Buffer.alloc(32, 1);
  const accounts = [{ address: `0x${'77'.repeat(20)}`, privateKey: key }];
  rpc = await startTestRpc({
    services: { development: network, accounts },
    controlOrigins: new Set(['https://remix.ethereum.org']),
  });
  await fillLedger(rpc);
  await rpc.show();
  plain = await startTestRpc();
});
afterAll(async () => {
  await rpc?.close();
  await plain?.close();
});

const REFUSED = 4_100;
const FOREIGN = { origin: 'https://evil.example' };
const SIGNING = [
  'eth_sendTransaction',
  'eth_sendUnsignedTransaction',
  'eth_signTransaction',
  'eth_sign',
  'personal_sign',
  'eth_signTypedData_v4',
];
const controls = (name: string): boolean =>
  /^(?:evm|hardhat|anvil|tain)_/.test(name) || SIGNING.includes(name);
const BATCHED = METHODS.filter(({ inBatch }) => inBatch).map(({ name }) => name);
const CONTROLLING = BATCHED.filter(controls);
const OTHERS = BATCHED.filter((name) => !controls(name));
/** Controlling methods that a batch may not contain. */
const SINGLE = METHODS.filter(({ name, inBatch }) => !inBatch && controls(name)).map(({ name }) => name);

const requestOf = (method: string, id = 1): object => ({ jsonrpc: '2.0', id, method, params: [] });
const codes = (responses: readonly RpcResponse[]): (number | undefined)[] =>
  responses.map(({ error }) => error?.code);

async function batch(
  methods: readonly string[],
  headers: Record<string, string>,
  server: TestRpc = rpc,
): Promise<RpcResponse[]> {
  const response = await server.post(JSON.stringify(methods.map((name) => requestOf(name))), {
    'content-type': 'text/plain',
    ...headers,
  });
  return (await response.json()) as RpcResponse[];
}

/** Sends a controlling method over a new WebSocket. */
async function overWebSocket(headers: Record<string, string>): Promise<number | undefined> {
  const socket = new WebSocket(rpc.server.url.replace('http', 'ws'), { headers });
  try {
    await once(socket, 'open');
    socket.send(JSON.stringify(requestOf('anvil_getAutomine')));
    const [data] = (await once(socket, 'message')) as [Buffer];
    return (JSON.parse(data.toString()) as RpcResponse).error?.code;
  } finally {
    socket.terminate();
  }
}

it('refuses every controlling method to a page of another site, and nothing else', async () => {
  used = [];
  expect(CONTROLLING.length).toBeGreaterThan(SIGNING.length + 20);
  expect(codes(await batch(CONTROLLING, FOREIGN))).toEqual(CONTROLLING.map(() => REFUSED));
  for (const name of SINGLE) {
    const response = await rpc.post(JSON.stringify(requestOf(name)), FOREIGN);
    expect([name, ((await response.json()) as RpcResponse).error?.code]).toEqual([name, REFUSED]);
  }
  expect(used).toEqual([]);
  expect(codes(await batch(OTHERS, FOREIGN))).not.toContain(REFUSED);
  const missing = codes(await batch(CONTROLLING, FOREIGN, plain));
  expect(new Set(missing)).toEqual(new Set([-32_601]));
});

describe.each<[allowed: boolean, headers: Record<string, string>]>([
  [true, {}],
  ...[
    'http://localhost:5173',
    'https://app.localhost',
    'http://127.0.0.1',
    'http://127.3.2.1:80',
    'http://[::1]:3000',
    'chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn',
    'moz-extension://0b5f4d0c-27e1-4b0a-8c1e-1e2b5d1b7a55',
    'safari-web-extension://4e31a5cc-7a1a-4ba9-9f67-1fdc0ec6a2a1',
    'https://remix.ethereum.org',
  ].map((origin): [boolean, Record<string, string>] => [true, { origin }]),
  ...[
    'https://evil.example',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://evil-localhost',
    'http://localhost:5173, https://evil.example',
    'http://192.168.1.7:3000',
    'https://remix.ethereum.org:444',
    'file://',
    'null',
    '',
  ].map((origin): [boolean, Record<string, string>] => [false, { origin }]),
  ...[
    'forwarded',
    'via',
    'x-real-ip',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-server',
  ].map((name): [boolean, Record<string, string>] => [
    false,
    { [name]: '127.0.0.1', origin: 'http://localhost' },
  ]),
])('control is allowed: %s with %j', (isAllowed, headers) => {
  it('over HTTP', async () => {
    const [read, controlled] = codes(await batch(['eth_chainId', 'anvil_getAutomine'], headers));
    expect([read, controlled]).toEqual([undefined, isAllowed ? undefined : REFUSED]);
  });

  it('over WebSocket', async () => {
    expect(await overWebSocket(headers)).toBe(isAllowed ? undefined : REFUSED);
  });

  it('in a preflight request, which allows any page to read', async () => {
    const requested = { 'access-control-request-headers': 'content-type, x-trace' };
    const allowedHeaders = async ({ server }: TestRpc): Promise<[string | null, string | null]> => {
      const response = await fetch(server.url, { method: 'OPTIONS', headers: { ...headers, ...requested } });
      const { headers: given } = response;
      return [given.get('access-control-allow-origin'), given.get('access-control-allow-headers')];
    };
    const all = 'content-type, x-trace';
    expect(await allowedHeaders(rpc)).toEqual(['*', isAllowed ? all : 'content-type']);
    expect(await allowedHeaders(plain)).toEqual(['*', all]);
  });
});
