import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seedBalances } from '../../../src/ingest/balance-files/seed-balances.ts';
import type { Item } from '../../../src/ingest/decode/item.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { account, amount, long, makeItem, START, storeBlocks, token } from '../records/synthetic.ts';

/** A stream that begins in the middle of history, and a balance file of the network from before it. */
describe('balances that begin with a balance file', () => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await createTestDatabase();
  });
  afterEach(() => test.drop());

  const query = (sql: string, values: unknown[] = []) => test.database.pool.query(sql, values);
  const select = async (sql: string): Promise<unknown[]> => (await query(sql)).rows;

  /** Stores a balance file. `at`: nanoseconds relative to START. */
  async function storeFile(
    at: number,
    balances: Record<number, number>,
    tokens: readonly (readonly [account: number, token: number, balance: number])[] = [],
    more: { synthetic?: boolean; offset?: number } = {},
  ): Promise<void> {
    const time = START + BigInt(at);
    await query(
      `insert into account_balance_file (consensus_timestamp, name, count, load_start, load_end, synthetic, time_offset)
       values ($1, 'x', 0, 0, 0, $2, $3)`,
      [time, more.synthetic ?? false, more.offset ?? 0],
    );
    for (const [id, balance] of Object.entries(balances))
      await query(
        'insert into account_balance (consensus_timestamp, account_id, balance) values ($1, $2, $3)',
        [time, id, balance],
      );
    for (const [id, tokenId, balance] of tokens)
      await query(
        'insert into token_balance (consensus_timestamp, account_id, token_id, balance) values ($1, $2, $3, $4)',
        [time, id, tokenId, balance],
      );
  }

  const hbar = (at: number, from: number, to: number, tinybars: number): Item =>
    makeItem({
      at,
      payer: from,
      body: { cryptoTransfer: {} },
      record: { transferList: { accountAmounts: [amount(from, -tinybars), amount(to, tinybars)] } },
    });
  const units = (at: number, from: number, to: number, sent: number): Item =>
    makeItem({
      at,
      body: { cryptoTransfer: {} },
      record: {
        tokenTransferLists: [
          { token: token(2001), transfers: [amount(from, -sent), amount(to, sent)] },
          {
            token: token(2002),
            nftTransfers: [
              { senderAccountID: account(from), receiverAccountID: account(to), serialNumber: long(at) },
            ],
          },
        ],
      },
    });
  const balances = async () => ({
    accounts: await select(
      'select id::int as id, balance::int as b, type, deleted, lower(timestamp_range) = 0 as seeded from entity order by id',
    ),
    tokens: await select(
      `select account_id::int as a, token_id::int as t, balance::int as b, associated, coalesce(created_timestamp = 0, false) as seeded
       from token_account order by 1, 2`,
    ),
  });

  const blocks = [
    [
      hbar(100, 1001, 1002, 5),
      units(101, 1001, 1002, 30),
      makeItem({
        at: 102,
        body: { cryptoCreateAccount: {} },
        record: {
          receipt: { accountID: account(1003) },
          transferList: { accountAmounts: [amount(1001, -8), amount(1003, 8)] },
        },
      }),
      makeItem({ at: 103, body: { tokenDissociate: { account: account(1004), tokens: [token(2001)] } } }),
    ],
    [hbar(200, 1002, 1003, 2), units(201, 1002, 1001, 10)],
  ];
  const files = async (): Promise<void> => {
    await storeFile(-900, { 2: 1, 1001: 1, 1002: 1 });
    await storeFile(-50, { 2: 500, 1001: 100, 1002: 0, 1004: 6 }, [
      [1001, 2001, 90],
      [1001, 2002, 4],
      [1002, 2001, 1],
      [1002, 2002, 0],
      [1004, 2001, 9],
    ]);
    // Neither a file of Tain nor a file from after the beginning is used.
    await storeFile(-20, { 1001: 7 }, [], { synthetic: true });
    await storeFile(150, { 1001: 8 });
  };
  const expected = {
    accounts: [
      { id: 2, b: 500, type: 'UNKNOWN', deleted: false, seeded: true },
      { id: 1001, b: 87, type: 'UNKNOWN', deleted: false, seeded: true },
      { id: 1002, b: 3, type: 'UNKNOWN', deleted: false, seeded: true },
      { id: 1003, b: 10, type: 'ACCOUNT', deleted: false, seeded: false },
      { id: 1004, b: 6, type: 'UNKNOWN', deleted: false, seeded: true },
    ],
    tokens: [
      { a: 1001, t: 2001, b: 70, associated: true, seeded: true },
      { a: 1001, t: 2002, b: 4, associated: true, seeded: true },
      { a: 1002, t: 2001, b: 21, associated: true, seeded: true },
      { a: 1002, t: 2002, b: 0, associated: true, seeded: true },
    ],
  };

  it('are those of the last file before the stream plus later transfers', async () => {
    await files();
    await storeBlocks(test.database, blocks);
    const found = await balances();
    expect(found.accounts).toEqual(expected.accounts);
    // After the dissociation, the file's balance is history.
    expect(found.tokens).toEqual([
      ...expected.tokens,
      { a: 1004, t: 2001, b: 9, associated: false, seeded: true },
    ]);
    expect(
      await select('select lower(timestamp_range)::int as from, associated from token_account_history'),
    ).toEqual([{ from: 0, associated: true }]);
    expect(
      await select(
        `select (consensus_timestamp - ${START})::int as at, accounts::int as n from tain.balance_seed`,
      ),
    ).toEqual([{ at: -50, n: 4 }]);
  });

  it('are the same when the file is stored after the stream, and begin only once', async () => {
    await storeBlocks(test.database, blocks);
    await files();
    const client = await test.database.pool.connect();
    try {
      expect(await seedBalances(client, null)).toEqual({ consensusTimestamp: START - 50n, accounts: 4 });
      expect(await seedBalances(client, null)).toBeNull();
    } finally {
      client.release();
    }
    const found = await balances();
    expect(found.accounts).toEqual(expected.accounts);
    expect(found.tokens).toEqual([
      ...expected.tokens,
      { a: 1004, t: 2001, b: 0, associated: false, seeded: false },
    ]);
    await storeBlocks(test.database, [[hbar(300, 1001, 2, 7)]]);
    expect(await select('select balance::int as b from entity where id in (2, 1001) order by id')).toEqual([
      { b: 507 },
      { b: 80 },
    ]);
  });

  it('count from the time of the content, which may differ from the name', async () => {
    await storeFile(60, { 1001: 100, 1002: 0 }, [], { offset: 53 });
    await storeBlocks(test.database, [[hbar(100, 1001, 1002, 5)]]);
    expect(await select('select from tain.balance_seed')).toEqual([]);
    await query(
      'truncate account_balance_file, account_balance, record_file, tain.block_proof, crypto_transfer, transaction, transaction_hash',
    );
    await storeFile(60, { 1001: 100, 1002: 0 }, [], { offset: -1 });
    await storeBlocks(test.database, [[hbar(100, 1001, 1002, 5)]]);
    expect((await balances()).accounts.map((row) => (row as { b: number }).b)).toEqual([95, 5]);
  });

  it('do not begin with a file if the stream is known from its first block', async () => {
    await storeBlocks(test.database, [[hbar(100, 1001, 1002, 5)]]);
    await storeFile(150, { 1001: 8 });
    await storeBlocks(test.database, [[hbar(200, 1001, 1002, 5)]]);
    expect((await balances()).accounts).toEqual([]);
  });
});
