import { afterEach, beforeEach, expect, it } from 'vitest';
import WebSocket from 'ws';
import { ADDRESS, at, blockOf, entity, log, longZero } from '../rest/contracts/contract-rows.ts';
import { startTestRpc, type TestRpc } from './rpc-fixture.ts';

const START = at(1_000);
const SECOND = at(1);
const hashDigits = (number: number): string => number.toString(16).padStart(2, '0').repeat(48);
const blockHash = (number: number): string => `0x${hashDigits(number).slice(0, 64)}`;
const startOf = (number: number): bigint => START + BigInt(number) * SECOND;

let rpc: TestRpc;

/** Stores and announces blocks of one second. Each has a log of contract 1001 and one of 1002. */
async function addBlocks(first: number, last: number): Promise<void> {
  const numbers = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  await rpc.insert(
    'record_file',
    numbers.map((number) =>
      blockOf(number, startOf(number), startOf(number + 1) - 1n, { hash: hashDigits(number) }),
    ),
  );
  await rpc.insert(
    'contract_log',
    numbers.flatMap((number) => [
      log(startOf(number), 0, 1001, { topic0: Buffer.of(1) }),
      // A log in the last nanosecond of its block.
      log(startOf(number + 1) - 1n, 1, 1002, { topic0: Buffer.of(2) }),
    ]),
  );
  await rpc.show();
}

beforeEach(async () => {
  rpc = await startTestRpc({ settings: { maxLogs: 20 } });
  await rpc.insert('entity', [entity(1001, { evm_address: Buffer.from(ADDRESS, 'hex') })]);
  await addBlocks(0, 3);
});
afterEach(() => rpc?.close());

/** Returns `block/index` of each log. */
const positions = (logs: unknown): string[] =>
  (logs as { blockNumber: string; logIndex: string }[]).map(
    ({ blockNumber, logIndex }) => `${Number(blockNumber)}/${Number(logIndex)}`,
  );
const changes = (id: unknown) => rpc.result('eth_getFilterChanges', id);
const logChanges = async (id: unknown) => positions(await changes(id));
const allLogs = async (id: unknown) => positions(await rpc.result('eth_getFilterLogs', id));

it('report new blocks', async () => {
  const id = await rpc.result('eth_newBlockFilter');
  expect(await changes(id)).toEqual([]);
  await addBlocks(4, 6);
  expect(await changes(id)).toEqual([4, 5, 6].map(blockHash));
  expect(await changes(id)).toEqual([]);
  await addBlocks(7, 7);
  expect(await changes(id)).toEqual([blockHash(7)]);
  expect(await rpc.error('eth_getFilterLogs', id)).toBe('-32001 Filter not found');
});

it.each([{}, { fromBlock: 'latest' }, { fromBlock: 'pending', toBlock: 'latest' }])(
  'report new logs of %j',
  async (filter) => {
    const id = await rpc.result('eth_newFilter', filter);
    expect(await logChanges(id)).toEqual([]);
    await addBlocks(4, 5);
    expect(await logChanges(id)).toEqual(['4/0', '4/1', '5/0', '5/1']);
    expect(await logChanges(id)).toEqual([]);
    expect(await allLogs(id)).toEqual(['3/0', '3/1', '4/0', '4/1', '5/0', '5/1']);
  },
);

it('report logs of addresses and topics between blocks', async () => {
  const ofContract = await rpc.result('eth_newFilter', {
    fromBlock: '0x1',
    toBlock: '0x5',
    address: `0x${ADDRESS}`,
  });
  const ofTopic = await rpc.result('eth_newFilter', {
    fromBlock: 'earliest',
    toBlock: 'latest',
    topics: [[`0x${longZero(2).padStart(64, '0')}`]],
  });
  expect(await logChanges(ofContract)).toEqual(['1/0', '2/0', '3/0']);
  expect(await logChanges(ofTopic)).toEqual(['0/1', '1/1', '2/1', '3/1']);
  await addBlocks(4, 7);
  expect(await logChanges(ofContract)).toEqual(['4/0', '5/0']);
  expect(await logChanges(ofContract)).toEqual([]);
  expect(await allLogs(ofContract)).toEqual(['1/0', '2/0', '3/0', '4/0', '5/0']);
  expect(await logChanges(ofTopic)).toEqual(['4/1', '5/1', '6/1', '7/1']);
});

it('report nothing of a past range, and all of it at first', async () => {
  const id = await rpc.result('eth_newFilter', { fromBlock: '0x0', toBlock: '0x1' });
  expect(await logChanges(id)).toEqual(['0/0', '0/1', '1/0', '1/1']);
  await addBlocks(4, 4);
  expect(await logChanges(id)).toEqual([]);
});

it('repeat logs that could not be delivered', async () => {
  const id = await rpc.result('eth_newFilter', {});
  expect(await logChanges(id)).toEqual([]);
  await addBlocks(4, 14);
  const tooMany = '-32005 Exceeded maximum number of logs 20: block range too large';
  expect(await rpc.error('eth_getFilterChanges', id)).toBe(tooMany);
  expect(await rpc.error('eth_getFilterChanges', id)).toBe(tooMany);
});

it('are the same on every connection', async () => {
  const socket = new WebSocket(rpc.server.url.replace('http', 'ws'));
  await new Promise((resolve) => socket.once('open', resolve));
  const answered = new Promise<string>((resolve) =>
    socket.once('message', (data: Buffer) => resolve(data.toString('utf8'))),
  );
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_newBlockFilter', params: [] }));
  const { result: id } = JSON.parse(await answered) as { result: string };
  socket.terminate();
  await addBlocks(4, 4);
  expect(await changes(id)).toEqual([blockHash(4)]);
});

it('end when they are uninstalled', async () => {
  const id = await rpc.result('eth_newFilter', {});
  expect(await rpc.result('eth_uninstallFilter', id)).toBe(true);
  expect(await rpc.result('eth_uninstallFilter', id)).toBe(false);
  expect(await rpc.error('eth_getFilterChanges', id)).toBe('-32001 Filter not found');
  expect(await rpc.error('eth_getFilterLogs', id)).toBe('-32001 Filter not found');
});

// ethers sends the requests of 10 ms as one batch, so that its events need this.
it('are installed, read and removed in batches', async () => {
  const batch = async (...requests: readonly [method: string, ...params: unknown[]][]) => {
    const body = requests.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }));
    const answers = (await (await rpc.post(JSON.stringify(body))).json()) as { result: string }[];
    return answers.map(({ result }) => result);
  };
  const [logs, blocks] = await batch(['eth_newFilter', {}], ['eth_newBlockFilter']);
  expect(
    await batch(
      ['eth_getFilterChanges', blocks],
      ['eth_getFilterChanges', logs],
      ['eth_uninstallFilter', logs],
      ['eth_uninstallFilter', blocks],
    ),
  ).toEqual([[], [], true, true]);
});

it.each<[method: string, params: readonly unknown[], error: string]>([
  ['eth_newFilter', [{ toBlock: '0x2' }], '-32011 Provided toBlock parameter without specifying fromBlock'],
  ['eth_newFilter', [{ fromBlock: '0x2', toBlock: '0x1' }], '-39013 Invalid block range'],
  ['eth_newFilter', [{ fromBlock: '0x9' }], '-39013 Invalid block range'],
  [
    'eth_newFilter',
    [{ blockHash: blockHash(1) }],
    "-32602 Invalid parameter 'blockHash' for FilterObject: Unknown parameter",
  ],
  [
    'eth_newFilter',
    [{ address: Array.from({ length: 257 }, () => `0x${ADDRESS}`) }],
    '-32602 Invalid parameter 0: Expected at most 256 addresses and topics',
  ],
  ['eth_getFilterChanges', ['0x1'], '-32001 Filter not found'],
  [
    'eth_getFilterChanges',
    ['1'],
    '-32602 Invalid parameter 0: Expected 0x prefixed hexadecimal value, value: 1',
  ],
  ['eth_uninstallFilter', [], '-32602 Missing value for required parameter 0'],
])('%s(%j) fails with %s', async (method, params, error) => {
  expect(await rpc.error(method, ...params)).toBe(error);
});

it('are limited for each client', async () => {
  const answers: (string | undefined)[] = [];
  for (let i = 0; i <= 500; i += 1) answers.push((await rpc.call('eth_newBlockFilter')).error?.message);
  expect(answers.filter((message) => message === undefined)).toHaveLength(500);
  expect(answers.at(-1)).toBe('IP Rate limit exceeded on this server');
});
