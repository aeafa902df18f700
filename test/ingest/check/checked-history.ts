import { createHash } from 'node:crypto';
import path from 'node:path';
import type pg from 'pg';
import { DEFAULT_START, type NetworkOptions } from '../../../packages/network-simulator/src/options.ts';
import { writeDemo } from '../../../packages/network-simulator/src/write-demo.ts';
import { storedStream } from '../../../src/app/streams/stored-stream.ts';
import { openStreamFolder } from '../../../src/app/streams/stream-stores.ts';
import { readConfig } from '../../../src/config/config.ts';
import { type CheckSummary, check as checkAll } from '../../../src/ingest/check/check.ts';
import { beginningOf } from '../../../src/ingest/check/check-point.ts';
import type { Finding } from '../../../src/ingest/check/findings.ts';
import { type BlockBound, selectRange } from '../../../src/ingest/check/range.ts';
import type { IsStill } from '../../../src/ingest/check/visible-reads.ts';
import type { ResumePoint } from '../../../src/ingest/feed/feed.ts';
import { DEFAULT_RECORD_OPTIONS } from '../../../src/ingest/records/context.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import { copyTestDatabase, fillDatabase, type TestDatabase } from '../../database.ts';
import { runFile } from '../../run-files.ts';
import { ingestFolder } from '../ingest-folder.ts';

const DAY = 86_400_000_000_000n;

/**
 * A demo history with snapshots of balances (it crosses midnights), stored in a database that is copied for each test. Test
 * files that name the same options share it, so they must not change its folder. It is removed after the run.
 */
export class CheckedHistory {
  readonly folder: string;
  private readonly stored: Pick<TestDatabase, 'name'>;

  private constructor(folder: string, stored: Pick<TestDatabase, 'name'>) {
    this.folder = folder;
    this.stored = stored;
  }

  static async make(
    options: Partial<NetworkOptions> & { readonly blocks?: number; readonly cutover?: number } = {},
  ): Promise<CheckedHistory> {
    const text = JSON.stringify(options, (_, value) => (typeof value === 'bigint' ? String(value) : value));
    const name = `history_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
    const folder = runFile(name);
    const stored = await fillDatabase(name, async (database) => {
      await writeDemo({
        runCode: demoEngine,
        dir: folder,
        seed: 11,
        tps: 30,
        population: { accounts: 60, tokens: 8, topics: 4, contracts: 6 },
        blocks: 24,
        signInner: false,
        steadyFrom: DEFAULT_START + 3n * DAY - 8_000_000_000n,
        ...options,
      });
      await ingestFolder({ database, folder, addressBook: path.join(folder, 'address_book.bin') });
    });
    return new CheckedHistory(folder, stored);
  }

  copy(): Promise<TestDatabase> {
    return copyTestDatabase(this.stored);
  }
}

export interface Bounds {
  readonly from?: BlockBound;
  readonly to?: BlockBound;
}

const SILENT = { info: () => undefined, warn: () => undefined };

/** Checks a database alone, and with the stream of a folder. `finding`: the first one, by its block. */
export async function check(
  { database }: Pick<TestDatabase, 'database'>,
  bounds: Bounds = {},
  folder?: string,
): Promise<CheckSummary & { readonly finding: Finding | null }> {
  const client = await database.pool.connect();
  try {
    return await checkOn(client, bounds, folder);
  } finally {
    client.release();
  }
}

/** Checks a database on a connection. `isStill`: result of `beginReads`. */
export async function checkOn(
  client: pg.ClientBase,
  { from, to }: Bounds = {},
  folder?: string,
  isStill: IsStill = () => Promise.resolve(true),
): Promise<CheckSummary & { readonly finding: Finding | null }> {
  const stores = folder === undefined ? null : await openStreamFolder(folder, false);
  try {
    const range = await selectRange(client, from ?? null, to ?? null);
    if (range === null) throw new Error('no blocks');
    const { signal } = new AbortController();
    const config = readConfig({ TAIN_NETWORK: 'demo' });
    const stream = stores && {
      records: DEFAULT_RECORD_OPTIONS,
      openFeed: (resume: ResumePoint, begin: bigint) =>
        storedStream({ config, stores, log: SILENT }, resume, begin, signal),
    };
    const point = beginningOf(range);
    const summary = await checkAll({
      client,
      isStill,
      point,
      isToEnd: to === undefined,
      signal,
      stream,
      max: 10_000,
    });
    const finding = summary.findings.find(({ block }) => block === summary.firstDiffering) ?? null;
    return { ...summary, finding };
  } finally {
    await stores?.close();
  }
}
