import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { poll } from '../../src/kernel/retry.ts';
import { missingFields } from './fields.ts';
import { listenToMirror, listenToNode } from './listening-proxy.ts';
import { type LocalNetwork, startLocalNetwork } from './local-network.ts';
import { type Answer, askRelay, type RelayProcess, startRelay } from './relay-process.ts';
import {
  RECORDED_AFTERWARDS,
  RECORDED_AT_START,
  RECORDED_CALLS,
  RECORDED_OF_TRANSACTION,
  type RecordedRequest,
  shapeOf,
} from './relay-recording.ts';
import { type EnvelopeSender, envelopeSender } from './send-ethereum.ts';
import { topic, type WalletSession, type WalletTransaction, walletSession, word } from './wallet-session.ts';

// Transactions that wallets send through a JSON-RPC relay, with a new `tain start`. The recorded requests of a relay
// are always sent; the relay itself runs if TAIN_RELAY_SOURCE names a built checkout of it
// (hiero-ledger/hiero-json-rpc-relay, `npm ci && npm run build`).

const source = process.env.TAIN_RELAY_SOURCE;
if (source === undefined)
  process.stderr.write('skipped: the relay itself, as TAIN_RELAY_SOURCE names no checkout of it\n');

/** Private keys of 0.0.1012 to 0.0.1014, as published for local networks. */
const KEYS = {
  played: '105d050185ccb907fba04dd92d8de9e32c18305e097ab41dadda21489a211524',
  relayed: '2e1d968b041d84dd120a5860cee60cd83f9374ef527ca86996317ada3d0d03e7',
  filed: '45a5a7108a18dd5013cf2d5857a28144beadc9c70b3bdbd914e38df4e804b8d8',
};
/** Additional calls of a relay that stores data in files. */
const FILE_CALLS = [
  '/proto.FileService/createFile',
  '/proto.FileService/appendContent',
  '/proto.FileService/getFileInfo',
  '/proto.FileService/deleteFile',
];
const TIMEOUT_MS = 150_000;
const TRANSFER = topic('Transfer(address,address,uint256)');
const hex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;

let network: LocalNetwork;
beforeAll(async () => {
  network = await startLocalNetwork();
});
afterAll(() => network?.stop());

/** Repeats a request until it has a result. */
async function until<T>(read: () => Promise<T | undefined>): Promise<T> {
  const result = await poll(read, { intervalMs: 50, limitMs: TIMEOUT_MS });
  if (result === undefined) throw new Error('no result in time');
  return result;
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field
const json = async (path: string): Promise<any> => {
  const response = await fetch(`${network.mirror}/api/v1/${path}`);
  return response.ok ? response.json() : undefined;
};

/** Returns the values at a path; `*` stands for all items. */
function valuesAt(value: unknown, [part, ...rest]: readonly string[]): unknown[] {
  if (part === undefined) return [value];
  if (typeof value !== 'object' || value === null) return [];
  const members = part === '*' ? Object.values(value) : [(value as Record<string, unknown>)[part]];
  return members.flatMap((member) => valuesAt(member, rest));
}

describe('recorded requests of a relay', () => {
  let session: WalletSession;
  let sender: EnvelopeSender;
  const values = new Map<string, Readonly<Record<string, string>>>();

  beforeAll(async () => {
    session = await walletSession(KEYS.played, `0x${'d1'.repeat(20)}`);
    sender = envelopeSender(network.node);
    const { num, address } = await json(`accounts/${session.from}`).then(({ account }) => ({
      num: account,
      address: `0x${Number(account.slice(4)).toString(16).padStart(40, '0')}`,
    }));
    for (const sent of session.transactions) {
      const id = await sendOnceReady(sent.bytes);
      const status = await until(async () => {
        const code = await sender.receiptOf(id);
        return code === 'UNKNOWN' ? undefined : code;
      });
      expect([sent.name, status]).toEqual([
        sent.name,
        sent.succeeds ? 'SUCCESS' : 'CONTRACT_REVERT_EXECUTED',
      ]);
      const result = await until(() => json(`contracts/results/${sent.hash}`));
      const block = await json(`blocks/${result.block_number}`);
      const [log] = sent.logs;
      values.set(sent.name, {
        id,
        hash: sent.hash,
        sender: session.from,
        senderLongZero: address,
        senderId: num,
        nonce: String(sent.nonce),
        type: String(sent.type),
        data: sent.data,
        coin: session.coin,
        status: sent.succeeds ? '0x1' : '0x0',
        result: status,
        failed: String(!sent.succeeds),
        ended: sent.succeeds ? 'OUTPUT' : 'REVERT_REASON',
        time: result.timestamp,
        second: result.timestamp.split('.')[0],
        index: String(result.transaction_index),
        gasUsed: String(result.gas_used),
        block: String(block.number),
        blockHash: block.hash.slice(0, 66),
        from: block.timestamp.from,
        to: block.timestamp.to,
        anyTopic: TRANSFER,
        ...(log && { logAddress: log.address, logData: log.data, topic: log.topics[0] ?? '' }),
      });
    }
  });
  afterAll(() => sender?.close());

  /** Sends a transaction when the node is ready: a node that has just started has not caught up with the clock. */
  function sendOnceReady(bytes: Uint8Array): Promise<string> {
    return until(() =>
      sender.send(bytes).catch((error: Error) => {
        if (error.message !== 'BUSY') throw error;
        return undefined;
      }),
    );
  }

  /** Sends a recorded request and returns the differences of its response. */
  async function play(
    { request, fields = [], holds = {}, status = 200, body }: RecordedRequest,
    of: Readonly<Record<string, string>>,
  ): Promise<unknown[]> {
    const filled = (text: string): string =>
      text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
        const value = of[name];
        if (value === undefined) throw new Error(`no value for ${name}`);
        return value;
      });
    const [method = '', path = ''] = filled(request).split(' ');
    const init =
      body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: filled(body) };
    const response = await fetch(`${network.mirror}${path}`, { method, ...init });
    const text = await response.text();
    const answer: unknown = text === '' ? {} : JSON.parse(text);
    const wrong: unknown[] = missingFields(answer, fields);
    if (response.status !== status) wrong.push({ status: response.status, answer });
    for (const [name, expected] of Object.entries(holds)) {
      const [, value] = /^\{(\w+)\}$/.exec(expected) ?? [];
      if (value !== undefined && of[value] === undefined) continue;
      const found = valuesAt(answer, name.split('.')).map((one) =>
        name === 'block_hash' ? String(one).slice(0, 66) : String(one),
      );
      if (!found.includes(filled(expected))) wrong.push({ name, found, expected: filled(expected) });
    }
    return wrong;
  }

  test.each(RECORDED_AT_START)('at the start: $request', async (recorded) => {
    expect(await play(recorded, {})).toEqual([]);
  });

  test.each(RECORDED_OF_TRANSACTION)('$rpc: $request', async (recorded) => {
    const wrong: Record<string, unknown> = {};
    for (const [name, of] of values) {
      const found = await play(recorded, of);
      if (found.length > 0) wrong[name] = found;
    }
    expect(wrong).toEqual({});
  });

  test.each(RECORDED_AFTERWARDS)('afterwards $rpc: $request', async (recorded) => {
    const failing = session.transactions.find(({ succeeds }) => !succeeds);
    const last = session.transactions.at(-1);
    const of = {
      ...values.get('delegation'),
      hollow: session.hollow,
      nonces: String((last?.nonce ?? 0) + 1),
      balanceOf: session.balanceOf(session.other),
      balance: `0x${word(40n)}`,
      supply: `0x${word(1_000n + 1_000n * 10n ** 18n)}`,
      failing: failing?.data ?? '',
    };
    expect(await play(recorded, of)).toEqual([]);
  });
});

describe.skipIf(source === undefined).each([
  { name: 'as it is', settings: {} },
  { name: 'with large data in files', settings: { JUMBO_TX_ENABLED: 'false' } },
])('the relay itself, $name', ({ name, settings }) => {
  const isDefault = name === 'as it is';
  let relay: RelayProcess;
  let session: WalletSession;
  let hollow: string;
  const closing: (() => Promise<void>)[] = [];
  let requests: { readonly mirror: readonly string[]; readonly node: readonly string[] };

  beforeAll(async () => {
    const mirror = await listenToMirror(network.mirror);
    const node = await listenToNode(network.node);
    closing.push(mirror.close, node.close);
    requests = { mirror: mirror.requests, node: node.requests };
    relay = await startRelay({
      source: source ?? '',
      mirror: `http://${mirror.address}`,
      node: node.address,
      settings: { DEBUG_API_ENABLED: 'true', TX_TYPE_4_ENABLED: 'true', LOG_LEVEL: 'warn', ...settings },
    });
    closing.push(relay.stop);
    hollow = `0x${(isDefault ? 'd2' : 'd3').repeat(20)}`;
    // The second relay uses another account.
    session = await walletSession(isDefault ? KEYS.relayed : KEYS.filed, hollow);
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  const read = (method: string, ...params: readonly unknown[]): Promise<Answer> =>
    askRelay(relay.url, method, ...params);
  const known = (method: string, ...params: readonly unknown[]) =>
    until(async () => (await read(method, ...params)).result ?? undefined);

  test('sends a signed transaction of a wallet, and finds its outcome', async () => {
    for (const sent of session.transactions) {
      expect(await read('eth_getTransactionCount', session.from, 'latest')).toMatchObject({
        result: `0x${sent.nonce.toString(16)}`,
      });
      expect([sent.name, await read('eth_sendRawTransaction', hex(sent.bytes))]).toMatchObject([
        sent.name,
        { result: sent.hash },
      ]);
      await found(sent);
    }
  });

  async function found(sent: WalletTransaction): Promise<void> {
    // If the result is stored between two requests of the relay, the relay builds a receipt from the logs alone.
    await until(() => json(`contracts/results/${sent.hash}`));
    const receipt = await known('eth_getTransactionReceipt', sent.hash);
    expect([sent.name, receipt]).toMatchObject([
      sent.name,
      {
        transactionHash: sent.hash,
        from: session.from,
        status: sent.succeeds ? '0x1' : '0x0',
        type: `0x${sent.type}`,
        logs: sent.logs.map(({ address, topics, data }) => ({ address, topics, data })),
        ...(sent.to === null ? {} : { to: sent.to }),
      },
    ]);
    if (sent.name === 'deployment') expect(receipt.contractAddress).toBe(session.coin);
    const transaction = await known('eth_getTransactionByHash', sent.hash);
    expect(transaction).toMatchObject({
      blockHash: receipt.blockHash,
      input: sent.data,
      nonce: `0x${sent.nonce.toString(16)}`,
      from: session.from,
    });
    const traced = await known('debug_traceTransaction', sent.hash, { tracer: 'callTracer' });
    expect([sent.name, traced]).toMatchObject([
      sent.name,
      { type: sent.to === null ? 'CREATE' : 'CALL', from: session.from, gasUsed: receipt.gasUsed },
    ]);
    const steps = await known('debug_traceTransaction', sent.hash, { tracer: 'opcodeLogger' });
    expect([sent.name, steps.failed]).toEqual([sent.name, !sent.succeeds]);
    const block = await known('eth_getBlockByNumber', receipt.blockNumber, true);
    expect(block.transactions).toContainEqual(expect.objectContaining({ hash: sent.hash }));
    expect((await known('eth_getBlockByHash', receipt.blockHash, false)).transactions).toContain(sent.hash);
    const receipts = await known('eth_getBlockReceipts', receipt.blockNumber);
    expect(receipts).toContainEqual(expect.objectContaining({ transactionHash: sent.hash }));
    const byIndex = [
      'eth_getTransactionByBlockHashAndIndex',
      receipt.blockHash,
      receipt.transactionIndex,
    ] as const;
    expect((await known(...byIndex)).hash).toBe(sent.hash);
    const logs = await known('eth_getLogs', { blockHash: receipt.blockHash });
    const own = logs.filter((log: { transactionHash: string }) => log.transactionHash === sent.hash);
    expect(own).toMatchObject(sent.logs.map(({ address, topics }) => ({ address, topics })));
  }

  test('answers the requests afterwards', async () => {
    const { coin, other, from } = session;
    expect(await read('eth_call', { to: coin, data: session.balanceOf(other) }, 'latest')).toMatchObject({
      result: `0x${word(40n)}`,
    });
    const failing = session.transactions.find(({ succeeds }) => !succeeds);
    const reverted = await read('eth_call', { from, to: coin, data: failing?.data }, 'latest');
    expect(reverted.error).toMatchObject({ code: 3 });
    expect(await read('eth_getBalance', hollow, 'latest')).toMatchObject({ result: '0xde0b6b3a7640000' });
    expect(await read('eth_getCode', from, 'latest')).toMatchObject({ result: `0xef0100${coin.slice(2)}` });
    expect((await read('eth_getCode', coin, 'latest')).result.length).toBeGreaterThan(1_000);
    const filter = { fromBlock: 'earliest', toBlock: 'latest', address: coin, topics: [TRANSFER] };
    const logs = await known('eth_getLogs', { ...filter, fromBlock: await firstBlock() });
    expect(logs).toHaveLength(3);
    const again = hex(session.transactions[0]?.bytes ?? new Uint8Array());
    expect((await read('eth_sendRawTransaction', again)).error.message).toMatch(/nonce too low/i);
  });

  async function firstBlock(): Promise<string> {
    return (await known('eth_getTransactionReceipt', session.transactions[0]?.hash)).blockNumber;
  }

  test('sends only recorded requests', () => {
    const recorded = new Set(
      [...RECORDED_AT_START, ...RECORDED_OF_TRANSACTION, ...RECORDED_AFTERWARDS].map(({ request }) =>
        shapeOf(request),
      ),
    );
    const strange = [...new Set(requests.mirror.map(shapeOf))].filter((shape) => !recorded.has(shape));
    expect(strange).toEqual([]);
    const calls = new Set<string>(isDefault ? RECORDED_CALLS : [...RECORDED_CALLS, ...FILE_CALLS]);
    expect([...new Set(requests.node)].sort()).toEqual([...calls].sort());
  });
});
