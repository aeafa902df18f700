import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/store/connections/database.ts';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { block, insert, transaction } from '../rows.ts';
import { type ReadStream, readStream } from './stream-reader.ts';

/** Streams of the transfers of an account and of a token, in blocks that are stored while the streams are open. */

const SECOND = 1_000_000_000n;
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** An EVM address that begins with a zero byte, which topics lack. */
const ADDRESS = `00${'ab'.repeat(19)}`;
const [ACCOUNT, OTHER, TOKEN, NFTS, COIN] = [1001, 1002, 1500, 1600, 7001];

let api: TestApi;
let last = 0;
beforeAll(async () => {
  api = await startTestApi({ clock: Date.now, settings: { eventStreamHeartbeatMs: 300 } });
  const common = { realm: 0, shard: 0, type: 'ACCOUNT', timestamp_range: '[1,)', deleted: false };
  await insert(api.database, 'entity', [
    { id: ACCOUNT, num: ACCOUNT, evm_address: Buffer.from(ADDRESS, 'hex'), ...common },
    { id: OTHER, num: OTHER, ...common },
  ]);
  await store(async () => undefined);
});
afterAll(() => api?.close());

const open: ReadStream[] = [];
afterEach(() => {
  for (const stream of open.splice(0)) stream.leave();
});

async function stream(path: string): Promise<ReadStream> {
  const opened = await readStream(`${api.url}/api/v1/${path}`);
  open.push(opened);
  expect(opened.status).toBe(200);
  return opened;
}

type Rows = (database: Database, at: bigint) => Promise<void>;

/** Stores a block of one transaction with further rows, like an ingest. Returns the transaction's time. */
async function store(rows: Rows, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const number = ++last;
  const at = BigInt(number) * SECOND - 1n;
  await api.database.transaction(async (client) => {
    const database = { pool: client } as unknown as Database;
    await insert(database, 'transaction', [transaction(at, 2, more)]);
    await rows(database, at);
    await insert(database, 'record_file', [block(number, number)]);
    await client.query('select pg_notify($1, $2)', ['tain_block', `${number} ${number}000000000`]);
  });
  return `${number - 1}.999999999`;
}

const hbar: Rows = (database, at) =>
  insert(database, 'crypto_transfer', [
    { entity_id: ACCOUNT, consensus_timestamp: at, amount: -7, payer_account_id: 2 },
  ]);
const units: Rows = (database, at) =>
  insert(database, 'token_transfer', [
    { token_id: TOKEN, account_id: ACCOUNT, consensus_timestamp: at, amount: 5, payer_account_id: 2 },
  ]);
const NFT = {
  nft_transfer: JSON.stringify([
    {
      is_approval: false,
      receiver_account_id: ACCOUNT,
      sender_account_id: 9,
      serial_number: 1,
      token_id: NFTS,
    },
  ]),
};
const event =
  (topic: string): Rows =>
  (database, at) =>
    insert(database, 'contract_log', [
      {
        consensus_timestamp: at,
        index: 0,
        contract_id: COIN,
        payer_account_id: 2,
        bloom: Buffer.alloc(0),
        data: Buffer.from('01', 'hex'),
        topic0: Buffer.from(TRANSFER, 'hex'),
        topic1: Buffer.from(topic, 'hex'),
        topic2: Buffer.from('09', 'hex'),
        synthetic: false,
      },
    ]);
const nothing: Rows = async () => undefined;

test("an account's stream has its transfers of every kind, as in the list", async () => {
  const streams = await Promise.all(
    [`${ACCOUNT}`, `0x${ADDRESS}`].map((account) => stream(`accounts/${account}/transfers/stream`)),
  );
  const times = [
    await store(hbar),
    await store(nothing),
    await store(units),
    await store(nothing, NFT),
    await store(event(ADDRESS.replace(/^(00)+/, ''))),
    await store(event(ACCOUNT.toString(16).padStart(4, '0'))),
  ];
  const path = `/api/v1/accounts/${ACCOUNT}/transfers?order=asc`;
  const { transactions } = (await api.json(path)) as unknown as {
    readonly transactions: readonly { readonly consensus_timestamp: string }[];
  };
  expect(transactions.map((one) => one.consensus_timestamp)).toEqual(times.filter((_, index) => index !== 1));
  for (const one of streams) {
    for (const listed of transactions) {
      const { id, data } = await one.until('message');
      expect([id, data]).toEqual([listed.consensus_timestamp, listed]);
    }
  }
});

test("an account's stream has the kinds and the token that are requested", async () => {
  const [kinds, token] = await Promise.all([
    stream(`accounts/${ACCOUNT}/transfers/stream?kind=nft&kind=event`),
    stream(`accounts/${ACCOUNT}/transfers/stream?token.id=${TOKEN}`),
  ]);
  const other = await stream(`accounts/${OTHER}/transfers/stream`);
  await store(hbar);
  const ofUnits = await store(units);
  const ofNft = await store(nothing, NFT);
  expect((await kinds.until('message')).id).toBe(ofNft);
  expect((await token.until('message')).id).toBe(ofUnits);
  const own = await store((database, at) =>
    insert(database, 'crypto_transfer', [
      { entity_id: OTHER, consensus_timestamp: at, amount: 1, payer_account_id: 2 },
    ]),
  );
  expect((await other.until('message')).id).toBe(own);
});

test('a stream of the id 0 has no mints and burns, which name the zero address', async () => {
  const zero = await stream('accounts/0.0.0/transfers/stream');
  await store(event('00'));
  const own = await store((database, at) =>
    insert(database, 'crypto_transfer', [
      { entity_id: 0, consensus_timestamp: at, amount: 1, payer_account_id: 2 },
    ]),
  );
  expect((await zero.until('message')).id).toBe(own);
});

test("a token's stream has its transfers, with the filters of the list", async () => {
  const [all, ofAccount, ofAmount, nfts] = await Promise.all([
    stream(`tokens/${TOKEN}/transfers/stream`),
    stream(`tokens/${TOKEN}/transfers/stream?account.id=${OTHER}`),
    stream(`tokens/${TOKEN}/transfers/stream?amount=gt:5`),
    stream(`tokens/${NFTS}/transfers/stream`),
  ]);
  const first = await store(units);
  const ofNft = await store(nothing, NFT);
  const second = await store((database, at) =>
    insert(database, 'token_transfer', [
      { token_id: TOKEN, account_id: OTHER, consensus_timestamp: at, amount: 6, payer_account_id: 2 },
    ]),
  );
  expect([(await all.until('message')).id, (await all.until('message')).id]).toEqual([first, second]);
  for (const filtered of [ofAccount, ofAmount]) expect((await filtered.until('message')).id).toBe(second);
  const { id, data } = await nfts.until('message');
  expect([id, data]).toMatchObject([ofNft, { nft_transfers: [{ serial_number: 1 }], token_transfers: [] }]);
});
