import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_START } from '../../../packages/network-simulator/src/options.ts';
import { writeDemo } from '../../../packages/network-simulator/src/write-demo.ts';
import { ALL_RECORDS, LEFT_OUT, type RecordFilter } from '../../../src/ingest/records/record-filter.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import { TABLE_RETENTION } from '../../../src/store/schema/kept-tables.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { differences, dumpEverything } from '../dump-tables.ts';
import { ingestFolder } from '../ingest-folder.ts';

/** Rows excluded by settings are never written, and all other rows are the same as without the settings. */

const DAY = 86_400_000_000_000n;
const RUNS = Number(process.env.TAIN_RETENTION_RUNS ?? 2);
type Dump = Record<string, string[]>;

let dir = '';
let all: Dump;
let full: TestDatabase;
/** Type and mentioned entities of each transaction, by consensus time, from the tables. */
const transactions = new Map<string, { readonly type: number; readonly mentioned: Set<bigint> }>();

const ingest = async (db: TestDatabase, retained: RecordFilter): Promise<void> => {
  await ingestFolder({
    database: db.database,
    folder: dir,
    addressBook: join(dir, 'address_book.bin'),
    records: { filter: retained },
  });
};

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'tain-record-filter-'));
  await writeDemo({
    runCode: demoEngine,
    dir,
    seed: 58,
    tps: 60,
    blocks: 12,
    signInner: false,
    steadyFrom: DEFAULT_START + 3n * DAY - 6_000_000_000n,
  });
  full = await createTestDatabase();
  await ingest(full, ALL_RECORDS);
  all = await dumpEverything(full.database);
  const { rows } = await full.database.pool.query<{ at: string; type: number; ids: string[] }>(
    `select t.consensus_timestamp::text as at, t.type, array(
       select t.payer_account_id::text
       union select t.entity_id::text
       union select c.entity_id::text from crypto_transfer c where c.consensus_timestamp = t.consensus_timestamp
       union select unnest(array[x.account_id, x.token_id])::text from token_transfer x
         where x.consensus_timestamp = t.consensus_timestamp
       union select unnest(array[n.receiver_account_id, n.sender_account_id, n.token_id])::text
         from jsonb_to_recordset(t.nft_transfer)
           as n (receiver_account_id bigint, sender_account_id bigint, token_id bigint)
     ) as ids
     from transaction t`,
  );
  for (const { at, type, ids } of rows) {
    transactions.set(at, { type, mentioned: new Set(ids.filter((id) => id !== null).map(BigInt)) });
  }
});
afterAll(async () => {
  await full?.drop();
  rmSync(dir, { recursive: true, force: true });
});

const TABLES_OF: Readonly<Record<string, string>> = {
  contract_action: 'actions',
  topic_message: 'messages',
  contract_state_change: 'state-changes',
  hook_storage_change: 'history',
};

/** Returns the expected rows of a database that stores less, by a plain implementation of the rules. */
function filtered(retained: RecordFilter): Dump {
  const isRetained = (at: string): boolean => {
    const found = transactions.get(at);
    if (found === undefined) throw new Error(`no transaction at ${at}`);
    const { type, mentioned } = found;
    const mentions = (set: ReadonlySet<bigint>) => [...set].some((id) => mentioned.has(id));
    return (
      (retained.types?.has(type) ?? true) &&
      !retained.exceptTypes?.has(type) &&
      (retained.entities === undefined || mentions(retained.entities)) &&
      !(retained.exceptEntities !== undefined && mentions(retained.exceptEntities))
    );
  };
  const dump: Dump = {};
  for (const [table, rows] of Object.entries(all)) {
    const removal = TABLE_RETENTION[table];
    if ((retained.without as ReadonlySet<string>).has(TABLES_OF[table] ?? '')) continue;
    const isFiltered =
      removal !== undefined &&
      'family' in removal &&
      ['transactions', 'contracts', 'actions', 'topics'].includes(removal.family);
    const left = isFiltered
      ? rows.filter((row) => isRetained(/"consensus_timestamp": (\d+)/.exec(row)?.[1] ?? ''))
      : rows;
    if (left.length > 0) dump[table] = left;
  }
  return dump;
}

const withoutRetained = ({ 'tain.kept': _kept, ...rest }: Dump): Dump => rest;

async function expectFiltered(retained: RecordFilter): Promise<Dump> {
  const db = await createTestDatabase();
  try {
    await ingest(db, retained);
    const dump = await dumpEverything(db.database);
    expect(differences(withoutRetained(dump), withoutRetained(filtered(retained)))).toEqual([]);
    return dump;
  } finally {
    await db.drop();
  }
}

describe('an ingest that stores fewer tables', () => {
  it('stores the rows of a plain filter, and the same current state, for any settings', async () => {
    const ids = [...new Set([...transactions.values()].flatMap(({ mentioned }) => [...mentioned]))];
    // The accounts that receive fees are in nearly every transaction.
    const others = ids.filter((id) => id > 1000n);
    const types = [...new Set([...transactions.values()].map(({ type }) => type))];
    const some = <T>(values: readonly T[], max: number) =>
      fc.option(
        fc.subarray([...values], { minLength: 1, maxLength: max }).map((chosen) => new Set(chosen)),
        { nil: undefined, freq: 2 },
      );
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          entities: some(others, 40),
          exceptEntities: some(others, 5),
          types: some(types, types.length),
          exceptTypes: some(types, 5),
          without: fc
            .subarray(LEFT_OUT.filter((word) => word !== 'history' && word !== 'synthetic-logs'))
            .map((words) => new Set(words)),
        }),
        async (retained) => {
          await expectFiltered(retained);
        },
      ),
      { seed: 11, numRuns: RUNS, endOnFailure: true },
    );
  });

  it('stores one account: its transactions, and the state of all', async () => {
    const counts = new Map<bigint, number>();
    for (const { mentioned } of transactions.values()) {
      for (const id of mentioned) if (id > 1000n) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    const [busiest] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [0n];
    const dump = await expectFiltered({ entities: new Set([busiest]), without: new Set(['messages']) });
    expect(dump.transaction?.length).toBe(counts.get(busiest));
    expect(dump.transaction?.length).toBeLessThan((all.transaction?.length ?? 0) / 2);
    const retained = Object.fromEntries(
      (dump['tain.kept'] ?? []).map((row) => {
        const { family, whole_from } = JSON.parse(row) as { family: string; whole_from: number | null };
        return [family, whole_from];
      }),
    );
    expect(retained).toEqual({
      actions: null,
      balances: 0,
      blocks: 0,
      contracts: null,
      history: 0,
      topics: null,
      transactions: null,
    });
  });

  it('without history: current rows are the same, earlier versions are not stored', async () => {
    const db = await createTestDatabase();
    try {
      await ingest(db, { without: new Set(['history', 'synthetic-logs']) });
      const dump = await dumpEverything(db.database);
      const histories = Object.keys(all).filter(
        (table) => table.endsWith('_history') && table !== 'entity_stake_history',
      );
      expect(histories.length).toBeGreaterThan(5);
      const count = (table: string, of: Dump) => of[table]?.length ?? 0;
      // The batch that ends with a stake update has its own stakes, valid at the update's time.
      const left = histories.reduce((sum, table) => sum + count(table, dump), 0);
      expect(left).toBeLessThan(histories.reduce((sum, table) => sum + count(table, all), 0));
      expect(dump.contract_log?.filter((row) => row.includes('"synthetic": true'))).toEqual([]);
      const present = (of: Dump): Dump =>
        Object.fromEntries(
          Object.entries(of).filter(([table]) => {
            const removal = TABLE_RETENTION[table];
            return removal !== undefined && 'stays' in removal && table !== 'tain.kept';
          }),
        );
      expect(differences(present(dump), present(all))).toEqual([]);
    } finally {
      await db.drop();
    }
  });
});
