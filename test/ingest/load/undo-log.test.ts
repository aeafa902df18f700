import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  emptyUndoLog,
  prepareUndoLog,
  RECORD_SQL,
  selectUndoPosition,
  undoChanges,
} from '../../../src/ingest/load/undo-log.ts';
import type { Queryable } from '../../../src/store/writer/writer.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { tries } from '../../effort.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test?.drop());

/** A table with a key, one with few values and without a key, one in partitions, and one with a computed column. */
const DUMP = `
  select 'allowance' as name, t::text as row from crypto_allowance t
  union all select 'transfer', t::text from crypto_transfer t
  union all select 'balance', t::text from account_balance t
  union all select 'current', t::text from tain.current_balance t
  union all select 'stake', t::text from tain.stake_state t
  order by 1, 2`;

/** Statements by kind; each gets two small numbers. */
const STATEMENTS: readonly ((a: number, b: number) => string)[] = [
  (
    a,
    b,
  ) => `insert into crypto_allowance (owner, spender, amount, amount_granted, payer_account_id, timestamp_range)
    values (${a}, 1, ${b}, 0, 2, '[${b},)') on conflict (owner, spender) do update set amount = excluded.amount`,
  (a) => `delete from crypto_allowance where owner = ${a}`,
  (a, b) => `insert into crypto_transfer (entity_id, consensus_timestamp, amount, payer_account_id)
    select ${a}, ${b}, -1, 2 from generate_series(1, 3)`,
  (a, b) => `update crypto_transfer set amount = amount + ${b} where entity_id = ${a}`,
  (a) => `delete from crypto_transfer where entity_id = ${a}`,
  (a, b) => `insert into account_balance (account_id, balance, consensus_timestamp)
    values (${a}, ${b}, 1767225600000000000 + ${b}) on conflict do nothing`,
  (a, b) => `insert into tain.current_balance (account_id, balance) values (${a}, ${b})
    on conflict (account_id) do update set balance = excluded.balance`,
  (a, b) =>
    `insert into tain.stake_state values (${a}, null, 0, null, ${b}) on conflict (id) do update set balance = ${b}`,
  () => 'truncate tain.stake_state',
];

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('statement' as const),
      which: fc.nat(STATEMENTS.length - 1),
      a: fc.nat(4),
      b: fc.nat(4),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('snapshot' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('return' as const), which: fc.nat(3) }) },
  // Places of removed rows are used again.
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('vacuum' as const) }) },
);

it('returns the rows of every table to any earlier position', async () => {
  const { pool } = test.database;
  const client = await pool.connect();
  const within = async (
    isRecorded: boolean,
    work: (writer: Queryable) => Promise<unknown>,
  ): Promise<void> => {
    await client.query(isRecorded ? `begin; ${RECORD_SQL}` : 'begin');
    await work(client);
    await client.query('commit');
  };
  const dump = async (): Promise<unknown> => (await client.query({ text: DUMP, rowMode: 'array' })).rows;
  await within(false, prepareUndoLog);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const snapshots: { readonly position: bigint; readonly rows: unknown }[] = [];
      for (const one of steps) {
        if (one.kind === 'snapshot') {
          snapshots.push({ position: await selectUndoPosition(client), rows: await dump() });
        } else if (one.kind === 'return') {
          const [chosen] = snapshots.splice(one.which);
          if (chosen === undefined) continue;
          const holds = snapshots.length > 0;
          await within(holds, async (writer) => {
            await undoChanges(writer, chosen.position, 1n);
            if (!holds) await emptyUndoLog(writer);
          });
          expect(await dump()).toEqual(chosen.rows);
        } else if (one.kind === 'vacuum') await client.query('vacuum crypto_allowance, crypto_transfer');
        else {
          const statement = STATEMENTS[one.which];
          if (statement) await within(true, (writer) => writer.query(statement(one.a, one.b)));
        }
      }
    }),
    { numRuns: tries(25) },
  );
  client.release();
}, 120_000);

it('records the tables of the stored stream only, and transactions that request it only', async () => {
  const { pool } = test.database;
  const recorded = async (begin: string, statement: string): Promise<number> => {
    const client = await pool.connect();
    await client.query(begin);
    const before = await selectUndoPosition(client);
    await client.query(statement);
    const after = await selectUndoPosition(client);
    await client.query('rollback');
    client.release();
    return Number(after > before);
  };
  const transfer =
    'insert into crypto_transfer (entity_id, consensus_timestamp, amount, payer_account_id) values (1, 2, 1, 2)';
  expect(await recorded('begin', transfer)).toBe(0);
  expect(await recorded(`begin; ${RECORD_SQL}`, transfer)).toBe(1);
  expect(await recorded(`begin; ${RECORD_SQL}`, 'update tain.kept set kept_from = 1')).toBe(0);
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'tain' and exists (select from pg_trigger t where t.tgrelid = c.oid and tgname like 'tain__record%')
     order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual([
    'balance_index',
    'balance_seed',
    'block_proof',
    'change_log',
    'current_balance',
    'current_token_balance',
    'derived_job',
    'first_block',
    'ledger_publication',
    'signature_day',
    'signature_evidence',
    'stake_state',
    'unrecognized',
  ]);
});

it('does not grow with the number of returns', async () => {
  const client = await test.database.pool.connect();
  const within = async (work: () => Promise<unknown>): Promise<void> => {
    await client.query(`begin; ${RECORD_SQL}`);
    await work();
    await client.query('commit');
  };
  const records = async (): Promise<number> =>
    (await client.query<{ count: number }>('select count(*)::int as count from tain.undo_log')).rows[0]
      ?.count ?? 0;
  const balance = (account: number, to: string) =>
    `insert into tain.current_balance (account_id, balance) values (${account}, 1)
     on conflict (account_id) do update set balance = ${to}`;
  await within(async () => {
    await prepareUndoLog(client);
    await client.query('delete from tain.first_block');
    await client.query(
      `insert into tain.first_block (index, consensus_start, is_genesis) values (0, 0, true)`,
    );
    await client.query(balance(70, '0'));
  });
  const counts: number[] = [];
  for (let round = 1; round <= 5; round++) {
    // A client takes a snapshot, uses it up, and takes it again. An earlier snapshot is held all the time.
    const position = await selectUndoPosition(client);
    await within(() => client.query(balance(70, 'current_balance.balance + 1')));
    await within(() => client.query(balance(71, '0')));
    await within(() => undoChanges(client, position, BigInt(round)));
    counts.push(await records());
  }
  // The rows of the first block and of account 70, and the move of each.
  expect(counts).toEqual([4, 4, 4, 4, 4]);
  await within(() => undoChanges(client, 0n, 6n));
  const { rows } = await client.query(
    'select account_id, balance from tain.current_balance where account_id in (70, 71)',
  );
  expect(rows).toEqual([]);
  client.release();
});
