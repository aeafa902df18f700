import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readConfig } from '../../../src/app/config/config.ts';
import { demoEngine } from '../../../src/app/demo-engine.ts';
import { storedStream } from '../../../src/app/stored-stream.ts';
import { openStreamFolder } from '../../../src/app/stream-stores.ts';
import { DEFAULT_START } from '../../../src/demo/options.ts';
import { writeDemo } from '../../../src/demo/write-demo.ts';
import { check as checkAll } from '../../../src/ingest/check/check.ts';
import type { CheckSummary } from '../../../src/ingest/check/check-database.ts';
import { type BlockBound, selectRange } from '../../../src/ingest/check/range.ts';
import type { ResumePoint } from '../../../src/ingest/feed/feed.ts';
import { DEFAULT_RECORD_OPTIONS } from '../../../src/ingest/records/context.ts';
import { copyTestDatabase, createTestDatabase, type TestDatabase } from '../../database.ts';
import { ingestFolder } from '../ingest-folder.ts';

const DAY = 86_400_000_000_000n;

/** A demo history with snapshots of balances (it crosses midnights), stored in a database that is copied for each test. */
export class CheckedHistory {
  readonly folder: string;
  private readonly stored: TestDatabase;

  private constructor(folder: string, stored: TestDatabase) {
    this.folder = folder;
    this.stored = stored;
  }

  static async make(options: { cutover?: number; seed?: number } = {}): Promise<CheckedHistory> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'tain-check-'));
    await writeDemo({
      runCode: demoEngine,
      dir: folder,
      seed: 11,
      tps: 60,
      blocks: 24,
      signInner: false,
      steadyFrom: DEFAULT_START + 3n * DAY - 8_000_000_000n,
      ...options,
    });
    const stored = await createTestDatabase();
    await ingestFolder({
      database: stored.database,
      folder,
      addressBook: path.join(folder, 'address_book.bin'),
    });
    await stored.database.end();
    return new CheckedHistory(folder, stored);
  }

  copy(): Promise<TestDatabase> {
    return copyTestDatabase(this.stored);
  }

  async remove(): Promise<void> {
    await this.stored.drop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

export interface Bounds {
  readonly from?: BlockBound;
  readonly to?: BlockBound;
}

const SILENT = { info: () => undefined, warn: () => undefined };

/** Checks a database by itself, and with the stream of a folder. */
export async function check(
  { database }: TestDatabase,
  { from, to }: Bounds = {},
  folder?: string,
): Promise<CheckSummary> {
  const client = await database.pool.connect();
  const stores = folder === undefined ? null : await openStreamFolder(folder, false);
  try {
    const range = await selectRange(client, from ?? null, to ?? null);
    if (range === null) throw new Error('no blocks');
    const { signal } = new AbortController();
    const config = readConfig({ TAIN_NETWORK: 'demo' });
    const stream = stores && {
      records: DEFAULT_RECORD_OPTIONS,
      openFeed: (resume: ResumePoint) =>
        storedStream({ config, stores, log: SILENT }, resume, range.after + 1n, signal),
    };
    return await checkAll({ client, range, isToEnd: to === undefined, signal, stream });
  } finally {
    await stores?.close();
    client.release();
  }
}
