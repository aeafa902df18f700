import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readPages, startTestApi, type TestApi } from '../api-fixture.ts';
import { insert } from '../rows.ts';
import { ADDRESS, at, blockOf, entity, hashOf, log, longZero, shown } from './contract-rows.ts';

type Json = Record<string, unknown>;

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
  await insert(api.database, 'entity', [entity(1001, { evm_address: Buffer.from(ADDRESS, 'hex') })]);
  await insert(api.database, 'record_file', [blockOf(5, at(100), at(200))]);
});
afterAll(() => api.close());
afterEach(() => api.database.pool.query('delete from contract_log; delete from transaction_hash'));

const positions = (logs: unknown): string[] =>
  (logs as Json[]).map(({ timestamp, index }) => `${timestamp}/${index}`);
const list = async (query: string): Promise<string[]> =>
  positions((await api.json(`/api/v1/contracts${query}`)).logs);
const failure = async (path: string): Promise<[number, unknown]> => {
  const response = await api.get(`/api/v1/contracts${path}`);
  const { _status } = (await response.json()) as { _status: { messages: { message: string }[] } };
  return [response.status, _status.messages.map(({ message }) => message)];
};

describe('paging', () => {
  it('merges repeated topics in order', async () => {
    const topics = ['01', '02', 'ff'].map((digits) => Buffer.from(digits, 'hex'));
    await insert(
      api.database,
      'contract_log',
      Array.from({ length: 12 }, (_, i) =>
        log(at(100 + Math.floor(i / 2)), i % 2, 1001, { topic1: topics[i % 3] }),
      ),
    );
    for (const order of ['asc', 'desc']) {
      const path = `/api/v1/contracts/logs?topic1=1&topic1=0x${'2'.padStart(64, '0')}&topic1=01&timestamp=gte:100&timestamp=lt:200&limit=3&order=${order}`;
      const paged = positions((await readPages(api, path, 'logs')).flat());
      const all = (await list(`/logs?timestamp=gte:100&timestamp=lt:200&order=${order}`)).filter(
        (position) => {
          const [time = '', index] = position.split('/');
          return ((Number(time) - 100) * 2 + Number(index)) % 3 < 2;
        },
      );
      expect(paged).toEqual(all);
    }
  });
});

describe('a log', () => {
  it('is shown with its block, its data and topics filled up to 32 bytes', async () => {
    await insert(api.database, 'contract_log', [
      log(at(150), 3, 1001, {
        topic0: Buffer.alloc(0),
        topic1: null,
        topic2: Buffer.from([1, 2]),
        topic3: Buffer.alloc(32, 9),
        root_contract_id: 1002,
        transaction_index: 4,
      }),
      log(at(250), 0, 1002, {
        data: Buffer.alloc(0),
        root_contract_id: null,
        transaction_hash: null,
        bloom: Buffer.alloc(0),
        transaction_index: null,
      }),
    ]);
    const { logs } = await api.json('/api/v1/contracts/results/logs');
    expect(logs).toEqual([
      {
        address: `0x${longZero(1002)}`,
        block_hash: '0x',
        block_number: null,
        bloom: '0x',
        contract_id: '0.0.1002',
        data: '0x',
        index: 0,
        root_contract_id: null,
        timestamp: shown(at(250)),
        topics: [],
        transaction_hash: '0x',
        transaction_index: null,
      },
      {
        address: `0x${ADDRESS}`,
        block_hash: `0x${'5'.padStart(96, 'b')}`,
        block_number: 5,
        bloom: '0x00',
        contract_id: '0.0.1001',
        data: `0x${'5'.padStart(64, '0')}`,
        index: 3,
        root_contract_id: '0.0.1002',
        timestamp: shown(at(150)),
        topics: ['', '102', '09'.repeat(32)].map((digits) => `0x${digits.padStart(64, '0')}`),
        transaction_hash: `0x${hashOf(at(150)).toString('hex')}`,
        transaction_index: 4,
      },
    ]);
  });

  it('is found by topics in any form, zero as nothing or as a byte', async () => {
    await insert(api.database, 'contract_log', [
      log(at(100), 0, 1001, { topic0: Buffer.alloc(0), topic1: Buffer.from('0abc', 'hex') }),
      log(at(100), 1, 1001, { topic0: Buffer.alloc(1), topic1: Buffer.from('0abc', 'hex') }),
      log(at(100), 2, 1001, { topic0: Buffer.from([5]), topic1: Buffer.from('0abd', 'hex') }),
      log(at(100), 3, 1001),
    ]);
    const found = async (query: string) =>
      (await list(`/logs?timestamp=100&${query}`)).map((position) => position.split('/')[1]);
    expect(await found('topic0=0')).toEqual(['1', '0']);
    expect(await found(`topic0=0x${'0'.repeat(64)}&topic1=abc`)).toEqual(['1', '0']);
    expect(await found('topic1=0x00ABC')).toEqual(['1', '0']);
    expect(await found('topic1=abc&topic1=abd&topic0=5')).toEqual(['2']);
    expect(await found('topic0=5&topic1=abc')).toEqual([]);
    expect(await found('topic2=0')).toEqual([]);
    expect(await list('/1001/results/logs?timestamp=100&topic1=abc&topic1=abd')).toHaveLength(3);
  });

  it('is listed, if of contract 0, among those of all contracts only', async () => {
    await insert(api.database, 'contract_log', [log(at(150), 0, 0)]);
    expect(await list('/logs')).toEqual([`${shown(at(150))}/0`]);
    for (const zero of ['0', '0.0.0', `0x${'00'.repeat(20)}`]) {
      expect(await api.json(`/api/v1/contracts/${zero}/results/logs`)).toEqual({
        logs: [],
        links: { next: null },
      });
    }
  });

  it('is found by the hash of its transaction, within the times given', async () => {
    const [first, second] = [at(100), at(150)];
    const prefix = hashOf(first);
    const suffix = Buffer.alloc(16, 3);
    await insert(api.database, 'transaction_hash', [
      { consensus_timestamp: first, hash: prefix, hash_suffix: suffix, payer_account_id: 2000 },
      { consensus_timestamp: second, hash: prefix, hash_suffix: suffix, payer_account_id: 2000 },
    ]);
    await insert(api.database, 'contract_log', [
      log(first, 0, 1001),
      log(first, 1, 1002),
      log(second, 7, 1001),
    ]);
    const places = async (query: string) => list(`/results/logs?transaction.hash=${query}`);
    const hex = prefix.toString('hex');
    // The newest log is first in descending order, the oldest in ascending order.
    expect(await places(hex)).toEqual([`${shown(second)}/7`]);
    expect(await places(`0x${hex}${suffix.toString('hex')}&order=asc`)).toEqual([
      `${shown(first)}/0`,
      `${shown(first)}/1`,
    ]);
    expect(await places(`${hex}&timestamp=lt:${shown(second)}`)).toEqual([
      `${shown(first)}/1`,
      `${shown(first)}/0`,
    ]);
    expect(await places(`${hex}&timestamp=gte:100&index=gt:0&order=asc`)).toEqual([`${shown(first)}/1`]);
    expect(await places(`${hex}&timestamp=gt:${shown(second)}`)).toEqual([]);
    expect(await places(`${hex}${'44'.repeat(16)}`)).toEqual([]);
    expect(await places('ee'.repeat(32))).toEqual([]);
  });
});

describe('errors', () => {
  const topics = (text: string) => `Cannot search topics without a valid timestamp range: ${text}`;
  it.each([
    ['index=1', 'timestamp must have eq operator'],
    ['index=gt:1', 'index without a timestamp parameter filter'],
    ['index=gt:1&timestamp=gt:1', 'timestamp must have gte or eq operator'],
    ['index=lt:1&timestamp=gte:1', 'timestamp must have lte or eq operator'],
    ['index=1&index=2&timestamp=1', 'Only one equal (eq) operator is allowed for index'],
    ['index=gt:1&index=gte:2&timestamp=1', 'Only one gt/gte operator is allowed for index'],
    ['index=1&index=gte:2&timestamp=1', "Can't support both range and equal for index"],
    ['timestamp=lt:1&timestamp=lte:2', 'Only one lt/lte operator is allowed for timestamp'],
    ['timestamp=1&timestamp=2', 'Only one equal (eq) operator is allowed for timestamp'],
    ['timestamp=ne:1', 'Not equal (ne) operator is not supported for timestamp'],
    ['timestamp=gt:1&timestamp=ne:2', 'Not equal (ne) operator is not supported for timestamp'],
    ['index=ne:1&timestamp=1', 'Not equal (ne) operator is not supported for index'],
    ['index=ne:1', 'Not equal (ne) operator is not supported for index'],
    ['index=ne:1&index=1&timestamp=1', 'Not equal (ne) operator is not supported for index'],
    ['index=ne:x&timestamp=1', 'Invalid parameter: index'],
    ['index=1&timestamp=ne:5', 'Not equal (ne) operator is not supported for timestamp'],
    ['timestamp=ne:5&index=1', 'Not equal (ne) operator is not supported for timestamp'],
    ['index=1&index=2', 'timestamp must have eq operator'],
    // A number beyond int64, or in another form of JavaScript, is refused after all others.
    ['index=9223372036854775808', 'timestamp must have eq operator'],
    ['index=gt:99999999999999999999', 'index without a timestamp parameter filter'],
    ['index=1.5&timestamp=gt:1', 'timestamp must have eq operator'],
    ['index=9223372036854775808&timestamp=1', 'Invalid parameter: index'],
    ['index=lt:0x1&timestamp=1', 'Invalid parameter: index'],
    ['index=1e999', 'Invalid parameter: index'],
    ['index=-1&timestamp=1', 'Invalid parameter: index'],
    ['topic0=gt:1&timestamp=1', 'Invalid parameter: topic0'],
    [`topic0=${'a'.repeat(65)}&timestamp=1`, 'Invalid parameter: topic0'],
    ['topic1=', 'Invalid parameter: topic1'],
    ['topic0=1', topics('No timestamp range or eq operator provided')],
    [
      'topic3=1&timestamp=gt:1',
      topics('Timestamp range must have gt (or gte) and lt (or lte), or eq operator'),
    ],
    ['topic0=1&timestamp=ne:1', topics('Not equals operator not supported for timestamp param')],
    [
      'topic0=1&timestamp=gt:1&timestamp=gte:2',
      topics('Multiple gt or gte operators not permitted for timestamp param'),
    ],
    [
      'topic0=1&timestamp=lt:1&timestamp=lt:2',
      topics('Multiple lt or lte operators not permitted for timestamp param'),
    ],
    [
      'topic0=1&timestamp=1&timestamp=lt:2',
      topics('Cannot combine eq with ne, gt, gte, lt, or lte for timestamp param'),
    ],
    [
      'topic0=1&timestamp=gte:1&timestamp=lt:1',
      topics('Timestamp range by the lower and upper bounds must be positive and within 7d'),
    ],
    [
      'topic0=1&timestamp=gte:0&timestamp=lte:604800',
      topics('Timestamp range by the lower and upper bounds must be positive and within 7d'),
    ],
    ['hbar=true', 'Unknown query parameter: hbar'],
  ])('%s', async (query, message) => {
    for (const path of ['/results/logs', '/logs', '/1001/results/logs']) {
      expect(await failure(`${path}?${query}`)).toEqual([400, [message]]);
    }
  });

  it('accepts values at the limits of the rules', async () => {
    for (const query of [
      'topic0=1&timestamp=gte:0&timestamp=lt:604800',
      'index=1&timestamp=gte:5&timestamp=lte:5',
      'index=9223372036854775807&timestamp=5',
      'index=gt:9223372036854775807&timestamp=5',
      'timestamp=lt:9999999999.999999999&timestamp=gt:9999999998',
    ]) {
      expect(await list(`/logs?${query}`), query).toEqual([]);
    }
  });

  it('accepts a transaction hash only across contracts, and only one', async () => {
    const hash = 'ab'.repeat(32);
    expect(await failure(`/logs?transaction.hash=${hash}&transaction.hash=${hash}`)).toEqual([
      400,
      ['Only one transaction.hash filter is allowed'],
    ]);
    expect(await failure(`/logs?transaction.hash=${hash}ab`)).toEqual([
      400,
      ['Invalid parameter: transaction.hash'],
    ]);
    expect(await failure(`/1001/results/logs?transaction.hash=${hash}`)).toEqual([
      400,
      ['Unknown query parameter: transaction.hash'],
    ]);
  });
});
