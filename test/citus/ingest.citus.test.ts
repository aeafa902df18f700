import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../database.ts';
import { differences, dumpEverything } from '../ingest/dump-tables.ts';
import { ingestFolder } from '../ingest/ingest-folder.ts';
import { createDistributedDatabase, injectedCluster } from './distributed-database.ts';
import { STEADY_FROM, writeStream } from './stream.ts';

// Compares the rows that an ingest stores in a database on three servers with those on one server.

const cluster = injectedCluster();
const DERIVED = [
  'account_balance',
  'token_balance',
  'entity_stake',
  'entity_stake_history',
  'tain.current_balance',
  'tain.current_token_balance',
];

describe.skipIf(typeof cluster === 'string')(
  `on three servers${typeof cluster === 'string' ? ` (${cluster})` : ''}`,
  () => {
    let dir = '';
    let whole: Record<string, string[]>;

    beforeAll(async () => {
      dir = await mkdtemp(path.join(os.tmpdir(), 'tain-citus-stream-'));
      await writeStream(dir, { blocks: 28, cutover: 16, tps: 20 });
      const one = await createTestDatabase();
      await ingestFolder({ database: one.database, ...folder(), clock: () => 0 });
      whole = await dumpEverything(one.database);
      await one.drop();
      // The compared tables must not be empty.
      for (const table of DERIVED) expect([table, whole[table]?.length ?? 0]).not.toEqual([table, 0]);
    });
    afterAll(() => rm(dir, { recursive: true, force: true }));

    const folder = () => ({ folder: dir, addressBook: path.join(dir, 'address_book.bin') });

    test.each([
      ['live', 0],
      ['near the head', Number(STEADY_FROM / 1_000_000n) + 100_000],
      ['catching up', Number(STEADY_FROM / 1_000_000n) + 86_400_000],
    ])('stores the same rows %s', async (_, clock) => {
      if (typeof cluster === 'string') return;
      const several = await createDistributedDatabase(cluster);
      try {
        await ingestFolder({ database: several.database, ...folder(), clock: () => clock });
        expect(differences(await dumpEverything(several.database), whole)).toEqual([]);
      } finally {
        await several.drop();
      }
    });
  },
);
