import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { BLOCK_CHANNEL, printBlockNotice } from '../../src/store/schema/channels.ts';
import { ADDRESS, at, blockOf, log } from '../rest/contracts/contract-rows.ts';
import { CONTRACT, fillLedger } from './block-rows.ts';
import { startTestRpc, type TestRpc } from './rpc-fixture.ts';

// The service on a database that goes back to an earlier block, as that of a local network does.

let rpc: TestRpc;
let socket: WebSocket;
/** Numbers of the blocks of pushed heads and logs. */
const pushed: number[] = [];

beforeAll(async () => {
  rpc = await startTestRpc();
  await fillLedger(rpc);
  await rpc.servers.listen();
  socket = new WebSocket(rpc.server.url.replace('http', 'ws'));
  await once(socket, 'open');
  socket.on('message', (data: Buffer) => {
    const { params } = JSON.parse(data.toString()) as { params?: { result: Record<string, string> } };
    if (params !== undefined) pushed.push(Number(params.result.number ?? params.result.blockNumber));
  });
});
afterAll(async () => {
  socket?.terminate();
  await rpc?.close();
});

const secondOf = (number: number): number => 100 + 10 * number;
const endOf = (number: number): bigint => at(secondOf(number) + 9);
const hexOf = (number: number): string => `0x${number.toString(16)}`;

/** Stores a block with a log, and makes it visible. `version`: what its hash begins with. */
async function store(number: number, version: string): Promise<void> {
  const hash = `${version}${number}`.padEnd(96, '0');
  // Rows before their block, because a running read shows a block as soon as it is there.
  await rpc.insert('contract_log', [log(at(secondOf(number), 1), 0, CONTRACT)]);
  await rpc.insert('record_file', [blockOf(number, at(secondOf(number)), endOf(number), { hash, count: 1 })]);
  const notice = printBlockNotice({ number: BigInt(number), consensusEnd: endOf(number), returns: null });
  await rpc.database.pool.query('select pg_notify($1, $2)', [BLOCK_CHANNEL, notice]);
  await until(() => rpc.servers.visible?.number === BigInt(number));
}

async function removeAfter(number: number): Promise<void> {
  await rpc.database.pool.query(
    `delete from record_file where index > ${number};
     delete from contract_log where consensus_timestamp > ${endOf(number)}`,
  );
}

let returns = 0n;

/** Makes an earlier block the last visible one. */
async function announceReturn(number: number): Promise<void> {
  returns += 1n;
  const notice = printBlockNotice({ number: BigInt(number), consensusEnd: endOf(number), returns });
  await rpc.database.pool.query('select pg_notify($1, $2)', [BLOCK_CHANNEL, notice]);
  await until(() => rpc.servers.visible?.number === BigInt(number));
}

async function until(isDone: () => boolean): Promise<void> {
  await expect.poll(isDone, { timeout: 60_000 }).toBe(true);
}

it('shows, pushes and returns only the blocks in force', async () => {
  await store(2, 'aa');
  const [blocks, logs] = await Promise.all([
    rpc.result('eth_newBlockFilter'),
    rpc.result('eth_newFilter', { address: `0x${ADDRESS}` }),
  ]);
  for (const params of [['newHeads'], ['logs', { address: `0x${ADDRESS}` }]]) {
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params }));
    await once(socket, 'message');
  }
  for (const number of [3, 4, 5]) await store(number, 'aa');
  await until(() => pushed.length === 6);
  expect(await rpc.result('eth_getFilterChanges', blocks)).toHaveLength(3);
  expect(await rpc.result('eth_getFilterChanges', logs)).toHaveLength(3);
  // Responses about blocks are cached.
  expect(await rpc.result('eth_getBlockByNumber', '0x4', false)).toMatchObject({ number: '0x4' });

  await removeAfter(3);
  await announceReturn(3);
  expect(await rpc.result('eth_blockNumber')).toBe('0x3');
  expect(await rpc.result('eth_getBlockByNumber', '0x4', false)).toBeNull();
  expect(await rpc.result('eth_getFilterChanges', blocks)).toEqual([]);
  pushed.length = 0;

  await store(4, 'bb');
  await until(() => pushed.length === 2);
  expect(pushed).toEqual([4, 4]);
  const hash = `0xbb4${'0'.repeat(61)}`;
  expect(await rpc.result('eth_getBlockByNumber', hexOf(4), false)).toMatchObject({ hash });
  expect(await rpc.result('eth_getFilterChanges', blocks)).toEqual([hash]);
  expect(await rpc.result('eth_getFilterChanges', logs)).toMatchObject([{ blockNumber: '0x4' }]);
}, 120_000);

it('neither skips nor caches blocks that a request read while the database went back', async () => {
  const filter = { address: `0x${ADDRESS}` };
  const installed = [await rpc.result('eth_newBlockFilter'), await rpc.result('eth_newFilter', filter)];
  pushed.length = 0;
  await store(5, 'aa');
  // The reads of the subscriptions would wait for the lock as well.
  await until(() => pushed.length === 2);
  const range = { ...filter, fromBlock: hexOf(5), toBlock: hexOf(5) };
  const lock = await rpc.database.pool.connect();
  await lock.query('begin; lock table record_file');
  const read = Promise.all([
    rpc.result('eth_getLogs', range),
    ...installed.map((id) => rpc.result('eth_getFilterChanges', id)),
  ]);
  const waiting = async () => {
    const { rowCount } = await lock.query(`
      select from pg_locks join pg_database d on d.oid = database
      where datname = current_database() and relation = 'record_file'::regclass and not granted`);
    return rowCount;
  };
  await expect.poll(waiting).toBe(3);
  await announceReturn(4);
  await lock.query('rollback');
  lock.release();
  expect(await read).toMatchObject([
    [{ blockNumber: '0x5' }],
    [expect.any(String)],
    [{ blockNumber: '0x5' }],
  ]);
  await removeAfter(4);

  await store(5, 'cc');
  const hash = `0xcc5${'0'.repeat(61)}`;
  expect(await rpc.result('eth_getLogs', range)).toMatchObject([{ blockHash: hash }]);
  const changes = await Promise.all(installed.map((id) => rpc.result('eth_getFilterChanges', id)));
  expect(changes).toMatchObject([[hash], [{ blockHash: hash }]]);
}, 120_000);
