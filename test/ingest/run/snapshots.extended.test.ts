import { cp, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { Random } from '../../../packages/network-simulator/src/random.ts';
import {
  DemoStream,
  type StreamOptions,
} from '../../../packages/network-simulator/src/stream/demo-stream.ts';
import { DEFAULT_BATCH_LIMITS } from '../../../src/ingest/options.ts';
import { IngestSnapshots } from '../../../src/ingest/snapshots.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import type { Database } from '../../../src/store/connections/database.ts';
import { createTestDatabase } from '../../database.ts';
import { hashOf } from '../../demo/node/still-network.ts';
import { tries } from '../../effort.ts';
import { removeFolder } from '../../remove-folder.ts';
import { seedsOf } from '../../seeds.ts';
import { type FolderIngest, ingestFolder } from '../ingest-folder.ts';

// Random histories with random snapshots and returns, which must equal the history that never had the reverted blocks.

const POPULATION = { accounts: 20, tokens: 3, topics: 2, contracts: 3 };
/** Each block is a batch, whenever it is read. */
const LIMITS = { ...DEFAULT_BATCH_LIMITS, maxItems: 1 };
/** Tables that depend on the time of reading: found signatures, and the block whose signature proves earlier ones. */
const EXCLUDED = ['block_proof', 'signature_day', 'signature_evidence'];
const STEPS = 9;

function optionsOf(dir: string, seed: number): StreamOptions {
  return {
    dir,
    seed,
    tps: 3,
    runCode: demoEngine,
    population: POPULATION,
    signInner: false,
    dataEverywhere: false,
    partialChanges: seed % 3 === 0,
    // Half of the histories change over to blocks, and sign them.
    ...(seed % 2 === 0 && { cutover: 4, signs: true }),
  };
}

/** Writes and publishes a block. */
async function publish(stream: DemoStream, own: number): Promise<void> {
  await stream.write({ own });
  await stream.commit();
}

/** Publishes the blocks until the network has its population. Returns their number. */
async function found(stream: DemoStream): Promise<number> {
  let blocks = 0;
  for (; stream.network.progress.phase !== 'steady'; blocks++) {
    await stream.write();
    await stream.commit();
  }
  return blocks;
}

/** Returns the contents of stream files by path, without the nodes' signatures, which have their own keys. */
async function filesOf(dir: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const name of (await readdir(dir, { recursive: true })).sort()) {
    if (!/\.(rcd|blk)\.gz$|\.rcd_sig$/.test(name)) continue;
    files[name] = (await readFile(path.join(dir, name))).toString('base64');
  }
  return files;
}

/** Returns the tables of the stored stream, with their columns. */
async function tablesOf({ pool }: Database): Promise<readonly { name: string; columns: string }[]> {
  const { rows } = await pool.query<{ name: string; columns: string }>(
    `select c.oid::regclass::text as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
       and (n.nspname = 'public' or n.nspname = 'tain') and c.relname <> all($1)
       and (c.relname <> 'first_block' or a.attname <> 'returns')
       and (c.relname <> 'record_file' or a.attname not in ('load_start', 'load_end'))
       and (n.nspname = 'public' or exists (
         select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'tain__record_change'))
     group by c.oid order by 1`,
    [EXCLUDED],
  );
  return rows;
}

/** Returns all rows by table. */
async function rowsOf(
  { pool }: Database,
  tables: Awaited<ReturnType<typeof tablesOf>>,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { name, columns } of tables) {
    const { rows } = await pool.query<{ row: string }>(
      `select row(${columns})::text as row from ${name} order by 1`,
    );
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}

it.each(seedsOf([2]).flatMap((seed) => Array.from({ length: tries(1) }, (_, run) => seed + 101 * run)))(
  'a history with snapshots and returns equals one without what was reverted (seed %i)',
  async (seed) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'tain-snapshots-'));
    const [dir, plain] = [path.join(folder, 'returned'), path.join(folder, 'plain')];
    const [test, reference] = [await createTestDatabase(), await createTestDatabase()];
    const random = new Random(seed);
    const mayCompact = (): boolean => false;
    let stream = await DemoStream.open({ ...optionsOf(dir, seed), mayCompact });
    const founding = await found(stream);
    await cp(path.join(dir, 'keys'), path.join(plain, 'keys'), { recursive: true });
    const ending = new AbortController();
    const snapshots = new IngestSnapshots();
    const ingest = (own: Pick<FolderIngest, 'database' | 'folder'> & Partial<FolderIngest>) =>
      ingestFolder({
        addressBook: path.join(own.folder, 'address_book.bin'),
        limits: LIMITS,
        clock: () => 0,
        ...own,
      });
    const following = ingest({
      database: test.database,
      folder: dir,
      holdOpen: true,
      switchAfterMs: 200,
      signal: ending.signal,
      snapshots,
    });
    const taken: { position: number; rows: bigint; blocks: number }[] = [];
    /** Numbers of generated transactions of the blocks in force after the founding. */
    const kept: number[] = [];
    const last = (): bigint => stream.network.progress.nextNumber - 1n;
    const write = async (): Promise<void> => {
      for (let count = 1 + random.below(3); count > 0; count--) {
        const own = 1 + random.below(12);
        await publish(stream, own);
        kept.push(own);
      }
    };
    const take = async (): Promise<void> => {
      taken.push({ position: stream.position, rows: await snapshots.take(last()), blocks: kept.length });
    };
    const goBack = async (to: number): Promise<void> => {
      const [chosen] = taken.splice(to);
      if (chosen === undefined) return;
      await snapshots.returnTo(chosen.rows, taken.length > 0, async () => {
        await stream.returnTo(chosen.position);
        await stream.close();
        stream = await DemoStream.open({ ...optionsOf(dir, seed), mayCompact });
      });
      kept.length = chosen.blocks;
    };
    // The ingest begins meanwhile.
    await expect.poll(() => snapshots.take(0n).catch(() => null), { timeout: 120_000 }).not.toBeNull();
    for (let step = 0; step < STEPS; step++) {
      const draw = random.unit();
      if (draw < 0.3) await take();
      else if (draw < 0.5) await goBack(random.below(taken.length + 1));
      else await write();
    }
    await take();
    await write();
    await goBack(taken.length - 1);
    await write();
    await snapshots.take(last());
    ending.abort();
    await following;
    const other = await DemoStream.open(optionsOf(plain, seed));
    expect(await found(other)).toBe(founding);
    for (const own of kept) await publish(other, own);
    expect(hashOf(stream.network)).toBe(hashOf(other.network));
    await Promise.all([stream.close(), other.close()]);
    expect(await filesOf(dir)).toEqual(await filesOf(plain));
    // Completes what is derived from the blocks.
    await ingest({ database: test.database, folder: dir });
    await ingest({ database: reference.database, folder: plain });
    const tables = await tablesOf(test.database);
    const expected = await rowsOf(reference.database, tables);
    for (const [name, rows] of Object.entries(await rowsOf(test.database, tables))) {
      expect(rows, name).toEqual(expected[name]);
    }
    expect(expected.record_file).toHaveLength(founding + kept.length);
    await Promise.all([test.drop(), reference.drop(), removeFolder(folder)]);
  },
  240_000,
);
