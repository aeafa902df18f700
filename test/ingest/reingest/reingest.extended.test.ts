import { cp, mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionConfig } from '../../../src/db/connections/database.ts';
import { LOCK_KEYS } from '../../../src/db/locks/lock-keys.ts';
import { runRetention } from '../../../src/ingest/retention/run-retention.ts';
import { type AppendOnlyTable, appendOnlyTables } from '../../../src/schema/append-only-tables.ts';
import type { TestDatabase } from '../../database.ts';
import { tries } from '../../effort.ts';
import { removeFolder } from '../../remove-folder.ts';
import { CheckedHistory, check } from '../check/checked-history.ts';
import { differences, dumpEverything } from '../dump-tables.ts';
import { policyOf } from '../retention/remove.ts';
import { reingestBlocks } from './reingest-blocks.ts';

const TABLES = Object.keys(appendOnlyTables) as AppendOnlyTable[];

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

  it('are repaired from random damage, whose block a check against the stream names', async () => {
    const { pool } = test.database;
    const tables = TABLES.filter(
      (table) => (whole[table]?.length ?? 0) > 0 && !table.startsWith('address_book'),
    );
    const damage = fc.record({
      table: fc.constantFrom(...tables),
      index: fc.double({ min: 0, max: 0.999, noNaN: true }),
      kind: fc.constantFrom('delete', 'change'),
      column: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ table, index, kind, column }) => {
        const time = timeOf(table);
        const { rows } = await pool.query<{ ctid: string; at: string }>(
          `select ctid::text, ${time}::text as at from ${table} order by ${time}, ctid
           offset (select floor(count(*) * $1::float8)::bigint from ${table}) limit 1`,
          [index],
        );
        const { ctid, at } = rows[0] ?? {};
        const { rows: blocks } = await pool.query<{ number: string; last: string }>(
          `select index::text as number, (select max(index) from record_file)::text as last from record_file
           where consensus_end >= $1 order by consensus_end limit 1`,
          [at],
        );
        const block = BigInt(blocks[0]?.number ?? -1);
        // Without its last row the database would end earlier, and the stream would continue there.
        if (table === 'record_file' && (block === 0n || block === BigInt(blocks[0]?.last ?? -1))) return;
        // Partitions may have rows with the same ctid.
        const where = `ctid = $1 and ${time} = $2`;
        const integers = Object.entries(appendOnlyTables[table]).filter(
          ([name, type]) =>
            type === 'int8' &&
            name !== time &&
            name !== 'index' &&
            !name.startsWith('load_') &&
            name !== 'consensus_start',
        );
        const [name] = integers[column % Math.max(1, integers.length)] ?? [];
        if (kind === 'delete' || name === undefined) {
          await pool.query(`delete from ${table} where ${where}`, [ctid, at]);
        } else {
          // The number is far from all others, so that no other row has it.
          await pool.query(`update ${table} set ${name} = ${name} + 1000003 where ${where}`, [ctid, at]);
        }
        const bounds = { from: { number: block > 0n ? block - 1n : 0n }, to: { number: block + 1n } };
        const { finding } = await check(test, bounds, history.folder);
        expect({ table, kind, name, block: finding?.block }).toEqual({ table, kind, name, block });
        if (table === 'record_file' && kind === 'delete') {
          // Without the stream a missing block is visible in the next one only.
          expect((await check(test, bounds)).finding?.block).toBe(block + 1n);
        }
        await reingestBlocks(test, history.folder, block, block);
        expect(await changes()).toEqual([]);
      }),
      {
        numRuns: tries(2),
        // The row of a block, of which either check names another one.
        examples: [[{ table: 'record_file', index: 0.9, kind: 'delete', column: 0 }]],
      },
    );
  });
});
