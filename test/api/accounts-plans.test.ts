import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { RowsQuery } from '../../src/api/rows-query.ts';
import { startTestApi, type TestApi } from './api-fixture.ts';

/** That requests about accounts read little more than they show, for values met often, seldom and never. */

const HOT_KEY = 'aa'.repeat(32);
const COLD_KEY = 'bb'.repeat(32);
const MONTH = 1_751_328_000n;
const SNAPSHOT = MONTH + 900n * 400n;
const NANOS = 1_000_000_000n;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ clock: () => Number(SNAPSHOT) * 1000 + 86_400_000 });
  // 30,000 entities, half of them accounts; two in three accounts have one key, nearly all little.
  await api.database.pool.query(`
    insert into entity (id, num, realm, shard, type, timestamp_range, created_timestamp, deleted, balance, balance_timestamp, public_key)
    select i, i, 0, 0, (case when i % 2 = 0 then 'ACCOUNT' when i % 4 = 1 then 'TOPIC' else 'TOKEN' end)::entity_type,
           '[1,)', i, false, case when i % 5000 = 0 then 1000000 + i else i % 100 end, i,
           case when i % 1000 = 0 then '${COLD_KEY}' when i % 3 > 0 then '${HOT_KEY}' end
    from generate_series(1, 30000) i;
    insert into token_account (account_id, token_id, associated, balance, timestamp_range)
    select 2 * a, 4 * t + 3, t % 10 > 0 or a > 1, 1, '[1,)' from generate_series(1, 300) a, generate_series(1, 40) t;
    insert into token_account (account_id, token_id, associated, balance, timestamp_range)
    select 10, 100000 + t, t % 1000 = 0, 1, '[1,)' from generate_series(1, 10000) t;
    insert into account_balance (account_id, consensus_timestamp, balance)
    select 2 * i, ${MONTH * NANOS}, (2 * i) % 100 from generate_series(1, 15000) i
    union all select a, ${MONTH * NANOS} + n * 900000000000, n + case when a = 20 and n = 7 then 5000 else 0 end
      from unnest(array[2, 4, 6, 20]) a, generate_series(1, 1000) n;
    insert into token_balance (account_id, token_id, consensus_timestamp, balance)
    select 4, 4 * t + 3, ${MONTH * NANOS} + n * 900000000000, n from generate_series(1, 30) t, generate_series(0, 500) n;
    insert into crypto_transfer (entity_id, consensus_timestamp, amount, payer_account_id)
    select case when i % 2 = 0 then 4 else i end, ${MONTH * NANOS} + i * ${NANOS}::bigint, 1, 4 from generate_series(1, 30000) i;
    insert into nft (account_id, token_id, serial_number, spender, timestamp_range)
    select 4, 3 + 4 * (i % 20), i, case when i % 2000 = 0 then 8 when i % 2 = 0 then 6 end, '[1,)' from generate_series(1, 20000) i;
    insert into token_allowance (owner, spender, token_id, amount, amount_granted, payer_account_id, timestamp_range)
    select 4, 2 * (i % 500), 4 * i + 3, 1, 1, 4, '[1,)' from generate_series(1, 10000) i;
    insert into crypto_allowance (owner, spender, amount, amount_granted, payer_account_id, timestamp_range)
    select 4, 2 * i, 1, 1, 4, '[1,)' from generate_series(1, 5000) i;
    insert into staking_reward_transfer (account_id, amount, consensus_timestamp, payer_account_id)
    select 4 + i % 2, 1, i, 4 from generate_series(1, 20000) i;
    insert into record_file (name, load_start, load_end, hash, prev_hash, consensus_start, consensus_end, count, digest_algorithm, version, file_hash, index)
    select 'b' || i, 0, 0, '', '', ${MONTH * NANOS} + i, ${MONTH * NANOS} + (i + 1) * ${1000n * NANOS}, 1, 0, 6, '', i from generate_series(0, 1000) i;
  `);
  await api.database.pool.query('vacuum analyze');
}, 120_000);
afterAll(() => api.close());

const asked: { text: string; values: unknown[] }[] = [];
beforeEach(() => {
  asked.length = 0;
  const select = RowsQuery.prototype.select;
  vi.spyOn(RowsQuery.prototype, 'select').mockImplementation(function (this: RowsQuery, client) {
    const { text, values } = this as unknown as { text: string; values: unknown[] };
    asked.push({ text, values });
    return select.call(this, client);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

interface Work {
  /** Rows that scans of tables returned or passed over. */
  read: number;
  /** Most rows that one sort was given. */
  sorted: number;
  /** Most rows that a scan of a whole table read. */
  scanned: number;
}

function add(node: PlanNode, work: Work): void {
  const loops = node['Actual Loops'];
  const rows = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * loops;
  if (node['Relation Name'] !== undefined) work.read += rows;
  if (node['Node Type'] === 'Seq Scan') work.scanned = Math.max(work.scanned, rows);
  for (const child of node.Plans ?? []) {
    if (node['Node Type'].endsWith('Sort')) {
      // One sort for each time that it is asked.
      work.sorted = Math.max(work.sorted, child['Actual Rows']);
    }
    add(child, work);
  }
}

async function explain(text: string, values: unknown[], generic: boolean): Promise<Work> {
  const client = await api.database.pool.connect();
  try {
    await client.query(`set plan_cache_mode = ${generic ? 'force_generic_plan' : 'force_custom_plan'}`);
    const name = `explained ${asked.length} ${Math.random()}`;
    const { rows } = await client.query({ name, text: `explain (analyze, format json) ${text}`, values });
    const work = { read: 0, sorted: 0, scanned: 0 };
    add((rows[0]['QUERY PLAN'] as { Plan: PlanNode }[])[0]?.Plan as PlanNode, work);
    return work;
  } finally {
    await client.query('reset plan_cache_mode');
    client.release();
  }
}

const AT = `timestamp=${SNAPSHOT + 5n}`;
/** What is asked, and how many rows that may take: a small multiple of the page. */
const requests: readonly (readonly [path: string, rows: number])[] = [
  // 25 accounts with 40 tokens each.
  ['accounts', 1100],
  ['accounts?order=desc&limit=100', 600],
  ['accounts?account.id=gt:15000&balance=false', 100],
  [`accounts?account.publickey=${HOT_KEY}`, 1100],
  [`accounts?account.publickey=${COLD_KEY}&order=desc`, 200],
  [`accounts?account.publickey=${'cc'.repeat(32)}`, 10],
  ['accounts?account.balance=gt:5', 2500],
  ['accounts?account.balance=gt:1000000', 100],
  ['accounts?account.balance=gt:9000000', 10],
  ['accounts?account.balance=4&account.id=gt:20000', 200],
  [`accounts?account.balance=gt:1000000&account.publickey=${HOT_KEY}`, 100],
  ['accounts/4', 200],
  ['accounts/4?transactions=false', 100],
  [`accounts/4?transactions=false&${AT}`, 200],
  [`accounts/4?transactions=false&exact=true&${AT}`, 1500],
  ['accounts/10/tokens', 120],
  ['accounts/4/tokens?order=desc', 120],
  ['accounts/4/nfts', 100],
  ['accounts/4/nfts?token.id=gte:23&serialnumber=gt:500&order=asc', 100],
  ['accounts/4/nfts?spender.id=6', 100],
  ['accounts/4/nfts?spender.id=8', 100],
  ['accounts/4/nfts?spender.id=gt:6', 300],
  ['accounts/4/nfts?spender.id=gt:8', 10],
  ['accounts/4/allowances/crypto?spender.id=lt:5000', 100],
  ['accounts/4/allowances/tokens?spender.id=gte:100&token.id=gt:9000', 100],
  ['accounts/4/rewards?timestamp=lt:0.00001', 100],
  ['accounts/6/rewards', 10],
  ['balances', 300],
  ['balances?account.balance=gt:1000000&order=asc', 100],
  [`balances?${AT}`, 300],
  [`balances?${AT}&order=asc&limit=100`, 800],
  [`balances?${AT}&account.id=4`, 200],
  [`balances?${AT}&account.balance=gt:50`, 2500],
  [`balances?${AT}&account.balance=gt:5000`, 100],
  [`balances?${AT}&account.balance=44`, 300],
  [`balances?${AT}&account.publickey=${COLD_KEY}`, 200],
  [`balances?${AT}&exact=true`, 1000],
];

describe('what is read for', () => {
  it.each(requests)('%s', async (path, most) => {
    const response = await api.get(`/api/v1/${path}`);
    expect(response.status, await response.text()).toBe(200);
    for (const { text, values } of [...asked]) {
      // Statements that are planned for their values are never planned for any values.
      for (const generic of text.includes('planned for its values') ? [false] : [false, true]) {
        const work = await explain(text, values, generic);
        const told = `${generic ? 'generic' : 'custom'} ${JSON.stringify(work)} ${text}`;
        expect(work.read, told).toBeLessThanOrEqual(most);
        expect(work.sorted, told).toBeLessThanOrEqual(1001);
        expect(work.scanned, told).toBeLessThanOrEqual(10);
      }
    }
  });
});
