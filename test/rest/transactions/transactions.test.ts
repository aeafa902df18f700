import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { insert, transaction } from '../rows.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ clock: () => 1_600_000_000_000 });
});
afterAll(() => api.close());

describe('GET /transactions', () => {
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

describe('times at the end of what the database holds', () => {
  const id = '0.0.2-9223372036-854775807';
  it.each([
    [`transactions/${id}`, 404],
    [`transactions/${id}?scheduled=true`, 404],
    ['transactions/1023.65535.274877906943-9223372036-854775807', 404],
    [`contracts/results/${id}`, 404],
    [`contracts/results/${id}/actions`, 404],
    [`transactions?waitFor=${id}&limit=1`, 200],
    ['accounts/0.0.2?timestamp=gt:9223372036.854775807', 404],
    ['accounts/0.0.2?timestamp=gte:9223372036.854775807', 404],
  ])('%s is answered', async (path, status) => {
    const response = await api.get(`/api/v1/${path}`);
    expect([response.status, await response.text()]).toEqual([status, expect.any(String)]);
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
