import { once } from 'node:events';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { ByteAccount } from '../../src/kernel/limits/byte-account.ts';
import { LoopTurns } from '../../src/kernel/limits/loop-turns.ts';
import type { RpcServices, Submission } from '../../src/rpc/method/services.ts';
import { RPC_SUBSCRIPTIONS, Subscriptions } from '../../src/rpc/method/subscriptions.ts';
import { ADDRESS, at, blockOf, log } from '../rest/contracts/contract-rows.ts';
import { CONTRACT, fillLedger, PAYER } from './block-rows.ts';
import { startTestRpc, type TestRpc } from './rpc-fixture.ts';

const BEFORE = { index: 0n, end: 0n };

interface Push {
  readonly subscription: string;
  readonly result: unknown;
}

const services: { -readonly [Name in keyof RpcServices]: RpcServices[Name] } = {};
let rpc: TestRpc;
const sockets: WebSocket[] = [];

beforeAll(async () => {
  const submit = (): Promise<Submission> => Promise.reject(new Error('nothing is sent here'));
  services.sender = { closesBlocks: true, submit };
  rpc = await startTestRpc({ services });
  await fillLedger(rpc);
  await rpc.show();
});
afterAll(() => rpc?.close());
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});

/** Opens a connection. Returns it with the messages pushed to it. */
async function open(localAddress = '127.0.0.1'): Promise<{
  request: (method: string, ...params: unknown[]) => Promise<unknown>;
  pushed: Push[];
  onPush: (listener: (push: Push) => void) => void;
}> {
  const socket = new WebSocket(rpc.server.url.replace('http', 'ws'), { localAddress });
  sockets.push(socket);
  await once(socket, 'open');
  const pushed: Push[] = [];
  const listeners: ((push: Push) => void)[] = [];
  const answers: ((answer: unknown) => void)[] = [];
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString());
    if (message.method === 'eth_subscription') {
      pushed.push(message.params);
      for (const listener of listeners) listener(message.params);
    } else answers.shift()?.(message.result ?? message.error);
  });
  return {
    pushed,
    onPush: (listener) => listeners.push(listener),
    request: (method, ...params) => {
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
      return new Promise((resolve) => answers.push(resolve));
    },
  };
}

/** Number of the next block, and its first second. */
let next = 2;
const secondOf = (number: number): number => 100 + 10 * number;

/** Stores blocks, each with a log of the contract, and announces them together. */
async function store(count: number): Promise<number[]> {
  const numbers = Array.from({ length: count }, (_, i) => next + i);
  next += count;
  // Rows before their blocks, because a running read shows a block as soon as it is there.
  await rpc.insert(
    'contract_log',
    numbers.map((number) => log(at(secondOf(number), 1), 0, CONTRACT)),
  );
  await rpc.insert(
    'record_file',
    numbers.map((number) =>
      blockOf(number, at(secondOf(number)), at(secondOf(number) + 9), {
        hash: number.toString(16).padStart(96, '0'),
        count: 1,
      }),
    ),
  );
  await rpc.show();
  return numbers;
}

const numbersOf = (pushed: readonly Push[]): number[] =>
  pushed.map(({ result }) =>
    Number(
      (result as { number?: string; blockNumber?: string }).number ??
        (result as { blockNumber?: string }).blockNumber,
    ),
  );

async function until(isDone: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !isDone() && Date.now() < end; ) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

it('pushes each head once, also when several become visible together', async () => {
  const client = await open();
  const id = await client.request('eth_subscribe', 'newHeads');
  expect(await client.request('eth_subscribe', 'newHeads')).toBe(id);
  const stored: number[] = [];
  for (const count of [1, 3, 1, 5]) stored.push(...(await store(count)));
  await until(() => client.pushed.length >= stored.length);
  expect(numbersOf(client.pushed)).toEqual(stored);
  expect(new Set(client.pushed.map(({ subscription }) => subscription))).toEqual(new Set([id]));
  const [first] = client.pushed;
  expect(first?.result).toEqual(
    await rpc.result('eth_getBlockByNumber', `0x${(stored[0] ?? 0).toString(16)}`, false),
  );
  expect(await client.request('eth_unsubscribe', id)).toBe(true);
  expect(await client.request('eth_unsubscribe', id)).toBe(false);
  await store(1);
  await client.request('eth_chainId');
  expect(client.pushed.length).toBe(stored.length);
});

it('pushes logs of several addresses, and none of others', async () => {
  const client = await open();
  await client.request('eth_subscribe', 'logs', { address: [`0x${ADDRESS}`, `0x${PAYER}`] });
  const other = await open();
  await other.request('eth_subscribe', 'logs', { address: `0x${PAYER}` });
  const heads = await open();
  await heads.request('eth_subscribe', 'newHeads', { includeTransactions: true });
  const stored = await store(2);
  await until(() => client.pushed.length >= 2 && heads.pushed.length >= 2);
  expect(numbersOf(client.pushed)).toEqual(stored);
  expect(other.pushed).toEqual([]);
  expect(numbersOf(heads.pushed)).toEqual(stored);
});

it('sends a new subscriber every later block, and no block twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 2, maxLength: 5 }),
      async (counts) => {
        const clients: { pushed: Push[]; from: number }[] = [];
        for (const count of counts) {
          const client = await open();
          await client.request('eth_subscribe', 'newHeads');
          clients.push({ pushed: client.pushed, from: next });
          await store(count);
        }
        const last = next - 1;
        for (const { pushed, from } of clients) {
          await until(() => numbersOf(pushed).at(-1) === last);
          expect(numbersOf(pushed)).toEqual(Array.from({ length: last - from + 1 }, (_, i) => from + i));
        }
        for (const socket of sockets.splice(0)) socket.terminate();
      },
    ),
    { numRuns: 3 },
  );
});

it('pushes each head and log once although reads of their blocks fail for a while', async () => {
  const client = await open();
  const heads = await client.request('eth_subscribe', 'newHeads');
  await client.request('eth_subscribe', 'logs', { address: `0x${ADDRESS}` });
  await rpc.database.pool.query('alter table entity rename to hidden');
  const stored = await store(2);
  await expect.poll(() => rpc.errors.length).toBeGreaterThan(1);
  expect(client.pushed).toEqual([]);
  await rpc.database.pool.query('alter table hidden rename to entity');
  stored.push(...(await store(1)));
  await until(() => client.pushed.length >= 2 * stored.length);
  const [ofHeads, ofLogs] = [true, false].map((isHead) =>
    client.pushed.filter(({ subscription }) => (subscription === heads) === isHead),
  );
  expect(numbersOf(ofHeads ?? [])).toEqual(stored);
  expect(numbersOf(ofLogs ?? [])).toEqual(stored);
});

it('reads logs for the client that subscribed: filters of one client delay no other, and no head', async () => {
  // So many that a slow statement of a head, of which there are several, does not outlast three quarters of them.
  const FILTERS = 200;
  const many = await open('127.0.0.2');
  const subscribed: Promise<unknown>[] = [];
  for (let index = 0; index < FILTERS; index++) {
    // Equal for this contract, yet a different subscription each.
    const address = [`0x${ADDRESS}`, `0x${index.toString(16).padStart(40, 'e')}`];
    subscribed.push(many.request('eth_subscribe', 'logs', { address }));
  }
  const ids = await Promise.all(subscribed);
  const one = await open();
  const order: string[] = [];
  const heads = await one.request('eth_subscribe', 'newHeads');
  await one.request('eth_subscribe', 'logs', { address: `0x${ADDRESS}` });
  one.onPush(({ subscription }) => {
    order.push(`${subscription === heads ? 'head' : 'log'} after ${many.pushed.length < (FILTERS * 3) / 4}`);
  });
  const stored = await store(1);
  await until(() => one.pushed.length >= 2);
  expect(order.toSorted()).toEqual(['head after true', 'log after true']);
  // A further block while the filters of the first client are still read.
  stored.push(...(await store(1)));
  await until(() => one.pushed.length >= 2 * stored.length && many.pushed.length >= FILTERS * stored.length);
  const ofOne = [true, false].map((isHead) =>
    one.pushed.filter(({ subscription }) => (subscription === heads) === isHead),
  );
  expect(ofOne.map(numbersOf)).toEqual([stored, stored]);
  for (const id of ids) {
    expect(numbersOf(many.pushed.filter(({ subscription }) => subscription === id))).toEqual(stored);
  }
});

it('refuses other events, too many values, and subscriptions over HTTP', async () => {
  const client = await open();
  expect(await client.request('eth_subscribe', 'syncing')).toMatchObject({ code: -32_601 });
  expect(await client.request('eth_subscribe', 'logs', { address: '' })).toMatchObject({
    code: -32_602,
    message: expect.stringContaining("'address' for EthSubscribeLogsParamsObject: Expected"),
  });
  const many = Array.from({ length: 257 }, () => `0x${ADDRESS}`);
  expect(await client.request('eth_subscribe', 'logs', { address: many })).toMatchObject({ code: -32_602 });
  expect(await client.request('eth_subscribe', 'newPendingTransactions')).toMatch(/^0x/);
  expect(await rpc.error('eth_subscribe', 'newHeads')).toBe('-32601 Method eth_subscribe not found');
});

it('pushes nothing before the response to the batch that subscribed', async () => {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  services.callContract = async () => {
    await ended;
    return { outcome: 'done', result: '0x', isRefused: false, isExecuted: true };
  };
  const socket = new WebSocket(rpc.server.url.replace('http', 'ws'));
  sockets.push(socket);
  await once(socket, 'open');
  const messages: unknown[] = [];
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString())));
  const heads = await open();
  await heads.request('eth_subscribe', 'newHeads');
  const request = { jsonrpc: '2.0', id: 1 };
  socket.send(
    JSON.stringify([
      { ...request, method: 'eth_subscribe', params: ['newHeads'] },
      { ...request, method: 'eth_call', params: [{ to: `0x${'12'.repeat(20)}` }, 'latest'] },
    ]),
  );
  const subscribed = async () =>
    (await rpc.registry.getSingleMetricAsString('tain_rpc_subscriptions')).includes('subscriptions 2');
  await expect.poll(subscribed).toBe(true);
  const stored = await store(2);
  await expect.poll(() => heads.pushed.length).toBe(2);
  end();
  await expect.poll(() => messages.length).toBe(3);
  const [response, ...pushes] = messages as [{ result: string }[], ...{ params: Push }[]];
  const id = response[0]?.result;
  expect(pushes.map(({ params }) => params.subscription)).toEqual([id, id]);
  expect(numbersOf(pushes.map(({ params }) => params))).toEqual(stored);
});

it('subscribes no connection that was closed while earlier requests of its batch were answered', async () => {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let calls = 0;
  services.callContract = async () => {
    calls += 1;
    await ended;
    return { outcome: 'done', result: '0x', isRefused: false, isExecuted: true };
  };
  const socket = new WebSocket(rpc.server.url.replace('http', 'ws'));
  sockets.push(socket);
  await once(socket, 'open');
  const metric = async (name: string, line: string) =>
    Number((await rpc.registry.getSingleMetricAsString(name)).split(`\n${line} `)[1]?.split('\n')[0] ?? 0);
  // Those of earlier tests are closed.
  await expect.poll(() => metric('tain_rpc_websockets', 'tain_rpc_websockets')).toBe(1);
  const subscribed = await metric('tain_rpc_subscriptions', 'tain_rpc_subscriptions');
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_call',
    params: [{ to: `0x${'12'.repeat(20)}` }, 'latest'],
  };
  const subscription = { ...call, method: 'eth_subscribe', params: ['logs'] };
  socket.send(JSON.stringify([...Array(8).fill(call), subscription]));
  await expect.poll(() => calls).toBe(8);
  socket.terminate();
  await expect.poll(() => metric('tain_rpc_websockets', 'tain_rpc_websockets')).toBe(0);
  end();
  const aborted = 'tain_rpc_request_seconds_count{method="eth_subscribe",outcome="aborted"}';
  await expect.poll(() => metric('tain_rpc_request_seconds', aborted)).toBe(1);
  expect(await metric('tain_rpc_subscriptions', 'tain_rpc_subscriptions')).toBe(subscribed);
});

it('counts the subscriptions of a client, without those of closed connections', () => {
  const subscriptions = new Subscriptions(new ByteAccount(), new LoopTurns(), {
    ...RPC_SUBSCRIPTIONS,
    max: 3,
    perClient: 2,
  });
  const connection = (client: string) => {
    const closing: (() => void)[] = [];
    const one = { client, buffered: 0, isClosed: false, push: () => undefined, close: () => undefined };
    return {
      ...one,
      onClose: (listener: () => void) => void closing.push(listener),
      end: () => {
        for (const listener of closing) listener();
      },
    };
  };
  const [a, b] = [connection('a'), connection('b')];
  const heads = { kind: 'newHeads', details: false } as const;
  const full = { kind: 'newHeads', details: true } as const;
  subscriptions.subscribe(a, heads, BEFORE, setImmediate);
  subscriptions.subscribe(a, full, BEFORE, setImmediate);
  expect(() => subscriptions.subscribe(connection('a'), heads, BEFORE, setImmediate)).toThrow(
    'Exceeded maximum allowed subscriptions',
  );
  subscriptions.subscribe(b, heads, BEFORE, setImmediate);
  expect(() => subscriptions.subscribe(b, full, BEFORE, setImmediate)).toThrow(
    'Exceeded maximum allowed subscriptions',
  );
  a.end();
  expect(subscriptions.size).toBe(1);
  subscriptions.subscribe(b, full, BEFORE, setImmediate);
});

it('gives ids of 16 bytes, leading zeros included', () => {
  const subscriptions = new Subscriptions(new ByteAccount(), new LoopTurns());
  const heads = { kind: 'newHeads', details: false } as const;
  const ids = Array.from({ length: 80 }, (_, i) => {
    const idle = { push: () => undefined, close: () => undefined, onClose: () => undefined };
    return subscriptions.subscribe(
      { ...idle, client: `${i}`, buffered: 0, isClosed: false },
      heads,
      BEFORE,
      setImmediate,
    );
  });
  // One of 16 ids begins with a zero.
  expect(ids.filter((id) => !/^0x[\da-f]{32}$/.test(id))).toEqual([]);
});
