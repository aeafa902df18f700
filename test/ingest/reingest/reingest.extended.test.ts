import { cp, mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runRetention } from '../../../src/ingest/retention/run-retention.ts';
import { connectionConfig } from '../../../src/store/connections/database.ts';
import { LOCK_KEYS } from '../../../src/store/locks/advisory-lock.ts';
import {
  type AppendOnlyTable,
  appendOnlyKeys,
  appendOnlyTables,
} from '../../../src/store/schema/append-only-tables.ts';
import type { TestDatabase } from '../../database.ts';
import { tries } from '../../effort.ts';
import { removeFolder } from '../../remove-folder.ts';
import { CheckedHistory, check } from '../check/checked-history.ts';
import { type Damage, damageRow, drawDamages, unnamed } from '../damage-row.ts';
import { differences, dumpEverything } from '../dump-tables.ts';
import { policyOf } from '../retention/remove.ts';
import { reingestBlocks } from './reingest-blocks.ts';

const TABLES = Object.keys(appendOnlyTables) as AppendOnlyTable[];

/** Tables whose rows are damaged; the address book is needed to verify the stream. */
const DAMAGED = TABLES.filter((table) => !table.startsWith('address_book'));

/**
 * Rows that are damaged. Without the rows of the first and last block the database would begin or end elsewhere; a row
 * that is moved beyond the last block is in no block.
 */
const within = (table: AppendOnlyTable): string =>
  table === 'record_file'
    ? 'index between 2 and 21'
    : `${timeOf(table)} <= (select consensus_end from record_file where index = 22)`;

const SILENT = { info: () => undefined, warn: () => undefined };

const timeOf = (table: string): string =>
  table === 'record_file' || table === 'sidecar_file' ? 'consensus_end' : 'consensus_timestamp';

describe.each([
  ['record files', {}],
  ['record files and blocks', { cutover: 12 }],
])('blocks of %s that are stored again', (_, options) => {
  let history: CheckedHistory;
  let whole: Record<string, string[]>;
  let test: TestDatabase;
  beforeAll(async () => {
    history = await CheckedHistory.make(options);
    test = await history.copy();
    whole = await dumpEverything(test.database);
  });
  afterAll(async () => {
    await test?.drop();
  });

  const changes = async (): Promise<string[]> => differences(await dumpEverything(test.database), whole);

  it('are unchanged without damage', async () => {
    expect(await reingestBlocks(test, history.folder, 0n, 23n)).toMatchObject({
      blocks: 24,
      first: 0n,
      last: 23n,
    });
    expect(await changes()).toEqual([]);
    expect(await reingestBlocks(test, history.folder, 9n, 15n)).toMatchObject({
      blocks: 7,
      first: 9n,
      last: 15n,
    });
    expect(await changes()).toEqual([]);
  });

  it('have all their rows again after rows were lost, changed or duplicated', async () => {
    const { pool } = test.database;
    const { rows } = await pool.query<{ start: string; end: string }>(
      `select min(consensus_start)::text as start, max(consensus_end)::text as end from record_file
       where index between 11 and 13`,
    );
    const bounds = [rows[0]?.start, rows[0]?.end];
    for (const table of TABLES) {
      const within = `${timeOf(table)} between $1 and $2`;
      if (table === 'record_file') {
        await pool.query(`delete from record_file where index = 12`);
      } else if (table === 'transaction_hash') {
        await pool.query(`update transaction_hash set hash = sha384(hash) where ${within}`, bounds);
      } else if (table === 'crypto_transfer' || table === 'token_transfer') {
        await pool.query(`insert into ${table} select * from ${table} where ${within}`, bounds);
      } else if (table === 'topic_message') {
        await pool.query(
          `update topic_message set topic_id = 1, sequence_number = consensus_timestamp where ${within}`,
          bounds,
        );
      } else {
        await pool.query(`delete from ${table} where ${within}`, bounds);
      }
    }
    const found = (await check(test, {}, history.folder)).finding;
    expect(found?.block).toBe(11n);
    await reingestBlocks(test, history.folder, 11n, 13n);
    expect(await changes()).toEqual([]);
    expect((await check(test, {}, history.folder)).finding).toBeNull();
  });

  // The following does not depend on the kind of stream.
  if ('cutover' in options) return;

  it('are stored beside an ingest that removes old rows, and by one process at a time', async () => {
    const stopping = new AbortController();
    let steps = 0;
    const retention = runRetention({
      target: test.target,
      // The retention is longer than the history, so the job runs and removes nothing.
      policy: policyOf({ transactions: 400n * 86_400_000_000_000n }),
      log: SILENT as never,
      signal: stopping.signal,
      pauseMs: 20,
    });
    const other = new pg.Client(connectionConfig(test.target));
    await other.connect();
    try {
      const isHeld = `select from pg_locks where locktype = 'advisory' and objid = $1 and granted
        and database = (select oid from pg_database where datname = current_database())`;
      while (steps === 0) steps = (await other.query(isHeld, [...LOCK_KEYS.retention])).rowCount ?? 0;
      expect(await reingestBlocks(test, history.folder, 9n, 10n)).toMatchObject({ blocks: 2 });
      await other.query('select pg_advisory_lock($1)', [...LOCK_KEYS.reingest]);
      await expect(reingestBlocks(test, history.folder, 9n, 10n)).rejects.toThrow(
        'Another `tain reingest` already runs on this database.',
      );
    } finally {
      stopping.abort();
      await retention;
      await other.end();
    }
    expect(await changes()).toEqual([]);
  });

  it('retain the rows of errata', async () => {
    const { pool } = test.database;
    const { rows } = await pool.query<{ at: string }>(
      'select (consensus_end - 1)::text as at from record_file where index = 14',
    );
    const at = rows[0]?.at;
    await pool.query(
      `insert into transaction (consensus_timestamp, type, result, payer_account_id, valid_start_ns, errata)
       values ($1, 14, 22, 2, 1, 'INSERT')`,
      [at],
    );
    await pool.query(
      `insert into crypto_transfer (consensus_timestamp, entity_id, amount, payer_account_id, errata)
       values ($1, 2, -7, 2, 'INSERT'), ($1, 3, 7, 2, 'INSERT')`,
      [at],
    );
    expect((await check(test, {}, history.folder)).finding).toBeNull();
    const before = await dumpEverything(test.database);
    await reingestBlocks(test, history.folder, 13n, 15n);
    expect(differences(await dumpEverything(test.database), before)).toEqual([]);
    await pool.query('delete from transaction where consensus_timestamp = $1', [at]);
    await pool.query('delete from crypto_transfer where consensus_timestamp = $1', [at]);
  });

  it('are either unchanged or complete after a kill at any time', async () => {
    await test.database.pool.query(
      `delete from crypto_transfer where consensus_timestamp > (select consensus_end from record_file where index = 4)
         and consensus_timestamp <= (select consensus_end from record_file where index = 8)`,
    );
    const damaged = (await dumpEverything(test.database)).crypto_transfer;
    for (const killAfter of [40, 250, 700]) {
      await reingestBlocks(test, history.folder, 5n, 8n, killAfter).catch(() => undefined);
      const { crypto_transfer, ...rest } = await dumpEverything(test.database);
      const { crypto_transfer: mended, ...others } = whole;
      expect(differences(rest, others)).toEqual([]);
      expect([damaged?.length, mended?.length]).toContain(crypto_transfer?.length);
    }
    await reingestBlocks(test, history.folder, 5n, 8n);
    expect(await changes()).toEqual([]);
  });

  it('are refused if the next block does not continue the stream', async () => {
    const { pool } = test.database;
    const { rows } = await pool.query<{ hash: string }>(
      'select prev_hash as hash from record_file where index = 20',
    );
    await pool.query(`update record_file set prev_hash = repeat('ab', 48) where index = 20`);
    await pool.query(
      'delete from crypto_transfer where consensus_timestamp = (select consensus_end from record_file where index = 19)',
    );
    const before = await dumpEverything(test.database);
    await expect(reingestBlocks(test, history.folder, 18n, 19n)).rejects.toThrow(
      /^Block 20 of the database does not continue the stream: it names (abab)+ as the previous hash/,
    );
    expect(differences(await dumpEverything(test.database), before)).toEqual([]);
    await pool.query('update record_file set prev_hash = $1 where index = 20', [rows[0]?.hash]);
    await reingestBlocks(test, history.folder, 18n, 20n);
    expect(await changes()).toEqual([]);
  });

  it('are refused if the stream has a different end, or none of them', async () => {
    const part = await mkdtemp(path.join(os.tmpdir(), 'tain-part-'));
    try {
      await cp(path.join(history.folder, 'address_book.bin'), path.join(part, 'address_book.bin'));
      await expect(reingestBlocks(test, part, 3n, 5n)).rejects.toThrow(
        'The stream has none of these blocks.',
      );
    } finally {
      await removeFolder(part);
    }
    expect(await changes()).toEqual([]);
  });

  it('are named by a check with the stream when their row is missing, and the next ones by one without', async () => {
    await test.database.pool.query('delete from record_file where index = 21');
    const bounds = { from: { number: 20n }, to: { number: 22n } };
    expect((await check(test, bounds, history.folder)).finding?.block).toBe(21n);
    expect((await check(test, bounds)).finding?.block).toBe(22n);
    await reingestBlocks(test, history.folder, 21n, 21n);
    expect(await changes()).toEqual([]);
  });

  it('are repaired from any damage of each table, whose rows a check names', async () => {
    await fc.assert(
      fc.asyncProperty(drawDamages(DAMAGED), async (drawn) => {
        const damages: Damage[] = [];
        for (const [i, each] of drawn.entries()) {
          const table = DAMAGED[i] ?? 'transaction';
          const keys = [timeOf(table), ...appendOnlyKeys[table]];
          damages.push(await damageRow(test.database, table, keys, each, within(table)));
        }
        const damaged = damages.map(({ text }) => text);
        const { findings } = await check(test, {}, history.folder);
        expect(unnamed(damages, DAMAGED, findings)).toEqual([]);
        await reingestBlocks(test, history.folder, 0n, 23n);
        expect([damaged, await changes()]).toEqual([damaged, []]);
        expect([damaged, (await check(test, {}, history.folder)).findings]).toEqual([damaged, []]);
      }),
      // A smaller example would begin with the damage that is left.
      { numRuns: tries(1), endOnFailure: true },
    );
  });
});
