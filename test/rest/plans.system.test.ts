import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildBalanceIndex } from '../ingest/balance-index.ts';
import { startTestApi, type TestApi } from './api-fixture.ts';
import { ACCOUNT_ROWS, COLD_KEY, HOT_KEY, SNAPSHOT } from './plan-rows.ts';
import { isTooMuch, itemsOf } from './statement-budget.ts';
import { type ExecutedStatement, noteStatements, workOf } from './statement-work.ts';

/**
 * Checks that routes of accounts and balances read little more of the database than they return, for frequent, rare and missing
 * values, with custom and generic plans. Suite `plans` checks every route.
 */
const AT = `timestamp=${SNAPSHOT + 5n}`;
const RICH_ACCOUNTS = 'accounts?account.balance=gt:1000000';
const GATHERED = 'up to 1000 rows within a bound are gathered and sorted, since a scan may have to read more';

/** Requests that may cost more, with the factor and the reason. */
const EXCEPTIONS: Readonly<Record<string, readonly [times: number, reason: string]>> = {
  [`${RICH_ACCOUNTS}&account.publickey=${HOT_KEY}`]: [6, GATHERED],
  [`balances?${AT}&account.balance=gt:50`]: [6, GATHERED],
};

/** Sends a request, and returns the plans of its statements that exceed its allowance. */
async function offences(api: TestApi, executed: ExecutedStatement[], below: string): Promise<string[]> {
  executed.length = 0;
  const response = await api.get(`/api/v1/${below}`);
  const body = await response.text();
  // Status 206 is a result that is partly known.
  expect([200, 206, 404], `${below}: ${body}`).toContain(response.status);
  const statements = executed.splice(0);
  expect(statements.length, below).toBeGreaterThan(0);
  const items = itemsOf(below, body);
  const [times] = EXCEPTIONS[below] ?? [1];
  const bad: string[] = [];
  for (const statement of statements) {
    const work = await workOf(api.database, statement);
    if (isTooMuch(work, items, times)) bad.push(`${below}: ${items} items ${JSON.stringify(work)}`);
  }
  return bad;
}

describe('accounts with the most rows of each kind', () => {
  let api: TestApi;
  let statements: ExecutedStatement[];
  beforeAll(async () => {
    api = await startTestApi({ clock: () => Number(SNAPSHOT) * 1000 + 86_400_000 });
    await api.database.pool.query(ACCOUNT_ROWS);
    await buildBalanceIndex(api.database.pool);
    await api.database.pool.query('analyze tain.current_balance, tain.current_token_balance');
    await api.database.pool.query('vacuum analyze');
    statements = noteStatements();
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await api?.close();
  });

  it.each([
    'accounts',
    'accounts?order=desc&limit=100',
    'accounts?account.id=gt:15000&balance=false',
    `accounts?account.publickey=${HOT_KEY}`,
    `accounts?account.publickey=${COLD_KEY}&order=desc`,
    `accounts?account.publickey=${'cc'.repeat(32)}`,
    'accounts?account.balance=gt:5',
    RICH_ACCOUNTS,
    'accounts?account.balance=gt:9000000',
    'accounts?account.balance=4&account.id=gt:20000',
    'accounts?account.balance=ne:4&account.id=gt:20000',
    `${RICH_ACCOUNTS}&account.publickey=${HOT_KEY}`,
    'accounts/4',
    'accounts/4?transactions=false',
    `accounts/4?transactions=false&${AT}`,
    `accounts/4?transactions=false&exact=true&${AT}`,
    `accounts/6?transactions=false&exact=true&${AT}`,
    'accounts/10/tokens',
    'accounts/10/tokens?limit=100',
    'accounts/4/tokens?order=desc',
    'accounts/4/nfts',
    'accounts/4/nfts?token.id=gte:23&serialnumber=gt:500&order=asc',
    'accounts/4/nfts?spender.id=6',
    'accounts/4/nfts?spender.id=8',
    'accounts/4/nfts?spender.id=gt:6',
    'accounts/4/nfts?spender.id=gt:8',
    'accounts/4/allowances/crypto?spender.id=lt:5000',
    'accounts/4/allowances/tokens?spender.id=gte:100&token.id=gt:9000',
    'accounts/4/rewards?timestamp=lt:0.00001',
    'accounts/6/rewards',
    'balances',
    'balances?account.balance=gt:1000000&order=asc',
    `balances?${AT}`,
    `balances?${AT}&order=asc&limit=100`,
    `balances?${AT}&account.id=4`,
    `balances?${AT}&account.balance=gt:50`,
    `balances?${AT}&account.balance=gt:5000`,
    `balances?${AT}&account.balance=44`,
    `balances?${AT}&account.publickey=${COLD_KEY}`,
    `balances?${AT}&exact=true`,
  ])('%s', async (below) => expect(await offences(api, statements, below)).toEqual([]), 60_000);
});
