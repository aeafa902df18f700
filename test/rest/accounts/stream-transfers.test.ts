import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  nftTransfersOf,
  type TransferSearch,
  tokenTransfersOf,
} from '../../../src/store/reads/account-transfers.sql.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { isTooMuch } from '../statement-budget.ts';
import { workOf } from '../statement-work.ts';

// Reads pages of an account's transfers, among many transfers of other accounts and its own.

const TRANSACTIONS = 40_000;
/** Intervals: every n-th transaction transfers an NFT; every n-th transfer of `BUSY` is a credit. */
const NFT_EACH = 40;
const CREDIT_EACH = 1_000;
const LIMIT = 10;
const BUSY = 1001n;
const QUIET = 1002n;
const ALL = { lower: 1n, upper: BigInt(TRANSACTIONS), except: [], empty: false };

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  const { pool } = db.database;
  await pool.query(
    `insert into transaction (consensus_timestamp, type, result, payer_account_id, valid_start_ns, nonce, nft_transfer)
     select n, 14, 22, 98, n, 0, case when n % ${NFT_EACH} = 0 then jsonb_build_array(jsonb_build_object('is_approval', false,
       'receiver_account_id', ${BUSY}, 'sender_account_id', 7, 'serial_number', n, 'token_id', 5)) end
     from generate_series(1, ${TRANSACTIONS}) n`,
  );
  await pool.query(
    `insert into token_transfer (token_id, account_id, consensus_timestamp, amount, payer_account_id, is_approval)
     select 5, case when m = 0 then ${BUSY} else 2000 + n % 100 end, n,
       case when (m = 0) = (n % ${CREDIT_EACH} = 0) then 1 else -1 end, 98, false
     from generate_series(1, ${TRANSACTIONS}) n, generate_series(0, 1) m`,
  );
  await pool.query('vacuum analyze transaction, token_transfer');
});
afterAll(() => db?.drop());

const search = (more: Partial<TransferSearch>): TransferSearch => ({
  account: BUSY,
  tokens: [],
  direction: undefined,
  times: ALL,
  after: undefined,
  limit: LIMIT,
  ...more,
});

describe('rows read', () => {
  test.each([
    ['tokens', tokenTransfersOf, {}],
    ['tokens, rare credits', tokenTransfersOf, { direction: 'credit' }],
    ['tokens, frequent debits', tokenTransfersOf, { direction: 'debit' }],
    ['tokens, of one token', tokenTransfersOf, { tokens: [5n] }],
    ['tokens, of an account without any', tokenTransfersOf, { account: QUIET }],
    ['tokens, after a time', tokenTransfersOf, { after: { time: 1n, ordinal: 1n } }],
    ['NFTs', nftTransfersOf, {}],
    ['NFTs, credits', nftTransfersOf, { direction: 'credit' }],
    ['NFTs, up to a time', nftTransfersOf, { account: QUIET, times: { ...ALL, upper: 100n } }],
  ] as const)('%s: a page reads few more rows than it contains', async (_, statement, more) => {
    const work = await workOf(db.database, statement(search(more)));
    expect(isTooMuch(work, LIMIT, 1), JSON.stringify(work)).toBe(false);
  });

  test('NFTs of an account without any: read only the transactions that transfer some', async () => {
    const work = await workOf(db.database, nftTransfersOf(search({ account: QUIET })));
    expect(work.scanned).toBe(0);
    expect(work.read).toBeLessThanOrEqual(TRANSACTIONS / NFT_EACH);
  });
});

test('each direction has the same keys as all transfers', async () => {
  const { pool } = db.database;
  await pool.query(
    `insert into token_transfer (token_id, account_id, consensus_timestamp, amount, payer_account_id, is_approval)
     select 5, ${QUIET}, 50 + n, case when m % 3 = 0 then -m - 1 else m end, 98, false
     from generate_series(1, 3) n, generate_series(1, 6) m`,
  );
  type Found = { readonly consensus_timestamp: string; readonly ordinal: string; readonly amount: string };
  const read = async (more: Partial<TransferSearch>): Promise<Found[]> => {
    const { text, values } = tokenTransfersOf(search({ account: QUIET, ...more }));
    return (await pool.query<Found>(text, [...values])).rows;
  };
  const all = await read({ limit: 100 });
  expect(all).toHaveLength(18);
  for (const direction of ['credit', 'debit'] as const) {
    const expected = all.filter(({ amount }) => Number(amount) > 0 === (direction === 'credit'));
    // Reads page after page. The first time of a page may have no further items.
    const found: Found[] = [];
    for (let page: Found[]; ; found.push(...page)) {
      const last = found.at(-1);
      const after = last && { time: BigInt(last.consensus_timestamp), ordinal: BigInt(last.ordinal) };
      const times = { ...ALL, lower: after?.time ?? 1n };
      page = await read({ direction, limit: 2, times, after });
      if (page.length < 2) {
        found.push(...page);
        break;
      }
    }
    expect(found).toEqual(expected);
  }
});
