import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstDayOfMonth } from '@tain/ledger/timestamp';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_START } from '../../../packages/network-simulator/src/options.ts';
import { writeDemo } from '../../../packages/network-simulator/src/write-demo.ts';
import { contradiction, type Periods } from '../../../src/ingest/retention/policy.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import {
  RETENTION_FAMILIES,
  type RetentionFamily,
  TABLE_RETENTION,
} from '../../../src/store/schema/kept-tables.ts';
import { copyTestDatabase, createTestDatabase, type TestDatabase } from '../../database.ts';
import { EFFORT, tries } from '../../effort.ts';
import { differences, dumpEverything } from '../dump-tables.ts';
import { ingestFolder } from '../ingest-folder.ts';
import { NOTHING_REMOVED, policyOf, removeAll } from './remove.ts';

/** Checks that after removals, a demo network's history equals the result of a plain filter. */

const DAY = 86_400_000_000_000n;
const TREASURY = 2n;
const RUNS = Number(process.env.TAIN_RETENTION_RUNS ?? tries(2));

type Row = Record<string, unknown>;
type Dump = Record<string, string[]>;

let dir = '';
let original: TestDatabase;
let all: Dump;
/** Consensus ends of the blocks. */
let ends: bigint[];

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'tain-retention-'));
  await writeDemo({
    runCode: demoEngine,
    dir,
    seed: 23,
    tps: 40,
    blocks: 14,
    signInner: false,
    steadyFrom: DEFAULT_START + 3n * DAY - 10_000_000_000n,
  });
  original = await createTestDatabase();
  await ingestFolder({
    database: original.database,
    folder: dir,
    addressBook: join(dir, 'address_book.bin'),
  });
  all = await dumpEverything(original.database);
  ends = rowsOf('record_file').map(({ consensus_end }) => BigInt(consensus_end as string));
  ends.sort((a, b) => Number(a - b));
  await original.database.end();
});
afterAll(async () => {
  await original?.drop();
  rmSync(dir, { recursive: true, force: true });
});

/** Parses a row with integers as text, because JSON numbers would be rounded. */
function parse(row: string): Row {
  return JSON.parse(row.replaceAll(/: (-?\d{16,})(?=[,}\]])/g, ': "$1"')) as Row;
}

function rowsOf(table: string, dump = all): Row[] {
  return (dump[table] ?? []).map(parse);
}

const big = (value: unknown): bigint => BigInt(value as string | number);

/** Start of the retained rows of each family, by a plain implementation of the rules. */
function retainedFrom(periods: Periods): Record<RetentionFamily, bigint> {
  const last = ends.at(-1) ?? 0n;
  const cutoff = (family: RetentionFamily) => last - (periods[family] ?? last);
  const retained = Object.fromEntries(RETENTION_FAMILIES.map((family) => [family, 0n])) as Record<
    RetentionFamily,
    bigint
  >;
  // Whole blocks are retained, and never more than in the family that contains the keys of their rows.
  const block = (before: bigint) => (ends.filter((end) => end < before).at(-1) ?? -1n) + 1n;
  const min = (a: bigint, b: bigint) => (a < b ? a : b);
  retained.actions = block(cutoff('actions'));
  retained.contracts = block(min(cutoff('contracts'), retained.actions));
  retained.transactions = block(min(cutoff('transactions'), retained.contracts));
  retained.blocks = block(min(cutoff('blocks'), retained.transactions));
  retained.topics = cutoff('topics');
  retained.history = cutoff('history');
  const snapshots = rowsOf('account_balance')
    .filter((row) => big(row.account_id) === TREASURY)
    .map((row) => big(row.consensus_timestamp))
    .filter((at) => at <= cutoff('balances'));
  retained.balances = snapshots.reduce(
    (newest, at) => (firstDayOfMonth(at) > newest ? firstDayOfMonth(at) : newest),
    0n,
  );
  return retained;
}

/** Returns the remaining rows, by a plain implementation of the rules. */
function filtered(periods: Periods): Dump {
  const retained = retainedFrom(periods);
  const dump: Dump = {};
  for (const [table, rows] of Object.entries(all)) {
    const removal = TABLE_RETENTION[table];
    if (removal === undefined || !('family' in removal)) {
      dump[table] = rows;
      continue;
    }
    let from = retained[removal.family];
    if (table === 'node_stake' || table === 'entity_stake_history') {
      const days = rowsOf('node_stake').map(({ epoch_day }) => big(epoch_day));
      const year = days.length === 0 ? 0n : ((days.sort((a, b) => Number(a - b)).at(-1) ?? 0n) - 366n) * DAY;
      from = year < from ? year : from;
    }
    const stays = (row: Row): boolean => {
      if (removal.by === 'validity') {
        const upper = /,"?(\d*)"?\)$/.exec(String(row.timestamp_range))?.[1] ?? '';
        return upper === '' || BigInt(upper) > from;
      }
      const column = 'column' in removal ? removal.column : 'consensus_timestamp';
      const at = big(row[column]);
      if (at >= from) return true;
      if (removal.by !== 'replaced') return false;
      const key = (one: Row) => JSON.stringify(removal.slots.key.map((name) => one[name]));
      const isSet = (one: Row) =>
        one.value_written !== null || one.migration === true || one.deleted === true;
      const replaced = rowsOf(table).filter(
        (other) => key(other) === key(row) && big(other[column]) > at && big(other[column]) < from,
      );
      return isSet(row) ? !replaced.some(isSet) : replaced.length === 0;
    };
    const left = rows.filter((row) => stays(parse(row)));
    if (left.length > 0) dump[table] = left;
  }
  return dump;
}

/** Returns the ledger's rows, without the job's own rows. */
function ledgerOf({
  'tain.kept': _kept,
  'tain.first_block': _first,
  'tain.retention': _job,
  ...rest
}: Dump): Dump {
  return rest;
}

/** Draws periods that end somewhere in the history. */
const times = fc.option(fc.integer({ min: 0, max: 1050 }), { freq: 4, nil: null });
const policies = fc
  .record(
    Object.fromEntries(RETENTION_FAMILIES.map((family) => [family, times])) as Record<
      RetentionFamily,
      typeof times
    >,
  )
  .map((parts) => {
    const daily = (ends.at(-1) ?? 0n) - (ends[1] ?? 0n);
    return Object.fromEntries(
      Object.entries(parts).map(([family, part]) => [
        family,
        // The end is in the last seconds, during normal traffic, or anywhere.
        part === null
          ? null
          : part < 900
            ? (25_000_000_000n * BigInt(part)) / 900n
            : (daily * BigInt(part)) / 1000n,
      ]),
    ) as Periods;
  })
  .filter((periods) => contradiction(periods) === undefined);

async function inCopy<T>(work: (copy: TestDatabase) => Promise<T>): Promise<T> {
  const copy = await copyTestDatabase(original);
  try {
    return await work(copy);
  } finally {
    await copy.drop();
  }
}

describe('after old rows were removed', () => {
  it(
    'the remaining rows are those of a plain filter, for any periods',
    () =>
      fc.assert(
        fc.asyncProperty(policies, fc.constantFrom(1, 7, 60, 5000), (periods, rows) =>
          inCopy(async (copy) => {
            await removeAll(copy.target, policyOf(periods), rows);
            const left = await dumpEverything(copy.database);
            expect(differences(ledgerOf(left), ledgerOf(filtered(periods)))).toEqual([]);
            const retained = Object.fromEntries(
              rowsOf('tain.kept', left).map(({ family, kept_from }) => [family, big(kept_from)]),
            );
            expect(retained).toEqual(retainedFrom(periods));
          }),
        ),
        { seed: 5, numRuns: RUNS, interruptAfterTimeLimit: 150_000 * EFFORT },
      ),
    300_000,
  );

  it(
    'every family loses rows, and retains some',
    () =>
      inCopy(async (copy) => {
        const middle = (ends.at(-1) ?? 0n) - (ends.at(-5) ?? 0n);
        const periods = Object.fromEntries(RETENTION_FAMILIES.map((family) => [family, middle])) as Periods;
        const removed = await removeAll(copy.target, policyOf(periods));
        expect(removed).toBeGreaterThan(1000);
        const left = await dumpEverything(copy.database);
        const counts = (dump: Dump) =>
          Object.fromEntries(Object.entries(dump).map(([table, rows]) => [table, rows.length]));
        const [before, after] = [counts(all), counts(left)];
        for (const [table, removal] of Object.entries(TABLE_RETENTION)) {
          // The history has one month of snapshots, a few days of stakes, and no errata.
          if (!('family' in removal) || removal.family === 'balances' || before[table] === undefined)
            continue;
          if (/stake/.test(table) && !/transfer/.test(table)) continue;
          if (before[table] < 8) continue;
          expect.soft(after[table] ?? 0, table).toBeLessThan(before[table]);
        }
        expect(differences(ledgerOf(left), ledgerOf(filtered({ ...NOTHING_REMOVED, ...periods })))).toEqual(
          [],
        );
        // A second run removes nothing.
        expect(await removeAll(copy.target, policyOf(periods))).toBe(0);
      }),
    120_000,
  );

  it(
    'a kill after any step leaves a resumable state with the same end',
    () =>
      inCopy(async (copy) => {
        const middle = (ends.at(-1) ?? 0n) - (ends.at(-4) ?? 0n);
        const periods = Object.fromEntries(RETENTION_FAMILIES.map((family) => [family, middle])) as Periods;
        let random = 17;
        let kills = 0;
        for (;;) {
          try {
            await removeAll(copy.target, policyOf(periods), 15, () => {
              random = (random * 48_271) % 2_147_483_647;
              if (random % 9 === 0) throw new Error('killed');
            });
            break;
          } catch (error) {
            if ((error as Error).message !== 'killed') throw error;
            kills += 1;
            if (kills > 60) {
              await removeAll(copy.target, policyOf(periods), 15);
              break;
            }
          }
        }
        expect(kills).toBeGreaterThan(3);
        const left = await dumpEverything(copy.database);
        expect(differences(ledgerOf(left), ledgerOf(filtered(periods)))).toEqual([]);
      }),
    120_000,
  );
});
