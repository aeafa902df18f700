import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_START } from '../../../packages/network-simulator/src/options.ts';
import { writeDemo } from '../../../packages/network-simulator/src/write-demo.ts';
import type { Periods, RetentionPolicy } from '../../../src/ingest/retention/policy.ts';
import { runRetention } from '../../../src/ingest/retention/run-retention.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import { RETENTION_FAMILIES } from '../../../src/store/schema/kept-tables.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { differences, dumpEverything } from '../dump-tables.ts';
import { ingestFolder } from '../ingest-folder.ts';
import { policyOf, removeAll } from './remove.ts';

/** Maximum time that a reader may wait. Locks in these tests are held for much longer. */
const MAX_WAIT_MS = 2_000;
const DAY = 86_400_000_000_000n;
const warnings: string[] = [];
const LOG = {
  info: () => undefined,
  warn: (_: object, message: string) => void warnings.push(message),
  error: () => undefined,
} as never;

/** Runs the job until `isDone`, then stops it. */
async function runUntil(
  db: TestDatabase,
  policy: RetentionPolicy,
  isDone: () => Promise<boolean>,
): Promise<void> {
  const controller = new AbortController();
  const run = runRetention({ target: db.target, policy, log: LOG, signal: controller.signal, pauseMs: 20 });
  try {
    const deadline = performance.now() + 90_000;
    while (!(await isDone())) {
      if (performance.now() > deadline) throw new Error('the removal did not finish in time');
      await sleep(50);
    }
  } finally {
    controller.abort();
    await run;
  }
}

const nanosOf = (date: string): bigint => BigInt(Date.parse(date)) * 1_000_000n;

async function addBlock(db: TestDatabase, number: number, at: bigint): Promise<void> {
  await db.database.pool.query(
    `insert into record_file (name, load_start, load_end, hash, prev_hash, consensus_start, consensus_end, count,
       digest_algorithm, version, file_hash, index)
     values ($1, 0, 0, $1, '', $2, $2, 1, 0, 6, '', $3)`,
    [`block ${number}`, at.toString(), number],
  );
}

/**
 * Adds snapshots on three days of each month of these years: a full one, and two of the treasury and one more account.
 */
async function addSnapshots(db: TestDatabase): Promise<void> {
  for (let year = 2019; year <= 2025; year += 1) {
    for (let month = 1; month <= 12; month += 1) {
      for (const day of [1, 11, 21]) {
        const at = nanosOf(`${year}-${String(month).padStart(2, '0')}-${day === 1 ? '01' : day}T00:15:00Z`);
        await db.database.pool.query(
          `with file as (
             insert into account_balance_file (consensus_timestamp, count, load_start, load_end, name, synthetic)
             values ($1, 1, 0, 0, 'x', true)
           ), tokens as (
             insert into token_balance (account_id, token_id, balance, consensus_timestamp)
             select id, 5000, 7, $1 from generate_series(1001, 1010) id where $2 = 1 or id = 1003
           )
           insert into account_balance (account_id, balance, consensus_timestamp)
           select id, 5, $1 from generate_series(1001, 1020) id where $2 = 1 or id = 1003
           union all select 2, 9, $1`,
          [at.toString(), day],
        );
      }
    }
  }
}

const PERIOD = 400n * DAY;
const LAST = nanosOf('2025-12-28T00:00:00Z');
/** Start of the month of the newest snapshot up to the cutoff, 23 November 2024. */
const RETAINED_FROM = nanosOf('2024-11-01T00:00:00Z');

async function expectBalancesRetained(db: TestDatabase): Promise<void> {
  for (const table of ['account_balance', 'token_balance', 'account_balance_file']) {
    const { rows } = await db.database.pool.query<{ old: string; first: string }>(
      `select count(*) filter (where consensus_timestamp < $1) as old, min(consensus_timestamp)::text as first
       from ${table}`,
      [RETAINED_FROM.toString()],
    );
    expect(rows[0]?.old, table).toBe('0');
    expect(BigInt(rows[0]?.first ?? 0) - RETAINED_FROM, table).toBe(900_000_000_000n);
  }
}

it('reports each reason of failures in a row once', async () => {
  const reasons: unknown[] = [];
  const log = {
    ...(LOG as object),
    warn: ({ reason }: { reason: unknown }) => void reasons.push(reason),
  } as never;
  const controller = new AbortController();
  const ports = [1, 1, 2, 2, 1];
  let failures = 0;
  const options = {
    get target() {
      return { host: '127.0.0.1', port: ports[failures] ?? 1, database: 'none', user: 'none' } as never;
    },
    policy: policyOf({ topics: DAY }),
    log,
    signal: controller.signal,
    onFailure: () => {
      failures += 1;
      if (failures === ports.length) controller.abort();
    },
  };
  await runRetention(options);
  expect(reasons).toEqual([1, 2, 1].map((port) => expect.stringContaining(`127.0.0.1:${port}`)));
});

describe('partitions of balances', () => {
  it('are emptied without blocking readers or waiting for them', async () => {
    const db = await createTestDatabase();
    const { pool } = db.database;
    const holder = await pool.connect();
    try {
      await addSnapshots(db);
      await addBlock(db, 1, LAST - 10_000_000_000n);
      await holder.query('begin');
      await holder.query('select count(*) from account_balance_p2020');
      const waits: number[] = [];
      let held = true;
      const read = async (): Promise<void> => {
        const begun = performance.now();
        await pool.query('select balance from account_balance_p2020 where account_id = 1003 limit 1');
        waits.push(performance.now() - begun);
      };
      const count = async (partition: string): Promise<number> => {
        const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from ${partition}`);
        return rows[0]?.n ?? -1;
      };
      // Time at which the partition before the one in use was empty.
      let since = Number.POSITIVE_INFINITY;
      await runUntil(db, policyOf({ balances: PERIOD }), async () => {
        await read();
        // Rows are removed only after a later block is stored.
        if (waits.length === 5) {
          expect(await count('account_balance_p2019')).toBeGreaterThan(0);
          await addBlock(db, 2, LAST);
        }
        if (since === Number.POSITIVE_INFINITY && (await count('account_balance_p2019')) === 0) {
          since = performance.now();
        }
        const warning = warnings.find((text) => text.includes('waits for a lock'));
        if (held && performance.now() - since > 5_000 && warning !== undefined) {
          expect(warning).toMatch(
            /^The removal of old rows \(balances\) waits for a lock, blocked by process \d+ \(.+, idle in transaction since /,
          );
          // Until now the partition was not truncated, and no reader waited for it.
          expect(await count('account_balance_p2020')).toBeGreaterThan(0);
          await holder.query('commit');
          held = false;
        }
        const { rows } = await pool.query("select from tain.retention where family = 'balances'");
        return !held && rows.length === 0;
      });
      expect(Math.max(...waits)).toBeLessThan(MAX_WAIT_MS);
      await expectBalancesRetained(db);
      const { rows } = await pool.query<{ bytes: string }>(
        "select pg_relation_size('account_balance_p2021')::text as bytes",
      );
      // The files of the partition are removed immediately.
      expect(rows[0]?.bytes).toBe('0');
    } finally {
      holder.release(true);
      await db.drop();
    }
  });

  it('are optional: tables without them lose the same rows', async () => {
    const db = await createTestDatabase();
    try {
      for (const table of ['account_balance', 'token_balance', 'transaction_hash']) {
        await db.database.pool.query(`
          create table plain (like ${table} including all);
          drop table ${table};
          alter table plain rename to ${table}`);
      }
      await addSnapshots(db);
      await addBlock(db, 1, LAST);
      await removeAll(db.target, policyOf({ balances: PERIOD, transactions: 0n, blocks: 0n }), 100);
      await expectBalancesRetained(db);
    } finally {
      await db.drop();
    }
  });
});

describe('while the ingest runs', () => {
  let dir = '';
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'tain-run-retention-'));
    await writeDemo({
      runCode: demoEngine,
      dir,
      seed: 8,
      tps: 20,
      blocks: 16,
      signInner: false,
      steadyFrom: DEFAULT_START + 3n * DAY - 8_000_000_000n,
    });
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  const ingest = (db: TestDatabase, stopAfter?: number) =>
    ingestFolder({
      database: db.database,
      folder: dir,
      addressBook: join(dir, 'address_book.bin'),
      ...(stopAfter === undefined ? {} : { stopAfter }),
    });

  it('old rows are removed, no read waits, and the remaining rows equal a later removal', async () => {
    const [db, still] = [await createTestDatabase(), await createTestDatabase()];
    try {
      await ingest(still);
      await ingest(db, 5);
      const period = 9_000_000_000n;
      const policy = policyOf(
        Object.fromEntries(RETENTION_FAMILIES.map((family) => [family, period])) as unknown as Periods,
      );
      const waits: number[] = [];
      let stored = false;
      const storing = ingest(db).then(() => {
        stored = true;
      });
      storing.catch(() => undefined);
      const retainedFrom = async (of: TestDatabase): Promise<string> => {
        const { rows } = await of.database.pool.query<{ kept: string }>(
          `select string_agg(family || ' ' || kept_from, ',' order by family) as kept from tain.kept
           where family <> 'balances'`,
        );
        return rows[0]?.kept ?? '';
      };
      await removeAll(still.target, policy);
      const expectedStart = await retainedFrom(still);
      await runUntil(db, policy, async () => {
        const begun = performance.now();
        await db.database.pool.query(
          `select t.consensus_timestamp, (select count(*) from crypto_transfer c
             where c.consensus_timestamp = t.consensus_timestamp)
           from transaction t order by t.consensus_timestamp limit 50`,
        );
        waits.push(performance.now() - begun);
        if (!stored) return false;
        await storing;
        // The stream has ended, so no later block will arrive.
        await db.database.pool.query('update tain.retention set raised_block = 0');
        const { rows } = await db.database.pool.query('select from tain.retention');
        return rows.length === 0 && (await retainedFrom(db)) === expectedStart;
      });
      expect(Math.max(...waits)).toBeLessThan(MAX_WAIT_MS);
      const [left, expected] = [await dumpEverything(db.database), await dumpEverything(still.database)];
      expect(differences(left, expected)).toEqual([]);
    } finally {
      await db.drop();
      await still.drop();
    }
  });
});
