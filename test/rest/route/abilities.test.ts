import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildBalanceIndex,
  expectBalanceIndex,
  makeBalanceIndexStale,
  selectIndexState,
  WITHOUT_OWN_TABLES,
} from '../../ingest/balance-index.ts';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { ACCOUNT_ROWS, COLD_KEY, HOT_KEY, SNAPSHOT } from '../plan-rows.ts';

/**
 * Databases with which the API also works: one of a public mirror node, which lacks Tain's tables and partitions, and
 * one of Tain whose balance index is outdated because its ingest is backfilling.
 */

let ours: TestApi;
let foreign: TestApi;
let behind: TestApi;
beforeAll(async () => {
  const clock = () => Number(SNAPSHOT) * 1000 + 86_400_000;
  [ours, foreign, behind] = await Promise.all([
    startTestApi({ clock }),
    startTestApi({ clock }),
    startTestApi({ clock }),
  ]);
  await ours.database.pool.query(ACCOUNT_ROWS);
  await buildBalanceIndex(ours.database.pool);
  await behind.database.pool.query(ACCOUNT_ROWS);
  await makeBalanceIndexStale(behind.database);
  await foreign.database.pool.query(`
    ${WITHOUT_OWN_TABLES};
    alter table account_balance_p2025 rename to account_balance_p2025_07;
    alter table token_balance_p2025 rename to token_balance_p2025_07;
  `);
  await foreign.database.pool.query(ACCOUNT_ROWS);
});
afterAll(async () => {
  await ours?.close();
  await foreign?.close();
  await behind?.close();
});

const AT = `timestamp=${SNAPSHOT + 5n}`;

describe('without our tables, and without a current balance index', () => {
  it.each([
    'accounts?account.balance=gt:1000000',
    'accounts?account.balance=gt:90&account.balance=lt:1000000&order=desc',
    'accounts?account.balance=gt:5&account.id=lt:20000&limit=100&order=desc',
    'accounts?account.balance=44',
    'accounts?account.balance=ne:0',
    'accounts?account.balance=ne:4&account.balance=lte:6&account.id=gte:300',
    `accounts?account.balance=gt:1000000&account.publickey=${HOT_KEY}`,
    `accounts?account.balance=gt:10&account.publickey=${COLD_KEY}`,
    'accounts?account.balance=lt:1',
    'balances?account.balance=gte:98&limit=100',
    'balances?account.balance=gt:9000000',
    'tokens/7/balances?account.balance=gt:2',
    'tokens/7/balances?account.balance=gte:1&account.balance=lt:3&account.id=lt:200&limit=100',
    'tokens/7/balances?account.balance=2&account.id=gt:100&order=asc',
    'tokens/7/balances?account.balance=ne:0&limit=3',
    'tokens/balances?account.balance=gt:1000&order=asc',
    'tokens/balances?account.balance=2&token.id=gte:11&account.id=gt:20',
    // Balances of unknown tokens are included.
    'tokens/balances?account.balance=gte:1&token.id=gte:100000',
    'tokens/balances?account.balance=gte:1&token.id=gte:100000&account.id=10',
    `accounts/4?transactions=false&${AT}`,
    `accounts/4?transactions=false&exact=true&${AT}`,
    `balances?${AT}&account.id=lte:30`,
    `balances?${AT}&exact=true&account.id=lte:30`,
    `balances?${AT}&account.balance=gt:50`,
    `tokens/3/balances?${AT}`,
    `tokens/7/balances?${AT}&order=asc`,
  ])('%s', async (below) => {
    const [expected, ...answers] = await Promise.all(
      [ours, foreign, behind].map((api) => api.json(`/api/v1/${below}`)),
    );
    expect(answers).toEqual([expected, expected]);
    expect([foreign.errors, behind.errors]).toEqual([[], []]);
  });

  it('the answers show something', async () => {
    const { accounts } = await foreign.json('/api/v1/accounts?account.balance=gt:1000000');
    expect(accounts).toHaveLength(6);
    const { balances } = await foreign.json(`/api/v1/balances?${AT}&account.id=lte:30`);
    expect(balances).toHaveLength(15);
    const holders = await foreign.json('/api/v1/tokens/7/balances?account.balance=gt:2');
    expect(holders.balances).toHaveLength(3);
  });

  it('an index that is not current has other balances until it is rebuilt', async () => {
    const { database } = behind;
    const { isCurrent, differing } = await selectIndexState(database);
    expect(isCurrent).toBe(false);
    expect(differing).toBeGreaterThan(2000);
    await buildBalanceIndex(database.pool);
    await expectBalanceIndex(database);
    expect(await selectIndexState(ours.database)).toEqual({ isCurrent: true, differing: 0 });
  });
});
