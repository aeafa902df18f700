import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/app/config/config.ts';
import { storedStream } from '../../src/app/streams/stored-stream.ts';
import { openStreamFolder } from '../../src/app/streams/stream-stores.ts';
import { connectionConfig } from '../../src/db/connections/database.ts';
import { DEFAULT_RECORD_OPTIONS } from '../../src/ingest/records/context.ts';
import { reingest } from '../../src/ingest/reingest/reingest.ts';
import { selectGap } from '../../src/ingest/reingest/stored-gap.ts';
import { copyTestDatabase, createTestDatabase, type TestDatabase } from '../database.ts';
import { differences, dumpEverything } from '../ingest/dump-tables.ts';
import { ingestFolder } from '../ingest/ingest-folder.ts';
import { policyOf, removeAll } from '../ingest/retention/remove.ts';
import {
  copyDistributedDatabase,
  createDistributedDatabase,
  injectedCluster,
} from './distributed-database.ts';
import { STEADY_FROM, writeStream } from './stream.ts';

// What is done to stored blocks on three servers leaves the rows that it leaves on one.

const cluster = injectedCluster();
const DAY = 86_400_000_000_000n;
const SILENT = { info: () => undefined, warn: () => undefined };

describe.skipIf(typeof cluster === 'string')(
  `maintenance on three servers${typeof cluster === 'string' ? ` (${cluster})` : ''}`,
  () => {
    let dir = '';
    let storedInOne: TestDatabase;
    let storedInSeveral: TestDatabase;
    let both: TestDatabase[] = [];

    beforeAll(async () => {
      if (typeof cluster === 'string') return;
      dir = await mkdtemp(path.join(os.tmpdir(), 'tain-citus-maintenance-'));
      await writeStream(dir, { blocks: 18, cutover: 11 });
      storedInOne = await createTestDatabase();
      storedInSeveral = await createDistributedDatabase(cluster);
      const clock = () => Number(STEADY_FROM / 1_000_000n) + 86_400_000;
      for (const { database } of [storedInOne, storedInSeveral]) {
        await ingestFolder({ database, folder: dir, addressBook: path.join(dir, 'address_book.bin'), clock });
        await database.end();
      }
    });
    afterAll(async () => {
      await storedInOne?.drop();
      await storedInSeveral?.drop();
      await rm(dir, { recursive: true, force: true });
    });
    beforeEach(async () => {
      if (typeof cluster === 'string') return;
      both = [await copyTestDatabase(storedInOne), await copyDistributedDatabase(cluster, storedInSeveral)];
    });
    afterEach(async () => {
      for (const each of both.splice(0)) await each.drop();
    });

    /** Fails unless both databases have the same rows, and others than before where they are to have changed. */
    async function expectSame(): Promise<Record<string, string[]>> {
      const [one, several] = both;
      if (!one || !several) throw new Error('no databases');
      const expected = await dumpEverything(one.database);
      expect(differences(await dumpEverything(several.database), expected)).toEqual([]);
      return expected;
    }

    it('old rows leave', async () => {
      if (typeof cluster === 'string') return;
      const before = await expectSame();
      for (const { target } of both) {
        const policy = policyOf({
          blocks: 2n * DAY,
          transactions: 2n * DAY,
          contracts: DAY,
          actions: DAY,
          topics: DAY / 2n,
          balances: DAY,
          history: DAY / 4n,
        });
        expect(await removeAll(target, policy)).toBeGreaterThan(0);
      }
      const left = await expectSame();
      for (const table of LEAVING) {
        const [had, has] = [before[table]?.length ?? 0, left[table]?.length ?? 0];
        expect([table, has < had]).toEqual([table, true]);
      }
    });

    it('blocks are stored again', async () => {
      if (typeof cluster === 'string') return;
      const whole = await expectSame();
      for (const { database, target } of both) {
        // A block's own number and times stay, and so does what errata added.
        const { rows: blocks } = await database.pool.query<{ end: string }>(
          'select consensus_end::text as end from record_file where index = 2',
        );
        const end = blocks[0]?.end;
        await database.pool.query(
          `insert into transaction (consensus_timestamp, type, result, payer_account_id, valid_start_ns, errata)
           values ($1::bigint + 500, 14, 22, 2, 1, 'INSERT')`,
          [end],
        );
        await database.pool.query('update record_file set load_start = 7, load_end = 9 where index = 8');
        for (const table of ['crypto_transfer', 'topic_message', 'contract_log', 'transaction_hash']) {
          const { rowCount } = await database.pool.query(
            `delete from ${table} where consensus_timestamp > $1`,
            [end],
          );
          expect([table, rowCount]).not.toEqual([table, 0]);
        }
        expect(await storeAgain(target, dir)).toMatchObject({ first: 3n, last: 17n });
        const { rowCount } = await database.pool.query("delete from transaction where errata = 'INSERT'");
        expect(rowCount).toBe(1);
        const { rows } = await database.pool.query(
          'select load_start, load_end from record_file where index = 8',
        );
        expect(rows).toMatchObject([{ load_start: '7', load_end: '9' }]);
      }
      expect(differences(await expectSame(), whole)).toEqual([]);
    });
  },
);

/** Tables of each way in which rows leave: by hash, by time, replaced, by key, by partition, by validity. */
const LEAVING = [
  'transaction_hash',
  'transaction',
  'contract_log',
  'topic_message',
  'record_file',
  'entity_history',
  'nft_history',
];

async function storeAgain(target: TestDatabase['target'], dir: string) {
  const client = new pg.Client(connectionConfig(target));
  await client.connect();
  const stores = await openStreamFolder(dir, false);
  try {
    const gap = await selectGap(client, { number: 3n }, { number: 17n });
    if (gap === null) throw new Error('no blocks');
    const { signal } = new AbortController();
    const config = readConfig({ TAIN_NETWORK: 'demo' });
    return await reingest({
      client,
      gap,
      records: DEFAULT_RECORD_OPTIONS,
      openFeed: (resume) => storedStream({ config, stores, log: SILENT }, resume, gap.after + 1n, signal),
      signal,
    });
  } finally {
    await stores.close();
    await client.end();
  }
}
