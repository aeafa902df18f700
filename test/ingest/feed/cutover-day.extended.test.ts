import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseBlockPath } from '@tain/ledger/block-stream';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeDemo } from '../../../packages/network-simulator/src/write-demo.ts';
import { storedStream } from '../../../src/app/streams/stored-stream.ts';
import { openStreamFolder } from '../../../src/app/streams/stream-stores.ts';
import { readConfig } from '../../../src/config/config.ts';
import type { StoredStream } from '../../../src/ingest/range/read-range.ts';
import { DEFAULT_RECORD_OPTIONS } from '../../../src/ingest/records/context.ts';
import { reingest } from '../../../src/ingest/reingest/reingest.ts';
import { selectGap } from '../../../src/ingest/reingest/stored-gap.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import { connectionConfig } from '../../../src/store/connections/database.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { MIN_POPULATION } from '../../demo/populations.ts';
import { type WrittenDay, writeCutoverDay } from '../../rehearsal/cutover-day.ts';
import { removeFolder } from '../../remove-folder.ts';
import { type FolderIngest, ingestFolder } from '../ingest-folder.ts';

/** Faults of the cutover day in docs/cutover.md, on the demo network. */
const BLOCKS = 20;
const CUTOVER = 14;
const SIGNED_FROM = 16;
const SLOW = 300_000;
const SILENT = { info: () => undefined, warn: () => undefined };

let root: string;
let test: TestDatabase;
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'tain-day-'));
});
afterAll(() => removeFolder(root));
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.drop());

type Day = WrittenDay & { readonly dir: string };

async function writeDay(
  name: string,
  ledgers: readonly { at: number; profile: '3.7.8' | '3.15.1' }[],
  signedFrom = SIGNED_FROM,
): Promise<Day> {
  const dir = path.join(root, name);
  const day = { dir, blocks: BLOCKS, cutover: CUTOVER, signedFrom, ledgers };
  return { ...(await writeCutoverDay(day)), dir };
}

/** Copies a day's folder. Returns a function that hides files, and returns another one that restores them. */
async function copyDay({ dir }: Day): Promise<{
  readonly dir: string;
  readonly hide: (isHidden: (number: bigint) => boolean) => Promise<() => Promise<void>>;
  readonly hideLastRecord: () => Promise<() => Promise<void>>;
}> {
  const copy = await mkdtemp(path.join(root, 'copy-'));
  await cp(dir, copy, { recursive: true });
  const later = await mkdtemp(path.join(root, 'later-'));
  const hideFiles = async (names: readonly string[]): Promise<() => Promise<void>> => {
    for (const name of names) {
      await mkdir(path.dirname(path.join(later, name)), { recursive: true });
      await rename(path.join(copy, name), path.join(later, name));
    }
    return async () => {
      for (const name of names) await rename(path.join(later, name), path.join(copy, name));
    };
  };
  return {
    dir: copy,
    async hide(isHidden) {
      const names = await readdir(path.join(copy, 'demo/block'), { recursive: true });
      const hidden = names.filter((name) => {
        const number = parseBlockPath(name);
        return number !== null && isHidden(number);
      });
      return hideFiles(hidden.map((name) => path.join('demo/block', name)));
    },
    async hideLastRecord() {
      const names: string[] = [];
      for (const folder of await readdir(path.join(copy, 'recordstreams'))) {
        const own = await readdir(path.join(copy, 'recordstreams', folder));
        const last = own
          .filter((name) => name.endsWith('.rcd_sig'))
          .sort()
          .at(-1);
        if (last) names.push(path.join('recordstreams', folder, last));
      }
      return hideFiles(names);
    },
  };
}

const ingest = (folder: string, options: Partial<FolderIngest> = {}) =>
  ingestFolder({
    database: test.database,
    folder,
    addressBook: path.join(folder, 'address_book.bin'),
    acceptsMocks: false,
    ledger: { allowsFirstUse: false },
    ...options,
  });

async function kinds(): Promise<Record<number, string>> {
  const { rows } = await test.database.pool.query<{ number: number; kind: string }>(
    'select index::int as number, kind::text from record_file join tain.block_proof using (consensus_end) order by index',
  );
  return Object.fromEntries(rows.map(({ number, kind }) => [number, kind]));
}

const kindsFrom = async (first: number): Promise<string[]> =>
  Object.entries(await kinds())
    .filter(([number]) => Number(number) >= first)
    .map(([, kind]) => kind);

async function grounds(): Promise<string[]> {
  const { rows } = await test.database.pool.query<{ grounds: string }>(
    'select grounds from tain.ledger_publication order by consensus_timestamp',
  );
  return rows.map((row) => row.grounds);
}

/** Runs `tain reingest` with these settings. */
async function storeAgain(folder: string, settings: Record<string, string>): Promise<void> {
  const client = new pg.Client(connectionConfig(test.target));
  await client.connect();
  const stores = await openStreamFolder(folder, false);
  try {
    const gap = await selectGap(client, { number: BigInt(CUTOVER) }, { number: BigInt(BLOCKS - 1) });
    if (gap === null) throw new Error('no blocks');
    const { signal } = new AbortController();
    const config = readConfig({ TAIN_NETWORK: 'other', ...settings });
    const openFeed: StoredStream['openFeed'] = (resume, begin) =>
      storedStream({ config, stores, log: SILENT }, resume, begin, signal);
    await reingest({ client, gap, stream: { records: DEFAULT_RECORD_OPTIONS, openFeed }, signal });
  } finally {
    await stores.close();
    await client.end();
  }
}

describe('a network whose record files publish its ledger, and whose blocks publish the next one', () => {
  let day: Day;
  beforeAll(async () => {
    day = await writeDay('republished', [
      { at: 10, profile: '3.15.1' },
      { at: 17, profile: '3.15.1' },
    ]);
  }, SLOW);

  it(
    'is followed while its last record file is late and its first blocks are not signed',
    async () => {
      const copy = await copyDay(day);
      const showRecord = await copy.hideLastRecord();
      const showAgain = await copy.hide((number) => number >= BigInt(SIGNED_FROM));
      const controller = new AbortController();
      const numbers: bigint[] = [];
      const steps: Promise<void>[] = [];
      const warnings: string[] = [];
      const ingested = ingest(copy.dir, {
        holdOpen: true,
        switchAfterMs: 4_000,
        signal: controller.signal,
        onProgress: ({ lastNumber }) => {
          numbers.push(lastNumber);
          // Block 14 is available, but the next block is 13, a record file.
          if (lastNumber === 12n) steps.push(showRecord());
          if (lastNumber === BigInt(BLOCKS - 1)) controller.abort();
        },
        onWarning: (_, message) => {
          warnings.push(message);
          if (message.includes('14.blk') && message.includes('TAIN_TRUST=chain') && steps.length === 1)
            steps.push(showAgain());
        },
      });
      expect(await ingested).toMatchObject({ blocks: BLOCKS, lastNumber: BigInt(BLOCKS - 1) });
      await Promise.all(steps);
      expect(steps).toHaveLength(2);
      expect(numbers).toContain(12n);
      expect(await kindsFrom(CUTOVER - 1)).toEqual([
        'record-signatures',
        'later-block',
        'later-block',
        expect.stringMatching(/later-block|threshold-signature/),
        'threshold-signature',
        expect.stringMatching(/later-block|threshold-signature/),
        'threshold-signature',
      ]);
      expect(await grounds()).toEqual(['record-signatures', 'threshold-signature']);
    },
    SLOW,
  );

  it(
    'continues by its hash chain if the operator trusts it, until a signed block proves that',
    async () => {
      const copy = await copyDay(day);
      const showAgain = await copy.hide((number) => number >= BigInt(SIGNED_FROM));
      await expect(ingest(copy.dir)).rejects.toThrow('TAIN_TRUST=chain');
      expect(await kindsFrom(CUTOVER)).toEqual([]);
      await ingest(copy.dir, { trust: 'chain' });
      expect(await kindsFrom(CUTOVER)).toEqual(['chain', 'chain']);
      await showAgain();
      await ingest(copy.dir);
      expect(Object.keys(await kinds())).toHaveLength(BLOCKS);
      expect((await kindsFrom(CUTOVER)).slice(0, 2)).toEqual(['later-block', 'later-block']);
      expect(Object.values(await kinds())).not.toContain('chain');
    },
    SLOW,
  );
});

describe('a network whose profile is not known yet', () => {
  let day: Day;
  beforeAll(async () => {
    // Tain does not know the day's WRAPS key, and the key does not use the newest profile.
    day = await writeDay('unknown', [{ at: 10, profile: '3.7.8' }], CUTOVER);
  }, SLOW);

  it(
    'is stored by its hash chain, and proven later without a second import',
    async () => {
      await expect(ingest(day.dir)).rejects.toThrow('belongs to no known profile');
      await ingest(day.dir, { trust: 'chain' });
      expect(new Set(await kindsFrom(CUTOVER))).toEqual(new Set(['chain']));
      const known = { TAIN_LEDGER_ID: day.ids[0] ?? '', TAIN_TSS_PROFILE: '3.7.8' };
      await expect(storeAgain(day.dir, {})).rejects.toThrow('belongs to no known profile');
      await storeAgain(day.dir, known);
      expect(Object.values(await kinds())).not.toContain('chain');
      expect((await kindsFrom(CUTOVER)).at(-1)).toBe('threshold-signature');
    },
    SLOW,
  );
});

describe('a network that publishes its ledger in a block that nothing proves', () => {
  let day: Day;
  beforeAll(async () => {
    day = await writeDay('in-blocks', [{ at: 15, profile: '3.15.1' }], CUTOVER);
  }, SLOW);

  it(
    'has no proven block before the operator sets the ledger',
    async () => {
      const copy = await copyDay(day);
      const showLast = await copy.hide((number) => number >= 18n);
      await ingest(copy.dir, { trust: 'chain' });
      expect(await kindsFrom(CUTOVER)).toEqual(['chain', 'chain', 'chain', 'chain']);
      expect(await grounds()).toEqual(['chain']);
      await showLast();
      await expect(ingest(copy.dir)).rejects.toThrow('TAIN_LEDGER_ID');
      const pinned = Buffer.from(day.ids[0] ?? '', 'hex');
      await expect(ingest(copy.dir, { ledger: { pinned: Buffer.alloc(32, 1) } })).rejects.toThrow(
        'The first ledger id is',
      );
      await ingest(copy.dir, { ledger: { pinned, allowsFirstUse: false } });
      // The block with the publication is proven by the blocks that the ledger signs, because it is trusted now.
      expect(Object.values(await kinds())).not.toContain('chain');
      expect(await grounds()).toEqual(['later-block']);
    },
    SLOW,
  );

  it(
    'is proven from a file of the operator, without a second import',
    async () => {
      await ingest(day.dir, { trust: 'chain' });
      expect(new Set(await kindsFrom(CUTOVER))).toEqual(new Set(['chain']));
      await storeAgain(day.dir, { TAIN_LEDGER_FILE: day.files[0] ?? '' });
      expect(Object.values(await kinds())).not.toContain('chain');
      expect(await grounds()).toEqual(['threshold-signature']);
    },
    SLOW,
  );
});

it(
  'a block stream that is ahead of the record files begins at their end',
  async () => {
    const [early, late] = [path.join(root, 'early'), path.join(root, 'late')];
    const network = {
      blocks: BLOCKS,
      tps: 5,
      seed: 3,
      signInner: false,
      population: MIN_POPULATION,
      runCode: demoEngine,
    };
    await writeDemo({ ...network, dir: early, cutover: CUTOVER });
    await writeDemo({ ...network, dir: late, cutover: 16 });
    // The folder has record files up to 15, and blocks from 14 on.
    await rm(path.join(late, 'demo'), { recursive: true });
    await cp(path.join(early, 'demo'), path.join(late, 'demo'), { recursive: true });
    await ingest(late, { acceptsMocks: true });
    expect(await kindsFrom(CUTOVER)).toEqual([
      'record-signatures',
      'record-signatures',
      ...Array<string>(4).fill('chain'),
    ]);
  },
  SLOW,
);
