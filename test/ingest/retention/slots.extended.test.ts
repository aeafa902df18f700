import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RetainedSince } from '../../../src/ingest/check/retained-since.ts';
import { compareStorage } from '../../../src/ingest/check/storage.ts';
import { selectSchema } from '../../../src/ingest/check/stored-schema.ts';
import { rebuildFromRows } from '../../../src/ingest/rebuild/from-rows.ts';
import { connectionConfig } from '../../../src/store/connections/database.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { tries } from '../../effort.ts';
import { seedsOf } from '../../seeds.ts';
import { policyOf, removeAll } from './remove.ts';

/**
 * Storage after removals: `check` must report nothing, `rebuild` must change nothing, and past states must be
 * unchanged.
 */

const STEP = 10n;
const EVENTS_PER_BLOCK = 3n;

/** One change of a slot: a write by a transaction (empty: cleared), a read, or a migration. */
interface Change {
  readonly slot: number;
  readonly kind: 'write' | 'clear' | 'read' | 'migration';
}

const CHANGES = fc.array(
  fc.record({
    slot: fc.integer({ min: 0, max: 3 }),
    kind: fc.constantFrom<Change['kind'][]>('write', 'write', 'clear', 'read', 'read', 'read', 'migration'),
  }),
  { minLength: 4, maxLength: 30 },
);
/**
 * Draws ages at which rows are removed, one removal after another: in steps of one change, and a nanosecond around
 * them.
 */
const AGES = fc.array(
  fc.tuple(fc.bigInt(0n, 30n), fc.bigInt(-1n, 1n)).map(([steps, off]) => steps * STEP + off + 1n),
  { maxLength: 3 },
);

const timeOf = (index: number): bigint => 1_000n + STEP * BigInt(index);

interface Row {
  readonly at: bigint;
  readonly slot: number;
  readonly read: string;
  readonly written: string | null;
  readonly migration: boolean;
}

/** Returns the rows of changes. Each reads the value that the previous change of its slot wrote. */
function rowsOf(changes: readonly Change[]): Row[] {
  const now = new Map<number, string>();
  return changes.map(({ slot, kind }, index) => {
    const at = timeOf(index);
    const read = kind === 'migration' ? 'aa' : (now.get(slot) ?? '');
    const written =
      kind === 'write' ? (index + 1).toString(16).padStart(2, '0') : kind === 'clear' ? '' : null;
    now.set(slot, written ?? read);
    return { at, slot, read, written, migration: kind === 'migration' };
  });
}

let test: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  test = await createTestDatabase();
  client = new pg.Client(connectionConfig(test.target));
  await client.connect();
}, 120_000);
afterAll(async () => {
  await client?.end();
  await test?.drop();
});
beforeEach(clear);

async function clear(): Promise<void> {
  await client.query(
    `truncate record_file, contract_state, contract_state_change, hook_storage, hook_storage_change,
       tain.first_block, tain.retention`,
  );
  await client.query('update tain.kept set kept_from = 0, whole_from = 0');
}

/** Stores changes as changes of contracts and of hooks, with the current slots. */
async function store(rows: readonly Row[]): Promise<void> {
  const end = rows.at(-1)?.at ?? 0n;
  for (let at = timeOf(0), index = 0; at <= end; at += STEP * EVENTS_PER_BLOCK, index += 1) {
    await client.query(
      `insert into record_file (name, load_start, load_end, hash, prev_hash, consensus_start, consensus_end, count,
         digest_algorithm, version, file_hash, index)
       values ($1::text, 0, 0, $1::text, '', $2, $3, 1, 0, 6, '', $1::text::bigint)`,
      [index, at, at + STEP * EVENTS_PER_BLOCK - 1n].map(String),
    );
  }
  for (const { at, slot, read, written, migration } of rows) {
    // Changes of contracts have slots without leading zeros, and slot 0 is empty.
    const short = slot === 0 ? '' : slot.toString(16).padStart(2, '0');
    const long = slot.toString(16).padStart(64, '0');
    await client.query(
      `insert into contract_state_change
         (consensus_timestamp, contract_id, payer_account_id, slot, value_read, value_written, migration)
       values ($1, 7, 2, decode($2, 'hex'), decode($3, 'hex'), decode($4, 'hex'), $5)`,
      [at.toString(), short, read, written, migration],
    );
    const value = written ?? (migration ? read : null);
    if (value !== null) {
      await client.query(
        `insert into contract_state (contract_id, slot, value, created_timestamp, modified_timestamp)
         values (7, decode($1, 'hex'), decode($2, 'hex'), $3, $3)
         on conflict (contract_id, slot) do update set value = excluded.value, modified_timestamp = excluded.modified_timestamp`,
        [long, value, at.toString()],
      );
    }
    // Hooks have no migrations, so these are writes.
    await client.query(
      `insert into hook_storage_change (consensus_timestamp, owner_id, hook_id, key, value_read, value_written, deleted)
       values ($1, 8, 1, decode($2, 'hex'), decode($3, 'hex'), decode($4, 'hex'), $5)`,
      [at.toString(), long, read, value, value === ''],
    );
    if (value === null) continue;
    await client.query(
      `insert into hook_storage as s (owner_id, hook_id, key, value, deleted, created_timestamp, modified_timestamp)
       values (8, 1, decode($1, 'hex'), decode($2, 'hex'), $3, $4, $4)
       on conflict (owner_id, hook_id, key) do update
       set value = excluded.value, deleted = excluded.deleted, modified_timestamp = excluded.modified_timestamp,
         created_timestamp = case when s.deleted and not excluded.deleted then excluded.modified_timestamp else s.created_timestamp end`,
      [long, value, value === '', at.toString()],
    );
  }
}

/** Returns the current slots as text. */
async function present(): Promise<unknown[]> {
  const { rows } = await client.query(
    `select 'contract' as of, to_jsonb(s)::text as row from contract_state s
     union all
     select 'hook', to_jsonb(s)::text from hook_storage s
     order by 1, 2`,
  );
  return rows;
}

async function found(): Promise<string[]> {
  const end = await lastEnd();
  const schema = await selectSchema(client);
  const { described } = await compareStorage(client, schema, await RetainedSince.select(client), end);
  return described.map(({ subject }) => subject);
}

async function lastEnd(): Promise<bigint> {
  const { rows } = await client.query<{ at: string }>(
    'select max(consensus_end)::text as at from record_file',
  );
  return BigInt(rows[0]?.at ?? 0);
}

async function rebuild(): Promise<ReadonlyMap<string, number>> {
  const { signal } = new AbortController();
  return rebuildFromRows({ client, reads: null }, await lastEnd(), signal, () => undefined);
}

/** Returns the past states of each slot at a time: the newest change of any kind. */
async function statesFrom(table: string, from: bigint): Promise<unknown[]> {
  const key = table === 'contract_state_change' ? 'slot' : 'key';
  const { rows } = await client.query(
    `select t.at::text as at, s.*
     from generate_series($1::bigint, $2::bigint, ${STEP / 2n}) t (at)
     cross join lateral (
       select distinct on (${key}) encode(${key}, 'hex') as slot, consensus_timestamp::text as changed,
         encode(coalesce(value_written, value_read), 'hex') as value
       from ${table}
       where consensus_timestamp <= t.at
       order by ${key}, consensus_timestamp desc
     ) s
     order by t.at, s.slot`,
    [from, await lastEnd()].map(String),
  );
  return rows;
}

/** Removes by the rule of former releases: only the newest change before the time remained, whatever its kind. */
async function removeAsBefore(to: bigint): Promise<void> {
  for (const [table, key] of [
    ['contract_state_change', 'slot'],
    ['hook_storage_change', 'key'],
  ]) {
    await client.query(
      `delete from ${table} t
       where exists (
         select from ${table} n
         where n.${key} = t.${key} and n.consensus_timestamp > t.consensus_timestamp and n.consensus_timestamp < $1)`,
      [to.toString()],
    );
  }
  await client.query('update tain.kept set kept_from = greatest(kept_from, $1)', [to.toString()]);
}

const run = (
  seed: number,
  property: fc.IAsyncProperty<[Change[], bigint[]]>,
  examples: [Change[], bigint[]][],
) => fc.assert(property, { numRuns: tries(6), seed, examples, endOnFailure: true });

/** A slot that is written once and then only read, such as the implementation address of a proxy. */
const PROXY: [Change[], bigint[]] = [
  [
    { slot: 1, kind: 'write' },
    ...Array.from({ length: 12 }, (): Change => ({ slot: 1, kind: 'read' })),
    { slot: 2, kind: 'write' },
  ],
  [3n * STEP],
];

describe.each(seedsOf([]))('storage after any removal by retention (seed %i)', (seed) => {
  it('has no difference, does not change when rebuilt, and past states are the same', async () => {
    await run(
      seed,
      fc.asyncProperty(CHANGES, AGES, async (changes, ages) => {
        await clear();
        await store(rowsOf(changes));
        const slots = await present();
        const end = await lastEnd();
        const tables = ['contract_state_change', 'hook_storage_change'];
        const cutoff = end - ages.reduce((min, age) => (age < min ? age : min), end);
        const states = await Promise.all(tables.map((table) => statesFrom(table, cutoff)));
        for (const age of ages) {
          await removeAll(test.target, policyOf({ contracts: age, actions: age, history: age }), 2);
        }
        expect(await found()).toEqual([]);
        expect(await rebuild()).toEqual(new Map());
        expect(await present()).toEqual(slots);
        expect(await Promise.all(tables.map((table) => statesFrom(table, cutoff)))).toEqual(states);
      }),
      [PROXY],
    );
  });

  it('is not deleted if an earlier release removed the change that set it', async () => {
    await run(
      seed,
      fc.asyncProperty(CHANGES, AGES, async (changes, ages) => {
        await clear();
        await store(rowsOf(changes));
        const slots = await present();
        const end = await lastEnd();
        for (const age of ages) await removeAsBefore(end - age);
        // This release resumes where the former one stopped.
        await removeAll(test.target, policyOf({ contracts: STEP, actions: STEP, history: STEP }), 2);
        expect(await found()).toEqual([]);
        expect(await rebuild()).toEqual(new Map());
        expect(await present()).toEqual(slots);
      }),
      [PROXY],
    );
  });

  it('is not deleted if settings once excluded its changes', async () => {
    await run(
      seed,
      fc.asyncProperty(CHANGES, AGES, async (changes, ages) => {
        await clear();
        await store(rowsOf(changes));
        const slots = await present();
        const end = await lastEnd();
        const [wholeFrom = 0n, leftOutFrom = 0n] = ages.map((age) => end - age).sort((a, b) => Number(b - a));
        for (const table of ['contract_state_change', 'hook_storage_change']) {
          await client.query(
            `delete from ${table} where consensus_timestamp >= $1 and consensus_timestamp < $2`,
            [leftOutFrom, wholeFrom].map(String),
          );
        }
        await client.query('update tain.kept set whole_from = $1', [wholeFrom.toString()]);
        expect(await found()).toEqual([]);
        expect(await rebuild()).toEqual(new Map());
        expect(await present()).toEqual(slots);
      }),
      [PROXY],
    );
  });

  it('is still reported as damaged, and repaired', async () => {
    const [changes, [age = 0n]] = PROXY;
    await store(rowsOf(changes));
    const slots = await present();
    await removeAll(test.target, policyOf({ contracts: age, actions: age, history: age }));
    await client.query(`update contract_state set value = '\\x99'`);
    await client.query('delete from hook_storage where ctid in (select ctid from hook_storage limit 1)');
    await client.query('insert into contract_state select 99, 1, 1, slot, value from contract_state limit 1');
    expect(await found()).toHaveLength(7);
    expect(await rebuild()).toEqual(
      new Map([
        ['contract_state', 3],
        ['hook_storage', 1],
      ]),
    );
    expect(await found()).toEqual([]);
    expect(await present()).toEqual(slots);
  });
});
