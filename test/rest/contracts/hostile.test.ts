import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tries } from '../../effort.ts';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { insert } from '../rows.ts';
import {
  ADDRESS,
  at,
  blockOf,
  entity,
  ethereum,
  log,
  participation,
  result,
  resultHash,
} from './contract-rows.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
  const { database } = api;
  await insert(database, 'record_file', [blockOf(1, at(1), at(9))]);
  await insert(database, 'entity', [entity(1001, { evm_address: Buffer.from(ADDRESS, 'hex') })]);
  await insert(database, 'contract_result', [
    result(at(2), 1001, {
      error_message: '"\\\u0000'.replace('\u0000', '\n'),
      created_contract_ids: [1, 9_223_372_036_854_775_807n],
      function_result: Buffer.from('ff'.repeat(50), 'hex'),
      sender_id: null,
      amount: -9_223_372_036_854_775_808n,
    }),
  ]);
  await insert(database, 'ethereum_transaction', [
    ethereum(at(2), {
      gas_price: Buffer.alloc(64, 255),
      value: Buffer.alloc(64, 255),
      signature_v: Buffer.alloc(9, 255),
      type: 0,
    }),
  ]);
  await insert(database, 'contract_transaction', [participation(at(2), 1001, [1001])]);
  await insert(database, 'contract_transaction_hash', [resultHash(at(2), 1001)]);
  await insert(database, 'contract_log', [
    log(at(2), 0, 1001, { topic0: Buffer.alloc(40, 1), data: Buffer.alloc(70, 2) }),
  ]);
});
afterAll(() => api.close());

const NUMBERS = [
  '0',
  '1',
  '-1',
  '1001',
  '2147483647',
  '2147483648',
  '274877906943',
  '274877906944',
  '9223372036854775807',
  '9223372036854775808',
  '99999999999999999999',
];
const TIMES = [
  '0',
  '2',
  '2.0',
  '2.000000001',
  '9223372036.854775807',
  '9223372036.854775808',
  '9999999999.999999999',
  '1.',
];
const WORDS = [
  '',
  'x',
  'true',
  'FALSE',
  'asc',
  'null',
  'a\u0000b',
  '%00',
  "';--",
  '0x',
  `0x${'f'.repeat(64)}`,
  'f'.repeat(65),
  'ab'.repeat(32),
  'AB'.repeat(48),
  ADDRESS,
  `0x${ADDRESS}`,
  `0.0.${ADDRESS}`,
  `0.0.${'f'.repeat(40)}`,
  '0'.repeat(40),
  '0.0.1001',
  '1023.65535.274877906943',
  '1.2.3.4',
  '0.0.2000-1-999999999',
  '0.0.2000-9223372036854775807-999999999',
  '[object Object]',
  '\u{1f600}',
];
const PARAMETERS = [
  'block.hash',
  'block.number',
  'contract.id',
  'from',
  'hbar',
  'index',
  'internal',
  'limit',
  'nonce',
  'order',
  'slot',
  'timestamp',
  'topic0',
  'topic1',
  'topic2',
  'topic3',
  'transaction.hash',
  'transaction.index',
  'memory',
];

const value = fc.tuple(
  fc.constantFrom('', '', 'eq:', 'ne:', 'gt:', 'gte:', 'lt:', 'lte:', 'xx:', ':', 'gt:lt:'),
  fc.oneof(
    fc.constantFrom(...NUMBERS),
    fc.constantFrom(...TIMES),
    fc.constantFrom(...WORDS),
    fc.string({ maxLength: 8 }),
  ),
);
const path = fc.oneof(fc.constantFrom(...NUMBERS), fc.constantFrom(...TIMES), fc.constantFrom(...WORDS));

it('answers any request without an internal error', async () => {
  const route = fc.tuple(
    fc.constantFrom(
      () => '',
      (id: string) => `/${id}`,
      (id: string) => `/${id}/results`,
      (id: string, other: string) => `/${id}/results/${other}`,
      (id: string) => `/${id}/state`,
      (id: string) => `/${id}/results/logs`,
      () => '/results',
      (id: string) => `/results/${id}`,
      (id: string) => `/results/${id}/actions`,
      (id: string) => `/results/${id}/opcodes`,
      () => '/results/logs',
      () => '/logs',
    ),
    path,
    path,
  );
  const query = fc.array(fc.tuple(fc.constantFrom(...PARAMETERS), value), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(route, query, async ([make, id, other], parameters) => {
      const text = parameters
        .map(([name, [operator, word]]) => `${name}=${encodeURIComponent(operator + word)}`)
        .join('&');
      const url = `/api/v1/contracts${make(encodeURIComponent(id), encodeURIComponent(other))}?${text}`;
      const response = await api.get(url);
      const body: unknown = JSON.parse(await response.text());
      expect([200, 206, 400, 404, 501], url).toContain(response.status);
      if (response.status >= 400) {
        expect(body).toMatchObject({
          _status: {
            messages: expect.arrayContaining([expect.objectContaining({ message: expect.any(String) })]),
          },
        });
      }
      expect(api.errors).toEqual([]);
    }),
    { numRuns: tries(500) },
  );
});

it('writes odd rows as valid JSON', async () => {
  for (const unit of ['true', 'false']) {
    const { results } = await api.json(`/api/v1/contracts/results?hbar=${unit}`);
    expect(results).toMatchObject([
      { error_message: '"\\\n', from: null, to: '0x00000000000000000000000000000000000003e9' },
    ]);
    expect(await api.json(`/api/v1/contracts/results/2.0?hbar=${unit}`)).toMatchObject({
      logs: [{ topics: [`0x${'01'.repeat(40)}`], data: `0x${'02'.repeat(70)}` }],
    });
  }
  const text = await (await api.get('/api/v1/contracts/results/2.0?hbar=false')).text();
  expect(text).toContain(`"amount":${(1n << 512n) - 1n}`);
  expect(text).toContain(`"v":${(1n << 72n) - 1n}`);
  expect(text).toContain('"created_contract_ids":["0.0.1","511.65535.274877906943"]');
});
