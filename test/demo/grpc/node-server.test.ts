import { once } from 'node:events';
import http2 from 'node:http2';
import { connect, type Socket } from 'node:net';
import { Client, credentials, status } from '@grpc/grpc-js';
import { SerialQueue } from '@tain/network-simulator/node/serial-queue';
import { SERVICES } from '@tain/protos/rpcs';
import { proto } from '@tain/protos/services';
import Long from 'long';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { NodeServer } from '../../../packages/network-simulator/src/grpc/node-server.ts';
import { Ledger } from '../../../packages/network-simulator/src/ledger/ledger.ts';
import type { NodeLimits } from '../../../packages/network-simulator/src/node/node-limits.ts';
import { ByteAccount } from '../../../src/kernel/limits/byte-account.ts';
import {
  CallFailed,
  type StillNode,
  startTestClient,
  startTestNode,
  stillNode,
  type TestNode,
} from './node-fixture.ts';

const { NOT_SUPPORTED, OK, INSUFFICIENT_TX_FEE } = proto.ResponseCodeEnum;
const rpcs = Object.entries(SERVICES).flatMap(([service, methods]) =>
  Object.entries(methods).map(([name, takes]) => ({ path: `${service}/${name}`, takes })),
);
const transactions = rpcs.filter(({ takes }) => takes === 'transaction').map(({ path }) => path);
const queries = rpcs.filter(({ takes }) => takes === 'query').map(({ path }) => path);
const transfer = 'proto.CryptoService/cryptoTransfer';
const balance = 'proto.CryptoService/cryptoGetBalance';

let node: StillNode;
let served: TestNode;
beforeAll(async () => {
  node = stillNode(new Ledger({ seed: 7 }));
  served = await startTestNode(node);
});
afterAll(() => served.stop());

const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'answered',
    (error: unknown) => (error as CallFailed).code,
  );

test('the ten services have their procedures', () => {
  expect(Object.keys(SERVICES).map((name) => name.slice('proto.'.length, -'Service'.length))).toEqual([
    'AddressBook',
    'Consensus',
    'Crypto',
    'File',
    'Freeze',
    'Network',
    'Schedule',
    'SmartContract',
    'Token',
    'Util',
  ]);
  expect([transactions.length, queries.length]).toEqual([59, 20]);
});

test.each(transactions)('%s passes its bytes to the node and returns its response', async (path) => {
  const bytes = Buffer.from(`a transaction for ${path}`);
  const answer = proto.TransactionResponse.decode(await served.call(path, bytes));
  expect(node.submitted.at(-1)).toEqual(bytes);
  expect([answer.nodeTransactionPrecheckCode, Number(answer.cost)]).toEqual([OK, 0]);
});

test.each(queries)('%s answers queries', async (path) => {
  const answer = await served.query(path, { cryptoGetLiveHash: {} });
  expect(answer.cryptoGetLiveHash?.header?.nodeTransactionPrecheckCode).toBe(NOT_SUPPORTED);
});

test('a refused transaction is returned with its cost', async () => {
  const refusing = stillNode(new Ledger({ seed: 7 }));
  refusing.code = INSUFFICIENT_TX_FEE;
  const other = await startTestNode(refusing);
  onTestFinished(() => other.stop());
  const answer = proto.TransactionResponse.decode(await other.call(transfer, Buffer.of(1)));
  expect([answer.nodeTransactionPrecheckCode, Number(answer.cost)]).toEqual([INSUFFICIENT_TX_FEE, 77]);
});

describe('requests that are not calls', () => {
  test.each([
    ['an empty message', Buffer.alloc(0)],
    ['bytes that are not a message', Buffer.from('ffffffffff', 'hex')],
    ['a query of an unknown type', Buffer.from('aa1f00', 'hex')],
    ['nested groups without an end', Buffer.alloc(200_000, 0x0b)],
  ])('%s', async (_, bytes) => {
    expect(await failure(served.call(balance, bytes))).toBe(status.INVALID_ARGUMENT);
  });

  test('an unknown procedure or service', async () => {
    expect(await failure(served.call('proto.CryptoService/getStakers', Buffer.alloc(0)))).toBe(
      status.UNIMPLEMENTED,
    );
    expect(await failure(served.call('proto.Nothing/cryptoTransfer', Buffer.alloc(0)))).toBe(
      status.UNIMPLEMENTED,
    );
  });

  test('a message that is too large, and the next one on that connection', async () => {
    const before = node.submitted.length;
    expect(await failure(served.call(transfer, Buffer.alloc(256 * 1024 + 1)))).toBe(
      status.RESOURCE_EXHAUSTED,
    );
    await served.call(transfer, Buffer.alloc(256 * 1024));
    expect(node.submitted.length).toBe(before + 1);
  });

  test('bytes that are not HTTP/2', async () => {
    const socket = connect(served.server.port, '127.0.0.1');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    socket.resume();
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(100));
    await closed;
    expect(await failure(served.call(transfer, Buffer.of(1)))).toBe('answered');
  });
});

describe('limits', () => {
  test('calls beyond the concurrency limit get RESOURCE_EXHAUSTED', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow: StillNode = { ...stillNode(new Ledger({ seed: 7 })) };
    slow.submit = async () => {
      await gate;
      return { code: OK, cost: 0n };
    };
    const busy = await startTestNode(slow, { calls: 3 });
    onTestFinished(() => busy.stop());
    const calls = [1, 2, 3, 4, 5].map((byte) => failure(busy.call(transfer, Buffer.of(byte))));
    const first = await Promise.race(calls);
    expect(first).toBe(status.RESOURCE_EXHAUSTED);
    release();
    expect((await Promise.all(calls)).filter((each) => each === 'answered')).toHaveLength(3);
    expect(await failure(busy.call(transfer, Buffer.of(6)))).toBe('answered');
  });

  test('a call without an answer or a message times out', async () => {
    const silent: StillNode = { ...stillNode(new Ledger({ seed: 7 })) };
    silent.submit = () => new Promise(() => {});
    const waiting = await startTestNode(silent, { callTimeoutMs: 50 });
    onTestFinished(() => waiting.stop());
    expect(await failure(waiting.call(transfer, Buffer.of(1)))).toBe(status.DEADLINE_EXCEEDED);
    const client = new Client(`127.0.0.1:${waiting.server.port}`, credentials.createInsecure());
    onTestFinished(() => client.close());
    const code = await new Promise((resolve) => {
      const unchanged = (bytes: Buffer): Buffer => bytes;
      // The request is a stream for the client, so that it may send nothing.
      const call = client.makeClientStreamRequest(`/${transfer}`, unchanged, unchanged, (error) =>
        resolve(error?.code),
      );
      call.on('error', () => undefined);
    });
    expect(code).toBe(status.DEADLINE_EXCEEDED);
  });

  test('idle connections are displaced, first those of the client with the most, and calls never', async () => {
    const busy: StillNode = { ...stillNode(new Ledger({ seed: 7 })) };
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    busy.submit = async (bytes) => {
      if (bytes[0] === 1) await held;
      return { code: OK, cost: 0n };
    };
    const small = await startTestNode(busy, { connections: 4 });
    onTestFinished(() => small.stop());
    const running = small.call(transfer, Buffer.of(1));
    const open = (localAddress: string) => {
      const socket = connect({ port: small.server.port, host: '127.0.0.1', localAddress });
      socket.on('error', () => undefined);
      return socket.resume();
    };
    const isOpen = (socket: Socket) =>
      new Promise((resolve) => setTimeout(() => resolve(!socket.closed), 300));
    // A connection is accepted when the server's HTTP/2 settings arrive.
    const modest = open('127.0.0.3');
    await once(modest, 'data');
    const flood = Array.from({ length: 80 }, () => open('127.0.0.2'));
    onTestFinished(() => [modest, ...flood].forEach((socket) => void socket.destroy()));
    await expect.poll(() => flood.filter((socket) => !socket.closed).length).toBe(2);
    expect(await isOpen(modest)).toBe(true);
    const other = startTestClient(small.server.port);
    onTestFinished(() => other.close());
    expect(await failure(other.call(transfer, Buffer.of(2)))).toBe('answered');
    release();
    expect(await failure(running)).toBe('answered');
  });

  test('queries take turns by client, and those whose calls have ended are not read', async () => {
    const turns = new SerialQueue();
    const clients: (string | undefined)[] = [];
    let asked = 0;
    const ledger = new Proxy(new Ledger({ seed: 7 }), {
      get(target, name) {
        asked += 1;
        return Reflect.get(target, name, target);
      },
    });
    const busy: StillNode = { ...stillNode(ledger) };
    busy.read = (read, client) => {
      clients.push(client);
      return turns.run(() => read(ledger), client);
    };
    const small = await startTestNode(busy, { callTimeoutMs: 500 });
    onTestFinished(() => small.stop());
    const release = await turns.begin();
    const waiting = Array.from({ length: 3 }, () =>
      failure(
        small.query(balance, { cryptogetAccountBalance: { accountID: { accountNum: Long.fromNumber(2) } } }),
      ),
    );
    expect(await Promise.all(waiting)).toEqual(Array(3).fill(status.DEADLINE_EXCEEDED));
    release();
    await turns.run(() => undefined);
    expect(asked).toBe(0);
    const known = { cryptogetAccountBalance: { accountID: { accountNum: Long.fromNumber(2) } } };
    await small.query(balance, known);
    expect(asked).toBeGreaterThan(0);
    expect(clients).toEqual(Array(4).fill('127.0.0.1'));
    expect(small.failures).toEqual([]);
  });

  test.each([true, false])('one client cannot use all calls, its input in turns: %s', async (inTurns) => {
    const busy: StillNode = { ...stillNode(new Ledger({ seed: 7 })) };
    busy.submit = () => new Promise(() => {});
    const small = await startTestNode(busy, { calls: 4, callsPerClient: 2, callTimeoutMs: 500 }, inTurns);
    onTestFinished(() => small.stop());
    const codes = await Promise.all([1, 2, 3].map((byte) => failure(small.call(transfer, Buffer.of(byte)))));
    expect(codes.filter((code) => code === status.RESOURCE_EXHAUSTED)).toHaveLength(1);
  });

  test.each([true, false])(
    'a client with too many calls whose messages do not arrive loses its connection, its input in turns: %s',
    async (inTurns) => {
      const small = await startTestNode(stillNode(new Ledger({ seed: 7 })), { callsPerClient: 2 }, inTurns);
      onTestFinished(() => small.stop());
      const session = http2.connect(`http://127.0.0.1:${small.server.port}`);
      session.on('error', () => undefined);
      onTestFinished(() => session.destroy());
      const closed = new Promise((resolve) => session.on('close', resolve));
      for (let count = 1; count <= 5; count++) {
        const headers = { ':method': 'POST', ':path': `/${transfer}`, 'content-type': 'application/grpc' };
        const stream = session.request(headers);
        stream.on('error', () => undefined);
        // The beginning of a message of 200,000 bytes.
        stream.write(Buffer.from('0000030d40', 'hex'));
      }
      await closed;
      // The closed calls no longer count.
      await expect.poll(() => failure(small.call(transfer, Buffer.of(6)))).toBe('answered');
    },
  );
});

describe('answers that a client does not read', () => {
  const MEGABYTE = 1024 * 1024;
  const large = {
    query: async () => Buffer.alloc(MEGABYTE),
    transaction: async (bytes: Uint8Array) => bytes,
  };
  const startLarge = async (answers: ByteAccount, limits: Partial<NodeLimits> = {}) => {
    const options = { host: '127.0.0.1', port: 0, limits, answers, onFailure: () => undefined };
    const server = await NodeServer.start({ calls: large, ...options });
    onTestFinished(() => server.stop());
    return server;
  };
  /** Sends queries without reading their answers. Returns the streams. */
  const queryUnread = (session: http2.ClientHttp2Session, count: number) =>
    Array.from({ length: count }, () => {
      const stream = session.request({
        ':method': 'POST',
        ':path': `/${balance}`,
        'content-type': 'application/grpc',
      });
      stream.on('error', () => undefined);
      stream.end(Buffer.from('0000000000', 'hex'));
      return stream;
    });
  const connectTo = (server: NodeServer) => {
    const session = http2.connect(`http://127.0.0.1:${server.port}`, {
      createConnection: () => connect({ port: server.port, host: '127.0.0.1', localAddress: '127.0.0.2' }),
    });
    session.on('error', () => undefined);
    onTestFinished(() => session.destroy());
    return session;
  };

  test('are counted until it is closed, and the newest are ended for other clients', async () => {
    const answers = new ByteAccount({ counts: 'bytes', max: 8 * MEGABYTE });
    const server = await startLarge(answers);
    const session = connectTo(server);
    queryUnread(session, 20);
    await expect.poll(() => answers.ended).toBe(12);
    expect(answers.held).toBe(8 * MEGABYTE);
    // A client that reads is served.
    const other = startTestClient(server.port);
    onTestFinished(() => other.close());
    expect(await failure(other.call(transfer, Buffer.of(1)))).toBe('answered');
    session.destroy();
    await expect.poll(() => answers.held).toBe(0);
    expect(await other.call(balance, Buffer.of())).toHaveLength(MEGABYTE);
    await expect.poll(() => answers.held).toBe(0);
  });

  test('are dropped when the time of their calls is over', async () => {
    const answers = new ByteAccount({ counts: 'bytes', max: 8 * MEGABYTE });
    const server = await startLarge(answers, { callTimeoutMs: 1_000 });
    const streams = queryUnread(connectTo(server), 3);
    const closed = Promise.all(streams.map((stream) => once(stream, 'close')));
    await expect.poll(() => answers.held).toBe(3 * MEGABYTE);
    await closed;
    expect(streams.map(({ rstCode }) => rstCode)).toEqual(Array(3).fill(http2.constants.NGHTTP2_CANCEL));
    expect([answers.held, answers.ended]).toEqual([0, 0]);
  });
});

test('a failure of the node is returned without its reason', async () => {
  const broken: StillNode = { ...stillNode(new Ledger({ seed: 7 })) };
  broken.submit = async () => {
    throw new Error('a path: /secret');
  };
  broken.read = async () => {
    throw new Error('a path: /secret');
  };
  const failing = await startTestNode(broken);
  onTestFinished(() => failing.stop());
  const error = await failing.call(transfer, Buffer.of(1)).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CallFailed);
  expect((error as CallFailed).message).not.toContain('secret');
  const answer = await failing.query(balance, { cryptogetAccountBalance: {} });
  expect(answer.cryptogetAccountBalance?.header?.nodeTransactionPrecheckCode).toBe(
    proto.ResponseCodeEnum.FAIL_INVALID,
  );
  expect(failing.failures).toHaveLength(2);
});

test('stops despite calls that never end', async () => {
  const silent: StillNode = { ...stillNode(new Ledger({ seed: 7 })) };
  silent.submit = () => new Promise(() => {});
  const hanging = await startTestNode(silent);
  const call = failure(hanging.call(transfer, Buffer.of(1)));
  await failure(hanging.query(balance, { cryptogetAccountBalance: {} }));
  await hanging.stop();
  expect(await call).not.toBe('answered');
});

test('a port in use is an error', async () => {
  const { serveNode } = await import('../../../packages/network-simulator/src/grpc/serve-node.ts');
  await expect(serveNode({ node, host: '127.0.0.1', port: served.server.port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});
