import type { proto } from '@tain/protos/hapi';
import fc from 'fast-check';
import Long from 'long';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { insert } from '../rows.ts';
import { feeScheduleBytes, GENESIS, transactionBytes } from './fee-schedule.ts';

let api: TestApi;

const PATH = '/api/v1/network/fees';
const TYPE = 'application/protobuf';
const FREE_TOPIC = 500;
const PRICED_TOPIC = 501;
const COIN = 600;
const PRICED_COIN = 601;
const NFT = 602;

beforeAll(async () => {
  api = await startTestApi();
  await insert(api.database, 'file_data', [
    { consensus_timestamp: 5, entity_id: 113, file_data: feeScheduleBytes(GENESIS), transaction_type: 17 },
    // A newer schedule, which is invalid because it has no services.
    {
      consensus_timestamp: 9,
      entity_id: 113,
      file_data: Buffer.from('0a0308e807', 'hex'),
      transaction_type: 19,
    },
  ]);
  const fixed = JSON.stringify([{ amount: 1, collector_account_id: 7 }]);
  await insert(api.database, 'custom_fee', [
    { entity_id: FREE_TOPIC, fixed_fees: '[]', timestamp_range: '[1,)' },
    { entity_id: PRICED_TOPIC, fixed_fees: fixed, timestamp_range: '[1,)' },
    { entity_id: COIN, timestamp_range: '[1,)' },
    { entity_id: PRICED_COIN, fractional_fees: fixed, timestamp_range: '[1,)' },
  ]);
  const token = (id: number, type: string) => ({
    token_id: id,
    type,
    created_timestamp: 1,
    decimals: 0,
    initial_supply: 0,
    name: 'a',
    symbol: 'a',
    treasury_account_id: 2,
    timestamp_range: '[1,)',
    freeze_status: 0,
    kyc_status: 0,
  });
  await insert(api.database, 'token', [
    token(COIN, 'FUNGIBLE_COMMON'),
    token(PRICED_COIN, 'FUNGIBLE_COMMON'),
    token(NFT, 'NON_FUNGIBLE_UNIQUE'),
  ]);
});
afterAll(() => api.close());

function post(body: Uint8Array | undefined, query = '', type: string | undefined = TYPE): Promise<Response> {
  return api.get(`${PATH}${query}`, {
    method: 'POST',
    ...(body === undefined ? {} : { body: Buffer.from(body) }),
    headers: type === undefined ? {} : { 'content-type': type },
  });
}

interface Estimate {
  readonly high_volume_multiplier: number;
  readonly network: { readonly multiplier: number; readonly subtotal: number };
  readonly node: { readonly base: number; readonly extras: readonly Record<string, unknown>[] };
  readonly service: { readonly base: number; readonly extras: readonly Record<string, unknown>[] };
  readonly total: number;
}

async function estimate(body: proto.ITransactionBody, query = '', signatures = 1): Promise<Estimate> {
  const response = await post(transactionBytes(body, signatures), query);
  const text = await response.text();
  if (response.status !== 200) throw new Error(text);
  return JSON.parse(text) as Estimate;
}

async function detail(response: Response): Promise<string> {
  const { _status } = (await response.json()) as { _status: { messages: { detail: string }[] } };
  return _status.messages.map((message) => message.detail).join('; ');
}

const ed25519 = (n: number) => ({ ed25519: new Uint8Array(32).fill(n) });
const TOPIC = (num: number) => ({ shardNum: Long.ZERO, realmNum: Long.ZERO, topicNum: Long.fromNumber(num) });
const TOKEN = (num: number) => ({ shardNum: Long.ZERO, realmNum: Long.ZERO, tokenNum: Long.fromNumber(num) });
const ACCOUNT = (num: number) => ({
  shardNum: Long.ZERO,
  realmNum: Long.ZERO,
  accountNum: Long.fromNumber(num),
});

describe('fees of transactions', () => {
  it('answers with every part', async () => {
    expect(await estimate({ memo: 'test', cryptoTransfer: {} })).toEqual({
      high_volume_multiplier: 1,
      network: { multiplier: 9, subtotal: 900_000 },
      node: { base: 100_000, extras: [] },
      service: { base: 0, extras: [] },
      total: 1_000_000,
    });
  });

  it('charges for signatures beyond the first, and bytes beyond those included', async () => {
    const two = await estimate({ cryptoTransfer: {} }, '', 2);
    expect(two.node.extras).toEqual([
      { charged: 1, count: 2, fee_per_unit: 100_000, included: 1, name: 'SIGNATURES', subtotal: 100_000 },
    ]);
    expect(two.network.subtotal).toBe(1_800_000);
    expect(two.total).toBe(2_000_000);
    const long = await estimate({ memo: 'x'.repeat(1350), cryptoTransfer: {} });
    expect(long.node.extras).toMatchObject([
      { name: 'PROCESSING_BYTES', included: 1350, fee_per_unit: 10_000 },
    ]);
  });

  it('reads the signatures of the old form, too', async () => {
    const { proto } = await import('@tain/protos/hapi');
    const bytes = proto.Transaction.encode({
      bodyBytes: proto.TransactionBody.encode({ cryptoTransfer: {} }).finish(),
      sigMap: { sigPair: [{ ed25519: new Uint8Array(64) }, { ed25519: new Uint8Array(64) }] },
    }).finish();
    expect(((await (await post(bytes)).json()) as Estimate).total).toBe(2_000_000);
  });

  const message = (num: number) => ({
    consensusSubmitMessage: { topicID: TOPIC(num), message: new Uint8Array(128) },
  });
  const keys = {
    keyList: {
      keys: [
        ed25519(1),
        { thresholdKey: { threshold: 1, keys: { keys: [ed25519(2), ed25519(3)] } } },
        { contractID: { contractNum: Long.fromNumber(5) } },
      ],
    },
  };
  const transfers = (token: number, fungible: number, unique: number) => ({
    token: TOKEN(token),
    transfers: Array.from({ length: fungible }, (_, i) => ({
      accountID: ACCOUNT(1000 + i),
      amount: Long.ONE,
    })),
    nftTransfers: Array.from({ length: unique }, (_, i) => ({
      senderAccountID: ACCOUNT(1000),
      receiverAccountID: ACCOUNT(1001),
      serialNumber: Long.fromNumber(i + 1),
    })),
  });
  const cases: readonly [what: string, body: proto.ITransactionBody, query: string, total: number][] = [
    ['deleting a topic', { consensusDeleteTopic: {} }, '', 50_000_000],
    ['a file', { fileCreate: {} }, '', 500_000_000],
    [
      'a large file',
      { fileCreate: { contents: new Uint8Array(1002), keys: { keys: [keys] } } },
      '',
      500_000_000 + 2_000_000 + 200_000_000,
    ],
    ['a random number', { utilPrng: {} }, '', 10_000_000],
    ['a contract call, which pays in gas', { contractCall: {} }, '', 0],
    ['an Ethereum transaction', { ethereumTransaction: {} }, '', 1_000_000],
    [
      'minting two NFTs',
      { tokenMint: { metadata: [new Uint8Array(1), new Uint8Array(1)] } },
      '',
      400_000_000,
    ],
    ['minting coins', { tokenMint: { amount: Long.ONE } }, '', 10_000_000],
    ['a message to a topic without fees', message(FREE_TOPIC), '?mode=STATE', 1_890_400],
    ['a message to a topic with fees', message(PRICED_TOPIC), '?mode=STATE', 500_000_000],
    ['a message to a topic with fees, without state', message(PRICED_TOPIC), '', 1_890_400],
    ['a message to a missing topic', message(999), '?mode=STATE', 1_890_400],
    [
      'an account with three keys and a hook',
      { cryptoCreateAccount: { key: keys, hookCreationDetails: [{}] } },
      '',
      500_000_000 + 200_000_000 + 10_000_000_000,
    ],
    [
      'created and deleted hooks',
      { cryptoUpdateAccount: { hookCreationDetails: [{}], hookIdsToDelete: [Long.ONE] } },
      '',
      2_200_000 + 20_000_000_000,
    ],
    [
      'hooks of a contract',
      { contractUpdateInstance: { hookCreationDetails: [{}], hookIdsToDelete: [Long.ONE] } },
      '',
      260_000_000 + 20_000_000_000,
    ],
    [
      'allowances',
      { cryptoApproveAllowance: { cryptoAllowances: [{}], tokenAllowances: [{}], nftAllowances: [{}] } },
      '',
      500_000_000 + 1_000_000_000,
    ],
    [
      'a topic with fees and keys',
      {
        consensusCreateTopic: {
          adminKey: ed25519(1),
          submitKey: ed25519(2),
          feeScheduleKey: ed25519(3),
          customFees: [{}],
        },
      },
      '',
      100_000_000 + 300_000_000 + 19_900_000_000,
    ],
    [
      'exempt keys of a topic',
      { consensusUpdateTopic: { feeExemptKeyList: { keys: [ed25519(1), ed25519(2)] } } },
      '',
      2_200_000 + 100_000_000,
    ],
    [
      'a token with custom fees',
      { tokenCreation: { adminKey: ed25519(1), wipeKey: ed25519(2), feeScheduleKey: ed25519(3) } },
      '',
      10_000_000_000 + 200_000_000 + 10_000_000_000,
    ],
    [
      'a schedule of a contract call',
      { scheduleCreate: { scheduledTransactionBody: { contractCall: {} } } },
      '',
      100_000_000 + 900_000_000,
    ],
    [
      'associations',
      { tokenAssociate: { tokens: [TOKEN(1), TOKEN(2), TOKEN(3)] } },
      '',
      500_000_000 + 1_000_000_000,
    ],
    [
      'new metadata of NFTs',
      { tokenUpdateNfts: { serialNumbers: [Long.ONE, Long.ONE] } },
      '',
      10_000_000 + 10_000_000,
    ],
    [
      'accounts beyond two',
      {
        cryptoTransfer: {
          transfers: { accountAmounts: [1, 2, 3, 3, 4].map((n) => ({ accountID: ACCOUNT(n) })) },
        },
      },
      '',
      1_000_000 + 2_000_000,
    ],
    [
      'each transfer of a token',
      { cryptoTransfer: { tokenTransfers: [transfers(COIN, 2, 0)] } },
      '',
      1_000_000 + 1_000_000,
    ],
    [
      'a transfer of a token with fees, with state',
      { cryptoTransfer: { tokenTransfers: [transfers(COIN, 2, 0)] } },
      '?mode=STATE',
      1_000_000 + 9_000_000,
    ],
    [
      'tokens with custom fees',
      {
        cryptoTransfer: {
          tokenTransfers: [transfers(COIN, 2, 0), transfers(PRICED_COIN, 2, 0), transfers(NFT, 0, 2)],
        },
      },
      '?mode=STATE',
      1_000_000 + 3_000_000 + 19_000_000,
    ],
    [
      'an airdrop, which is a transfer',
      { tokenAirdrop: { tokenTransfers: [transfers(COIN, 2, 0)] } },
      '',
      1_000_000 + 1_000_000,
    ],
    [
      'a system file updated by its privileged account',
      {
        transactionID: { accountID: ACCOUNT(56) },
        fileUpdate: { fileID: { fileNum: Long.fromNumber(111) } },
      },
      '?mode=STATE',
      0,
    ],
    [
      'a system file updated by an unprivileged account',
      {
        transactionID: { accountID: ACCOUNT(57) },
        fileUpdate: { fileID: { fileNum: Long.fromNumber(111) } },
      },
      '?mode=STATE',
      500_000_000,
    ],
    [
      'a system file updated by its privileged account, without state',
      {
        transactionID: { accountID: ACCOUNT(56) },
        fileUpdate: { fileID: { fileNum: Long.fromNumber(111) } },
      },
      '',
      500_000_000,
    ],
    ['a system deletion', { systemDelete: {} }, '', 0],
  ];
  it.each(cases)('%s', async (_what, body, query, total) => {
    expect((await estimate(body, query)).total).toBe(total);
  });

  it("counts hook calls and their gas, each at most a transaction's maximum", async () => {
    const call = (gas: number) => ({ evmHookCall: { gasLimit: Long.fromNumber(gas) } });
    const { service } = await estimate({
      cryptoTransfer: {
        transfers: {
          accountAmounts: [
            { accountID: ACCOUNT(1), preTxAllowanceHook: call(100) },
            { accountID: ACCOUNT(2), prePostTxAllowanceHook: call(20_000_000) },
          ],
        },
      },
    });
    expect(service.extras).toMatchObject([
      { name: 'HOOK_EXECUTION', count: 3, charged: 3 },
      { name: 'GAS', count: 30_000_100, charged: 30_000_100, subtotal: 30_000_100 * 852 },
    ]);
  });

  it('stays within 64 bits', async () => {
    const prices = { ...GENESIS.prices, KEYS: Number.MAX_SAFE_INTEGER };
    await insert(api.database, 'file_data', [
      {
        consensus_timestamp: 20,
        entity_id: 113,
        file_data: feeScheduleBytes({ ...GENESIS, prices }),
        transaction_type: 19,
      },
    ]);
    const many = Array.from({ length: 3000 }, (_, i) => ed25519(i % 256));
    const response = await post(
      transactionBytes({ cryptoCreateAccount: { key: { keyList: { keys: many } } } }),
    );
    expect(await response.text()).toMatch(/"total":9223372036854775807}$/);
    await api.database.pool.query('delete from file_data where consensus_timestamp = 20');
  });
});

describe('high volume', () => {
  const topic = { highVolume: true, consensusCreateTopic: {} };

  it.each([
    [0, 4000],
    [2, 4000],
    [3, 8000],
    [4, 8019],
    [10_000, 200_000],
  ])('follows the curve at %i', async (throttle, raw) => {
    const answer = await estimate(topic, `?mode=STATE&high_volume_throttle=${throttle}`);
    expect(answer.high_volume_multiplier).toBe(Math.floor(raw / 1000));
    expect(answer.total).toBe(Math.floor((100_000_000 * raw) / 1000));
    expect(answer.service.base).toBe(Math.floor((99_000_000 * raw) / 1000));
    expect(answer.network.subtotal).toBe(Math.floor((900_000 * raw) / 1000));
  });

  it('is a straight line without a curve, and an airdrop has rates of its own', async () => {
    const file = await estimate(
      { highVolume: true, fileCreate: {} },
      '?mode=STATE&high_volume_throttle=5000',
    );
    expect(file).toMatchObject({ high_volume_multiplier: 2, total: 1_000_000_000 });
    const drop = await estimate(
      { highVolume: true, tokenAirdrop: {} },
      '?mode=STATE&high_volume_throttle=10000',
    );
    expect(drop).toMatchObject({ high_volume_multiplier: 2, total: 2_000_000 });
  });

  it.each([
    ['without state', topic, '?high_volume_throttle=10000'],
    ['without the flag', { consensusCreateTopic: {} }, '?mode=STATE&high_volume_throttle=10000'],
    [
      'for a type without rates',
      { highVolume: true, utilPrng: {} },
      '?mode=STATE&high_volume_throttle=10000',
    ],
  ])('raises no price %s', async (_when, body, query) => {
    expect((await estimate(body, query)).high_volume_multiplier).toBe(1);
  });
});

describe('refusals', () => {
  const good = () => transactionBytes({ cryptoTransfer: {} });

  it.each([
    ['?mode=invalid', "Failed to convert 'mode'"],
    ['?high_volume_throttle=10001', 'highVolumeThrottle must be less than or equal to 10000'],
    ['?high_volume_throttle=-1', 'highVolumeThrottle must be greater than or equal to 0'],
    ['?high_volume_throttle=x', "Failed to convert 'high_volume_throttle'"],
    ['?mode=x&high_volume_throttle=y', "Failed to convert 'mode'"],
  ])('%s', async (query, text) => {
    const response = await post(good(), query);
    expect(response.status).toBe(400);
    expect(await detail(response)).toBe(text);
  });

  it.each(['intrinsic', 'State', 'STATE', ''])('the mode %j', async (mode) => {
    expect((await post(good(), `?mode=${mode}`)).status).toBe(200);
  });

  it('a request without a body, before its parameters are checked', async () => {
    const response = await post(undefined, '?mode=invalid');
    expect([response.status, await detail(response)]).toEqual([400, 'Failed to read request']);
    expect((await post(new Uint8Array())).status).toBe(400);
  });

  it('a body that is not protobuf', async () => {
    const response = await post(good(), '', 'application/json');
    expect(response.status).toBe(415);
    expect(await response.json()).toEqual({
      _status: {
        messages: [
          { message: 'Unsupported Media Type', detail: "Content-Type 'application/json' is not supported" },
        ],
      },
    });
    for (const type of ['application/x-protobuf', 'Application/Protobuf; x=y']) {
      expect((await post(good(), '', type)).status).toBe(200);
    }
  });

  it.each([
    ['no message', Buffer.from('abc'), 'Unable to parse transaction'],
    ['a truncated message', Buffer.from('2a7f01', 'hex'), 'Unable to parse transaction'],
    ['an invalid body', Buffer.from('2203ffffff', 'hex'), 'Unable to parse transaction'],
    [
      'no body',
      Buffer.from('1a00', 'hex'),
      'Transaction must contain body bytes or signed transaction bytes',
    ],
    ['no operation', transactionBytes({ memo: 'x' }), 'Unknown transaction type'],
    ['an operation without a price', transactionBytes({ freeze: {} }), 'Unknown transaction type'],
    ['a price missing in the schedule', transactionBytes({ tokenBurn: {} }), 'Unknown transaction type'],
  ])('%s', async (_what, body, text) => {
    const response = await post(body);
    expect([response.status, await detail(response)]).toEqual([400, text]);
  });

  it('keys nested deeper than any stack', async () => {
    let key = Buffer.from([0x12, 0x00]);
    for (let depth = 0; depth < 60_000; depth++) {
      const list = Buffer.concat([Buffer.from([0x0a]), length(key.length), key]);
      key = Buffer.concat([Buffer.from([0x32]), length(list.length), list]);
      if (key.length > 250_000) break;
    }
    const create = Buffer.concat([Buffer.from([0x0a]), length(key.length), key]);
    const body = Buffer.concat([Buffer.from([0x5a]), length(create.length), create]);
    const transaction = Buffer.concat([Buffer.from([0x22]), length(body.length), body]);
    const response = await post(transaction);
    expect([response.status, await detail(response)]).toEqual([400, 'Unable to parse transaction']);
  });

  it('arbitrary bytes, without an internal error', async () => {
    const bodies = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 300 }),
      // A valid transaction with some bytes changed.
      fc
        .array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 8 })
        .map((changes) => {
          const bytes = transactionBytes({ cryptoTransfer: { tokenTransfers: [{ token: TOKEN(COIN) }] } }, 2);
          for (const [at, value] of changes) bytes[at % bytes.length] = value;
          return bytes;
        }),
    );
    await fc.assert(
      fc.asyncProperty(bodies, fc.constantFrom('', '?mode=STATE'), async (body, query) => {
        const response = await post(body, query);
        await response.arrayBuffer();
        expect([200, 400]).toContain(response.status);
      }),
      { numRuns: 300 },
    );
    expect(api.errors).toEqual([]);
  });

  it('every request without a schedule', async () => {
    const bare = await startTestApi();
    try {
      const response = await bare.get(PATH, {
        method: 'POST',
        body: good(),
        headers: { 'content-type': TYPE },
      });
      expect([response.status, await detail(response)]).toEqual([400, 'Unknown transaction type']);
    } finally {
      await bare.close();
    }
  });

  it('unsupported methods', async () => {
    const response = await api.get(PATH, { method: 'PUT', body: 'x' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET,HEAD,POST']);
    expect(await detail(response)).toBe("Request method 'PUT' is not supported");
  });
});

/** Encodes a length as protobuf does. */
function length(value: number): Buffer {
  const bytes: number[] = [];
  let left = value;
  for (; left > 127; left >>>= 7) bytes.push((left & 127) | 128);
  return Buffer.from([...bytes, left]);
}
