import { TRANSACTION_TYPES } from '@tain/ledger/transaction-type';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_API_SETTINGS } from '../../../src/rest/route/settings.ts';
import { tries } from '../../effort.ts';
import { readPages, startTestApi, type TestApi } from '../api-fixture.ts';
import { insert, transaction } from '../rows.ts';

/** A small ledger in memory, which is also stored in the database. */
interface Entry {
  readonly at: bigint;
  readonly payer: number;
  readonly type: number;
  readonly result: number;
  readonly nonce: number;
  readonly parent: bigint | null;
  readonly hbar: readonly [account: number, amount: number][];
  readonly tokens: readonly [account: number, amount: number][];
  readonly listed: readonly number[];
}

const BASE = 1_600_000_000_000_000_000n;
const ACCOUNTS = [3, 98, 800, 1001, 1002, 1003, 1004, 1005];
const TYPES = [14, 14, 14, 14, 27, 27, 11, 42, 7];
const RESULTS = [22, 22, 22, 22, 22, 22, 104, 220, 10, 32_767];
const COUNT = 1500;

/** Returns a seeded generator, so that a failure can be reproduced. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function makeLedger(): Entry[] {
  const below = random(7);
  const pick = <T>(values: readonly T[]) => values[below(values.length)] as T;
  return Array.from({ length: COUNT }, (_, i) => {
    const payer = pick(ACCOUNTS.slice(3));
    const nonce = below(8) === 0 ? 1 : 0;
    return {
      at: BASE + BigInt(i) * 1_000n,
      payer,
      // One transaction type hardly ever occurs.
      type: i % 701 === 5 ? 23 : pick(TYPES),
      result: pick(RESULTS),
      nonce,
      parent: nonce === 1 && below(2) === 0 ? BASE : null,
      hbar:
        below(10) === 0
          ? []
          : [
              [payer, -10 - below(5)],
              [3, 4],
              [98, 6],
              ...(below(3) === 0 ? [[pick(ACCOUNTS), 5] as [number, number]] : []),
              ...(below(30) === 0 ? [[800, -1] as [number, number]] : []),
            ],
      tokens:
        below(4) === 0
          ? [
              // Excludes the fee account, so that it occurs only in transfers of hbars.
              [pick(ACCOUNTS.filter((account) => account !== 98)), -3],
              [1005, 3],
            ]
          : [],
      listed: below(20) === 0 ? [1004] : [],
    };
  });
}

const ledger = makeLedger();
let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ clock: () => 1_600_000_000_000 });
  const { pool } = api.database;
  const load = (table: string, rows: unknown[]) =>
    pool.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
      JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
    ]);
  await load(
    'transaction',
    ledger.map(({ at, payer, type, result, nonce, parent }) => ({
      ...transaction(at, payer, { type, result, nonce, parent_consensus_timestamp: parent }),
      scheduled: false,
      high_volume: false,
      initial_balance: 0,
    })),
  );
  await load(
    'crypto_transfer',
    ledger.flatMap(({ at, payer, hbar }) =>
      hbar.map(([entity_id, amount]) => ({
        entity_id,
        amount,
        consensus_timestamp: at,
        payer_account_id: payer,
      })),
    ),
  );
  await load(
    'token_transfer',
    ledger.flatMap(({ at, payer, tokens }) =>
      tokens.map(([account_id, amount]) => ({
        token_id: 5000,
        account_id,
        amount,
        consensus_timestamp: at,
        payer_account_id: payer,
      })),
    ),
  );
  await load(
    'entity_transaction',
    ledger.flatMap(({ at, payer, result, type, listed }) =>
      listed.map((entity_id) => ({
        entity_id,
        consensus_timestamp: at,
        payer_account_id: payer,
        result,
        type,
      })),
    ),
  );
  await pool.query('analyze');
});
afterAll(() => api.close());

interface Search {
  readonly accounts: readonly (readonly [op: string, account: number])[];
  readonly times: readonly (readonly [op: string, index: number])[];
  readonly types: readonly number[];
  readonly result: 'success' | 'fail' | undefined;
  readonly direction: 'credit' | 'debit' | undefined;
  readonly order: 'asc' | 'desc';
}

function holds(op: string, value: bigint, bound: bigint): boolean {
  if (op === 'eq') return value === bound;
  if (op === 'ne') return value !== bound;
  if (op === 'gt') return value > bound;
  if (op === 'gte') return value >= bound;
  return op === 'lt' ? value < bound : value <= bound;
}

/** Returns the expected answer, computed from the ledger in memory. */
function expected(search: Search): bigint[] {
  const { accounts, times, types, result, direction, order } = search;
  const equal = accounts.filter(([op]) => op === 'eq').map(([, account]) => account);
  const bounds = accounts.filter(([op]) => op !== 'eq' && op !== 'ne');
  const without = accounts.filter(([op]) => op === 'ne').map(([, account]) => account);
  const chosen = (account: number) =>
    (equal.length === 0 || equal.includes(account)) &&
    bounds.every(([op, bound]) => holds(op, BigInt(account), BigInt(bound)));
  const anyAccount = equal.length === 0 && bounds.length === 0;
  const found = ledger.filter((entry) => {
    const transfers = [...entry.hbar, ...entry.tokens].filter(([, amount]) =>
      direction === undefined ? true : direction === 'credit' ? amount > 0 : amount < 0,
    );
    const own = entry.nonce === 0 || entry.parent !== null || entry.type === 11 || entry.type === 15;
    const involved =
      direction === undefined
        ? anyAccount ||
          (own && chosen(entry.payer)) ||
          entry.listed.some(chosen) ||
          transfers.some(([account]) => chosen(account))
        : transfers.some(([account]) => anyAccount || chosen(account));
    const succeeded = [22, 104, 220].includes(entry.result);
    const takesPart = (account: number) =>
      entry.payer === account || [...entry.hbar, ...entry.tokens].some(([other]) => other === account);
    return (
      involved &&
      !without.some(takesPart) &&
      times.every(([op, index]) => holds(op, entry.at, BASE + BigInt(index) * 1_000n)) &&
      (types.length === 0 || types.includes(entry.type)) &&
      (result === undefined || succeeded === (result === 'success'))
    );
  });
  const sorted = found.map(({ at }) => at);
  return order === 'asc' ? sorted : sorted.reverse();
}

function path(search: Search, limit: number): string {
  const time = (index: number) => `1600000000.${String(index * 1000).padStart(9, '0')}`;
  const parts = [
    ...search.accounts.map(([op, account]) => `account.id=${op}:0.0.${account}`),
    ...search.times.map(([op, index]) => `timestamp=${op}:${time(index)}`),
    ...search.types.map((type) => `transactiontype=${TRANSACTION_TYPES[type]?.toLowerCase()}`),
    ...(search.result === undefined ? [] : [`result=${search.result}`]),
    ...(search.direction === undefined ? [] : [`type=${search.direction}`]),
    `order=${search.order}`,
    `limit=${limit}`,
  ];
  return `/api/v1/transactions?${parts.join('&')}`;
}

async function times(search: Search, limit: number, from: TestApi = api): Promise<bigint[]> {
  const pages = await readPages(from, path(search, limit), 'transactions');
  for (const page of pages.slice(0, -1)) expect(page).toHaveLength(limit);
  return pages
    .flat()
    .map((item) => BigInt((item as { consensus_timestamp: string }).consensus_timestamp.replace('.', '')));
}

const index = fc.integer({ min: 0, max: COUNT });
const timesOf: fc.Arbitrary<Search['times']> = fc.oneof(
  fc.constant([] as const),
  fc.constant([] as const),
  index.map((i) => [['eq', i]] as const),
  fc.tuple(fc.constantFrom('gt', 'gte'), index).map((bound) => [bound] as const),
  fc.tuple(fc.constantFrom('gt', 'gte'), index, fc.constantFrom('lt', 'lte'), index).map(
    ([a, i, b, j]) =>
      [
        [a, i],
        [b, j],
      ] as const,
  ),
  index.map((i) => [['ne', i]] as const),
);
const account = fc.constantFrom(...ACCOUNTS, 77_777);
const accountsOf: fc.Arbitrary<Search['accounts']> = fc.oneof(
  fc.constant([] as const),
  account.map((one) => [['eq', one]] as const),
  fc
    .uniqueArray(account, { minLength: 2, maxLength: 3 })
    .map((several) => several.map((one) => ['eq', one] as const)),
  account.map((one) => [['ne', one]] as const),
  fc.tuple(account, account).map(
    ([a, b]) =>
      [
        ['eq', a],
        ['ne', b],
      ] as const,
  ),
  fc.tuple(fc.constantFrom('gt', 'gte', 'lt', 'lte'), account).map((bound) => [bound] as const),
  // Within these bounds, which are too wide for single accounts, only the fee account is in any transaction.
  fc.constant([
    ['gt', 3],
    ['lt', 800],
  ] as const),
  fc.tuple(fc.constantFrom(1001, 1003), fc.constantFrom(1004, 5000)).map(
    ([a, b]) =>
      [
        ['gte', a],
        ['lt', b],
      ] as const,
  ),
);
const searches: fc.Arbitrary<Search> = fc.record({
  accounts: accountsOf,
  times: timesOf,
  types: fc.oneof(
    fc.constant([]),
    fc.constantFrom(14, 23, 27, 29, 42).map((type) => [type]),
    fc.uniqueArray(fc.constantFrom(7, 14, 23, 11), { minLength: 2, maxLength: 3 }),
  ),
  result: fc.constantFrom(undefined, undefined, 'success' as const, 'fail' as const),
  direction: fc.constantFrom(undefined, undefined, undefined, 'credit' as const, 'debit' as const),
  order: fc.constantFrom('asc' as const, 'desc' as const),
});

describe('GET /transactions', () => {
  it('returns each transaction of a search once, in order, in pages of any size', async () => {
    await fc.assert(
      fc.asyncProperty(searches, fc.constantFrom(100, 100, 41), async (search, limit) => {
        expect(await times(search, limit), path(search, limit)).toEqual(expected(search));
      }),
      { numRuns: tries(40), endOnFailure: true },
    );
  });

  it.each([
    [1, 3],
    [1, 400],
    [3, 100_000],
  ])(
    'returns the same with %i scanned accounts and %i gathered entries',
    async (scannedAccounts, gatheredEntries) => {
      const thresholds = { ...DEFAULT_API_SETTINGS.thresholds, scannedAccounts, gatheredEntries };
      const other = await startTestApi({
        database: api.database,
        settings: { thresholds },
        clock: () => 1_600_000_000_000,
      });
      const bounded = searches.filter(({ accounts }) => accounts.some(([operator]) => operator !== 'eq'));
      try {
        await fc.assert(
          fc.asyncProperty(bounded, fc.constantFrom(100, 41), async (search, limit) => {
            expect(await times(search, limit, other), path(search, limit)).toEqual(expected(search));
          }),
          { numRuns: tries(15), endOnFailure: true },
        );
      } finally {
        await other.close();
      }
    },
    120_000,
  );

  it('scans one by one', async () => {
    const search: Search = {
      accounts: [['eq', 1002]],
      times: [
        ['gte', 0],
        ['lt', 60],
      ],
      types: [],
      result: undefined,
      direction: undefined,
      order: 'desc',
    };
    const found = await times(search, 1);
    expect(found).toEqual(expected(search));
    expect(found.length).toBeGreaterThan(5);
  });

  it('sends no query for bounds that exclude each other', async () => {
    for (const query of [
      'timestamp=gt:5&timestamp=lt:5',
      'timestamp=1&timestamp=2',
      'account.id=gt:9&account.id=lt:5',
      'type=credit&type=debit',
    ]) {
      expect(await api.json(`/api/v1/transactions?${query}`)).toEqual({
        transactions: [],
        links: { next: null },
      });
    }
  });

  it.each([
    ['transactiontype=NOPE', 'Invalid parameter: transactiontype'],
    ['transactiontype=', 'Invalid parameter: transactiontype'],
    ['account.publickey=1', 'Unknown query parameter: account.publickey'],
  ])('refuses %s', async (query, message) => {
    const response = await api.get(`/api/v1/transactions?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ _status: { messages: [{ message }] } });
  });
});

describe('a hash in a path', () => {
  const AT = 1_600_000_000_000_000_001n;
  /** A hash whose base64 contains `+` and `/`, also next to each other. */
  const HASH = Buffer.concat([Buffer.from('fbff3ffffe', 'hex'), Buffer.alloc(43, 0xfb)]);
  const PRINTED = HASH.toString('base64');

  beforeAll(async () => {
    await insert(api.database, 'transaction', [transaction(AT, 1001, { transaction_hash: HASH })]);
    await insert(api.database, 'transaction_hash', [
      { consensus_timestamp: AT, hash: HASH.subarray(0, 32), hash_suffix: HASH.subarray(32) },
    ]);
  });

  const get = async (text: string) => api.get(`/api/v1/transactions/${text}`);

  it.each([
    ['as it is printed, percent-encoded', encodeURIComponent(PRINTED)],
    ['with `+` as it is', PRINTED.replaceAll('/', '%2F')],
    ['in the alphabet of URLs', HASH.toString('base64url')],
    ['in both alphabets', encodeURIComponent(PRINTED.replace('+', '-'))],
    ['in hex', HASH.toString('hex')],
    ['in hex with 0x', `0x${HASH.toString('hex')}`],
    ['in capital hex', `0x${HASH.toString('hex').toUpperCase()}`],
  ])('is accepted %s', async (_, text) => {
    const response = await get(text);
    expect(response.status).toBe(200);
    const { transactions } = (await response.json()) as { transactions: { transaction_hash: string }[] };
    expect(transactions.map(({ transaction_hash }) => transaction_hash)).toEqual([PRINTED]);
    expect(PRINTED).toMatch(/\+.*\/|\/.*\+/);
  });

  it.each([
    ['with a slash as it is', PRINTED, 404],
    ['of other bytes', encodeURIComponent(Buffer.alloc(48, 0xfe).toString('base64')), 404],
    ['a character short', encodeURIComponent(PRINTED.slice(1)), 400],
    ['a character long', encodeURIComponent(`${PRINTED}A`), 400],
    ['with padding that it does not need', encodeURIComponent(`${PRINTED}=`), 400],
    ['a digit short', HASH.toString('hex').slice(1), 400],
    ['with a character of neither alphabet', encodeURIComponent(PRINTED.replace('/', '.')), 400],
  ])('is refused %s', async (_, text, status) => {
    expect((await get(text)).status).toBe(status);
  });
});

describe('fields of a transaction', () => {
  const AT = 1_700_000_000_000_000_001n;

  beforeAll(async () => {
    const { database } = api;
    await insert(database, 'transaction', [
      transaction(AT, 1001, {
        type: 14,
        result: 9999,
        valid_start_ns: 1_699_999_999_000_000_005n,
        charged_tx_fee: '9223372036854775807',
        max_fee: '9223372036854775807',
        memo: Buffer.from('\u00e9'.repeat(50)),
        transaction_hash: Buffer.alloc(48, 7),
        transaction_bytes: Buffer.alloc(100, 1),
        entity_id: (1n << 54n) | (2n << 38n) | 3n,
        node_account_id: 0,
        nft_transfer: JSON.stringify([
          {
            token_id: 5001,
            serial_number: 1,
            sender_account_id: null,
            receiver_account_id: 7,
            is_approval: true,
          },
        ]).replace(':1,', ':9223372036854775807,'),
        max_custom_fees: [Buffer.from('0a021809120308d00f', 'hex'), Buffer.from('ffff', 'hex')],
        batch_key: Buffer.from(`1220${'ab'.repeat(32)}`, 'hex'),
        valid_duration_seconds: 120,
      }),
    ]);
    await insert(database, 'crypto_transfer', [
      { entity_id: 1001, amount: -5, consensus_timestamp: AT, payer_account_id: 1001, is_approval: true },
      { entity_id: 800, amount: -3, consensus_timestamp: AT, payer_account_id: 1001 },
      { entity_id: 2, amount: 1, consensus_timestamp: AT, payer_account_id: 1001, errata: 'DELETE' },
      { entity_id: 1001, amount: -7, consensus_timestamp: AT, payer_account_id: 1001 },
    ]);
    await insert(database, 'token_transfer', [
      {
        token_id: 6,
        account_id: 9,
        amount: '-9223372036854775807',
        consensus_timestamp: AT,
        payer_account_id: 1001,
      },
      { token_id: 5, account_id: 9, amount: 4, consensus_timestamp: AT, payer_account_id: 1001 },
    ]);
    await insert(database, 'staking_reward_transfer', [
      { account_id: 1001, amount: 3, consensus_timestamp: AT, payer_account_id: 1001 },
    ]);
    await insert(database, 'assessed_custom_fee', [
      {
        amount: 2,
        collector_account_id: 12,
        consensus_timestamp: AT,
        token_id: 5,
        effective_payer_account_ids: [9, 8],
        payer_account_id: 1001,
      },
    ]);
  });

  it('prints every field exactly', async () => {
    const text = await (await api.get('/api/v1/transactions/0.0.1001-1699999999-000000005')).text();
    expect(text).toContain('"charged_tx_fee":9223372036854775807');
    expect(text).toContain('"amount":-9223372036854775807');
    expect(text).toContain('"serial_number":9223372036854775807');
    expect(JSON.parse(text).transactions[0]).toMatchObject({
      batch_key: { _type: 'ED25519', key: 'ab'.repeat(32) },
      bytes: Buffer.alloc(100, 1).toString('base64'),
      consensus_timestamp: '1700000000.000000001',
      entity_id: '1.2.3',
      high_volume: false,
      high_volume_pricing_multiplier: null,
      max_custom_fees: [{ account_id: '0.0.9', amount: 2000, denominating_token_id: null }],
      max_fee: '9223372036854775807',
      memo_base64: Buffer.from('\u00e9'.repeat(50)).toString('base64'),
      name: 'CRYPTOTRANSFER',
      nft_transfers: [
        { is_approval: true, receiver_account_id: '0.0.7', sender_account_id: null, token_id: '0.0.5001' },
      ],
      node: null,
      nonce: 0,
      parent_consensus_timestamp: null,
      result: 'UNKNOWN',
      scheduled: false,
      staking_reward_transfers: [{ account: '0.0.1001', amount: 3 }],
      token_transfers: [
        { token_id: '0.0.5', account: '0.0.9', amount: 4, is_approval: false },
        { token_id: '0.0.6', account: '0.0.9', is_approval: false },
      ],
      transaction_hash: Buffer.alloc(48, 7).toString('base64'),
      transaction_id: '0.0.1001-1699999999-000000005',
      transfers: [
        { account: '0.0.800', amount: -3, is_approval: false },
        { account: '0.0.1001', amount: -7, is_approval: false },
        { account: '0.0.1001', amount: -5, is_approval: true },
      ],
      valid_duration_seconds: '120',
      valid_start_timestamp: '1699999999.000000005',
      assessed_custom_fees: [
        {
          amount: 2,
          collector_account_id: '0.0.12',
          effective_payer_account_ids: ['0.0.9', '0.0.8'],
          token_id: '0.0.5',
        },
      ],
    });
  });

  it('has the inner transactions of a batch that was executed a day after its valid start', async () => {
    const start = 1_500_000_000_000_000_000n;
    const late = start + 86_400_000_000_000n;
    await insert(api.database, 'transaction', [
      transaction(late, 1_006, { type: 74, valid_start_ns: start, inner_transactions: [1_007, start + 1n] }),
      transaction(late + 1n, 1_007, { valid_start_ns: start + 1n, parent_consensus_timestamp: late }),
    ]);
    const path = '/api/v1/transactions/0.0.1006-1500000000-000000000';
    const { transactions } = (await api.json(path)) as { transactions: { transaction_id: string }[] };
    expect(transactions.map((one) => one.transaction_id)).toEqual([
      '0.0.1006-1500000000-000000000',
      '0.0.1007-1500000000-000000001',
    ]);
  });

  it('omits assessed fees in lists', async () => {
    const { transactions } = (await api.json('/api/v1/transactions?limit=1')) as { transactions: object[] };
    expect(transactions[0]).not.toHaveProperty('assessed_custom_fees');
  });

  it.each([
    '0.0.1001-1699999999-5',
    '1001-1699999999-5',
    '0.0.1001@1699999999.000000005',
    '0.0.274877906944-1-1',
    '0.0.1-9999999999999999999-1',
    'a'.repeat(63),
    '0x',
    `0x${'g'.repeat(96)}`,
    '%20',
  ])('accepts %s as an id or refuses it', async (id) => {
    const response = await api.get(`/api/v1/transactions/${id}`);
    expect([200, 400]).toContain(response.status);
    expect(response.status).toBe(id === '0.0.1001-1699999999-5' ? 200 : 400);
  });
});
