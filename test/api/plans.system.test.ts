import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Samples, selectSamples } from '../../bench/api/samples.ts';
import { type Scenario, scenariosOf } from '../../bench/api/scenarios.ts';
import { writeDemo } from '../../packages/network-simulator/src/write-demo.ts';
import { demoEngine } from '../../src/app/demo-engine.ts';
import { buildBalanceIndex } from '../ingest/balance-index.ts';
import { ingestFolder } from '../ingest/ingest-folder.ts';
import { removeFolder } from '../remove-folder.ts';
import { startTestApi, type TestApi } from './api-fixture.ts';
import { ACCOUNT_ROWS, COLD_KEY, HOT_KEY, SNAPSHOT } from './plan-rows.ts';
import { isTooMuch, itemsOf } from './statement-budget.ts';
import { type ExecutedStatement, isPlannedForValues, noteStatements, workOf } from './statement-work.ts';

/**
 * Checks that every route reads little more of the database than it returns, for frequent, rare and missing values,
 * with custom and generic plans.
 */
const AT = `timestamp=${SNAPSHOT + 5n}`;
const RICH_ACCOUNTS = 'accounts?account.balance=gt:1000000';
const GATHERED = 'up to 1000 rows within a bound are gathered and sorted, since a scan may have to read more';

/** Requests that may cost more, with the factor and the reason. */
const EXCEPTIONS: Readonly<Record<string, readonly [times: number, reason: string]>> = {
  'transactions without the fee account': [
    30,
    'nearly every transaction pays it, so the scan discards nearly all rows',
  ],
  'transactions of accounts above': [
    6,
    'up to 5000 entries within the bounds are gathered and sorted; for more, an index is scanned',
  ],
  'network supply': [
    15,
    'adds up the balances of the accounts whose hbars are unreleased: 548 exist from the start',
  ],
  'token in the past': [4, 'adds up the changes of the supply since the time'],
  'accounts by balance': [4, GATHERED],
  'balances above': [4, GATHERED],
  'bounds of the balance': [4, GATHERED],
  'two conditions': [6, GATHERED],
  [`${RICH_ACCOUNTS}&account.publickey=${HOT_KEY}`]: [6, GATHERED],
  [`balances?${AT}&account.balance=gt:50`]: [6, GATHERED],
  'balances at an instant': [8, 'adds up the transfers since the last snapshot'],
};

/** Runs requests whose allowance is under a name of `EXCEPTIONS` or a path, and returns those that exceed it. */
async function offences(
  api: TestApi,
  executed: ExecutedStatement[],
  name: string,
  below: string,
): Promise<string[]> {
  executed.length = 0;
  const response = await api.get(`/api/v1/${below}`);
  const body = await response.text();
  // Status 206 is a result that is partly known.
  expect([200, 206, 404], `${below}: ${body}`).toContain(response.status);
  const statements = executed.splice(0);
  expect(statements.length, below).toBeGreaterThan(0);
  const items = itemsOf(below, body);
  const [times] = EXCEPTIONS[name] ?? [1];
  const bad: string[] = [];
  for (const statement of statements) {
    for (const generic of isPlannedForValues(statement) ? [false] : [false, true]) {
      const work = await workOf(api.database, statement, generic);
      if (isTooMuch(work, items, times)) {
        const plan = generic ? 'for any values' : 'for its values';
        bad.push(`${name}: ${below}: ${items} items, planned ${plan} ${JSON.stringify(work)}`);
      }
    }
  }
  return bad;
}

describe('on a demo network', () => {
  const TRANSACTIONS = 30_000;
  const TPS = 500;
  /** Number of paths of a scenario that are explained. */
  const EXPLAINED = 3;

  let folder: string;
  let api: TestApi;
  let statements: ExecutedStatement[];
  let samples: Samples;
  /** Start of the network in seconds. */
  let begin: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'tain-plans-'));
    await writeDemo({
      runCode: demoEngine,
      dir: folder,
      blocks: TRANSACTIONS / TPS / 2,
      tps: TPS,
      seed: 5,
      signInner: false,
      dataEverywhere: false,
      hotShare: 0.5,
      population: { accounts: 2000, tokens: 120, topics: 200, contracts: 120 },
    });
    api = await startTestApi({ clock: () => Date.UTC(2026, 0, 4) });
    await ingestFolder({
      database: api.database,
      folder,
      addressBook: path.join(folder, 'address_book.bin'),
    });
    const { pool } = api.database;
    await pool.query('vacuum analyze');
    const client = await pool.connect();
    samples = await selectSamples(client);
    const { rows } = await client.query<{ begin: string }>(
      'select min(consensus_start) / 1000000000 + 1 as begin from record_file',
    );
    begin = rows[0]?.begin ?? '';
    client.release();
    statements = noteStatements();
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await api?.close();
    await removeFolder(folder);
  });

  /**
   * Returns additional requests: values in ranges where they are very rare, and conditions that hardly any row meets.
   */
  function hardScenarios(s: Samples): Scenario[] {
    const hot = s.hotAccount;
    const [account = hot, other = hot] = s.accounts;
    const [time = begin] = s.times;
    const [creator = hot] = s.scheduleCreators;
    const [fungible = ''] = s.fungible;
    const [contract = s.hotContract] = s.stateContracts;
    const [key = ''] = s.publicKeys;
    const paths: Readonly<Record<string, readonly string[]>> = {
      'before the first row': [
        `transactions?account.id=${hot}&timestamp=lt:${begin}`,
        `transactions?account.id=${hot}&timestamp=gt:${begin}&timestamp=lt:${begin}.5&order=asc`,
        `transactions?account.id=${hot}&type=credit&timestamp=lt:${begin}`,
        `transactions?transactiontype=CRYPTOTRANSFER&timestamp=lt:${begin}`,
        `transactions?transactiontype=CRYPTOTRANSFER&transactiontype=TOKENMINT&timestamp=lt:${begin}`,
        `transactions?account.id=${hot}&transactiontype=CRYPTOTRANSFER&timestamp=lt:${begin}`,
        `transactions?result=fail&timestamp=lt:${begin}`,
        `contracts/${s.hotContract}/results?timestamp=lt:${begin}`,
        `contracts/results?from=${s.callers[0] ?? hot}&timestamp=lt:${begin}`,
        `contracts/${s.logContracts[0] ?? s.hotContract}/results/logs?timestamp=gte:${Number(begin) - 1}&timestamp=lt:${begin}`,
        `topics/${s.topics[0] ?? ''}/messages?timestamp=lt:${begin}`,
        `accounts/${hot}/rewards?timestamp=lt:${begin}`,
      ],
      'in the reverse order': [
        `transactions?account.id=${hot}&order=asc`,
        `transactions?account.id=${hot}&type=debit&order=asc&limit=100`,
        `transactions?account.id=${account}&account.id=${other}&order=asc`,
        'transactions?transactiontype=CRYPTOTRANSFER&order=asc',
        'balances?order=asc',
        'accounts?order=desc',
        `tokens/${fungible}/balances?order=asc`,
      ],
      'two conditions': [
        `transactions?account.id=${hot}&transactiontype=CRYPTOTRANSFER&result=fail`,
        `transactions?account.id=${hot}&transactiontype=CRYPTOTRANSFER&transactiontype=CONTRACTCALL`,
        `transactions?account.id=${account}&result=success`,
        `transactions?account.id=ne:${hot}&result=fail`,
        `schedules?account.id=gte:${creator}`,
        `tokens?publickey=${key}&type=FUNGIBLE_COMMON`,
        `accounts?account.publickey=${key}&account.balance=gt:5`,
      ],
      'credits of accounts that collect fees': [
        'transactions?account.id=0.0.800&type=credit',
        'transactions?account.id=0.0.3&type=credit&result=fail',
        `transactions?account.id=0.0.3&account.id=0.0.801&account.id=${hot}&account.id=${account}&type=credit`,
      ],
      'debits by payers and by others': [
        'transactions?account.id=0.0.2&type=debit',
        `transactions?account.id=${account}&type=debit`,
        `transactions?account.id=${hot}&type=debit&result=fail`,
        `transactions?account.id=${hot}&type=debit&transactiontype=CRYPTOTRANSFER&order=asc`,
        `transactions?account.id=${hot}&type=debit&timestamp=lt:${begin}`,
        `transactions?account.id=0.0.2&account.id=${hot}&account.id=${account}&type=debit`,
      ],
      'bounds of the balance': [
        'accounts?account.balance=gt:5',
        'accounts?account.balance=ne:0&order=desc',
        'accounts?account.balance=0',
        'balances?account.balance=lt:1000&limit=100',
        'balances?account.balance=gt:100000000&account.balance=lt:900000000000&order=asc',
        'balances?account.balance=123456789',
        `balances?account.balance=gte:1&account.id=lt:${account}`,
        `tokens/${fungible}/balances?account.balance=gt:1000`,
        `tokens/${fungible}/balances?account.balance=lt:1`,
      ],
      'in the past': [
        `contracts/${contract}/state?timestamp=${time}`,
        `contracts/${contract}/state?timestamp=${begin}`,
        `balances?timestamp=${time}&account.id=98`,
        `accounts/${hot}?timestamp=lte:${time}&limit=10`,
        `tokens/balances?token.id=${fungible}&timestamp=${time}`,
      ],
      'balances at an instant': [`balances?timestamp=${time}&exact=true`],
    };
    return Object.entries(paths).map(([name, found]) => ({ name, paths: found }));
  }

  it('reads little more than the returned rows', async () => {
    const bad: string[] = [];
    for (const { name, paths } of scenariosOf(samples)) {
      for (const below of paths.slice(0, EXPLAINED))
        bad.push(...(await offences(api, statements, name, below)));
    }
    expect(bad).toEqual([]);
  });

  it('reads little more for values in empty ranges, and for rarely met conditions', async () => {
    const bad: string[] = [];
    for (const { name, paths } of hardScenarios(samples)) {
      for (const below of paths) bad.push(...(await offences(api, statements, name, below)));
    }
    expect(bad).toEqual([]);
  });
});

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
  ])(
    '%s',
    async (below) => {
      const [name = ''] = Object.keys(EXCEPTIONS).filter((exception) => exception === below);
      expect(await offences(api, statements, name, below)).toEqual([]);
    },
    60_000,
  );
});
