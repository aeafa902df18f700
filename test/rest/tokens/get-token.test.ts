import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { block, insert } from '../rows.ts';
import { entity, insertToken, nft, problems, token } from './token-rows.ts';

const SECOND = 1_000_000_000n;
let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
  const { database } = api;
  await insertToken(database, 20, {
    token: {
      decimals: 8,
      initial_supply: 9_223_372_036_854_775_807n,
      max_supply: 9_223_372_036_854_775_806n,
      total_supply: 9_007_199_254_740_993n,
      created_timestamp: 5n * SECOND,
      timestamp_range: `[${9n * SECOND},)`,
      metadata_key: Buffer.from(`3a21${'02'.repeat(33)}`, 'hex'),
      supply_type: 'FINITE',
      pause_status: 'UNPAUSED',
      freeze_default: true,
    },
    entity: {
      auto_renew_account_id: 0,
      auto_renew_period: 9_007_199_254_740_993n,
      memo: 'a "memo"\n',
      timestamp_range: `[${10n * SECOND},)`,
    },
    fees: {
      timestamp_range: `[${8n * SECOND},)`,
      fixed_fees: JSON.stringify([
        { amount: 1, collector_account_id: 5, denominating_token_id: 77, all_collectors_are_exempt: true },
        { amount: 2, collector_account_id: 6 },
      ]),
      // Written as text, because a JSON number may lose digits.
      fractional_fees: `[{"numerator": 9223372036854775807, "denominator": 9007199254740993, "minimum_amount": 0,
        "maximum_amount": 9223372036854775807, "collector_account_id": 7, "net_of_transfers": true,
        "all_collectors_are_exempt": false}, {"numerator": 1, "denominator": 2, "minimum_amount": 3, "collector_account_id": 8}]`,
    },
  });
  await insertToken(database, 21, {
    token: { type: 'NON_FUNGIBLE_UNIQUE', decimals: 0 },
    entity: { expiration_timestamp: 9_223_372_036_854_775_807n },
    fees: {
      royalty_fees: JSON.stringify([
        {
          numerator: 1,
          denominator: 10,
          collector_account_id: 7,
          all_collectors_are_exempt: true,
          fallback_fee: { amount: 100, denominating_token_id: 20, collector_account_id: 7 },
        },
        { numerator: 3, denominator: 7, collector_account_id: 8, fallback_fee: { amount: 5 } },
        { numerator: 3, denominator: 7, collector_account_id: 9, fallback_fee: null },
        { numerator: 3, denominator: 7, collector_account_id: 10 },
      ]),
    },
  });
  // Incomplete tokens, each without one of the three rows.
  await insert(database, 'token', [token(30), token(31)]);
  await insert(database, 'entity', [entity(30, 'TOKEN'), entity(32, 'TOKEN')]);
  await insert(database, 'custom_fee', [
    { entity_id: 31, timestamp_range: '[1,)' },
    { entity_id: 32, timestamp_range: '[1,)' },
  ]);
});
afterAll(() => api.close());

const text = async (path: string) => (await api.get(path)).text();

describe('GET /tokens/{tokenId}', () => {
  it('writes a fungible token with all its fees, integers of any size exact', async () => {
    const answer = await text('/api/v1/tokens/0.0.20');
    expect(answer).toContain('"maximum":9223372036854775807');
    expect(answer).toContain('"numerator":9223372036854775807');
    expect(answer).toContain('"denominator":9007199254740993');
    expect(answer).toContain('"auto_renew_period":9007199254740993');
    expect(answer).toContain('"expiry_timestamp":9007199254740998000000000');
    expect(JSON.parse(answer)).toMatchObject({
      admin_key: null,
      auto_renew_account: null,
      created_timestamp: '5.000000000',
      custom_fees: {
        created_timestamp: '8.000000000',
        fixed_fees: [
          {
            all_collectors_are_exempt: true,
            amount: 1,
            collector_account_id: '0.0.5',
            denominating_token_id: '0.0.77',
          },
          {
            all_collectors_are_exempt: false,
            amount: 2,
            collector_account_id: '0.0.6',
            denominating_token_id: null,
          },
        ],
        fractional_fees: [
          {
            all_collectors_are_exempt: false,
            collector_account_id: '0.0.7',
            denominating_token_id: '0.0.20',
            minimum: 0,
            net_of_transfers: true,
          },
          {
            all_collectors_are_exempt: false,
            amount: { numerator: 1, denominator: 2 },
            collector_account_id: '0.0.8',
            denominating_token_id: '0.0.20',
            maximum: null,
            minimum: 3,
            net_of_transfers: false,
          },
        ],
      },
      decimals: '8',
      deleted: false,
      freeze_default: true,
      initial_supply: '9223372036854775807',
      max_supply: '9223372036854775806',
      memo: 'a "memo"\n',
      metadata: '',
      metadata_key: { _type: 'ECDSA_SECP256K1', key: '02'.repeat(33) },
      modified_timestamp: '10.000000000',
      name: 'Token 20',
      pause_status: 'UNPAUSED',
      supply_type: 'FINITE',
      token_id: '0.0.20',
      total_supply: '9007199254740993',
      treasury_account_id: '0.0.1001',
      type: 'FUNGIBLE_COMMON',
    });
    expect(answer).not.toContain('royalty_fees');
  });

  it('writes the royalties of NFTs', async () => {
    const answer = await text('/api/v1/tokens/21');
    expect(answer).toContain('"expiry_timestamp":9223372036854775807');
    expect((JSON.parse(answer) as { custom_fees: unknown }).custom_fees).toEqual({
      created_timestamp: '0.000000021',
      fixed_fees: [],
      royalty_fees: [
        {
          all_collectors_are_exempt: true,
          amount: { numerator: 1, denominator: 10 },
          collector_account_id: '0.0.7',
          fallback_fee: { amount: 100, denominating_token_id: '0.0.20' },
        },
        {
          all_collectors_are_exempt: false,
          amount: { numerator: 3, denominator: 7 },
          collector_account_id: '0.0.8',
          fallback_fee: { amount: 5, denominating_token_id: null },
        },
        ...['0.0.9', '0.0.10'].map((collector_account_id) => ({
          all_collectors_are_exempt: false,
          amount: { numerator: 3, denominator: 7 },
          collector_account_id,
          fallback_fee: null,
        })),
      ],
    });
  });

  it('treats fees that are not a list as empty', async () => {
    await insertToken(api.database, 22, { fees: { fixed_fees: '{"amount": 1}', fractional_fees: 'null' } });
    const { custom_fees } = await api.json('/api/v1/tokens/22');
    expect(custom_fees).toEqual({
      created_timestamp: '0.000000022',
      fixed_fees: [],
      fractional_fees: [],
    });
  });

  it.each(['30', '31', '32', '99', '0.0.30?timestamp=5', '31?timestamp=5', '32?timestamp=5', '1.2.3'])(
    'does not find %s',
    async (id) => {
      const response = await api.get(`/api/v1/tokens/${id}`);
      expect(response.status).toBe(404);
      expect(await problems(response)).toEqual(['Not found']);
    },
  );

  it.each([
    'abc',
    '-1',
    '0.0.274877906944',
    '65536.0.1',
    '0.0.0x0000000000000000000000000000000000000014',
    '06bd279138d5918402fc8ad500526cb2ee0eb985',
    '1124073709.551615.18446744073709551615',
    '12345678901234567890',
    "'",
  ])('refuses %s', async (id) => {
    const response = await api.get(`/api/v1/tokens/${encodeURIComponent(id)}`);
    expect(response.status).toBe(400);
    expect(await problems(response)).toEqual(['Invalid parameter: tokenid']);
  });

  it.each(['gt:1', 'gte:1', 'ne:1', '', '1.', '12345678901', '1.0123456789', '-1', 'now'])(
    'refuses timestamp=%s',
    async (timestamp) => {
      const response = await api.get(`/api/v1/tokens/20?timestamp=${timestamp}`);
      expect(await problems(response)).toEqual(['Invalid parameter: timestamp']);
    },
  );
});

describe('GET /tokens/{tokenId} at a moment', () => {
  beforeAll(async () => {
    const { database } = api;
    await insertToken(database, 40, {
      token: { symbol: 'C', timestamp_range: '[30000000000,)' },
      entity: { memo: 'z', timestamp_range: '[35000000000,)' },
      fees: { timestamp_range: '[32000000000,)' },
    });
    await insert(database, 'token_history', [
      token(40, { symbol: 'A', timestamp_range: '[10000000000,20000000000)' }),
      token(40, { symbol: 'B', timestamp_range: '[20000000000,30000000000)' }),
    ]);
    await insert(database, 'entity_history', [
      entity(40, 'TOKEN', { memo: 'x', timestamp_range: '[10000000000,15000000000)' }),
      entity(40, 'TOKEN', { memo: 'y', deleted: true, timestamp_range: '[15000000000,35000000000)' }),
    ]);
    await insert(database, 'custom_fee_history', [
      {
        entity_id: 40,
        timestamp_range: '[10000000000,32000000000)',
        fixed_fees: JSON.stringify([{ amount: 4, collector_account_id: 5 }]),
      },
    ]);
  });

  it.each([
    ['10', 'A', 'x', 1, '10.000000000'],
    ['14.999999999', 'A', 'x', 1, '10.000000000'],
    ['lt:15', 'A', 'x', 1, '10.000000000'],
    ['lte:15', 'A', 'y', 1, '15.000000000'],
    ['eq:20', 'B', 'y', 1, '20.000000000'],
    ['lt:30', 'B', 'y', 1, '20.000000000'],
    ['30', 'C', 'y', 1, '30.000000000'],
    ['32', 'C', 'y', 0, '30.000000000'],
    ['9999999999', 'C', 'z', 0, '35.000000000'],
    // The last of several timestamps counts.
    ['1&timestamp=lt:20', 'A', 'y', 1, '15.000000000'],
    ['lt:20&timestamp=20', 'B', 'y', 1, '20.000000000'],
  ])('timestamp=%s', async (timestamp, symbol, memo, fees, modified) => {
    const answer = await api.json(`/api/v1/tokens/40?timestamp=${timestamp}`);
    expect(answer).toMatchObject({ symbol, memo, deleted: memo === 'y', modified_timestamp: modified });
    const { fixed_fees } = answer.custom_fees as { fixed_fees: unknown[] };
    expect(fixed_fees.length).toBe(fees);
  });

  it.each(['9.999999999', 'lt:10', 'lt:0', '0'])('is missing at %s', async (timestamp) => {
    expect((await api.get(`/api/v1/tokens/40?timestamp=${timestamp}`)).status).toBe(404);
  });
});

describe('the supply of a token at a moment', () => {
  const at = (seconds: number) => BigInt(Math.round(seconds * 1000)) * 1_000_000n;
  const since = (seconds: number, until?: number) =>
    `[${at(seconds)},${until === undefined ? '' : at(until)})`;
  const moved = (tokenId: number, seconds: number, account_id: number, amount: number) => ({
    token_id: tokenId,
    consensus_timestamp: at(seconds),
    account_id,
    amount,
    payer_account_id: 2,
  });
  const [UNITS, DELETED, DEEDS] = [50, 51, 52];

  beforeAll(async () => {
    const { database } = api;
    await insert(database, 'record_file', [block(0, 9), block(1, 20_000)]);
    await insertToken(database, UNITS, {
      token: { symbol: 'B', total_supply: 1450, treasury_account_id: 1003, timestamp_range: since(5000) },
    });
    await insert(database, 'token_history', [
      token(UNITS, { symbol: 'A', total_supply: 1500, timestamp_range: since(10, 5000) }),
      token(DEEDS, { type: 'NON_FUNGIBLE_UNIQUE', total_supply: 2, timestamp_range: since(10, 45) }),
    ]);
    await insertToken(database, DELETED, {
      token: { total_supply: 710, timestamp_range: since(10) },
      entity: { deleted: true, timestamp_range: since(15_000) },
    });
    await insert(database, 'entity_history', [
      entity(DELETED, 'TOKEN', { timestamp_range: since(10, 15_000) }),
    ]);
    await insertToken(database, DEEDS, {
      token: { type: 'NON_FUNGIBLE_UNIQUE', total_supply: 1, timestamp_range: since(45) },
    });
    await insert(database, 'token_transfer', [
      moved(UNITS, 10, 1001, 1000),
      moved(UNITS, 20, 1001, -300),
      moved(UNITS, 20, 1002, 300),
      // Mint.
      moved(UNITS, 30, 1001, 500),
      // Transfers by another treasury.
      moved(UNITS, 5000, 1001, -1200),
      moved(UNITS, 5000, 1003, 1200),
      // Burn, wipe, mint, and a burn in the last hour.
      moved(UNITS, 6000, 1003, -100),
      moved(UNITS, 9000, 1002, -80),
      moved(UNITS, 10_000, 1003, 150),
      moved(UNITS, 19_000, 1003, -20),
      moved(DELETED, 10, 1001, 1000),
      moved(DELETED, 100, 1001, 50),
      moved(DELETED, 110, 1001, -300),
      moved(DELETED, 110, 1002, 300),
      moved(DELETED, 14_000, 1001, -40),
      // A dissociation removes units of a deleted token, and reduces its supply.
      moved(DELETED, 16_000, 1002, -300),
    ]);
    const deedRow = (serial: number, owner: number | null, minted: number, begun = minted) =>
      nft(DEEDS, serial, owner, { created_timestamp: at(minted), timestamp_range: since(begun) });
    // The first NFT was burned and the second wiped; the last was minted and sold.
    await insert(database, 'nft', [
      deedRow(1, null, 20, 40),
      deedRow(2, null, 20, 50),
      deedRow(3, 1002, 30, 60),
    ]);
  });

  const supplyOf = async (id: number, timestamp: string) =>
    (await api.json(`/api/v1/tokens/${id}?timestamp=${timestamp}`)).total_supply;

  it.each([
    ['10', '1000'],
    ['lt:30', '1000'],
    ['30', '1500'],
    ['4999.999999999', '1500'],
    ['5000', '1500'],
    ['lt:6000', '1500'],
    ['lte:6000', '1400'],
    ['8999', '1400'],
    ['9000', '1320'],
    ['10000', '1470'],
    ['lt:19000', '1470'],
    ['19000', '1450'],
    ['9999999999', '1450'],
  ])('fungible: %s', async (timestamp, supply) => {
    expect(await supplyOf(UNITS, timestamp)).toBe(supply);
  });

  it.each([
    ['99', '1000'],
    ['100', '1050'],
    ['13999', '1050'],
    ['14000', '1010'],
    ['lt:15000', '1010'],
    ['15000', '1010'],
    ['15999', '1010'],
    ['lt:16000', '1010'],
    ['16000', '710'],
    ['19999', '710'],
  ])('deleted token: %s', async (timestamp, supply) => {
    expect(await supplyOf(DELETED, timestamp)).toBe(supply);
  });

  it.each([
    ['lt:20', '0'],
    ['20', '2'],
    ['30', '3'],
    ['lt:40', '3'],
    ['40', '2'],
    ['45', '2'],
    ['50', '1'],
    ['60', '1'],
  ])('NFTs: %s', async (timestamp, supply) => {
    expect(await supplyOf(DEEDS, timestamp)).toBe(supply);
  });

  it('NFTs: a collection minted in groups, a third of it burned', async () => {
    const id = 53;
    const serials = Array.from({ length: 50 }, (_, index) => index + 1);
    const mintedAt = (serial: number) => 100 + Math.floor(serial ** 2 / 60);
    const burnedAt = (serial: number) => (serial % 3 === 0 ? mintedAt(serial) + 17 : undefined);
    const supplyAt = (seconds: number) =>
      serials.filter(
        (serial) => mintedAt(serial) <= seconds && (burnedAt(serial) ?? Number.POSITIVE_INFINITY) > seconds,
      ).length;
    await insertToken(api.database, id, {
      token: { type: 'NON_FUNGIBLE_UNIQUE', total_supply: supplyAt(200), timestamp_range: since(10) },
    });
    await insert(
      api.database,
      'nft',
      serials.map((serial) => {
        const burned = burnedAt(serial);
        return nft(id, serial, burned === undefined ? 1002 : null, {
          created_timestamp: at(mintedAt(serial)),
          timestamp_range: since(burned ?? mintedAt(serial)),
        });
      }),
    );
    for (let seconds = 99; seconds < 170; seconds++) {
      expect([seconds, await supplyOf(id, String(seconds))]).toEqual([seconds, String(supplyAt(seconds))]);
    }
  });

  it('is the present one by default', async () => {
    for (const [id, supply] of [
      [UNITS, '1450'],
      [DELETED, '710'],
      [DEEDS, '1'],
    ]) {
      expect((await api.json(`/api/v1/tokens/${id}`)).total_supply).toBe(supply);
    }
  });

  it('begins with a snapshot, and is otherwise that of the version', async () => {
    await api.database.pool.query('update record_file set index = index + 5');
    expect(await supplyOf(UNITS, '30')).toBe('1500');
    expect(await supplyOf(UNITS, '7000')).toBe('1450');
    const held = (account_id: number, balance: number, seconds: number) => ({
      account_id,
      balance,
      consensus_timestamp: at(seconds),
      token_id: UNITS,
    });
    await insert(api.database, 'account_balance', [
      { account_id: 2, balance: 1, consensus_timestamp: at(7500) },
      { account_id: 2, balance: 1, consensus_timestamp: at(8000) },
    ]);
    await insert(api.database, 'token_balance', [held(1002, 300, 7500), held(1003, 1200, 7500)]);
    // The second snapshot is used, regardless of earlier transfers.
    await insert(api.database, 'token_balance', [held(1003, 1150, 8000)]);
    expect(await supplyOf(UNITS, '7500')).toBe('1500');
    expect(await supplyOf(UNITS, '8000')).toBe('1450');
    expect(await supplyOf(UNITS, '9000')).toBe('1370');
    expect(await supplyOf(UNITS, '18999')).toBe('1470');
  });
});
