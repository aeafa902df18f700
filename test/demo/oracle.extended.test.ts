import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeDemo } from '../../packages/network-simulator/src/write-demo.ts';
import { demoEngine } from '../../src/app/demo-engine.ts';
import { createTestDatabase } from '../database.ts';
import { ingestFolder } from '../ingest/ingest-folder.ts';
import { describeStored } from './oracle/stored-demo.ts';

describeStored('record files', null);

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
