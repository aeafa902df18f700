import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { check as checkCommand } from '../../src/app/commands/check.ts';
import { readConfig } from '../../src/config/config.ts';
import type { CheckSummary } from '../../src/ingest/check/check.ts';
import { beginReads } from '../../src/ingest/check/visible-reads.ts';
import { CommandOutput } from '../../src/kernel/command-output.ts';
import { connectionConfig } from '../../src/store/connections/database.ts';
import { JOINING_SETTINGS } from '../../src/store/connections/distributed-reading.ts';
import { SessionClient } from '../../src/store/connections/session-client.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { check, checkOn } from '../ingest/check/checked-history.ts';
import { ingestFolder } from '../ingest/ingest-folder.ts';
import { createDistributedDatabase, injectedCluster } from './distributed-database.ts';
import { prepareReading } from './reading.ts';
import { STEADY_FROM, streamFolder } from './stream.ts';

// Findings of `tain check` in a database on three servers, compared with the same database on one server.

const cluster = injectedCluster();

/** Statements that damage one row of a table, which is selected by the middle value `$1`. */
const DAMAGES: readonly (readonly [value: string, statement: string])[] = [
  [
    middle('consensus_timestamp', 'transaction', 'type = 14'),
    'delete from transaction where consensus_timestamp = $1',
  ],
  [
    middle('consensus_timestamp', 'crypto_transfer', 'amount > 0'),
    'update crypto_transfer set amount = amount + 7 where consensus_timestamp = $1 and amount > 0',
  ],
  [
    middle('consensus_timestamp', 'token_transfer', 'amount > 0'),
    'update token_transfer set amount = amount + 3 where consensus_timestamp = $1 and amount > 0',
  ],
  [middle('consensus_timestamp', 'contract_log'), 'delete from contract_log where consensus_timestamp = $1'],
  [
    middle('consensus_timestamp', 'contract_result'),
    'delete from contract_result where consensus_timestamp = $1',
  ],
  [
    middle('consensus_timestamp', 'topic_message'),
    'delete from topic_message where consensus_timestamp = $1',
  ],
  [
    middle('consensus_timestamp', 'transaction_hash'),
    'delete from transaction_hash where consensus_timestamp = $1',
  ],
  [middle('id', 'entity', "type = 'ACCOUNT'"), 'update entity set balance = balance + 5 where id = $1'],
  [
    middle('account_id', 'account_balance'),
    'update account_balance set balance = balance + 11 where account_id = $1',
  ],
  [
    middle('account_id', 'token_account'),
    'update token_account set balance = balance + 2 where account_id = $1',
  ],
  [middle('token_id', 'token'), 'update token set total_supply = total_supply + 9 where token_id = $1'],
  [middle('account_id', 'tain.current_balance'), 'delete from tain.current_balance where account_id = $1'],
  [
    middle('contract_id', 'contract_state'),
    "update contract_state set value = '\\x77' where contract_id = $1",
  ],
  // Only a check with the stream finds this damage.
  [middle('id', 'entity_history'), "update entity_history set memo = 'another' where id = $1"],
  [
    middle('consensus_timestamp', 'ethereum_transaction'),
    'update ethereum_transaction set gas_limit = 7 where consensus_timestamp = $1',
  ],
];

function middle(column: string, table: string, where = 'true'): string {
  return `select ${column}::text as value from ${table} where ${where} order by ${column}
    offset (select count(*) / 2 from ${table} where ${where}) limit 1`;
}

const OUTPUT = new CommandOutput((line) => void process.stdout.write(`${line}\n`), true);

describe.skipIf(typeof cluster === 'string')(
  `a check on three servers${typeof cluster === 'string' ? ` (${cluster})` : ''}`,
  () => {
    let one: TestDatabase;
    let several: TestDatabase;
    let url = '';

    beforeAll(async () => {
      if (typeof cluster === 'string') return;
      one = await createTestDatabase();
      several = await createDistributedDatabase(cluster);
      url = (several.target as { url: string }).url;
      const clock = () => Number(STEADY_FROM / 1_000_000n) + 86_400_000;
      for (const { database } of [one, several]) {
        await ingestFolder({ database, ...streamFolder(), clock });
      }
      await prepareReading(url);
    });
    afterAll(async () => {
      await one?.drop();
      await several?.drop();
    });

    it('finds no difference, and reads each table as a set, however many rows and blocks it compares', async () => {
      if (typeof cluster === 'string') return;
      const { database, name } = several;
      await database.pool.query(`alter database ${name} set log_statement = 'all'`);
      const config = readConfig({ DATABASE_URL: url, TAIN_NETWORK: 'demo' });
      const options = { limit: 10, resume: null };
      const { signal } = new AbortController();
      const { folder } = streamFolder();
      await checkCommand({ folder }, {}, options, OUTPUT, config, pino({ level: 'silent' }), signal);
      await database.pool.query(`alter database ${name} reset log_statement`);
      const text = await readFile(path.join(cluster.dir, 'nodes', '0.log'), 'utf8');
      // Each scan of a foreign table has its own cursor. A lookup for each row would be a scan each.
      const scans = new Map<string, number>();
      for (const [, table = ''] of text.matchAll(
        /DECLARE c\d+ CURSOR FOR\s+SELECT [\s\S]*? FROM \w+\.(\w+)/g,
      ))
        scans.set(table, (scans.get(table) ?? 0) + 1);
      const { rows } = await database.pool.query<{ messages: number }>(
        'select count(*)::int as messages from topic_message',
      );
      expect(rows[0]?.messages).toBeGreaterThan(100);
      expect(scans.size).toBeGreaterThan(20);
      // The last message before a chunk is looked up for each topic, and hashes in each partition.
      const exceptions = new Set(['topic_message', 'transaction_hash']);
      expect([...scans].filter(([table, count]) => count > 30 && !exceptions.has(table))).toEqual([]);
    });

    it('finds the same differences as on one server', async () => {
      if (typeof cluster === 'string') return;
      for (const [value, statement] of DAMAGES) {
        const { rows } = await one.database.pool.query<{ value: string }>(value);
        const [{ value: which } = { value: null }] = rows;
        expect([statement, which]).not.toEqual([statement, null]);
        for (const { database } of [one, several]) {
          const { rowCount } = await database.pool.query(statement, [which]);
          expect([statement, rowCount]).not.toEqual([statement, 0]);
        }
      }
      const { folder } = streamFolder();
      const expected = await found(await check(one, {}, folder));
      expect(expected.differences).toBeGreaterThan(DAMAGES.length);
      expect(await found(await checkSeveral(folder))).toEqual(expected);
    });

    it('skips current values while blocks are stored', async () => {
      if (typeof cluster === 'string') return;
      const { notes, findings } = await checkSeveral(undefined, async () => false);
      expect(notes.join()).toContain('Blocks arrived meanwhile: current balances, storage and supply');
      expect(findings.some(({ difference }) => difference.table === 'tain.current_balance')).toBe(false);
      expect(findings.some(({ difference }) => difference.table === 'crypto_transfer')).toBe(true);
    });

    it('reports tables with a wrong placement', async () => {
      if (typeof cluster === 'string') return;
      await several.database.pool.query(
        "select undistribute_table('prng'), undistribute_table('network_freeze')",
      );
      const config = readConfig({ DATABASE_URL: url, TAIN_NETWORK: 'demo' });
      const options = { limit: 10, resume: null };
      const { signal } = new AbortController();
      const log = pino({ level: 'silent' });
      await expect(checkCommand(null, {}, options, OUTPUT, config, log, signal)).rejects.toThrow(
        'Table network_freeze is not distributed, but is to be a reference table. ' +
          'Table prng is not distributed, but is to be distributed by consensus_timestamp with group time.',
      );
    });

    /** Checks the database on three servers like the command. */
    async function checkSeveral(stream?: string, isStill?: () => Promise<boolean>): Promise<CheckSummary> {
      const client = new SessionClient(
        connectionConfig(
          { url, isDistributed: true },
          { default_transaction_read_only: 'on', ...JOINING_SETTINGS },
        ),
      );
      await client.connect();
      try {
        const began = await beginReads(client);
        return await checkOn(client, {}, stream, isStill ?? began);
      } finally {
        await client.end();
      }
    }
  },
);

async function found({ differences, findings }: CheckSummary) {
  const lines = findings.map(({ block, difference }) => {
    const { table, subject, expected, found } = difference;
    return `${block} ${table} ${subject}: ${expected}, ${found}`;
  });
  return { differences, findings: lines.sort() };
}
