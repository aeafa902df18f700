import { gasPriceInTinybars } from '@tain/ledger/fee-schedules';
import { proto } from '@tain/protos/hapi';
import fc from 'fast-check';
import Long from 'long';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { shareJson } from '../../../src/rest/network/get-stake.ts';
import { previousMonth } from '../../../src/rest/network/get-supply.ts';
import { readPages, startTestApi, type TestApi } from '../api-fixture.ts';
import { insert } from '../rows.ts';
import { feeScheduleBytes, GENESIS } from './fee-schedule.ts';

let api: TestApi;
let waiting: string | null = null;

beforeAll(async () => {
  api = await startTestApi({ ingestProblem: () => waiting });
});
afterEach(async () => {
  waiting = null;
  await api.database.pool.query(
    'truncate file_data, network_stake, address_book, address_book_entry, address_book_service_endpoint, node, node_stake, registered_node, entity, account_balance',
  );
});
afterAll(() => api.close());

async function problem(path: string, init?: RequestInit): Promise<[status: number, messages: unknown]> {
  const response = await api.get(path, init);
  const { _status } = (await response.json()) as { _status: { messages: unknown } };
  return [response.status, _status.messages];
}

const badRequest = (...details: string[]) => [
  400,
  details.map((detail) => ({ message: 'Bad Request', detail })),
];
const invalid = (...names: string[]) => [
  400,
  names.map((name) => ({ message: `Invalid parameter: ${name}` })),
];

const CREATE = 17;
const APPEND = 16;
const UPDATE = 19;

function file(num: number, at: number | bigint, data: Uint8Array | string, type = UPDATE) {
  return {
    entity_id: num,
    consensus_timestamp: at,
    file_data: typeof data === 'string' ? Buffer.from(data, 'hex') : Buffer.from(data),
    transaction_type: type,
  };
}

function rates(current: number, next: number, expires = 100, nextExpires = 200): Uint8Array {
  const rate = (cents: number, seconds: number) => ({
    hbarEquiv: 1,
    centEquiv: cents,
    expirationTime: { seconds: Long.fromNumber(seconds) },
  });
  return proto.ExchangeRateSet.encode({
    currentRate: rate(current, expires),
    nextRate: rate(next, nextExpires),
  }).finish();
}

describe('exchange rates', () => {
  const PATH = '/api/v1/network/exchangerate';

  it('are those of the newest file', async () => {
    await insert(api.database, 'file_data', [
      file(
        112,
        1234567890900800300n,
        '0a1008b0ea0110e9c81a1a060880e9cf9306121008b0ea0110f5f3191a06089085d09306',
      ),
      file(
        112,
        1234567890900800400n,
        '0a1008b0ea0110f9bb1b1a0608f0cccf9306121008b0ea0110e9c81a1a060880e9cf9306',
      ),
    ]);
    expect(await api.json(PATH)).toEqual({
      current_rate: { cent_equivalent: 450041, expiration_time: 1651762800, hbar_equivalent: 30000 },
      next_rate: { cent_equivalent: 435305, expiration_time: 1651766400, hbar_equivalent: 30000 },
      timestamp: '1234567890.900800400',
    });
    const response = await api.get(PATH);
    expect(response.headers.get('cache-control')).toBe('public, max-age=60');
    expect(response.headers.get('content-type')).toBe('application/json;charset=UTF-8');
  });

  it.each([
    ['0.1', '0.000000001'],
    ['gt:0.1', '0.000000003'],
    ['lt:0.2', '0.000000001'],
    ['gt:0.1&timestamp=lt:0.3', '0.000000002'],
    ['eq:0.1&timestamp=eq:0.2', '0.000000002'],
    ['lt:0.1&timestamp=eq:0.3', '0.000000003'],
    ['gte:0.2&timestamp=lte:0.2', '0.000000002'],
    ['GTE:0.2&timestamp=Lte:0.2', '0.000000002'],
    ['', '0.000000003'],
    ['gt:0.1,lt:0.3', '0.000000002'],
  ])('at timestamp=%s are those of %s', async (query, expected) => {
    await insert(
      api.database,
      'file_data',
      [1, 2, 3].map((at) => file(112, at, rates(at, at))),
    );
    expect((await api.json(`${PATH}?timestamp=${query}`)).timestamp).toBe(expected);
  });

  it('are assembled from chunks, and a half-written version is skipped', async () => {
    const whole = Buffer.from(rates(7, 8));
    await insert(api.database, 'file_data', [
      file(112, 1, whole.subarray(0, 5), CREATE),
      file(112, 2, whole.subarray(5), APPEND),
      file(112, 3, ''),
      file(112, 4, rates(9, 9).subarray(0, 3)),
    ]);
    expect(await api.json(PATH)).toMatchObject({
      current_rate: { cent_equivalent: 7 },
      timestamp: '0.000000002',
    });
    // The lower bound applies to the beginning of a version.
    expect((await api.json(`${PATH}?timestamp=gte:0.1`)).timestamp).toBe('0.000000002');
    expect(await problem(`${PATH}?timestamp=gt:0.1`)).toEqual([
      404,
      [{ message: 'Not Found', detail: 'File 0.0.112 not found' }],
    ]);
  });

  it('are searched in at most twelve versions', async () => {
    const broken = Array.from({ length: 12 }, (_, i) => file(112, 10 + i, '0a7f01'));
    await insert(api.database, 'file_data', [file(112, 1, rates(3, 3)), ...broken.slice(0, 11)]);
    expect((await api.json(PATH)).timestamp).toBe('0.000000001');
    await insert(api.database, 'file_data', broken.slice(11));
    expect((await problem(PATH))[0]).toBe(404);
  });

  it('are not those of another file at the same time', async () => {
    for (const cents of [5, 6]) {
      await insert(api.database, 'file_data', [file(112, 1, rates(cents, cents))]);
      for (let again = 0; again < 3; again++) {
        expect(await api.json(PATH)).toMatchObject({ current_rate: { cent_equivalent: cents } });
      }
      await api.database.pool.query('truncate file_data');
    }
  });

  it.each([
    ['timestamp=test&limit=c', "Failed to convert 'timestamp'"],
    ['timestamp=ne:1', "Failed to convert 'timestamp'"],
    ['timestamp=1.2.3', "Failed to convert 'timestamp'"],
    ['timestamp=gte::1', "Failed to convert 'timestamp'"],
    ['timestamp=-1', "Failed to convert 'timestamp'"],
    ['timestamp=9223372037', "Failed to convert 'timestamp'"],
    ['timestamp=1&timestamp=2&timestamp=x', "Failed to convert 'timestamp'"],
    ['timestamp=1&timestamp=lt:2&timestamp=gt:0', 'timestamp size must be between 0 and 2'],
    ['timestamp=1,2,3', 'timestamp size must be between 0 and 2'],
  ])('refuse %s', async (query, detail) => {
    expect(await problem(`${PATH}?${query}`)).toEqual(badRequest(detail));
  });

  it('support no other methods and no paths below', async () => {
    const response = await api.get(PATH, { method: 'DELETE' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET,HEAD']);
    expect(await response.json()).toEqual({
      _status: {
        messages: [{ message: 'Method Not Allowed', detail: "Request method 'DELETE' is not supported" }],
      },
    });
    for (const [path, resource] of [
      ['/api/v1/network/none', 'api/v1/network/none'],
      ['/api/v1/network/none/?limit=1', 'api/v1/network/none'],
      ['/api/v1/topics/', 'api/v1/topics'],
    ] as const) {
      const detail = `No static resource ${resource} for request '${path.split('?')[0]}'.`;
      expect(await problem(path)).toEqual([404, [{ message: 'Not Found', detail }]]);
    }
  });
});

describe('gas prices', () => {
  const PATH = '/api/v1/network/fees';
  const Fn = proto.HederaFunctionality;

  function schedule(gas: readonly (readonly [proto.HederaFunctionality, number])[], expires: number) {
    return {
      transactionFeeSchedule: gas.map(([hederaFunctionality, price]) => ({
        hederaFunctionality,
        fees: [{ servicedata: { gas: Long.fromNumber(price) } }, { servicedata: { gas: Long.ONE } }],
      })),
      expiryTime: { seconds: Long.fromNumber(expires) },
    };
  }
  const schedules = (expires: number) =>
    proto.CurrentAndNextFeeSchedule.encode({
      currentFeeSchedule: schedule(
        [
          [Fn.EthereumTransaction, 953_000],
          [Fn.ContractCreate, 1_068_000],
          [Fn.CryptoTransfer, 7_000],
          [Fn.ContractCall, 852_000],
        ],
        expires,
      ),
      nextFeeSchedule: schedule([[Fn.ContractCall, 85_200_000]], expires + 10),
    }).finish();

  it('are those of the schedule and the rate in force', async () => {
    await insert(api.database, 'file_data', [
      file(111, 5, schedules(1000)),
      file(112, 6, rates(12, 15, 100)),
    ]);
    const prices = (call: number, create: number, ethereum: number) => [
      { gas: call, transaction_type: 'ContractCall' },
      { gas: create, transaction_type: 'ContractCreate' },
      { gas: ethereum, transaction_type: 'EthereumTransaction' },
    ];
    // Without bounds, the schedule's own time applies.
    expect(await api.json(PATH)).toEqual({ fees: prices(71, 89, 79), timestamp: '0.000000005' });
    expect((await api.json(`${PATH}?timestamp=100`)).fees).toEqual(prices(71, 89, 79));
    expect((await api.json(`${PATH}?timestamp=lt:100.1`)).fees).toEqual(prices(71, 89, 79));
    expect((await api.json(`${PATH}?timestamp=100.1`)).fees).toEqual(prices(56, 71, 63));
    expect((await api.json(`${PATH}?timestamp=100.1&order=DESC`)).fees).toEqual(prices(56, 71, 63).reverse());
    expect((await api.json(`${PATH}?timestamp=1000.1`)).fees).toEqual([
      { gas: 5680, transaction_type: 'ContractCall' },
    ]);
    // Parameters that clients may add.
    expect((await api.json(`${PATH}?timestamp=1763000010&x=y`)).timestamp).toBe('0.000000005');
  });

  describe('in a network with a simple fee schedule', () => {
    const at = (seconds: number) => BigInt(seconds) * 1_000_000_000n;
    const simple = (gas: number, seconds: number) =>
      file(113, at(seconds), feeScheduleBytes({ ...GENESIS, prices: { ...GENESIS.prices, GAS: gas } }));
    const OLDER = file(111, 5, schedules(1000));
    const RATES = file(112, 6, rates(12, 15, 100));
    const SAME_RATES = file(112, at(200) + 1n, rates(12, 15, 100));
    const prices = (call: number, create = call, ethereum = call) => [
      { gas: call, transaction_type: 'ContractCall' },
      { gas: create, transaction_type: 'ContractCreate' },
      { gas: ethereum, transaction_type: 'EthereumTransaction' },
    ];
    const OF_111 = { fees: prices(56, 71, 63), timestamp: '0.000000005' };
    const OF_113 = { fees: prices(80), timestamp: '200.000000000' };
    const RENEWED = { fees: prices(160), timestamp: '300.000000000' };
    const missing = (num: number) => [404, [{ message: 'Not Found', detail: `File 0.0.${num} not found` }]];

    it.each<[query: string, answer: unknown]>([
      ['', RENEWED],
      ['?timestamp=199.999999999', OF_111],
      ['?timestamp=eq:200', OF_113],
      ['?timestamp=lt:200', OF_111],
      ['?timestamp=lt:200.000000001', OF_113],
      ['?timestamp=lte:200', OF_113],
      ['?timestamp=lte:299.999999999', OF_113],
      ['?timestamp=300', RENEWED],
      ['?timestamp=gt:150', RENEWED],
      ['?timestamp=gte:200&timestamp=lt:300', OF_113],
      ['?timestamp=100', { fees: prices(71, 89, 79), timestamp: '0.000000005' }],
      ['?timestamp=lt:200&order=desc', { ...OF_111, fees: prices(56, 71, 63).reverse() }],
      ['?timestamp=200&order=desc', { ...OF_113, fees: prices(80).reverse() }],
    ])('%s has the price of the schedule in force', async (query, answer) => {
      await insert(api.database, 'file_data', [
        OLDER,
        RATES,
        SAME_RATES,
        simple(1200, 200),
        simple(2400, 300),
      ]);
      expect(await api.json(`${PATH}${query}`)).toEqual(answer);
    });

    it('begin within the bounds, or are not found', async () => {
      await insert(api.database, 'file_data', [OLDER, RATES, simple(1200, 200), file(111, at(250), '')]);
      expect(await problem(`${PATH}?timestamp=gt:1&timestamp=lt:150`)).toEqual(missing(111));
      expect(await problem(`${PATH}?timestamp=gt:200`)).toEqual(missing(113));
      expect(await problem(`${PATH}?timestamp=gte:250&timestamp=lte:260`)).toEqual(missing(113));
      await insert(api.database, 'file_data', [file(111, at(255), schedules(1000))]);
      // A later update of the older file no longer counts.
      expect(await problem(`${PATH}?timestamp=gte:250&timestamp=lte:260`)).toEqual(missing(113));
      expect(await api.json(`${PATH}?timestamp=260`)).toEqual(OF_113);
    });

    it('are found without file 0.0.111', async () => {
      await insert(api.database, 'file_data', [RATES, simple(1200, 200)]);
      expect(await api.json(PATH)).toEqual(OF_113);
      expect(await problem(`${PATH}?timestamp=lt:200`)).toEqual(missing(111));
    });

    it('skip unreadable versions', async () => {
      await insert(api.database, 'file_data', [OLDER, RATES, file(113, at(150), 'ff'), simple(1200, 200)]);
      expect(await api.json(`${PATH}?timestamp=199`)).toEqual(OF_111);
      await insert(api.database, 'file_data', [file(113, at(300), 'ff')]);
      expect(await api.json(PATH)).toEqual(OF_113);
      const { GAS: _, ...others } = GENESIS.prices;
      const without = feeScheduleBytes({ ...GENESIS, prices: others });
      await insert(api.database, 'file_data', [file(113, at(400), without)]);
      expect(await api.json(PATH)).toEqual({ fees: [], timestamp: '400.000000000' });
    });
  });

  it('are unknown without one of the files', async () => {
    const missing = (num: number) => [404, [{ message: 'Not Found', detail: `File 0.0.${num} not found` }]];
    expect(await problem(PATH)).toEqual(missing(111));
    await insert(api.database, 'file_data', [file(111, 5, schedules(1000))]);
    expect(await problem(PATH)).toEqual(missing(112));
    await insert(api.database, 'file_data', [file(112, 6, rates(0, 0))]);
    expect(await problem(`${PATH}?timestamp=lte:0.5`)).toEqual(missing(112));
    expect(await api.json(PATH)).toEqual({ fees: [], timestamp: '0.000000005' });
  });

  it('are rounded down twice and never less than 1', () => {
    const rate = (hbars: bigint, cents: bigint) => ({ hbars, cents, expires: 0n });
    expect(gasPriceInTinybars(852_000n, rate(30_000n, 851_000n), 'twice')).toBe(30n);
    expect(gasPriceInTinybars(1_999n, rate(1n, 1n), 'twice')).toBe(1n);
    expect(gasPriceInTinybars(0n, rate(1n, 12n), 'twice')).toBe(1n);
    expect(gasPriceInTinybars(852_000n, rate(1n, 0n), 'twice')).toBeUndefined();
  });

  it('refuse a wrong order', async () => {
    expect(await problem(`${PATH}?order=foo`)).toEqual(badRequest("Failed to convert 'order'"));
    expect(await problem(`${PATH}?order=foo&timestamp=x`)).toEqual(
      badRequest("Failed to convert 'timestamp'"),
    );
  });
});

describe('nodes', () => {
  const PATH = '/api/v1/network/nodes';
  const DAY = 86_400_000_000_000n;

  async function book(start: number, fileId: number, nodes: readonly number[], end: number | null = null) {
    await insert(api.database, 'address_book', [
      { start_consensus_timestamp: start, end_consensus_timestamp: end, file_id: fileId, file_data: '' },
    ]);
    await insert(
      api.database,
      'address_book_entry',
      nodes.map((node) => ({
        consensus_timestamp: start,
        node_id: node,
        node_account_id: node + 3,
        public_key: node === 0 ? '0xaa' : 'bb',
        node_cert_hash: Buffer.from(node === 0 ? '0x12' : '34'),
        description: 'd',
        memo: `0.0.${node + 3}`,
      })),
    );
  }
  const ids = async (query: string) =>
    ((await api.json(`${PATH}${query}`)).nodes as { node_id: number }[]).map((node) => node.node_id);

  it('return all fields of the book, the node and its stake', async () => {
    await book(1, 102, [0], 7);
    await book(7, 102, [0, 1]);
    await insert(api.database, 'address_book_service_endpoint', [
      { consensus_timestamp: 7, node_id: 0, ip_address_v4: '9.0.0.1', port: 2, domain_name: '' },
      { consensus_timestamp: 7, node_id: 0, ip_address_v4: '10.0.0.1', port: 3, domain_name: '' },
      { consensus_timestamp: 7, node_id: 0, ip_address_v4: '10.0.0.1', port: 1, domain_name: '' },
      { consensus_timestamp: 1, node_id: 0, ip_address_v4: '1.1.1.1', port: 1, domain_name: '' },
    ]);
    await insert(api.database, 'node', [
      {
        node_id: 0,
        account_id: 99,
        admin_key: Buffer.from(`1220${'ab'.repeat(32)}`, 'hex'),
        decline_reward: true,
        deleted: true,
        timestamp_range: '[1,)',
        grpc_proxy_endpoint: JSON.stringify({ domain_name: 'proxy', port: 443 }),
        associated_registered_nodes: [4, 5],
      },
    ]);
    const stake = { epoch_day: 1, reward_rate: 9, stake: 13, stake_rewarded: 5, staking_period: DAY - 1n };
    await insert(api.database, 'node_stake', [
      { ...stake, consensus_timestamp: 4, node_id: 1, max_stake: 1, min_stake: 1, stake_not_rewarded: 1 },
      { ...stake, consensus_timestamp: 5, node_id: 0, max_stake: -1, min_stake: 2, stake_not_rewarded: -1 },
    ]);
    expect((await api.json(PATH)).nodes).toEqual([
      {
        admin_key: { _type: 'ED25519', key: 'ab'.repeat(32) },
        associated_registered_nodes: [4, 5],
        decline_reward: true,
        description: 'd',
        file_id: '0.0.102',
        grpc_proxy_endpoint: { domain_name: 'proxy', ip_address_v4: '', port: 443 },
        max_stake: null,
        memo: '0.0.3',
        min_stake: 2,
        node_account_id: '0.0.99',
        node_cert_hash: '0x12',
        node_id: 0,
        public_key: '0xaa',
        reward_rate_start: 9,
        service_endpoints: [
          { domain_name: '', ip_address_v4: '10.0.0.1', port: 1 },
          { domain_name: '', ip_address_v4: '10.0.0.1', port: 3 },
          { domain_name: '', ip_address_v4: '9.0.0.1', port: 2 },
        ],
        stake: 13,
        stake_not_rewarded: null,
        stake_rewarded: 5,
        staking_period: { from: '86400.000000000', to: '172800.000000000' },
        timestamp: { from: '0.000000007', to: null },
      },
      {
        admin_key: null,
        associated_registered_nodes: [],
        decline_reward: null,
        description: 'd',
        file_id: '0.0.102',
        grpc_proxy_endpoint: null,
        max_stake: null,
        memo: '0.0.4',
        min_stake: null,
        node_account_id: '0.0.4',
        node_cert_hash: '0x34',
        node_id: 1,
        public_key: '0xbb',
        reward_rate_start: null,
        service_endpoints: [],
        // The newest period has no stake of this node.
        stake: null,
        stake_not_rewarded: null,
        stake_rewarded: null,
        staking_period: null,
        timestamp: { from: '0.000000007', to: null },
      },
    ]);
  });

  it('are chosen by file and id', async () => {
    await book(1, 101, [0]);
    await book(2, 102, [0, 1, 2, 3, 4, 5, 6]);
    expect(await ids('?file.id=101')).toEqual([0]);
    expect(await ids('?file.id=0.0.999')).toEqual([]);
    expect(await ids('?node.id=2&node.id=eq:4&node.id=gt:3')).toEqual([4]);
    // Repeated values are taken literally.
    expect(await problem(`${PATH}?node.id=2,4,6&node.id=`)).toEqual(invalid('node.id'));
    expect(await ids('?node.id=2,4,6')).toEqual([2, 4, 6]);
    expect(await ids('?node.id=gt:1&node.id=gte:3&node.id=lt:6&node.id=lte:9')).toEqual([3, 4, 5]);
    expect(await ids('?node.id=2&node.id=gt:2')).toEqual([]);
    expect((await api.json(`${PATH}?limit=3`)).links).toEqual({
      next: '/api/v1/network/nodes?limit=3&node.id=gt:2',
    });
    expect((await api.json(`${PATH}?node.id=gt:4&limit=2&order=desc`)).links).toEqual({ next: null });
    // A request for a single node has no next page.
    expect((await api.json(`${PATH}?node.id=0&limit=1`)).links).toEqual({ next: null });
    expect(
      (await readPages(api, `${PATH}?node.id=1&node.id=3&node.id=5&limit=1`, 'nodes')).flat(),
    ).toHaveLength(3);
  });

  it('have at most 25 items per page', async () => {
    await book(
      2,
      102,
      Array.from({ length: 30 }, (_, i) => i),
    );
    expect(await ids('')).toHaveLength(10);
    expect(await ids('?limit=26')).toHaveLength(25);
    expect((await api.json(`${PATH}?limit=26`)).links).toEqual({
      next: '/api/v1/network/nodes?limit=26&node.id=gt:24',
    });
    // A full last page ends at node 0 or 29.
    for (const order of ['asc', 'desc'])
      for (const limit of [7, 10]) {
        const paged = await readPages(api, `${PATH}?limit=${limit}&order=${order}`, 'nodes');
        expect(new Set(paged.flat().map((node) => (node as { node_id: number }).node_id)).size).toBe(30);
        expect(paged.flat()).toHaveLength(30);
      }
  });

  it('report all errors', async () => {
    expect(await problem(`${PATH}?file.id=a&node.id=b&limit=c&order=d&token.id=2`)).toEqual(
      invalid('file.id', 'node.id', 'limit', 'order'),
    );
    expect(await problem(`${PATH}?limit=0`)).toEqual(invalid('limit'));
    expect(await problem(`${PATH}?node.id=1:2:3`)).toEqual(invalid('node.id'));
    expect(await problem(`${PATH}?file.id=gt:101`)).toEqual(
      badRequest('Only equality operator is supported for file.id'),
    );
    expect(await problem(`${PATH}?file.id=101&file.id=102`)).toEqual(
      badRequest('Only a single instance is supported for file.id'),
    );
    expect(await problem(`${PATH}?limit=1&limit=2`)).toEqual(
      badRequest('Only a single instance is supported for limit'),
    );
    expect(await problem(`${PATH}?node.id=gt:10&node.id=lt:5`)).toEqual(
      badRequest('Invalid range provided for node.id'),
    );
  });
});

describe('registered nodes', () => {
  const PATH = '/api/v1/network/registered-nodes';
  const node = (id: number, type: string, endpoints: unknown = null, deleted = false) => ({
    registered_node_id: id,
    type,
    deleted,
    service_endpoints: endpoints === null ? null : JSON.stringify(endpoints),
    timestamp_range: '[5,)',
    created_timestamp: 5,
    description: `node ${id}`,
  });
  const ids = async (query: string) =>
    ((await api.json(`${PATH}${query}`)).registered_nodes as { registered_node_id: number }[]).map(
      (one) => one.registered_node_id,
    );

  it('return each kind of endpoint', async () => {
    await insert(api.database, 'registered_node', [
      node(1, '{1}', [
        {
          block_node: { endpoint_apis: ['STATUS', 'SOMETHING_NEW'] },
          ip_address: '1.2.3.4',
          port: 1,
          requires_tls: true,
        },
        { general_service: { description: 'x' }, domain_name: 'd', port: 2, requires_tls: false },
        { mirror_node: {}, port: 3 },
        { rpc_relay: {}, port: 4 },
        { port: 5 },
      ]),
      node(2, '{}'),
    ]);
    const [first, second] = (await api.json(PATH)).registered_nodes as Record<string, unknown>[];
    const endpoint = {
      block_node: null,
      domain_name: null,
      general_service: null,
      ip_address: null,
      mirror_node: null,
      requires_tls: false,
      rpc_relay: null,
    };
    expect(first).toEqual({
      admin_key: null,
      created_timestamp: '0.000000005',
      description: 'node 1',
      registered_node_id: 1,
      service_endpoints: [
        {
          ...endpoint,
          block_node: { endpoint_apis: ['STATUS', 'UNRECOGNIZED'] },
          ip_address: '1.2.3.4',
          port: 1,
          requires_tls: true,
          type: 'BLOCK_NODE',
        },
        {
          ...endpoint,
          general_service: { description: 'x' },
          domain_name: 'd',
          port: 2,
          type: 'GENERAL_SERVICE',
        },
        { ...endpoint, mirror_node: {}, port: 3, type: 'MIRROR_NODE' },
        { ...endpoint, rpc_relay: {}, port: 4, type: 'RPC_RELAY' },
        { ...endpoint, port: 5, type: 'GENERAL_SERVICE' },
      ],
      timestamp: { from: '0.000000005', to: null },
    });
    expect(second).toMatchObject({ service_endpoints: [] });
  });

  it('are filtered by type and id, without deleted ones', async () => {
    await insert(api.database, 'registered_node', [
      node(1, '{1}'),
      node(2, '{2,4}'),
      node(3, '{3}', null, true),
      node(4, '{4}'),
    ]);
    expect(await ids('')).toEqual([1, 2, 4]);
    expect(await ids('?type=rpc-relay')).toEqual([2, 4]);
    expect(await ids('?type=RpcRelay&order=DESC')).toEqual([4, 2]);
    expect(await ids('?type=unknown')).toEqual([]);
    expect(await ids('?type=')).toEqual([1, 2, 4]);
    expect(await ids('?registerednode.id=gt:1&registerednode.id=lte:4')).toEqual([2, 4]);
    expect(await ids('?registerednode.id=ne:1')).toEqual([1, 2, 4]);
    expect((await readPages(api, `${PATH}?limit=1&order=desc`, 'registered_nodes')).flat()).toHaveLength(3);
  });

  it.each([
    '-1',
    '.1',
    'a:1',
    'eq:1:2',
    '9223372036854775808',
    '1&registerednode.id=2&registerednode.id=3',
    '1,2,3',
  ])('refuse the id %s', async (id) => {
    expect(await problem(`${PATH}?registerednode.id=${id}`)).toEqual(invalid('registerednode.id'));
  });

  it('report contradicting parameters', async () => {
    expect(await problem(`${PATH}?type=invalid&limit=101`)).toEqual(invalid('limit', 'type'));
    expect(await problem(`${PATH}?registerednode.id=1&registerednode.id=lt:3`)).toEqual(
      badRequest("The 'eq' operator cannot be combined with other operators"),
    );
    expect(await problem(`${PATH}?registerednode.id=gt:10&registerednode.id=lt:10`)).toEqual(
      badRequest('Invalid range: lower bound exceeds upper bound'),
    );
    expect(await problem(`${PATH}?type=MIRROR_NODE&type=RPC_RELAY`)).toEqual(
      badRequest('Only a single instance is supported for type'),
    );
  });
});

describe('stake', () => {
  const PATH = '/api/v1/network/stake';
  const row = {
    epoch_day: 1,
    max_staking_reward_rate_per_hbar: 17808,
    node_reward_fee_denominator: 0,
    node_reward_fee_numerator: 5,
    stake_total: 35000000000000003n,
    staking_period: 1654992999999999999n,
    staking_period_duration: 1440,
    staking_periods_stored: 365,
    staking_reward_fee_denominator: 3,
    staking_reward_fee_numerator: 1,
    staking_reward_rate: 100000000000n,
    staking_start_threshold: 25000000000000001n,
  };

  it('is that of the newest period, exact to the tinybar', async () => {
    await insert(api.database, 'network_stake', [
      { ...row, consensus_timestamp: 2 },
      { ...row, consensus_timestamp: 1, staking_period_duration: 1 },
    ]);
    const text = await (await api.get(PATH)).text();
    expect(text).toContain('"stake_total":35000000000000003,');
    expect(JSON.parse(text)).toMatchObject({
      node_reward_fee_fraction: 0,
      staking_period: { from: '1654993000.000000000', to: '1655079400.000000000' },
      staking_period_duration: 1440,
      staking_reward_fee_fraction: 0.33333334,
    });
  });

  it('prints shares as 32-bit floats', () => {
    expect(shareJson(3n, 1000n)).toBe('0.003');
    expect(shareJson(1n, 10n)).toBe('0.1');
    expect(shareJson(1n, 3n)).toBe('0.33333334');
    expect(shareJson(2n, 3n)).toBe('0.6666667');
    expect(shareJson(1n, 1n)).toBe('1');
    expect(shareJson(1n, 0n)).toBe('0.0');
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        (a, b) => {
          fc.pre(a <= b);
          const printed = Number(shareJson(a, b));
          expect(Math.abs(printed - Number(a) / Number(b))).toBeLessThan(1e-7);
          expect(Math.fround(printed)).toBe(Math.fround(Number(String(printed))));
        },
      ),
    );
  });

  it('reports the reason if there is none', async () => {
    expect(await problem(PATH)).toEqual([
      404,
      [{ message: 'Not Found', detail: 'No network stake data found' }],
    ]);
    waiting = 'Require at least 1/3 signature files to prove consensus, got 1 out of 4 for file a.rcd_sig';
    expect(await problem(PATH)).toEqual([503, [{ message: waiting }]]);
  });
});

describe('supply', () => {
  const PATH = '/api/v1/network/supply';
  const account = (id: number, balance: bigint, at: number | null) => ({
    id,
    num: id,
    realm: 0,
    shard: 0,
    type: 'ACCOUNT',
    balance,
    balance_timestamp: at,
    timestamp_range: '[0,)',
  });

  it('excludes the unreleased supply', async () => {
    await insert(api.database, 'entity', [
      account(1, 10n, 5),
      account(2, 4000000000000000000n, 5),
      account(42, 50n, 1_000_000_000),
      account(100, 1n, 1_000_000_001),
      account(101, 7n, 2_000_000_000),
      account(351, 7n, 2_000_000_000),
    ]);
    expect(await api.json(PATH)).toEqual({
      released_supply: '999999999999999949',
      timestamp: '1.000000001',
      total_supply: '5000000000000000000',
    });
    for (const [q, text] of [
      ['circulating', '9999999999.99999949'],
      ['TotalCoins', '50000000000.00000000'],
    ]) {
      const response = await api.get(`${PATH}?q=${q}`);
      expect(response.headers.get('content-type')).toBe('text/plain;charset=UTF-8');
      expect(await response.text()).toBe(text);
    }
  });

  it('is searched in the snapshots of two months', async () => {
    const time = (text: string) => BigInt(Date.parse(text)) * 1_000_000n;
    const balance = (id: number, at: string, amount: number) => ({
      account_id: id,
      consensus_timestamp: time(at),
      balance: amount,
    });
    await insert(api.database, 'account_balance', [
      balance(2, '2024-01-31T23:00:00Z', 1000),
      balance(2, '2024-02-01T00:00:00Z', 10),
      balance(2, '2024-03-05T00:00:00Z', 20),
      balance(42, '2024-02-02T00:00:00Z', 1),
      balance(43, '2024-02-02T00:00:00Z', 100),
      balance(44, '2024-01-02T00:00:00Z', 1000),
    ]);
    const at = (text: string) => Math.floor(Date.parse(text) / 1000);
    const released = async (query: string) => {
      const { released_supply } = await api.json(`${PATH}?${query}`);
      return 5_000_000_000_000_000_000n - BigInt(released_supply as string);
    };
    expect(await released(`timestamp=${at('2024-03-31T00:00:00Z')}`)).toBe(21n);
    expect(await released(`timestamp=${at('2024-03-04T00:00:00Z')}`)).toBe(11n);
    expect(await released(`timestamp=${at('2024-02-15T00:00:00Z')}`)).toBe(1011n);
    expect(
      await released(
        `timestamp=lt:${at('2024-03-05T00:00:00Z')}&timestamp=gte:${at('2024-02-02T00:00:00Z')}`,
      ),
    ).toBe(1n);
    expect((await problem(`${PATH}?timestamp=${at('2025-03-04T00:00:00Z')}`))[0]).toBe(404);
    expect(previousMonth(time('2024-01-15T00:00:00Z'))).toBe(time('2023-12-01T00:00:00Z'));
    expect(previousMonth(5n)).toBe(0n);
  });

  it('reports invalid parameters', async () => {
    expect(await problem(`${PATH}?q=foo`)).toEqual(badRequest("Failed to convert 'q'"));
    expect(await problem(`${PATH}?timestamp=gt:2&timestamp=lt:1`)).toEqual(
      badRequest('Invalid range provided for timestamp'),
    );
    const missing = [404, [{ message: 'Not Found', detail: 'Network supply not found' }]];
    expect(await problem(PATH)).toEqual(missing);
    expect(await problem(`${PATH}?q=totalcoins`)).toEqual(missing);
    await insert(api.database, 'entity', [account(2, 1n, null)]);
    expect(await problem(PATH)).toEqual(missing);
  });
});
