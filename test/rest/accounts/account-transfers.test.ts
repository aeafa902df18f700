import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { recordsOf } from '../csv/csv-reader.ts';
import { insert, transaction } from '../rows.ts';

const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const SINGLE = 'c3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
const BATCH = '4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';
/** The address of account 1001, with a zero at its beginning, and that of an account elsewhere. */
const OWN = `00${'ab'.repeat(19)}`;
const OTHER = 'cd'.repeat(20);
const COIN = 7001;
const NFT = 7002;
const MULTI = 7003;
/** A token of the ledger. */
const TOKEN = 1500;

const at = (seconds: number) => BigInt(seconds) * 1_000_000_000n;
const word = (value: number | bigint) => value.toString(16).padStart(64, '0');
/** Bytes of a topic, which are stored without leading zeros but with the last byte. */
const topic = (hex: string) => Buffer.from(hex.replace(/^(00)+(?=..)/, ''), 'hex');

function log(
  seconds: number,
  index: number,
  contract: number,
  [topic0 = '', ...topics]: readonly string[],
  data: string,
  more: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const [topic1, topic2, topic3] = topics.map(topic);
  return {
    consensus_timestamp: at(seconds),
    index,
    contract_id: contract,
    payer_account_id: 2,
    bloom: Buffer.alloc(0),
    data: Buffer.from(data, 'hex'),
    topic0: Buffer.from(topic0, 'hex'),
    topic1: topic1 ?? null,
    topic2: topic2 ?? null,
    topic3: topic3 ?? null,
    synthetic: false,
    ...more,
  };
}

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
  const { database } = api;
  await insert(database, 'entity', [
    {
      id: 1001,
      num: 1001,
      realm: 0,
      shard: 0,
      type: 'ACCOUNT',
      timestamp_range: '[1,)',
      evm_address: Buffer.from(OWN, 'hex'),
    },
  ]);
  await insert(database, 'token', [
    {
      token_id: TOKEN,
      created_timestamp: 1,
      name: 'n',
      symbol: 's',
      decimals: 2,
      timestamp_range: '[1,)',
      type: 'FUNGIBLE_COMMON',
      treasury_account_id: 2,
      initial_supply: 0,
      freeze_status: 0,
      kyc_status: 0,
    },
  ]);
  const seconds = Array.from({ length: 9 }, (_, index) => 101 + index);
  await insert(
    database,
    'transaction',
    seconds.map((second) => transaction(at(second), 2, { type: 7 })),
  );
  await insert(database, 'contract_log', [
    // ERC-20: from the account, to its long-zero address, and to itself.
    log(101, 0, COIN, [TRANSFER, OWN, OTHER], word(10n ** 20n)),
    log(101, 1, COIN, [TRANSFER, OTHER, word(1001)], word(5)),
    log(102, 0, COIN, [TRANSFER, OWN, OWN], word(0)),
    // ERC-721: a mint.
    log(103, 0, NFT, [TRANSFER, '00', OWN, word(77)], ''),
    // ERC-1155: one id, then two, by an operator.
    log(104, 0, MULTI, [SINGLE, OTHER, OWN, OTHER], word(3) + word(4)),
    log(105, 0, MULTI, [BATCH, OTHER, OTHER, OWN], [64, 160, 2, 8, 9, 2, 1, 6].map(word).join('')),
    // Data in other forms.
    log(106, 0, MULTI, [BATCH, OTHER, OTHER, OWN], word(64) + word(2n ** 255n)),
    log(106, 1, COIN, [TRANSFER, OTHER, OWN], ''),
    log(106, 2, MULTI, [BATCH, OTHER, OTHER, OWN], 'ff'.repeat(2049)),
    // No transfers of the account: it is the operator, approves, or the event is of a token of the ledger.
    log(107, 0, MULTI, [SINGLE, OWN, OTHER, OTHER], word(3) + word(4)),
    log(107, 1, COIN, [BATCH.replace('4a', '4b'), OWN, OWN], word(3)),
    log(107, 2, COIN, [SINGLE, OWN, OTHER], word(3) + word(4)),
    log(107, 3, TOKEN, [TRANSFER, OWN, OTHER], word(3)),
    log(107, 4, COIN, [TRANSFER, OWN, OTHER], word(3), { synthetic: true }),
    // More events than are listed.
    ...Array.from({ length: 60 }, (_, index) => log(108, index, COIN, [TRANSFER, OWN, OTHER], word(index))),
  ]);
  await insert(database, 'token_transfer', [
    { token_id: TOKEN, account_id: 1001, consensus_timestamp: at(101), amount: -250, payer_account_id: 2 },
    { token_id: TOKEN, account_id: 1002, consensus_timestamp: at(101), amount: 250, payer_account_id: 2 },
  ]);
  await insert(database, 'crypto_transfer', [
    { entity_id: 1001, consensus_timestamp: at(101), amount: -7, payer_account_id: 2 },
    { entity_id: 1001, consensus_timestamp: at(109), amount: 1, payer_account_id: 2, errata: 'DELETE' },
  ]);
});
afterAll(() => api?.close());

type Event = Readonly<Record<string, unknown>>;
interface Answer {
  readonly transactions: readonly {
    readonly consensus_timestamp: string;
    readonly events: readonly Event[];
  }[];
}

async function eventsOf(query = ''): Promise<Record<string, readonly Event[]>> {
  const { transactions } = (await api.json(`/api/v1/accounts/1001/transfers${query}`)) as unknown as Answer;
  return Object.fromEntries(
    transactions.map(({ consensus_timestamp, events }) => [Number(consensus_timestamp), events]),
  );
}

const ZERO = `0x${'0'.repeat(40)}`;
const event = (
  contract: number,
  name: string,
  index: number,
  [from, to]: readonly [string, string],
  ...transfers: readonly (readonly [string | null, string])[]
) => ({
  contract_id: `0.0.${contract}`,
  event: name,
  from,
  index,
  to,
  transfers: transfers.map(([tokenId, amount]) => ({ amount, id: tokenId })),
});
const [own, other] = [`0x${OWN}`, `0x${OTHER}`];

describe('events of tokens of contracts', () => {
  it('are read from topics and data', async () => {
    const { 108: many, ...few } = await eventsOf();
    expect(few).toEqual({
      101: [
        event(COIN, 'Transfer', 0, [own, other], [null, '100000000000000000000']),
        event(COIN, 'Transfer', 1, [other, `0x${word(1001).slice(24)}`], [null, '5']),
      ],
      102: [event(COIN, 'Transfer', 0, [own, own], [null, '0'])],
      103: [event(NFT, 'Transfer', 0, [ZERO, own], ['77', '1'])],
      104: [event(MULTI, 'TransferSingle', 0, [own, other], ['3', '4'])],
      105: [event(MULTI, 'TransferBatch', 0, [other, own], ['8', '1'], ['9', '6'])],
      106: [
        event(MULTI, 'TransferBatch', 0, [other, own]),
        event(COIN, 'Transfer', 1, [other, own]),
        event(MULTI, 'TransferBatch', 2, [other, own]),
      ],
    });
    expect(many?.map(({ index }) => index)).toEqual(Array.from({ length: 50 }, (_, index) => index));
  });

  it('are found by contract, kind and either address', async () => {
    const times = async (query: string) => Object.keys(await eventsOf(query)).map(Number);
    expect(await times(`?token.id=${MULTI}`)).toEqual([104, 105, 106]);
    expect(await times(`?token.id=${NFT}&kind=event`)).toEqual([103]);
    expect(await times('?kind=event&timestamp=lt:104')).toEqual([101, 102, 103]);
    expect(await times('?kind=hbar&kind=token')).toEqual([101]);
    expect(await eventsOf('?kind=hbar&kind=token')).toEqual({ 101: [] });
    expect(await times(`?token.id=${TOKEN}`)).toEqual([101]);
    expect(await times(`?token.id=${TOKEN}&kind=event`)).toEqual([]);
  });

  // Mints and burns name the zero address, which is no account.
  it.each(['0.0.0', '0', ZERO])('are not found by %s', async (account) => {
    for (const query of ['', '?kind=event', `?token.id=${NFT}`]) {
      const path = `/api/v1/accounts/${account}/transfers${query}`;
      expect(await api.json(path)).toMatchObject({ transactions: [] });
    }
  });

  it('are rows of CSV with their sign', async () => {
    const path = '/api/v1/accounts/1001/transfers?order=asc&timestamp=lte:106';
    const text = await (await api.get(path, { headers: { accept: 'text/csv' } })).text();
    expect(
      recordsOf(text).map(({ amount, token_id, serial_number }) =>
        [amount, token_id, serial_number].join(' ').trim(),
      ),
    ).toEqual([
      '-0.00000007',
      '-2.50 0.0.1500',
      '-100000000000000000000 0.0.7001',
      '5 0.0.7001',
      '0 0.0.7001',
      '0 0.0.7001',
      '1 0.0.7002 77',
      '-4 0.0.7003 3',
      '1 0.0.7003 8',
      '6 0.0.7003 9',
      '',
    ]);
  });
});
