import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPages, startTestApi, type TestApi } from '../api-fixture.ts';
import { insert, transaction } from '../rows.ts';
import { ADDRESS, at, entity, fileRow, hashOf, longZero, resultHash, shown } from './contract-rows.ts';

type Json = Record<string, unknown>;

let api: TestApi;

const SHARED = 'ee'.repeat(20);
const DEAD = 'dd'.repeat(20);

beforeAll(async () => {
  api = await startTestApi();
  const { database } = api;
  const address = (digits: string) => Buffer.from(digits, 'hex');
  await insert(database, 'entity', [
    entity(1001, {
      evm_address: address(ADDRESS),
      timestamp_range: '[300,)',
      created_timestamp: at(100),
      auto_renew_period: 9_223_372_036_854_775_807n,
      memo: 'now "quoted"\n',
      ethereum_nonce: 9_007_199_254_740_993n,
      key: Buffer.from(`1220${'ab'.repeat(32)}`, 'hex'),
    }),
    entity(1002, { created_timestamp: at(100), expiration_timestamp: at(7), auto_renew_account_id: 5 }),
    entity(1003, { evm_address: address(SHARED), deleted: true }),
    entity(1004, { evm_address: address(SHARED) }),
    entity(1005, { evm_address: address(DEAD), deleted: true }),
    entity(1006, { evm_address: address(DEAD), deleted: true }),
    entity(1007, { type: 'ACCOUNT' }),
  ]);
  await insert(database, 'entity_history', [
    entity(1001, { timestamp_range: '[100,200)', memo: 'first', evm_address: address(ADDRESS) }),
    entity(1001, { timestamp_range: '[200,300)', memo: 'second', evm_address: address(ADDRESS) }),
  ]);
  await insert(database, 'contract', [
    { id: 1001, file_id: 1111, runtime_bytecode: Buffer.from('6001', 'hex') },
    { id: 1002, file_id: 1000, initcode: Buffer.from('6002', 'hex') },
    { id: 1004, file_id: 1112, initcode: Buffer.from('6004', 'hex') },
  ]);
  await insert(database, 'file_data', [
    fileRow(1111, at(98), 'create', Buffer.from('old')),
    fileRow(1111, at(99), 'update', Buffer.from('0x60')),
    fileRow(1111, at(100), 'append', Buffer.from('03')),
    fileRow(1111, at(101), 'append', Buffer.from('later')),
    fileRow(1000, at(97), 'create', Buffer.from('never')),
  ]);
});
afterAll(() => api.close());

const get = async (path: string) => (await api.json(`/api/v1/contracts${path}`)) as Json;
const status = async (path: string) => (await api.get(`/api/v1/contracts${path}`)).status;

describe('lists of contracts', () => {
  it('pages through every contract once in both orders', async () => {
    for (const order of ['asc', 'desc']) {
      const pages = await readPages(api, `/api/v1/contracts?limit=2&order=${order}`, 'contracts');
      const ids = pages.flat().map((contract) => (contract as Json).contract_id);
      const all = [1001, 1002, 1003, 1004, 1005, 1006].map((num) => `0.0.${num}`);
      expect(ids).toEqual(order === 'asc' ? all : all.reverse());
    }
  });

  it('finds by ids, addresses and bounds; an unknown address matches nothing', async () => {
    const ids = async (query: string) =>
      ((await get(`?order=asc&${query}`)).contracts as Json[]).map(({ contract_id }) => contract_id);
    expect(await ids(`contract.id=${ADDRESS}&contract.id=1002&contract.id=${'77'.repeat(20)}`)).toEqual([
      '0.0.1001',
      '0.0.1002',
    ]);
    expect(await ids(`contract.id=${SHARED}`)).toEqual(['0.0.1004']);
    expect(await ids(`contract.id=${DEAD}`)).toEqual([]);
    expect(await ids(`contract.id=0.0.${longZero(1003)}`)).toEqual(['0.0.1003']);
    expect(await ids('contract.id=gt:1002&contract.id=lte:0.0.1004')).toEqual(['0.0.1003', '0.0.1004']);
    expect(await ids('contract.id=ne:1002&contract.id=lt:1004')).toEqual(['0.0.1001', '0.0.1003']);
    expect(await ids('contract.id=1001&contract.id=gt:1001')).toEqual([]);
    expect(await status(`?contract.id=gt:${ADDRESS}`)).toBe(400);
    expect(await status(`?contract.id=0x${ADDRESS}`)).toBe(400);
  });

  it('continues paging when several ids are named', async () => {
    const pages = await readPages(
      api,
      '/api/v1/contracts?contract.id=1001&contract.id=1004&contract.id=1005&limit=1',
      'contracts',
    );
    expect(pages.flat().map((contract) => (contract as Json).contract_id)).toEqual([
      '0.0.1005',
      '0.0.1004',
      '0.0.1001',
    ]);
  });
});

describe('one contract', () => {
  it('returns its fields, with the code of its file as of its creation', async () => {
    expect(await get('/1001')).toMatchObject({
      admin_key: { _type: 'ED25519', key: 'ab'.repeat(32) },
      bytecode: '0x6003',
      contract_id: '0.0.1001',
      created_timestamp: shown(at(100)),
      evm_address: `0x${ADDRESS}`,
      file_id: '0.0.1111',
      memo: 'now "quoted"\n',
      runtime_bytecode: '0x6001',
      timestamp: { from: '0.000000300', to: null },
    });
    const text = await (await api.get('/api/v1/contracts/1001')).text();
    expect(text).toContain('"nonce":9007199254740993');
    expect(text).toContain('"expiration_timestamp":"9223372036854775907.000000000"');
    expect(await get('/1002')).toMatchObject({
      bytecode: '0x6002',
      expiration_timestamp: shown(at(7)),
      auto_renew_account: '0.0.5',
      runtime_bytecode: '0x',
      evm_address: `0x${longZero(1002)}`,
    });
    // The file is missing, but the creation contains the code.
    expect(await get('/1004')).toMatchObject({ bytecode: '0x6004' });
    expect(await get('/1003')).toMatchObject({ bytecode: '0x', file_id: null });
  });

  it('returns past states', async () => {
    const memo = async (query: string) => (await get(`/${ADDRESS}?${query}`)).memo;
    expect(await memo('timestamp=0.000000199')).toBe('first');
    expect(await memo('timestamp=0.0000002')).toBe('second');
    expect(await memo('timestamp=lt:0.000000200')).toBe('first');
    expect(await memo('timestamp=lte:0.000000200')).toBe('second');
    expect(await memo('timestamp=gte:0.000000150')).toBe('now "quoted"\n');
    expect(await memo('timestamp=gt:0.000000100&timestamp=lt:0.000000300')).toBe('second');
    expect(await memo('timestamp=ne:0.000000400')).toBe('second');
    expect(await memo('timestamp=ne:9999999999.999999999')).toBe('second');
    expect(await memo('timestamp=9999999999.999999999')).toBe('now "quoted"\n');
    expect(await status('/1001?timestamp=0.000000099')).toBe(404);
    expect(await status('/1001?timestamp=lt:0.0000001')).toBe(404);
  });

  it('prefers the undeleted contract of an address, and requires exactly one', async () => {
    expect(await get(`/0x${SHARED}`)).toMatchObject({ contract_id: '0.0.1004' });
    expect(await status(`/0x${DEAD}`)).toBe(404);
    expect(await status('/1007')).toBe(404);
    expect(await status('/1.1.1001')).toBe(404);
    expect(await status('/call')).toBe(400);
  });
});

describe('actions', () => {
  const time = at(500);

  beforeAll(async () => {
    const { database } = api;
    const action = (index: number, more: Json) => ({
      consensus_timestamp: time,
      index,
      call_depth: index,
      call_type: 1,
      caller: 1001,
      caller_type: 'CONTRACT',
      gas: 100,
      gas_used: 9_007_199_254_740_993n,
      result_data_type: 11,
      value: 0,
      payer_account_id: 2000,
      ...more,
    });
    await insert(database, 'contract_action', [
      action(0, {
        recipient_account: 7,
        recipient_contract: 1002,
        input: Buffer.from([1]),
        call_operation_type: 6,
      }),
      action(1, {
        call_type: 4,
        recipient_contract: 1002,
        result_data_type: 12,
        result_data: Buffer.from([2]),
      }),
      action(2, { call_type: 0, recipient_address: Buffer.from('ab', 'hex'), result_data_type: 13 }),
      action(3, { payer_account_id: 2001 }),
    ]);
    await insert(database, 'contract_transaction_hash', [resultHash(time, 1001)]);
    await insert(database, 'transaction', [transaction(time, 2000, { valid_start_ns: at(499) })]);
  });

  it('returns each once, by id and by hash, in both orders', async () => {
    for (const id of ['0.0.2000-499-0', hashOf(time).toString('hex')]) {
      for (const order of ['asc', 'desc']) {
        const path = `/api/v1/contracts/results/${id}/actions?limit=1&order=${order}`;
        const indexes = (await readPages(api, path, 'actions'))
          .flat()
          .map((action) => (action as Json).index);
        expect(indexes).toEqual(order === 'asc' ? [0, 1, 2] : [2, 1, 0]);
      }
    }
  });

  it('returns type names and the recipient: an account before a contract', async () => {
    const { actions } = await get('/results/0.0.2000-499-0/actions');
    expect(actions).toMatchObject([
      {
        call_operation_type: 'CREATE2',
        call_type: 'CALL',
        caller: '0.0.1001',
        from: `0x${longZero(1001)}`,
        input: '0x01',
        recipient: '0.0.7',
        recipient_type: 'ACCOUNT',
        result_data: '0x',
        result_data_type: 'OUTPUT',
        timestamp: shown(time),
        to: `0x${longZero(7)}`,
      },
      {
        call_operation_type: 'UNKNOWN',
        call_type: 'SYSTEM',
        recipient_type: 'CONTRACT',
        result_data: '0x02',
        result_data_type: 'REVERT_REASON',
      },
      {
        call_type: 'NO_ACTION',
        recipient: null,
        recipient_type: null,
        result_data_type: 'ERROR',
        to: `0x${longZero(0xab)}`,
      },
    ]);
  });

  it('filters by index, also by exclusion', async () => {
    const indexes = async (query: string) =>
      ((await get(`/results/0.0.2000-499-0/actions?${query}`)).actions as Json[]).map(({ index }) => index);
    expect(await indexes('index=ne:1')).toEqual([0, 2]);
    expect(await indexes('index=gt:0&index=lt:2')).toEqual([1]);
    expect(await indexes('index=1&index=2')).toEqual([]);
    expect(await indexes('index=lt:9223372036854775807')).toEqual([0, 1, 2]);
    expect(await status('/results/0.0.2000-498-0/actions')).toBe(404);
    expect(await status('/results/500.0/actions')).toBe(400);
  });
});
