import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longToBigInt } from '../../packages/network-simulator/src/ledger/long.ts';
import { feeSchedule } from '../../packages/network-simulator/src/ledger/system-files.ts';
import { DEFAULT_START } from '../../packages/network-simulator/src/options.ts';
import { Random } from '../../packages/network-simulator/src/random.ts';
import { DemoStream } from '../../packages/network-simulator/src/stream/demo-stream.ts';
import { KINDS, kindOf } from '../../packages/network-simulator/src/transactions/kinds.ts';
import { writeDemo } from '../../packages/network-simulator/src/write-demo.ts';
import { DatabaseReader } from '../../src/calls/state/database-reader.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';
import { selectOn } from '../../src/store/connections/select.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { ingestFolder } from '../ingest/ingest-folder.ts';
import { seedsOf } from '../seeds.ts';
import { documentedTypes } from './oracle/documented-types.ts';
import { entityTable } from './oracle/entity-rows.ts';
import { EVERYTHING } from './oracle/everything.ts';
import { ledgerTables } from './oracle/ledger-tables.ts';
import { type PlainTable, plainTables } from './oracle/plain-tables.ts';
import { type Column, compareRows, type Row, readColumns, readRows } from './oracle/rows.ts';
import {
  changesOf,
  type Model,
  type RowVersion,
  type StateTable,
  versionsOf,
} from './oracle/state-tables.ts';
import { Stream } from './oracle/stream.ts';

const DAY = 86_400_000_000_000n;
/** Seed whose history has every type of transaction, successful and failed. */
const COMPLETE_SEED = 21;
const OPTIONS = {
  signInner: false,
  mix: EVERYTHING,
  failures: 0.08,
  population: { tokens: 30 },
  // The third day ends during normal traffic.
  steadyFrom: DEFAULT_START + 3n * DAY - 12_000_000_000n,
};
const BLOCKS = 16;
/** Transactions of a second: of the complete seed, and of others, which need not have every type. */
const COMPLETE_TPS = 240;
const TPS = 50;
const MOMENTS = 8;
/** Margin in nanoseconds around a moment without transactions, so that no transaction is partly executed at it. */
const QUIET = 10_000n;

/** Columns with the time of storage, or that are never filled, by table. */
const NOT_COMPARED: Readonly<Record<string, readonly string[]>> = {
  record_file: ['load_start', 'load_end'],
  account_balance_file: ['load_start', 'load_end'],
};
/** Tables that stay empty, always or unless a setting fills them. */
const NEVER_FILLED = ['entity_transaction', 'live_hash', 'non_fee_transfer', 'topic_message_lookup'];

/** Writes the network's stream. Returns its history, and the last consensus time of each block. */
async function writeNetwork(
  dir: string,
  seed: number,
): Promise<{ readonly model: Model; readonly ends: readonly bigint[] }> {
  const demo = await DemoStream.open({
    runCode: demoEngine,
    dir,
    ...OPTIONS,
    seed,
    tps: seed === COMPLETE_SEED ? COMPLETE_TPS : TPS,
    history: true,
  });
  const stream = new Stream();
  const ends: bigint[] = [];
  while (ends.length < BLOCKS) {
    stream.add(await demo.write(), (field) => kindOf(field).number);
    ends.push(demo.summary.consensusEnd);
  }
  await demo.close();
  const { ledger } = demo.network;
  stream.learnNames(ledger.accounts.values());
  return { model: { ledger, stream }, ends };
}

describe.each(seedsOf([COMPLETE_SEED]))('a database fed with a demo stream of seed %i', (seed) => {
  const isComplete = seed === COMPLETE_SEED;
  let dir = '';
  let stored: TestDatabase;
  let model: Model;
  let columns: Map<string, Column[]>;
  let plain: Record<string, PlainTable>;
  let state: StateTable[];
  let ends: readonly bigint[] = [];

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'tain-oracle-'));
    ({ model, ends } = await writeNetwork(dir, seed));
    stored = await createTestDatabase();
    const addressBook = join(dir, 'address_book.bin');
    await ingestFolder({ database: stored.database, folder: dir, addressBook });
    columns = await readColumns(stored.database.pool);
    plain = plainTables(model, dir, ends);
    state = [entityTable(model), ...ledgerTables(model)];
  });
  afterAll(async () => {
    await stored?.drop();
    rmSync(dir, { recursive: true, force: true });
  });

  const columnsOf = (table: string, left: readonly string[] = []): Column[] =>
    (columns.get(table) ?? []).filter(({ name }) => !left.includes(name));

  test('compares every filled table', async () => {
    const filled: string[] = [];
    for (const name of columns.keys()) {
      const { rows } = await stored.database.pool.query(`select 1 from "${name}" limit 1`);
      if (rows.length > 0) filled.push(name);
    }
    const compared = [...Object.keys(plain), ...state.flatMap(({ name }) => [name, `${name}_history`])];
    expect(filled.filter((name) => !compared.includes(name))).toEqual([]);
    if (!isComplete) return;
    // The tables must not be empty, because a comparison of empty tables proves nothing.
    expect([...columns.keys()].filter((name) => !filled.includes(name)).sort()).toEqual(NEVER_FILLED);
    expect([...columns.keys()].sort()).toEqual([...filled, ...NEVER_FILLED].sort());
  });

  test('counts transactions by type and result as the ledger did', async () => {
    const { rows } = await stored.database.pool.query<{ line: string }>(
      "select concat_ws('|', type, result, count(*)) as line from transaction group by type, result",
    );
    const expected = new Map<string, number>();
    for (const { type, status } of model.stream.items)
      expected.set(`${type}|${status}`, (expected.get(`${type}|${status}`) ?? 0) + 1);
    expect(rows.map(({ line }) => line).sort()).toEqual([...expected].map((pair) => pair.join('|')).sort());
    if (!isComplete) return;
    // All types occur, including a future one. A few never fail in such a short stream.
    const seen = (ok: boolean): string[] => [
      ...new Set(model.stream.items.filter((item) => item.ok === ok).map(({ field }) => field)),
    ];
    expect(seen(true).sort()).toEqual(KINDS.map(({ field }) => field).sort());
    expect(seen(false).length).toBeGreaterThan(KINDS.length - 5);
  });

  test('finds every type in its tables according to the table of types', async () => {
    const times = new Map<string, Set<string>>();
    for (const [name, list] of columns) {
      const has = (column: string): boolean => list.some((one) => one.name === column);
      const time = has('timestamp_range')
        ? 'lower(timestamp_range)'
        : ['consensus_timestamp', 'modified_timestamp', 'executed_timestamp'].find(has);
      if (time === undefined) continue;
      const { rows } = await stored.database.pool.query<{ at: string }>(
        `select ${time}::text as at from "${name}"`,
      );
      const table = name.replace(/_history$/, '');
      times.set(table, new Set([...(times.get(table) ?? []), ...rows.map(({ at }) => at)]));
    }
    const items = model.stream.items.filter((item) => item.ok);
    let checked = 0;
    for (const { field, tables } of documentedTypes()) {
      if (tables.length === 0) continue;
      const own = items.filter((item) => item.field === field).map((item) => String(item.at));
      const found = tables.filter((table) => own.some((at) => times.get(table)?.has(at)));
      if (isComplete) expect([field, found.length > 0]).toEqual([field, true]);
      checked++;
    }
    expect(checked).toBeGreaterThan(45);
  });

  test('holds every row of every table without history, column by column', async () => {
    const wrong: Record<string, unknown> = {};
    for (const [name, { key, rows, instead }] of Object.entries(plain)) {
      const list = columnsOf(name, NOT_COMPARED[name]);
      const [first] = rows;
      if (first !== undefined || isComplete) {
        expect([name, Object.keys(first ?? {}).sort()]).toEqual([name, list.map((one) => one.name).sort()]);
      }
      const actual = await readRows(stored.database.pool, `"${name}" t`, list, instead);
      const result = compareRows(actual, rows, key);
      if (result.differences.length > 0) wrong[name] = result;
    }
    expect(wrong).toEqual({});
  });

  test('holds the present rows of every table with history, column by column', async () => {
    const wrong: Record<string, unknown> = {};
    for (const table of state) {
      const list = columnsOf(table.name, ['timestamp_range']);
      const expected = [...versionsOf(table).values()].flatMap((versions): Row[] =>
        versions.slice(-1).map(({ row }) => row),
      );
      if (expected.length > 0 || isComplete) {
        expect([table.name, Object.keys(expected[0] ?? {}).sort()]).toEqual([
          table.name,
          list.map((one) => one.name).sort(),
        ]);
      }
      const actual = await readRows(stored.database.pool, `"${table.name}" t`, list, table.instead);
      const result = compareRows(actual, expected, table.key);
      if (result.differences.length > 0) wrong[table.name] = result;
    }
    expect(wrong).toEqual({});
  });

  /** Returns all versions of a table's rows, former ones first, with their ranges of validity. */
  async function storedVersions(
    table: StateTable,
  ): Promise<Map<string, { from: bigint; to: bigint | null; row: Row }[]>> {
    const list = columnsOf(table.name, ['timestamp_range']);
    const range: Column[] = [{ name: 'timestamp_range', type: 'int8range' }];
    const names = [...list, ...range].map(({ name }) => `"${name}"`).join(', ');
    const from = `(select ${names} from "${table.name}" union all select ${names} from "${table.name}_history") t`;
    const rows = await readRows(stored.database.pool, from, [...list, ...range], table.instead);
    const versions = new Map<string, { from: bigint; to: bigint | null; row: Row }[]>();
    for (const { timestamp_range: times, ...row } of rows) {
      const [, lower = '0', upper = ''] = /^\[(\d+),(\d*)\)$/.exec(times ?? '') ?? [];
      const key = table.key.map((name) => row[name]).join('|');
      const version = { from: BigInt(lower), to: upper === '' ? null : BigInt(upper), row };
      versions.set(key, [...(versions.get(key) ?? []), version]);
    }
    type Times = { readonly from: bigint; readonly to: bigint | null };
    const order = (a: Times, b: Times): number => {
      if (a.from !== b.from) return a.from < b.from ? -1 : 1;
      return b.to === null || (a.to !== null && a.to < b.to) ? -1 : 1;
    };
    for (const list of versions.values()) list.sort(order);
    return versions;
  }

  test('has every change at its time, in chains of versions without gaps', async () => {
    const wrong: Record<string, unknown> = {};
    for (const table of state) {
      const stored = await storedVersions(table);
      const actual: Row[] = [];
      const gaps: string[] = [];
      const flat = (key: string, versions: readonly RowVersion[]): Row[] =>
        versions.map(({ from, row }) => ({ key, from: String(from), ...row }));
      for (const [key, versions] of stored) {
        versions.forEach((version, i) => {
          const next = versions[i + 1]?.from ?? null;
          // A hook that is deleted and created again in one transaction has a version of a nanosecond in between.
          const replaced = table.name === 'hook' && next === version.from && version.to === next + 1n;
          if (!replaced && (version.to !== next || version.to === version.from)) gaps.push(key);
        });
        const ofKey = versions.map(({ from, row }) => ({ from: model.stream.topOf(from), row }));
        actual.push(...flat(key, changesOf(ofKey, table.unversioned)));
      }
      const expected = [...versionsOf(table)].flatMap(([key, versions]) =>
        flat(key, changesOf(versions, table.unversioned)),
      );
      const result = compareRows(actual, expected, ['key', 'from']);
      if (result.differences.length + gaps.length > 0)
        wrong[table.name] = { ...result, gaps: gaps.slice(0, 5) };
    }
    expect(wrong).toEqual({});
  });

  test(`has the state at ${MOMENTS} random moments`, async () => {
    const random = new Random(seed);
    const times = model.stream.items.map(({ at }) => at);
    const wrong: Record<string, unknown> = {};
    for (const table of state) {
      const list = columnsOf(table.name, ['timestamp_range', ...table.unversioned]);
      const versions = [...versionsOf(table).values()];
      for (let i = 0; i < MOMENTS; i++) {
        const index = 1 + random.below(times.length - 1);
        const moment = (times[index] ?? 0n) - QUIET;
        if (moment - QUIET < (times[index - 1] ?? 0n)) continue;
        const rowsThen = `(select * from "${table.name}" where timestamp_range @> ${moment}::bigint
        union all select * from "${table.name}_history" where timestamp_range @> ${moment}::bigint) t`;
        const actual = await readRows(stored.database.pool, rowsThen, list, table.instead);
        const expected = versions.flatMap((all): Row[] => {
          const row = all.filter(({ from }) => from <= moment).at(-1)?.row;
          return row === undefined ? [] : [pick(row, list)];
        });
        const result = compareRows(actual, expected, table.key);
        if (result.differences.length > 0) wrong[`${table.name} at ${moment}`] = result;
      }
    }
    expect(wrong).toEqual({});
  });

  test('closes versions of accounts and holdings with the balance of that moment', async () => {
    const { ledger, stream } = model;
    const wrong: string[] = [];
    let checked = 0;
    // A reward creates a version after the transaction's transfers, all other changes before them.
    const rewarded = (at: bigint, account: number): boolean =>
      (stream.at(at)?.record.paidStakingRewards ?? []).some(
        (one) => stream.account(one.accountID) === account,
      );
    // The ledger charges the fees of the inner transactions of a batch at the same time: they are not among these.
    const movedBy = (at: bigint, account: number): bigint =>
      (stream.at(at)?.record.transferList?.accountAmounts ?? [])
        .filter((one) => stream.account(one.accountID) === account)
        .reduce((sum, { amount }) => sum + longToBigInt(amount), 0n);
    const check = (
      key: string,
      to: bigint | null,
      balance: string | null | undefined,
      then: bigint | undefined,
    ): void => {
      if (to === null || stream.topOf(to) !== to) return;
      checked++;
      if (balance !== String(then)) wrong.push(`${key} until ${to}: is ${balance}, should be ${then}`);
    };
    for (const table of state) {
      if (table.name !== 'entity' && table.name !== 'token_account') continue;
      for (const [key, versions] of await storedVersions(table)) {
        const [account, token] = key.split('|').map(Number);
        for (const { to, row } of versions) {
          if (row.balance === null) continue;
          const before = (to ?? 0n) - 1n;
          const then =
            token === undefined
              ? ledger.accounts.at(account ?? 0, before)?.balance
              : ledger.relations.at((account ?? 0) * 0x400_0000 + token, before)?.balance;
          const reward = token === undefined && to !== null && rewarded(to, account ?? 0);
          if (reward && row.balance === String((then ?? 0n) + movedBy(to, account ?? 0))) continue;
          check(key, to, row.balance, then);
        }
      }
    }
    expect(wrong.slice(0, 10)).toEqual([]);
    if (isComplete) expect(checked).toBeGreaterThan(300);
  });

  test('reports the remainder of each allowance right before its next change, like the ledger', async () => {
    const select = selectOn(stored.database.pool);
    const wrong: string[] = [];
    const checked = { crypto_allowance: 0, token_allowance: 0 };
    for (const table of state) {
      const { name } = table;
      if (name !== 'crypto_allowance' && name !== 'token_allowance') continue;
      for (const [key, versions] of versionsOf(table)) {
        for (const [i, { row }] of versions.entries()) {
          // The last transaction of all may have made the version.
          const until = versions[i + 1]?.from ?? (ends.at(-1) ?? 0n) + 1n;
          const [owner, spender, token] = [row.owner, row.spender, row.token_id].map((id) => BigInt(id ?? 0));
          const reader = new DatabaseReader(select, { shard: 0n, realm: 0n }, until - 1n);
          const left =
            name === 'crypto_allowance'
              ? await reader.cryptoAllowance(owner ?? 0n, spender ?? 0n)
              : await reader.tokenAllowance(owner ?? 0n, token ?? 0n, spender ?? 0n);
          if (String(left) !== row.amount)
            wrong.push(`${name} ${key} before ${until}: is ${left}, should be ${row.amount}`);
          if (row.amount !== row.amount_granted) checked[name]++;
        }
      }
    }
    expect(wrong.slice(0, 10)).toEqual([]);
    if (!isComplete) return;
    expect(checked.crypto_allowance).toBeGreaterThan(0);
    expect(checked.token_allowance).toBeGreaterThan(0);
  });

  test('has the balances that are the sums of transfers', async () => {
    const { rows } = await stored.database.pool.query<{ line: string }>(
      "select concat_ws('|', entity_id, sum(amount)) as line from crypto_transfer group by entity_id having sum(amount) <> 0",
    );
    const expected = [...model.ledger.accounts.values()].filter((row) => row.balance !== 0n);
    expect(rows.map(({ line }) => line).sort()).toEqual(
      expected.map((row) => `${row.num}|${row.balance}`).sort(),
    );
  });

  test('rebuilds files from their written chunks, including fees and exchange rates', async () => {
    const { rows } = await stored.database.pool.query<{ entity_id: string; parts: Buffer[] }>(`
    select f.entity_id, array_agg(f.file_data order by f.consensus_timestamp) as parts from file_data f
    where f.consensus_timestamp >= (select max(g.consensus_timestamp) from file_data g
      where g.entity_id = f.entity_id and (g.transaction_type = 17 or (g.transaction_type = 19 and length(g.file_data) > 0)))
    group by f.entity_id`);
    const contents = new Map(rows.map((row) => [Number(row.entity_id), Buffer.concat(row.parts)]));
    for (const file of model.ledger.files.values()) {
      if ((file.deleted && file.contents.length === 0) || file.num === 101) continue;
      expect([file.num, contents.get(file.num)?.toString('hex') ?? '']).toEqual([
        file.num,
        Buffer.from(file.contents).toString('hex'),
      ]);
    }
    // Lengths of a complete schedule, and of one uploaded halfway.
    expect([feeSchedule().length, feeSchedule().length >> 1]).toContain(contents.get(111)?.length);
    if (!isComplete) return;
    const written = (file: number): number =>
      (plain.file_data?.rows ?? []).filter(({ entity_id }) => entity_id === String(file)).length;
    expect(written(111)).toBeGreaterThan(2);
    expect(written(112)).toBeGreaterThan(2);
  });
});
test('a stream that publishes its address book is verified with it', { timeout: 120_000 }, async () => {
  const dir = mkdtempSync(join(tmpdir(), 'tain-oracle-book-'));
  const stored = await createTestDatabase();
  try {
    await writeDemo({
      runCode: demoEngine,
      dir,
      seed: 2,
      tps: 10,
      blocks: 8,
      signInner: false,
      publishAddressBook: true,
    });
    await ingestFolder({
      database: stored.database,
      folder: dir,
      addressBook: join(dir, 'address_book.bin'),
    });
    const { rows } = await stored.database.pool.query(`
      select (select count(*)::int from record_file) as blocks,
             (select count(*)::int from address_book where file_id = 102) as books,
             (select count(*)::int from node_stake where stake > 0) > 8 as staked`);
    expect(rows).toEqual([{ blocks: 8, books: 2, staked: true }]);
  } finally {
    await stored.drop();
    rmSync(dir, { recursive: true, force: true });
  }
});

function pick(row: Row, columns: readonly Column[]): Row {
  return Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null]));
}
