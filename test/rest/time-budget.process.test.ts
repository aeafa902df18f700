import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ConnectionTarget, Database } from '../../src/store/connections/database.ts';
import { injectedServer } from '../database.ts';
import { startTestApi, type TestApi } from './api-fixture.ts';
import { blockOf } from './contracts/contract-rows.ts';
import { insert } from './rows.ts';
import { noteStatements, workOf } from './statement-work.ts';

/*
 * Requests with rare conditions that no index supports; docs/operations.md lists them. They read until the time budget
 * is exceeded, and report that. In the test's ledger every transaction pays the fee account (98), as nearly all do.
 */
const TRANSACTIONS = 60_000;
const BEGIN = 1_600_000_000_000_000_000n;
const SNAPSHOT = BEGIN + 1_000_000_000n;
/** Time budget, far shorter than a scan of all rows. */
const BUDGET_MS = 4;
const CONNECTIONS = 10;

let api: TestApi;
/** An API on the same rows with a small time budget. */
let hurried: TestApi;
let second: Database;
beforeAll(async () => {
  api = await startTestApi();
  const { pool } = api.database;
  await insert(api.database, 'record_file', [blockOf(0, BEGIN, SNAPSHOT + BigInt(TRANSACTIONS))]);
  await pool.query(`select tain.ensure_balance_partitions(${SNAPSHOT})`);
  await pool.query(`
    create temp table made as select ${BEGIN} + n as at, n, case when n % 1000 = 0 then 90001 else 2000 + n % 50 end as payer
      from generate_series(1, ${TRANSACTIONS}) n;
    insert into transaction (consensus_timestamp, type, result, payer_account_id, valid_start_ns, nonce)
      select at, 14, case when n % 2 = 0 then 10 else 22 end, payer, at - 1, 0 from made;
    insert into crypto_transfer (entity_id, consensus_timestamp, amount, payer_account_id)
      select id, at, case when id = payer then -3 else 1 end, payer from made cross join lateral unnest(array[payer, 98, 800, 3]) id;
    insert into entity (id, num, realm, shard, type, created_timestamp, balance, balance_timestamp, timestamp_range, deleted)
      select n, n, 0, 0, 'ACCOUNT', n, 5, 5, int8range(n, null), false from generate_series(1, ${TRANSACTIONS}) n;
    insert into account_balance (consensus_timestamp, account_id, balance)
      select ${SNAPSHOT}, n, 5 from generate_series(1, ${TRANSACTIONS}) n;
    analyze`);
  second = new Database(targetOf(api), { applicationName: 'tain test', maxConnections: CONNECTIONS });
  hurried = await startTestApi({ database: second });
  // The timeout is set after the start, whose statements need longer. The pool replaces connections that are idle for
  // ten seconds.
  second.pool.on('connect', (client) => void client.query(`set statement_timeout = ${BUDGET_MS}`));
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => second.pool.connect()));
  for (const client of clients) {
    await client.query(`set statement_timeout = ${BUDGET_MS}`);
    client.release();
  }
});
afterAll(async () => {
  vi.restoreAllMocks();
  await hurried?.close();
  await second?.end();
  await api?.close();
});

function targetOf({ database: { pool } }: TestApi): ConnectionTarget {
  return { ...injectedServer(), database: pool.options.database ?? '' };
}

/** Requests that no index supports, each with conditions that no row meets. */
const UNBOUNDED = [
  'transactions?account.id=gt:2000&account.id=ne:1001&result=fail&type=credit',
  'transactions?account.id=800&account.id=ne:98',
  'balances?account.balance=gt:1000000&exact=true&timestamp=1600000001.000000001',
];

describe('rarely met conditions', () => {
  it('read only the transactions of an account with few', async () => {
    const statements = noteStatements();
    const { transactions } = await api.json('/api/v1/transactions?account.id=90001&account.id=ne:98');
    expect(transactions).toEqual([]);
    const works = await Promise.all(statements.map((statement) => workOf(api.database, statement)));
    vi.restoreAllMocks();
    expect(works.length).toBeGreaterThan(0);
    // The account has 60 transactions with four transfers each.
    for (const { read } of works) expect(read).toBeLessThan(2000);
  });

  it.each(UNBOUNDED)('return the existing rows, given time: %s', async (path) => {
    const body = await api.json(`/api/v1/${path}`);
    expect(body.transactions ?? body.balances).toEqual([]);
  });

  it.each(UNBOUNDED)('end at their timeout: %s', async (path) => {
    const response = await hurried.get(`/api/v1/${path}`);
    expect(await response.json()).toEqual({
      _status: {
        messages: [{ message: 'Service unavailable', detail: 'The time budget of the query ended' }],
      },
    });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
  });
});
