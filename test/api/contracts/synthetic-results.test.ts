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

/** What stands for a result in lists, where tokens moved without a contract, can be opened by its time. */

type Json = Record<string, unknown>;

const TOKEN = 1500;
const OTHER = 1501;
let api: TestApi;

/** A transaction 0.0.2000-<start>-1, with its hash of 48 bytes and what its time gives it. */
async function happened(seconds: number, start: number, more: Json = {}, hash = hashOf(at(seconds))) {
  await insert(api.database, 'transaction', [
    transaction(at(seconds), 2000, { valid_start_ns: at(start, 1), ...more }),
  ]);
  await insert(api.database, 'transaction_hash', [
    { consensus_timestamp: at(seconds), hash, payer_account_id: 2000, hash_suffix: Buffer.alloc(16, 1) },
  ]);
}

async function moved(seconds: number, more: Json = {}) {
  await insert(api.database, 'contract_log', [
    log(at(seconds), 3, TOKEN, { synthetic: true, transaction_index: 2, ...more }),
    log(at(seconds), 4, OTHER, { synthetic: true, transaction_index: 2, ...more }),
  ]);
}

async function ran(seconds: number, more: Json = {}, hash = hashOf(at(seconds))) {
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
  await happened(106, 105);
  await moved(106);
  // A schedule (108), and what it executed (109): one id, both without a nonce.
  await happened(108, 107);
  await ran(108);
  await happened(109, 107, { scheduled: true });
  await moved(109);
  // The other way about.
  await happened(111, 110);
  await moved(111);
  await happened(112, 110, { scheduled: true });
  await ran(112);
  // A movement within an execution is no result of its own, whatever its log says.
  await happened(114, 113);
  await ran(114);
  await moved(114);
  // One hash: a transaction that moved tokens, and an execution.
  const shared = Buffer.alloc(32, 7);
  await happened(116, 115, {}, shared);
  await moved(116, { transaction_hash: shared });
  await happened(118, 117, {}, shared);
  await ran(118, { transaction_hash: shared }, shared);
  // Logs that no token's movement made.
  await happened(120, 119);
  await moved(120, { synthetic: false });
  // A child that moved tokens; what was submitted moved none.
  await happened(122, 121);
  await happened(123, 121, { nonce: 1 });
  await moved(123);
  // Of two executions with one id the one that succeeded last has lost its result.
  await happened(125, 124, { result: 33 });
  await ran(125, { transaction_result: 33 });
  await happened(126, 124, { scheduled: true });
});
afterAll(() => api.close());

const get = async (path: string): Promise<[number, Json]> => {
  const response = await api.get(`/api/v1/contracts${path}`);
  return [response.status, (await response.json()) as Json];
};
const timeOf = async (path: string): Promise<unknown> => {
  const [status, body] = await get(path);
  return status === 200 ? body.timestamp : status;
};
const hex = (hash: Buffer) => `0x${hash.toString('hex')}`;

describe('a movement of tokens without a contract', () => {
  const ways = [
    `/results/${shown(at(106))}`,
    `/${TOKEN}/results/${shown(at(106))}`,
    // The other token of the same transaction takes part, too.
    `/${OTHER}/results/${shown(at(106))}`,
    `/0x${longZero(TOKEN)}/results/${shown(at(106))}`,
  ];

  it.each(ways)('opens as it is listed, with its logs: %s', async (path) => {
    const { results } = await api.json(`/api/v1/contracts/results?timestamp=${shown(at(106))}`);
    const [listed] = results as Json[];
    const [status, body] = await get(path);
    expect(status).toBe(200);
    const { logs, state_changes, ...rest } = body;
    expect(rest).toEqual(listed);
    expect(rest).toMatchObject({ from: `0x${longZero(2000)}`, contract_id: `0.0.${TOKEN}`, block_number: 7 });
    expect(logs).toMatchObject([
      { contract_id: `0.0.${TOKEN}`, index: 3 },
      { contract_id: `0.0.${OTHER}`, index: 4 },
    ]);
    expect(state_changes).toEqual([]);
  });

  it.each([
    `/results/${hex(hashOf(at(106)))}`,
    `/results/${hashOf(at(106)).toString('hex')}`,
    `/results/${hex(hashOf(at(106)))}/actions`,
    '/results/0.0.2000-105-1',
    '/results/0.0.2000-105-000000001?nonce=0',
    '/results/0.0.2000-121-1?nonce=1',
  ])('is no result by hash or transaction id: %s', async (path) => {
    expect(await get(path)).toEqual([404, { _status: { messages: [{ message: 'Not found' }] } }]);
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
    // It stays open by its time, where the id and the hash mean the result.
    expect(await timeOf(`/results/${shown(at(109))}`)).toBe(shown(at(109)));
    expect(await timeOf(`/results/${shown(at(116))}`)).toBe(shown(at(116)));
  });

  it('lets a result be found that shares its id with a transaction without one', async () => {
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
  ])('is not made up where there is none: %s', async (path) => {
    expect(await get(path)).toEqual([404, { _status: { messages: [{ message: 'Not found' }] } }]);
  });
});
