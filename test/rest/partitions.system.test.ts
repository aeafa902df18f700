import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../database.ts';
import { partitionDatabase } from '../partitioned.ts';
import { startTestApi, type TestApi } from './api-fixture.ts';
import { type ExecutedStatement, noteStatements, partitionsRead } from './statement-work.ts';

/** Checks the maximum number of partitions that lists read, on a table with twelve months of equally many rows. */

const MONTHS = 12;
const EACH = 1500;
const START = BigInt(Date.UTC(2025, 0, 1)) * 1_000_000n;
/** A time in June. */
const FROM = Date.UTC(2025, 5, 10) / 1000;
const TO = FROM + 5 * 86_400;

const ROWS = `
create temp table at as
  select n, ${START} + n * (${MONTHS * 30}::bigint * 86400000000000 / ${MONTHS * EACH}) as at, 2000 + n % 7 as payer from generate_series(1, ${MONTHS * EACH}) n;
select tain.ensure_time_partitions(min(at), max(at)) from at;
insert into transaction (consensus_timestamp, type, result, payer_account_id, valid_start_ns, entity_id, transaction_hash)
  select at, case when n % 3 = 1 then 11 else 27 end, case when n % 5 = 1 then 10 else 22 end, payer, at - 1000000000, 6000, sha384(at::text::bytea) from at;
insert into entity_transaction select at, 3000, payer, 22, 14 from at;
insert into crypto_transfer (entity_id, consensus_timestamp, amount, payer_account_id)
  select e, at, a, payer from at, (values (2001, 5), (2002, -5), (98, 1)) x(e, a);
insert into token_transfer (token_id, account_id, consensus_timestamp, amount, payer_account_id) select 4000, 2001, at, 5, payer from at;
insert into staking_reward_transfer select 2001, 5, at, payer from at;
insert into contract_result (consensus_timestamp, contract_id, sender_id, payer_account_id, function_parameters, gas_limit, transaction_result, transaction_index)
  select at, 5000, payer, payer, '', 1, 22, 0 from at;
insert into contract_transaction select at, e, array[5000], payer from at, (values (5000), (2001)) x(e);
insert into contract_log (consensus_timestamp, index, contract_id, payer_account_id, bloom, data, topic0, transaction_index)
  select at, 0, 5000, payer, '', '', '\\x01', 0 from at;
insert into contract_action (call_depth, consensus_timestamp, gas, gas_used, index, result_data_type, value, payer_account_id)
  select 0, at, 1, 1, 0, 11, 0, payer from at;
insert into topic_message (consensus_timestamp, message, running_hash, running_hash_version, sequence_number, topic_id)
  select at, '', '', 3, n, 6000 from at;
insert into entity (id, num, realm, shard, type, timestamp_range, created_timestamp, deleted, balance, balance_timestamp)
  select id, id, 0, 0, type::entity_type, '[1,)', 1, false, 5, 5
  from (values (2001, 'ACCOUNT'), (5000, 'CONTRACT'), (6000, 'TOPIC'), (3000, 'ACCOUNT')) e(id, type);
insert into contract (id) values (5000);
insert into topic (id, created_timestamp, timestamp_range, fee_exempt_key_list) select 6000, 1, '[1,)', null;
insert into record_file (name, load_start, load_end, hash, prev_hash, consensus_start, consensus_end, count, digest_algorithm, version, file_hash, index)
  select '', 0, 0, repeat('a', 96), repeat('b', 96), at, at + 1, 1, 0, 6, '', n from at;
-- As autovacuum does it: never a partitioned table as a whole.
do $$
declare
  name text;
begin
  for name in select oid::regclass from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
    execute format('analyze %s', name);
  end loop;
end $$`;

let api: TestApi;
let statements: ExecutedStatement[];
let last: bigint;

beforeAll(async () => {
  const made = await createTestDatabase();
  await partitionDatabase(made.target);
  await made.database.pool.query(ROWS);
  const { rows } = await made.database.pool.query<{ at: string }>(
    'select max(consensus_timestamp)::text as at from transaction',
  );
  last = BigInt(rows[0]?.at ?? 0);
  const started = await startTestApi({ database: made.database });
  api = { ...started, close: () => started.close().then(made.drop) };
  statements = noteStatements();
  // The first connection detects the partitions.
  await api.get('/api/v1/blocks');
});
afterAll(async () => {
  vi.restoreAllMocks();
  await api?.close();
});

const LISTS = [
  'transactions',
  'transactions?transactiontype=CRYPTOCREATEACCOUNT',
  'transactions?result=fail',
  'transactions?account.id=2001',
  'transactions?account.id=2001&type=credit',
  'transactions?account.id=3000',
  'transactions?account.id=gte:2001&account.id=lte:2003',
  'accounts/2001/rewards',
  'contracts/results',
  'contracts/results?from=2001',
  'contracts/5000/results',
  'contracts/5000/results?from=2001',
  'contracts/results/logs',
  'contracts/5000/results/logs',
  'topics/6000/messages',
];

/**
 * Lists whose index begins with a column other than the time, and whose order includes it (`indexRange`): the index of each
 * partition within the time bounds is descended once.
 */
const ALL_PARTITIONS = [
  'topics/6000/messages',
  'transactions?account.id=2001',
  'transactions?account.id=2001&type=credit',
  'transactions?account.id=3000',
  'transactions?account.id=gte:2001&account.id=lte:2003',
  'transactions?transactiontype=CRYPTOCREATEACCOUNT',
];

/** Returns the lists that read a wrong number of partitions, on a page or the next one. */
async function offences(suffix: string, maxOf: (path: string) => number): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const path of LISTS) {
    let next: string | null = `${path}${path.includes('?') ? '&' : '?'}${suffix}`;
    for (let page = 0; page < 2 && next !== null; page++) {
      const { count, links } = await read(next);
      if (count < 1 || count > maxOf(path)) found[next] = count;
      next = links?.next?.replace('/api/v1/', '') ?? null;
    }
  }
  return found;
}

async function maxRead(path: string): Promise<number> {
  return (await read(path)).count;
}

interface Read {
  /** Number of partitions. */
  readonly count: number;
  readonly links: { readonly next: string | null } | undefined;
}

async function read(path: string): Promise<Read> {
  statements.length = 0;
  const response = await api.get(`/api/v1/${path}`);
  const body = await response.text();
  expect(response.ok, `${path}: ${body}`).toBe(true);
  expect(body.length, path).toBeGreaterThan(100);
  let max = 0;
  for (const statement of statements.splice(0)) {
    const parts = await partitionsRead(api.database, statement);
    max = Math.max(max, ...[...parts.values()].map(({ size }) => size));
  }
  return { count: max, links: (JSON.parse(body) as Partial<Read>).links };
}

it('the newest or oldest rows: one or two partitions', async () => {
  const maxOf = (path: string) => (ALL_PARTITIONS.includes(path) ? MONTHS : 2);
  expect(await offences('order=desc', maxOf)).toEqual({});
  expect(await offences('order=asc', maxOf)).toEqual({});
});

it('a time range: the partitions of that range', async () => {
  expect(await offences(`timestamp=gte:${FROM}&timestamp=lt:${TO}`, () => 1)).toEqual({});
  expect(await offences(`timestamp=gte:${FROM}&timestamp=lt:${TO}&order=asc&limit=2`, () => 1)).toEqual({});
});

it('all rows before a time: no later partition', async () => {
  const before = (path: string) => (ALL_PARTITIONS.includes(path) ? 6 : 2);
  expect(await offences(`timestamp=lt:${TO}`, before)).toEqual({});
});

it('one row by its time, or by an id that contains it: one partition', async () => {
  const at = `${last / 1_000_000_000n}.${(last % 1_000_000_000n).toString().padStart(9, '0')}`;
  const start = last - 1_000_000_000n;
  const payer = 2000 + ((MONTHS * EACH) % 7);
  const id = `0.0.${payer}-${start / 1_000_000_000n}-${(start % 1_000_000_000n).toString().padStart(9, '0')}`;
  const found: Record<string, number> = {};
  for (const path of [
    `transactions?timestamp=${at}`,
    `contracts/5000/results/${at}`,
    `contracts/results/${id}/actions`,
    `topics/messages/${at}`,
  ]) {
    const count = await maxRead(path);
    if (count !== 1) found[path] = count;
  }
  expect(found).toEqual({});
  // Executions of a schedule have the id of its creation, however much earlier that was.
  expect(await maxRead(`transactions/${id}`)).toBe(MONTHS);
}, 120_000);
