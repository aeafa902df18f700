import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ledger } from '../../src/demo/ledger/ledger.ts';
import type { Table } from '../../src/demo/ledger/table.ts';
import { TYPE_NAMES, typeNumber } from '../../src/demo/ledger/transaction-types.ts';
import { simulate } from '../../src/demo/simulate.ts';
import { KINDS } from '../../src/demo/transactions/kinds.ts';
import { writeDemo } from '../../src/demo/write-demo.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { ingestFolder } from '../ingest-rows/ingest-folder.ts';
import { countLines, expectations } from './ledger-rows.ts';

const EVERYTHING = Object.fromEntries(KINDS.map((kind) => [kind.name, 5 + Math.min(kind.weight, 20)]));
const OPTIONS = { seed: 21, tps: 300, blocks: 14, signInner: false, mix: EVERYTHING, failures: 0.08 };

/** Names of types and their numbers. */
const TYPE_NUMBERS = new Map(KINDS.map((kind) => [kind.name, typeNumber(kind.field)] as const));

describe('a database fed with a demo stream', () => {
  let dir = '';
  let stored: TestDatabase;
  let ledger: Ledger;
  const moments: bigint[] = [];

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'tain-oracle-'));
    await writeDemo({ dir, ...OPTIONS });
    ledger = simulate({
      ...OPTIONS,
      history: true,
      onBlock: (_, { lastConsensus }) => {
        moments.push(lastConsensus);
      },
    });
    stored = await createTestDatabase();
    await ingestFolder({
      database: stored.database,
      folder: dir,
      addressBook: join(dir, 'address_book.bin'),
    });
  }, 300_000);
  afterAll(async () => {
    await stored?.drop();
    rmSync(dir, { recursive: true, force: true });
  });

  const select = async (sql: string): Promise<string[]> => {
    const { rows } = await stored.database.pool.query<{ line: string }>(sql);
    return rows.map((row) => row.line).sort();
  };

  test('counts transactions by type and result as the ledger did', async () => {
    expect(TYPE_NUMBERS.size).toBe(TYPE_NAMES.length);
    const sql =
      "select concat_ws('|', type, result, count(*)) as line from transaction group by type, result";
    expect(await select(sql)).toEqual(countLines(ledger, TYPE_NUMBERS).sort());
  });

  // The names are known before the ledger is.
  const names = expectations(simulate({ seed: 1, tps: 1, blocks: 1 })).map(({ name }) => name);
  test.each(names)('holds the %s of the ledger', async (name) => {
    const expectation = expectations(ledger).find((one) => one.name === name);
    expect(expectation?.lines.length).toBeGreaterThan(0);
    const actual = await select(expectation?.sql ?? '');
    const expected = [...(expectation?.lines ?? [])].sort();
    const [known, wanted] = [new Set(actual), new Set(expected)];
    const missing = expected.filter((line) => !known.has(line)).slice(0, 5);
    const strange = actual.filter((line) => !wanted.has(line)).slice(0, 5);
    expect({ missing, strange }).toEqual({ missing: [], strange: [] });
    expect(actual.length).toBe(expected.length);
  });

  test('tells the actions of every execution, and finds it by who took part', async () => {
    const sql = (condition: string): string =>
      `select concat_ws('|', consensus_timestamp, contract_id) as line from contract_result r where ${condition}`;
    const executed = 'transaction_nonce = 0 and gas_used > 0';
    const without = (table: string): string =>
      `not exists (select from ${table} t where t.consensus_timestamp = r.consensus_timestamp)`;
    expect((await select(sql(`${executed} and contract_id = 0`))).length).toBeGreaterThan(0);
    expect(await select(sql(`${executed} and ${without('contract_action')}`))).toEqual([]);
    expect(await select(sql(without('contract_transaction')))).toEqual([]);
  });

  test('has the balances that the sums of transfers give', async () => {
    const sql =
      "select concat_ws('|', entity_id, sum(amount)) as line from crypto_transfer group by entity_id having sum(amount) <> 0";
    const expected = [...ledger.accounts.values()]
      .filter((row) => row.balance !== 0n)
      .map((row) => `${row.num}|${row.balance}`);
    expect(await select(sql)).toEqual(expected.sort());
  });

  test('tells what was, at the ends of past blocks', async () => {
    const past = (table: string, where: string): string =>
      `(select * from ${table} where timestamp_range @> $1::bigint union all
        select * from ${table}_history where timestamp_range @> $1::bigint) as r where ${where}`;
    const at = async (moment: bigint, sql: string): Promise<string[]> => {
      const { rows } = await stored.database.pool.query<{ line: string }>(sql, [moment]);
      return rows.map((row) => row.line).sort();
    };
    for (const moment of moments) {
      const rowsAt = <R extends object>(table: Table<number, R>): R[] =>
        [...table.entries()].flatMap(([key]) => table.at(key, moment) ?? []);
      expect(
        await at(
          moment,
          `select concat_ws('|', id, deleted::text, memo) as line from ${past('entity', "type in ('ACCOUNT', 'CONTRACT')")}`,
        ),
      ).toEqual(
        rowsAt(ledger.accounts)
          .map((row) => `${row.num}|${row.deleted}|${row.memo}`)
          .sort(),
      );
      expect(
        await at(
          moment,
          `select concat_ws('|', token_id, serial_number, coalesce(account_id, 0), deleted::text, coalesce(spender, 0), encode(metadata, 'hex')) as line
           from ${past('nft', 'true')}`,
        ),
      ).toEqual(
        rowsAt(ledger.nfts)
          .map((row) =>
            [
              row.token,
              row.serial,
              row.owner,
              row.deleted,
              row.spender,
              Buffer.from(row.metadata).toString('hex'),
            ].join('|'),
          )
          .sort(),
      );
      expect(
        await at(
          moment,
          `select concat_ws('|', token_id, treasury_account_id, name, (pause_status = 'PAUSED')::text) as line from ${past('token', 'true')}`,
        ),
      ).toEqual(
        rowsAt(ledger.tokens)
          .map((row) => [row.num, row.treasury, row.name, row.paused].join('|'))
          .sort(),
      );
      expect(
        await at(
          moment,
          `select concat_ws('|', account_id, token_id, associated::text) as line from ${past('token_account', 'true')}`,
        ),
      ).toEqual(
        rowsAt(ledger.relations)
          .map((row) => [row.account, row.token, row.associated].join('|'))
          .sort(),
      );
    }
  });

  test('rebuilds files from what was written into them', async () => {
    const { rows } = await stored.database.pool.query<{ entity_id: string; parts: Buffer[] }>(`
      select f.entity_id, array_agg(f.file_data order by f.consensus_timestamp) as parts from file_data f
      where f.consensus_timestamp >= (select max(g.consensus_timestamp) from file_data g
        where g.entity_id = f.entity_id and (g.transaction_type = 17 or (g.transaction_type = 19 and length(g.file_data) > 0)))
      group by f.entity_id`);
    const contents = new Map(rows.map((row) => [Number(row.entity_id), Buffer.concat(row.parts)]));
    for (const file of ledger.files.values()) {
      if (file.deleted && file.contents.length === 0) continue;
      expect([file.num, contents.get(file.num)?.toString('hex') ?? '']).toEqual([
        file.num,
        Buffer.from(file.contents).toString('hex'),
      ]);
    }
    expect(readFileSync(join(dir, 'address_book.bin')).length).toBeGreaterThan(100);
  });
});

test('a stream that publishes its address book is verified with it', { timeout: 120_000 }, async () => {
  const dir = mkdtempSync(join(tmpdir(), 'tain-oracle-book-'));
  const stored = await createTestDatabase();
  try {
    await writeDemo({ dir, seed: 2, tps: 10, blocks: 8, signInner: false, publishAddressBook: true });
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
