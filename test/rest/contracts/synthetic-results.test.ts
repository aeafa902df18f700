import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { insert, transaction } from '../rows.ts';
import {
  at,
  blockOf,
  hashOf,
  log,
  longZero,
  participation,
  result,
  resultHash,
  shown,
} from './contract-rows.ts';

/** Synthetic results, of transactions that moved tokens without a contract, in lists and as single results. */

type Json = Record<string, unknown>;

const TOKEN = 1500;
const OTHER = 1501;
let api: TestApi;

const TRANSFER = Buffer.from('ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', 'hex');
const WILDCARD = { topic0: TRANSFER, topic3: Buffer.alloc(8, 0xff) };

/** Inserts a transaction 0.0.2000-<start>-1, with its hash of 48 bytes. */
async function insertTransaction(
  seconds: number,
  start: number,
  more: Json = {},
  hash = hashOf(at(seconds)),
) {
  await insert(api.database, 'transaction', [
    transaction(at(seconds), 2000, { valid_start_ns: at(start, 1), ...more }),
  ]);
  await insert(api.database, 'transaction_hash', [
    { consensus_timestamp: at(seconds), hash, payer_account_id: 2000, hash_suffix: Buffer.alloc(16, 1) },
  ]);
}

async function insertTransferLogs(seconds: number, more: Json = {}) {
  await insert(api.database, 'contract_log', [
    log(at(seconds), 3, TOKEN, { synthetic: true, transaction_index: 2, ...more }),
    log(at(seconds), 4, OTHER, { synthetic: true, transaction_index: 2, ...more }),
  ]);
}

async function insertExecution(seconds: number, more: Json = {}, hash = hashOf(at(seconds))) {
  await insert(api.database, 'contract_result', [result(at(seconds), 1001, more)]);
  await insert(api.database, 'contract_transaction', [
    participation(at(seconds), 1001, [1001, 2000]),
    participation(at(seconds), 2000, [1001, 2000]),
  ]);
  await insert(api.database, 'contract_transaction_hash', [resultHash(at(seconds), 1001, { hash })]);
}

beforeAll(async () => {
  api = await startTestApi();
  await insert(api.database, 'record_file', [blockOf(7, at(100), at(199))]);
  await insertTransaction(106, 105);
  await insertTransferLogs(106);
  // A schedule (108) and its execution (109): one id, both without a nonce.
  await insertTransaction(108, 107);
  await insertExecution(108);
  await insertTransaction(109, 107, { scheduled: true });
  await insertTransferLogs(109);
  // The reverse case.
  await insertTransaction(111, 110);
  await insertTransferLogs(111);
  await insertTransaction(112, 110, { scheduled: true });
  await insertExecution(112);
  // A movement within an execution is not a result of its own, even if it has a log.
  await insertTransaction(114, 113);
  await insertExecution(114);
  await insertTransferLogs(114);
  // A transaction that moved tokens, and an execution with the same hash.
  const shared = Buffer.alloc(32, 7);
  await insertTransaction(116, 115, {}, shared);
  await insertTransferLogs(116, { transaction_hash: shared });
  await insertTransaction(118, 117, {}, shared);
  await insertExecution(118, { transaction_hash: shared }, shared);
  // Logs not made by a token movement.
  await insertTransaction(120, 119);
  await insertTransferLogs(120, { synthetic: false });
  // A child moved tokens; the submitted transaction moved none.
  await insertTransaction(122, 121);
  await insertTransaction(123, 121, { nonce: 1 });
  await insertTransferLogs(123);
  // A treasury that transferred all NFTs of a token, as recorded by the network (serial number -1).
  await insertTransaction(128, 127);
  await insert(api.database, 'contract_log', [
    log(at(128), 0, TOKEN, { synthetic: true, transaction_index: 3, ...WILDCARD }),
  ]);
  // The same kind of transfer next to another movement.
  await insertTransaction(130, 129);
  await insert(api.database, 'contract_log', [
    log(at(130), 0, TOKEN, { synthetic: true, transaction_index: 4, ...WILDCARD }),
    log(at(130), 1, OTHER, { synthetic: true, transaction_index: 4 }),
  ]);
  // A contract's own event about the token id 2^64 - 1.
  await insertTransaction(132, 131);
  await insertExecution(132, { transaction_index: 5 });
  await insert(api.database, 'contract_log', [log(at(132), 0, 1001, { synthetic: false, ...WILDCARD })]);
  // A call without an execution, because its payer's balance was too low.
  await insertTransaction(134, 133, { result: 10 });
  await insertExecution(134, {
    transaction_result: 10,
    transaction_index: null,
    call_result: null,
    gas_used: null,
  });
  // Two executions have one id, and the last success has no result.
  await insertTransaction(125, 124, { result: 33 });
  await insertExecution(125, { transaction_result: 33 });
  await insertTransaction(126, 124, { scheduled: true });
});
afterAll(() => api.close());

const get = async (path: string): Promise<[number, Json]> => {
  const response = await api.get(`/api/v1/contracts${path}`);
  return [response.status, (await response.json()) as Json];
};
const timeOf = async (path: string): Promise<unknown> => {
  const [status, body] = await get(path);
  return status < 300 ? body.timestamp : status;
};

const hex = (hash: Buffer) => `0x${hash.toString('hex')}`;

describe('a movement of tokens without a contract', () => {
  const paths = [
    `/results/${shown(at(106))}`,
    `/2000/results/${shown(at(106))}`,
    `/results/${hex(hashOf(at(106)))}`,
    `/results/${hashOf(at(106)).toString('hex')}`,
    '/results/0.0.2000-105-1',
    '/results/0.0.2000-105-000000001?nonce=0',
  ];

  it.each(paths)('opens as it is listed, without a gas price, with its logs: %s', async (path) => {
    const { results } = await api.json(`/api/v1/contracts/results?timestamp=${shown(at(106))}`);
    const [listed] = results as Json[];
    const [status, body] = await get(path);
    expect(status).toBe(206);
    const { logs, state_changes, ...rest } = body;
    expect(rest).toEqual({ ...listed, gas_price: null });
    expect(rest).toMatchObject({ from: `0x${longZero(2000)}`, contract_id: `0.0.${TOKEN}`, block_number: 7 });
    expect(logs).toMatchObject([
      { contract_id: `0.0.${TOKEN}`, index: 3 },
      { contract_id: `0.0.${OTHER}`, index: 4 },
    ]);
    expect(state_changes).toEqual([]);
  });

  it('returns null for fields of executions', async () => {
    const [, body] = await get('/results/0.0.2000-105-1');
    expect(body).toMatchObject({
      access_list: [],
      amount: null,
      bloom: '0x',
      call_result: '0x',
      chain_id: '0x12a',
      created_contract_ids: [],
      error_message: null,
      failed_initcode: null,
      function_parameters: '0x',
      gas_consumed: null,
      gas_limit: 0,
      gas_price: null,
      gas_used: null,
      max_fee_per_gas: null,
      max_priority_fee_per_gas: null,
      nonce: null,
      r: null,
      result: 'SUCCESS',
      s: null,
      status: '0x1',
      to: `0x${longZero(TOKEN)}`,
      transaction_index: 2,
      type: 0,
      v: null,
    });
  });

  it.each([
    [TOKEN, 3],
    [OTHER, 4],
  ])("returns only a contract's own logs: 0.0.%d", async (token, index) => {
    for (const id of [`${token}`, `0x${longZero(token)}`]) {
      const [status, body] = await get(`/${id}/results/${shown(at(106))}`);
      expect(status).toBe(206);
      expect(body).toMatchObject({ contract_id: `0.0.${token}`, logs: [{ index }] });
      expect(body.logs).toHaveLength(1);
    }
  });

  it('has no actions by hash', async () => {
    expect(await get(`/results/${hex(hashOf(at(106)))}/actions`)).toEqual([
      404,
      { _status: { messages: [{ message: 'Not found' }] } },
    ]);
  });

  it.each([
    [`/results/${shown(at(128))}`, 206, []],
    [`/${TOKEN}/results/${shown(at(128))}`, 206, []],
    ['/results/0.0.2000-127-1', 206, []],
    [`/results/${hex(hashOf(at(128)))}`, 404, undefined],
    [`/results/${hex(hashOf(at(130)))}`, 206, [1]],
    ['/results/0.0.2000-129-1', 206, [1]],
    [`/results/${hex(hashOf(at(132)))}`, 200, [0]],
  ])('returns no log of a wildcard NFT transfer: %s', async (path, expected, indexes) => {
    const [status, body] = await get(path);
    expect(status).toBe(expected);
    const logs = body.logs as readonly Json[] | undefined;
    expect(logs?.map(({ index }) => index)).toEqual(indexes);
  });

  const listed = async (path: string): Promise<[unknown, unknown][]> => {
    const { results } = await api.json(`/api/v1/contracts${path}`);
    return (results as Json[]).map(({ timestamp, contract_id }) => [timestamp, contract_id]);
  };

  it('is listed with its first visible log', async () => {
    expect(await listed(`/results?timestamp=gte:${shown(at(128))}&order=asc`)).toEqual([
      [shown(at(130)), `0.0.${OTHER}`],
      [shown(at(132)), '0.0.1001'],
    ]);
  });

  it('is listed for its contract', async () => {
    const own = await listed(`/${OTHER}/results?order=asc`);
    expect(own.map(([time]) => time)).toEqual([106, 109, 111, 116, 123, 130].map((s) => shown(at(s))));
    expect(new Set(own.map(([, id]) => id))).toEqual(new Set([`0.0.${OTHER}`]));
    // The only transfer of 0.0.1500 from 128 on is a wildcard transfer.
    expect(await listed(`/${TOKEN}/results?timestamp=gte:${shown(at(128))}`)).toEqual([]);
    expect(await listed(`/${OTHER}/results?from=0.0.2000`)).toEqual([]);
    expect(await listed(`/${OTHER}/results?block.number=7&limit=2&order=asc`)).toEqual([
      [shown(at(106)), `0.0.${OTHER}`],
      [shown(at(109)), `0.0.${OTHER}`],
    ]);
  });

  it('omits its wildcard in lists of logs', async () => {
    const times = async (path: string) => {
      const { logs } = await api.json(`/api/v1/contracts${path}`);
      return (logs as Json[]).map(({ timestamp, index }) => [timestamp, index]);
    };
    const from = `timestamp=gte:${shown(at(128))}&timestamp=lt:${shown(at(140))}&order=asc`;
    expect(await times(`/results/logs?${from}`)).toEqual([
      [shown(at(130)), 1],
      [shown(at(132)), 0],
    ]);
    expect(await times(`/${TOKEN}/results/logs?${from}`)).toEqual([]);
    expect(await times(`/results/logs?${from}&topic0=0x${TRANSFER.toString('hex')}`)).toEqual([
      [shown(at(132)), 0],
    ]);
  });

  it('has no actions by transaction id', async () => {
    expect(await get('/results/0.0.2000-105-1/actions')).toEqual([
      200,
      { actions: [], links: { next: null } },
    ]);
  });

  it('never hides a result with the same id or hash', async () => {
    expect(await timeOf('/results/0.0.2000-107-1')).toBe(shown(at(108)));
    expect(await timeOf('/results/0.0.2000-110-1')).toBe(shown(at(112)));
    expect(await timeOf(`/results/${'07'.repeat(32)}`)).toBe(shown(at(118)));
    expect(await timeOf('/results/0.0.2000-113-1')).toBe(shown(at(114)));
    expect(await get(`/results/${shown(at(114))}`)).toMatchObject([200, { contract_id: '0.0.1001' }]);
    // The movement remains available by its time, although the id and the hash identify the result.
    expect(await timeOf(`/results/${shown(at(109))}`)).toBe(shown(at(109)));
    expect(await timeOf(`/results/${shown(at(116))}`)).toBe(shown(at(116)));
  });

  it('does not hide a result that shares its id with a transaction without one', async () => {
    expect(await timeOf('/results/0.0.2000-124-1')).toBe(shown(at(125)));
  });

  it('does not hide the actions of an execution with the same id', async () => {
    const action = { caller: 2000, caller_type: 'ACCOUNT', call_depth: 0, call_type: 1, gas: 1, gas_used: 1 };
    await insert(api.database, 'contract_action', [
      {
        ...action,
        consensus_timestamp: at(108),
        index: 0,
        payer_account_id: 2000,
        result_data_type: 11,
        value: 0,
      },
    ]);
    const { actions } = await api.json('/api/v1/contracts/results/0.0.2000-107-1/actions');
    expect(actions).toMatchObject([{ timestamp: shown(at(108)) }]);
  });

  it.each([
    `/results/${shown(at(120))}`,
    '/results/0.0.2000-119-1',
    `/results/${hex(hashOf(at(120)))}`,
    `/1500/results/${shown(at(120))}`,
    `/1502/results/${shown(at(106))}`,
    `/1500/results/${shown(at(107))}`,
    `/0x${'5'.repeat(40)}/results/${shown(at(106))}`,
  ])('does not exist without a token transfer: %s', async (path) => {
    expect(await get(path)).toEqual([404, { _status: { messages: [{ message: 'Not found' }] } }]);
  });
});

describe('an execution that never ran', () => {
  it('is omitted in the list of all contracts, and found by itself with an index in its block', async () => {
    const { results } = await api.json(`/api/v1/contracts/results?timestamp=${shown(at(134))}`);
    expect(results).toEqual([]);
    const own = await api.json(`/api/v1/contracts/1001/results?timestamp=${shown(at(134))}`);
    expect(own.results).toMatchObject([{ timestamp: shown(at(134)) }]);
    expect(await get('/results/0.0.2000-133-1')).toMatchObject([206, { transaction_index: 6 }]);
  });
});
