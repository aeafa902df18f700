import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { poll } from '../../src/kernel/retry.ts';
import { listenToMirror } from './listening-proxy.ts';
import { startLocalNetwork } from './local-network.ts';
import { askRelay, type RelayProcess, startRelay } from './relay-process.ts';
import { RECORDED_AT_START, shapeOf } from './relay-recording.ts';
import { RECORDED_OF_TRANSFER } from './relay-transfer-recording.ts';
import { envelopeSender } from './send-ethereum.ts';
import { type TokenTransfer, transferTokens } from './token-transfers.ts';
import { topic, word } from './wallet-session.ts';

// Token transfers without a contract (HAPI) in the JSON-RPC relay (0.80 or newer), with a new `tain start`. Runs if
// TAIN_RELAY_SOURCE names a built checkout of the relay. `relay-transfers.test.ts` sends the same requests without the
// relay.

const source = process.env.TAIN_RELAY_SOURCE;
if (source === undefined)
  process.stderr.write(
    'skipped: token transfers in the relay, as TAIN_RELAY_SOURCE names no checkout of it\n',
  );

const POLL_INTERVAL_MS = 50;
const RESULT_TIMEOUT_MS = 120_000;
const hex = (value: number | bigint): string => `0x${value.toString(16)}`;
const address = (num: number): string => `0x${num.toString(16).padStart(40, '0')}`;
const SENDER = address(2);

describe.skipIf(source === undefined)('the relay itself', () => {
  const closing: (() => Promise<void> | void)[] = [];
  let relay: RelayProcess;
  let mirror: string;
  let requested: readonly string[];
  let transfers: Readonly<Record<'fungible' | 'nft', TokenTransfer>>;

  beforeAll(async () => {
    const network = await startLocalNetwork();
    closing.push(network.stop);
    mirror = network.mirror;
    const sender = envelopeSender(network.node);
    closing.push(sender.close);
    transfers = await transferTokens(sender);
    const proxy = await listenToMirror(mirror);
    closing.push(proxy.close);
    requested = proxy.requests;
    relay = await startRelay({
      source: source ?? '',
      mirror: `http://${proxy.address}`,
      node: network.node,
      settings: { DEBUG_API_ENABLED: 'true', LOG_LEVEL: 'warn' },
    });
    closing.push(relay.stop);
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field
  const json = async (path: string): Promise<any> => {
    const response = await fetch(`${mirror}/api/v1/${path}`);
    return response.ok ? response.json() : undefined;
  };
  const query = async (method: string, ...params: readonly unknown[]) => {
    const { result, error } = await askRelay(relay.url, method, ...params);
    expect([method, error]).toEqual([method, undefined]);
    return result;
  };

  test.each(['fungible', 'nft'] as const)('shows the transfer of a token: %s', async (kind) => {
    const { id, token, receiver, value } = transfers[kind];
    const result = await poll(() => json(`contracts/results/${id}`), {
      intervalMs: POLL_INTERVAL_MS,
      limitMs: RESULT_TIMEOUT_MS,
    });
    const position = {
      blockHash: result.block_hash.slice(0, 66),
      blockNumber: hex(result.block_number),
      transactionIndex: hex(result.transaction_index),
    };
    const [{ transaction_hash }] = (await json(`transactions/${id}`)).transactions;
    const hash = `0x${Buffer.from(transaction_hash, 'base64').subarray(0, 32).toString('hex')}`;

    // A transaction that the relay derives from logs alone has the token as sender and 400,000 gas; a receipt has no sender.
    const transaction = {
      ...position,
      hash,
      from: SENDER,
      to: address(token),
      chainId: '0x12a',
      gas: '0x0',
      gasPrice: expect.stringMatching(/^0x/),
      input: '0x',
      nonce: '0x0',
      type: '0x0',
      value: '0x0',
      r: '0x0',
      s: '0x0',
      v: '0x0',
    };
    expect(await query('eth_getTransactionByHash', hash)).toEqual({ ...transaction, gasPrice: '0x0' });

    const ofToken = kind === 'fungible' ? [] : [`0x${word(value)}`];
    const log = {
      ...position,
      address: address(token),
      blockTimestamp: hex(Number(result.timestamp.split('.')[0])),
      data: `0x${word(kind === 'fungible' ? value : 0n)}`,
      logIndex: hex(result.logs[0].index),
      removed: false,
      topics: [
        topic('Transfer(address,address,uint256)'),
        `0x${word(SENDER)}`,
        `0x${word(address(receiver))}`,
        ...ofToken,
      ],
      transactionHash: hash,
    };
    const receipt = {
      ...position,
      transactionHash: hash,
      from: SENDER,
      to: address(token),
      contractAddress: address(token),
      cumulativeGasUsed: expect.stringMatching(/^0x/),
      effectiveGasPrice: expect.stringMatching(/^0x/),
      gasUsed: '0x0',
      logs: [log],
      logsBloom: `0x${'0'.repeat(512)}`,
      root: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      status: '0x1',
      type: '0x0',
    };
    expect(await query('eth_getTransactionReceipt', hash)).toEqual(receipt);

    const block = await query('eth_getBlockByNumber', position.blockNumber, true);
    expect(block).toMatchObject({ hash: position.blockHash, number: position.blockNumber });
    const own = block.transactions.filter((each: { hash: string }) => each.hash === hash);
    expect(own).toEqual([transaction]);
    const short = await query('eth_getBlockByNumber', position.blockNumber, false);
    expect(short.transactions).toContain(hash);
    const receipts = await query('eth_getBlockReceipts', position.blockNumber);
    expect(receipts).toContainEqual(receipt);
    const { blockHash, blockNumber, transactionIndex } = position;
    const byNumber = await query('eth_getTransactionByBlockNumberAndIndex', blockNumber, transactionIndex);
    expect(byNumber).toEqual(transaction);
    const byHash = await query('eth_getTransactionByBlockHashAndIndex', blockHash, transactionIndex);
    expect(byHash).toEqual(transaction);
    expect(await query('eth_getLogs', { blockHash })).toContainEqual(log);
    // The transfer has no execution.
    const traced = await query('debug_traceTransaction', hash, { tracer: 'callTracer' });
    expect(traced).toMatchObject({ type: 'CALL', from: SENDER, to: address(token), calls: [] });
    expect(await query('debug_traceTransaction', hash)).toEqual({
      gas: 0,
      failed: false,
      returnValue: '',
      structLogs: [],
    });
  });

  // The relay reads logs by the hash of a transaction without a result, and no such request is recorded.
  test('makes no request that was not recorded', () => {
    const recorded = new Set([
      ...RECORDED_AT_START.map(({ request }) => shapeOf(request)),
      ...RECORDED_OF_TRANSFER.map(({ request }) => shapeOf(`GET ${request}`)),
    ]);
    expect(requested.map(shapeOf).filter((shape) => !recorded.has(shape))).toEqual([]);
  });
});
