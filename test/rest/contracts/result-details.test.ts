import { proto } from '@tain/protos/hapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { insert, transaction } from '../rows.ts';
import {
  ADDRESS,
  at,
  blockOf,
  entity,
  ethereum,
  fileRow,
  hashOf,
  log,
  longZero,
  participation,
  result,
  resultHash,
  shown,
} from './contract-rows.ts';

type Json = Record<string, unknown>;

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
  const { database } = api;
  await insert(database, 'record_file', [
    blockOf(3, at(100), at(109)),
    // The block is later than the time limit of lists, which does not apply to a single result.
    blockOf(4, at(300), at(309)),
  ]);
  await insert(database, 'entity', [entity(1001, { evm_address: Buffer.from(ADDRESS, 'hex') })]);
});
afterAll(() => api.close());

const get = async (path: string): Promise<{ status: number; body: Json; age: string | null }> => {
  const response = await api.get(`/api/v1/contracts${path}`);
  return {
    status: response.status,
    body: (await response.json()) as Json,
    age: response.headers.get('cache-control'),
  };
};
const failure = async (path: string): Promise<[number, unknown]> => {
  const { status, body } = await get(path);
  return [status, (body._status as { messages: Json[] }).messages.map(({ message }) => message)];
};

/** Adds a result with the rows that link it to its transaction, whose id is 0.0.2000-<seconds>-1. */
async function add(seconds: number, more: Json = {}, linked: Json = {}): Promise<bigint> {
  const time = at(seconds);
  const { database } = api;
  await insert(database, 'contract_result', [result(time, 1001, more)]);
  await insert(database, 'contract_transaction', [
    participation(time, 1001, [1001, 2000, 1002]),
    participation(time, 2000, [1001, 2000, 1002]),
  ]);
  await insert(database, 'contract_transaction_hash', [resultHash(time, 1001, linked)]);
  await insert(database, 'transaction', [
    transaction(time, 2000, { valid_start_ns: time - 1n, result: more.transaction_result ?? 22 }),
  ]);
  return time;
}

describe('one result', () => {
  it('is found by id, hash, time, and contract with time', async () => {
    const time = await add(101);
    await insert(api.database, 'contract_log', [
      log(time, 1, 1002, {
        topic0: Buffer.from([]),
        topic2: Buffer.from('0102', 'hex'),
        data: Buffer.alloc(0),
      }),
      log(time, 0, 1001, { topic0: Buffer.alloc(32, 7), data: Buffer.alloc(33, 1) }),
      log(time, 2, 5555),
    ]);
    const change = { payer_account_id: 2000, consensus_timestamp: time, value_read: Buffer.from([1]) };
    await insert(api.database, 'contract_state_change', [
      { ...change, contract_id: 1002, slot: Buffer.from('0102', 'hex'), value_written: Buffer.alloc(0) },
      { ...change, contract_id: 1001, slot: Buffer.alloc(0), value_written: null },
      { ...change, contract_id: 1001, slot: Buffer.from([3]), value_written: null, migration: true },
      { ...change, contract_id: 5555, slot: Buffer.from([4]), value_written: null },
    ]);
    const hash = hashOf(time).toString('hex');
    const found = await get(`/results/${hash}`);
    expect(found).toMatchObject({ status: 200, age: 'public, max-age=600' });
    const word = (digits: string) => `0x${digits.padStart(64, '0')}`;
    expect(found.body).toMatchObject({
      block_number: 3,
      logs: [
        {
          address: `0x${ADDRESS}`,
          bloom: '0x00',
          contract_id: '0.0.1001',
          data: `0x${'01'.repeat(33)}`,
          index: 0,
          topics: [`0x${'07'.repeat(32)}`],
        },
        {
          address: `0x${longZero(1002)}`,
          data: '0x',
          index: 1,
          topics: [word(''), word('0102')],
        },
      ],
      state_changes: [
        { address: `0x${ADDRESS}`, slot: word(''), value_read: word('01'), value_written: null },
        { contract_id: '0.0.1002', slot: word('0102'), value_written: word('') },
      ],
    });
    for (const path of [
      `/results/0x${hash.toUpperCase()}`,
      '/results/0.0.2000-100-999999999',
      '/results/0.0.2000-100-999999999?nonce=1&nonce=0&hbar=TRUE',
      `/results/${shown(time)}`,
      '/results/101.0',
    ]) {
      expect((await get(path)).body, path).toEqual(found.body);
    }
    // The path of a contract includes results that were migrated for it.
    const migrated = (await get(`/0x${ADDRESS}/results/${shown(time)}`)).body;
    expect((migrated.state_changes as Json[]).map(({ slot }) => slot)).toEqual([
      word(''),
      word('03'),
      word('0102'),
    ]);
    expect({ ...migrated, state_changes: [] }).toEqual({ ...found.body, state_changes: [] });
    // The path may only contain participants of the transaction.
    expect((await get('/2000/results/101')).status).toBe(200);
    expect(await failure('/1002/results/101')).toEqual([404, ['Not found']]);
    expect(await failure(`/0x${'77'.repeat(20)}/results/101`)).toEqual([404, ['Not found']]);
  });

  it('has an index in its block, after all executions, also if its nonce was refused', async () => {
    const refused = { transaction_index: null, transaction_result: 312 };
    await add(301, { transaction_index: 0 });
    await add(302, refused);
    await add(303, refused);
    await add(304, { transaction_index: 6 });
    const responses = await Promise.all([301, 302, 303, 304].map((time) => get(`/results/${time}.0`)));
    expect(responses.map(({ body }) => body.transaction_index)).toEqual([0, 7, 8, 6]);
    // A token movement without a contract has an index, too, which only its log contains.
    await insert(api.database, 'contract_log', [log(at(305), 0, 3000, { transaction_index: 9 })]);
    const behind = await Promise.all([301, 302, 303, 304].map((time) => get(`/results/${time}.0`)));
    expect(behind.map(({ body }) => body.transaction_index)).toEqual([0, 10, 11, 6]);
    const blockless = await add(900, refused);
    expect((await get(`/results/${shown(blockless)}`)).body).toMatchObject({
      block_number: null,
      transaction_index: null,
    });
  });

  it('prefers the newest success, then the newest', async () => {
    const early = await add(120, { gas_used: 1 });
    await add(121, { gas_used: 2 }, { hash: hashOf(early) });
    await add(122, { gas_used: 3, transaction_result: 33 }, { hash: hashOf(early), transaction_result: 33 });
    expect((await get(`/results/${hashOf(early).toString('hex')}`)).body).toMatchObject({ gas_used: 2 });
  });

  it('finds children by nonce within 35 minutes, otherwise within 62 days, and only those that took part', async () => {
    const late = at(129 + 35 * 60, 1);
    const tooLate = at(129 + 89_285 * 60, 1);
    const times: readonly [time: bigint, nonce: number][] = [
      [at(130), 0],
      [at(131), 2],
      [late, 3],
      [at(132), 4],
      [late + 1n, 4],
      [tooLate, 5],
    ];
    await insert(
      api.database,
      'transaction',
      times.map(([time, nonce]) => transaction(time, 2000, { valid_start_ns: at(129), nonce })),
    );
    const children = times.slice(1);
    await insert(
      api.database,
      'contract_result',
      children.map(([time, nonce]) => result(time, 1001, { transaction_nonce: nonce })),
    );
    await insert(
      api.database,
      'contract_transaction',
      children.map(([time]) => participation(time, 2000, [1001, 2000])),
    );
    const found = async (nonce: number) => (await get(`/results/0.0.2000-129-0?nonce=${nonce}`)).body;
    expect(await found(2)).toMatchObject({ timestamp: shown(at(131)) });
    expect(await found(3)).toMatchObject({ timestamp: shown(late) });
    expect(await found(4)).toMatchObject({ timestamp: shown(at(132)) });
    expect(await failure('/results/0.0.2000-129-0')).toEqual([404, ['Not found']]);
    expect(await failure('/results/0.0.2000-129-0?nonce=5')).toEqual([404, ['Not found']]);
  });

  it('is partial without an outcome', async () => {
    await add(140, { call_result: null });
    for (const path of ['/results/0.0.2000-139-999999999', '/1001/results/140', '/results/140.0']) {
      expect(await get(path)).toMatchObject({ status: 206, age: 'public, max-age=600' });
    }
  });

  it('has the first block that ends later, however late', async () => {
    await add(150);
    expect((await get('/results/150.0')).body).toMatchObject({ block_number: 4 });
    const [listed] = (await api.json('/api/v1/contracts/results?timestamp=150')).results as Json[];
    expect(listed).toMatchObject({ block_number: null, block_hash: '0x' });
  });

  it.each([
    [
      '1',
      'Invalid Transaction id. Please use "shard.realm.num-sss-nnn" format where sss are seconds and nnn are nanoseconds',
    ],
    [
      '1.2.3',
      'Invalid Transaction id. Please use "shard.realm.num-sss-nnn" format where sss are seconds and nnn are nanoseconds',
    ],
    [
      '12345678901.1',
      'Invalid Transaction id. Please use "shard.realm.num-sss-nnn" format where sss are seconds and nnn are nanoseconds',
    ],
    [
      '1.1234567890',
      'Invalid Transaction id. Please use "shard.realm.num-sss-nnn" format where sss are seconds and nnn are nanoseconds',
    ],
    [
      '0.0.1-1-1234567890',
      'Invalid Transaction id. Please use "shard.realm.num-sss-nnn" format where sss are seconds and nnn are nanoseconds',
    ],
    [
      `${'a'.repeat(96)}`,
      'Invalid Transaction id. Please use "shard.realm.num-sss-nnn" format where sss are seconds and nnn are nanoseconds',
    ],
    ['101.0?hbar=false&hbar=false', "Invalid hbar parameter value: false,false. Must be 'true' or 'false'"],
    ['101.0?hbar=x', 'Invalid parameter: hbar'],
    ['101.0?nonce=gt:1', 'Invalid parameter: nonce'],
    ['101.0?limit=1', 'Unknown query parameter: limit'],
  ])('refuses %s', async (rest, message) => {
    expect(await failure(`/results/${rest}`)).toEqual([400, [message]]);
  });

  it('reports invalid values of one contract’s result', async () => {
    expect(await failure('/x/results/1.2.3')).toEqual([
      400,
      ['Invalid parameter: contractid', 'Invalid parameter: timestamp'],
    ]);
    const hbar = (value: string) => `Invalid hbar parameter value: ${value}. Must be 'true' or 'false'`;
    expect(await failure('/1001/results/101?foo=1&hbar=yes')).toEqual([400, [hbar('yes')]]);
    // `hbar` is checked before path and query.
    expect(await failure('/x/results/1.2.3?hbar=yes&foo=1')).toEqual([400, [hbar('yes')]]);
    expect(await failure('/1001/results/101?hbar=gt:true')).toEqual([400, [hbar('gt:true')]]);
    expect(await failure('/1001/results/101?hbar=true&hbar=true')).toEqual([400, [hbar('true,true')]]);
    expect(await failure('/1001/results/101?limit=1')).toEqual([400, ['Unknown query parameter: limit']]);
    expect(await failure('/1001/results/9999999999.999999999')).toEqual([404, ['Not found']]);
    expect(await failure('/results/9999999999.999999999')).toEqual([404, ['Not found']]);
  });
});

describe('the Ethereum transaction of a result', () => {
  it('returns gas limit and call data, from a file if they exist', async () => {
    const time = await add(160, { function_parameters: Buffer.alloc(0), gas_limit: 1 });
    await insert(api.database, 'ethereum_transaction', [ethereum(time, { call_data_id: 1100, type: 1 })]);
    expect((await get('/results/160.0')).body).toMatchObject({
      function_parameters: '0x',
      gas_limit: 300000,
    });
    await insert(api.database, 'file_data', [
      fileRow(1100, at(10), 'create', Buffer.from('aa')),
      fileRow(1100, at(11), 'append', Buffer.from('bb')),
      fileRow(1100, at(12), 'update', Buffer.alloc(0)),
    ]);
    expect((await get('/results/160.0')).body).toMatchObject({ function_parameters: '0x61616262', type: 1 });
    await api.database.pool.query("update ethereum_transaction set call_data = '\\x0102'");
    expect((await get('/results/160.0')).body).toMatchObject({ function_parameters: '0x0102' });
    await api.database.pool.query('delete from ethereum_transaction');
  });

  it('prefers the parameters of the result to those of a file', async () => {
    const time = await add(161);
    await insert(api.database, 'ethereum_transaction', [ethereum(time, { call_data_id: 1100 })]);
    expect((await get('/results/161.0')).body).toMatchObject({ function_parameters: '0x07' });
  });

  it('returns call data as the code of a failed creation', async () => {
    const time = await add(162, { transaction_result: 33 });
    await insert(api.database, 'ethereum_transaction', [
      ethereum(time, { call_data: Buffer.from('c0de', 'hex'), to_address: Buffer.alloc(0) }),
    ]);
    expect((await get('/results/162.0')).body).toMatchObject({
      failed_initcode: '0xc0de',
      error_message: 'CONTRACT_REVERT_EXECUTED',
      to: `0x${longZero(1001)}`,
    });
  });

  it('returns `v` of legacy transactions as received, else by their chain id', async () => {
    const time = await add(163);
    await insert(api.database, 'ethereum_transaction', [
      ethereum(time, { type: 0, signature_v: Buffer.from('0274', 'hex'), recovery_id: 1, chain_id: null }),
    ]);
    const body = async () => (await get('/results/163.0')).body;
    expect(await body()).toMatchObject({ type: 0, v: 628, chain_id: '0x' });
    await api.database.pool.query('update ethereum_transaction set signature_v = null where type = 0');
    expect(await body()).toMatchObject({ v: 28 });
    await api.database.pool.query(`update ethereum_transaction set chain_id = '\\x0127' where type = 0`);
    expect(await body()).toMatchObject({ v: 626 });
    await api.database.pool.query('update ethereum_transaction set recovery_id = null where type = 0');
    expect(await body()).toMatchObject({ v: null });
  });

  it('finds the sender of old results in the bytes that the network returned', async () => {
    const alias = Buffer.from('ab'.repeat(20), 'hex');
    const functionResult = proto.ContractFunctionResult.encode({ senderId: { alias } }).finish();
    const time = await add(164, { sender_id: null, function_result: Buffer.from(functionResult) });
    await insert(api.database, 'ethereum_transaction', [ethereum(time)]);
    expect((await get('/results/164.0')).body).toMatchObject({ from: `0x${'ab'.repeat(20)}` });
    const broken = await add(165, { sender_id: null, function_result: Buffer.from('ffff', 'hex') });
    expect((await get(`/results/${shown(broken)}`)).body).toMatchObject({ from: null });
  });
});

describe('results that cannot be shown', () => {
  it.each([
    ['POST', '/call'],
    ['GET', '/results/0.0.2000-1-1/opcodes?memory=true&stack=false&storage=true'],
    ['GET', `/0x${'ab'.repeat(32)}/results/opcodes`],
  ])('%s %s', async (method, path) => {
    const response = await api.get(`/api/v1/contracts${path}`, { method });
    expect(response.status).toBe(501);
    expect(await response.json()).toEqual({
      _status: {
        messages: [
          { message: 'Not Implemented', detail: 'This server does not execute contracts', data: '' },
        ],
      },
    });
  });
});
