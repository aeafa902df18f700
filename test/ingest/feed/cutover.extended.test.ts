import { cp, mkdtemp, rename } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeDemo } from '../../../packages/network-simulator/src/write-demo.ts';
import { DEFAULT_BATCH_LIMITS } from '../../../src/ingest/options.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { MIN_POPULATION } from '../../demo/populations.ts';
import { removeFolder } from '../../remove-folder.ts';
import { sharedDir } from '../../shared.ts';
import { differences, dumpTables } from '../dump-tables.ts';
import { type FolderIngest, ingestFolder } from '../ingest-folder.ts';

const BLOCKS = 20;
const CUTOVER = 14;
const ONE_BLOCK = { ...DEFAULT_BATCH_LIMITS, maxItems: 1, minItems: 1 };

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.drop());

interface Row {
  readonly number: number;
  readonly version: number;
  readonly hash: string;
  readonly previous: string;
  readonly root: string | null;
  readonly kind: string;
}

async function selectBlocks(): Promise<Row[]> {
  const { rows } = await test.database.pool.query<Row>(
    `select index::int as number, version, hash, prev_hash as previous,
            encode(previous_wrapped_record_block_hash, 'hex') as root, kind::text
     from record_file left join tain.block_proof using (consensus_end) order by index`,
  );
  return rows;
}

describe('a demo network that changes over to blocks', () => {
  let dir: string;
  let whole: Record<string, string[]>;

  beforeAll(async () => {
    dir = await mkdtemp(path.join(os.tmpdir(), 'tain-cutover-'));
    await writeDemo({
      dir,
      blocks: BLOCKS,
      tps: 5,
      seed: 5,
      cutover: CUTOVER,
      signInner: false,
      population: MIN_POPULATION,
      runCode: demoEngine,
    });
    const undisturbed = await createTestDatabase();
    await ingestFolder({ database: undisturbed.database, folder: dir, addressBook: bookOf(dir) });
    whole = await dumpTables(undisturbed.database);
    await undisturbed.drop();
  });
  afterAll(() => removeFolder(dir));

  const bookOf = (folder: string) => path.join(folder, 'address_book.bin');
  const ingest = (options: Partial<FolderIngest> = {}) =>
    ingestFolder({ database: test.database, folder: dir, addressBook: bookOf(dir), ...options });

  it('is one chain of blocks', async () => {
    expect(await ingest()).toMatchObject({ blocks: BLOCKS, lastNumber: BigInt(BLOCKS - 1) });
    const blocks = await selectBlocks();
    expect(blocks.map(({ number }) => number)).toEqual([...Array(BLOCKS).keys()]);
    for (const { number, version, kind } of blocks) {
      const isRecord = number < CUTOVER;
      expect([number, version, kind]).toEqual([
        number,
        isRecord ? 6 : 7,
        isRecord ? 'record-signatures' : 'chain',
      ]);
    }
    for (const [i, { previous }] of blocks.entries()) if (i > 0) expect(previous).toBe(blocks[i - 1]?.hash);
    // The root hash that the first block references belongs to no block, and is stored unchanged.
    expect(blocks.filter(({ root }) => root !== null).map(({ number }) => number)).toEqual([CUTOVER]);
  });

  it('loses and repeats no block when it is stopped after every block', async () => {
    for (let blocks = 0; blocks < BLOCKS; ) {
      const summary = await ingest({ limits: ONE_BLOCK, stopAfter: 1 });
      expect(summary.blocks).toBeGreaterThan(0);
      blocks += summary.blocks;
    }
    expect(differences(await dumpTables(test.database), whole)).toEqual([]);
  });

  it('is followed over the cutover while files arrive', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'tain-follow-'));
    try {
      await cp(dir, folder, { recursive: true });
      const [hidden, shown] = [path.join(folder, 'later'), path.join(folder, 'demo')];
      await rename(shown, hidden);
      const controller = new AbortController();
      let last = -1n;
      const later: Promise<void>[] = [];
      const ingested = ingest({
        folder,
        holdOpen: true,
        switchAfterMs: 1000,
        signal: controller.signal,
        onProgress: ({ lastNumber }) => {
          if (later.length === 0) later.push(sleep(1_500).then(() => rename(hidden, shown)));
          last = lastNumber;
          if (last === BigInt(BLOCKS - 1)) controller.abort();
        },
      });
      expect(await ingested).toMatchObject({ blocks: BLOCKS, lastNumber: BigInt(BLOCKS - 1) });
      await Promise.all(later);
      expect(differences(await dumpTables(test.database), whole)).toEqual([]);
    } finally {
      await removeFolder(folder);
    }
  });

  it('is not stored further if mocks are refused', async () => {
    await expect(ingest({ acceptsMocks: false })).rejects.toThrow('TAIN_TRUST=chain');
    expect(await selectBlocks()).toHaveLength(CUTOVER);
  });
});

const streams = path.join(sharedDir ?? '', 'streams');
const blocksOf = (folder: string) => path.join(streams, 'blocks', folder);

describe.skipIf(sharedDir === null)('real blocks', () => {
  const ingest = (folder: string, options: Partial<FolderIngest> = {}) =>
    ingestFolder({
      database: test.database,
      folder,
      addressBook: path.join(streams, 'addressbook/fixtures/test-v6-4n.bin'),
      acceptsMocks: false,
      ...options,
    });

  it.each([
    ['hapi-0.78-tss-schnorr', [0, 1, 2, 3, 4, 5]],
    ['hapi-0.78-tss-wraps', [0]],
    ['hapi-0.73-tss-wraps', [0, 1, 2, 3, 4]],
  ])('%s are proven by their threshold signatures', async (folder, numbers) => {
    await ingest(blocksOf(folder));
    const blocks = await selectBlocks();
    expect(blocks.map(({ number }) => number)).toEqual(numbers);
    for (const [i, { previous }] of blocks.entries()) if (i > 0) expect(previous).toBe(blocks[i - 1]?.hash);
    const kinds = blocks.map(({ kind }) => kind);
    expect(kinds.slice(0, -1).every((kind) => kind === 'later-block' || kind === 'threshold-signature')).toBe(
      true,
    );
    expect(kinds.at(-1)).toBe('threshold-signature');
    const { rows } = await test.database.pool.query('select grounds from tain.ledger_publication');
    expect(rows).toEqual([{ grounds: 'first-use' }]);
  });

  it('continue after a restart under the ledger published before it', async () => {
    const folder = blocksOf('hapi-0.73-tss-wraps');
    const limits = ONE_BLOCK;
    for (let stored = 0; stored < 5; ) stored += (await ingest(folder, { limits, stopAfter: 1 })).blocks;
    expect(await selectBlocks()).toHaveLength(5);
  });

  it('with wrapped record files are each proven by the signatures of the nodes', async () => {
    const folder = path.join(streams, 'wrapped-record-blocks/SOLO_4N');
    // The first block sets the stake of all nodes to 0, so that no signatures reach the required share.
    await expect(ingest(folder)).rejects.toThrow(
      /got 3 out of 4 for block .*; the stakes of all nodes are 0, so no number of them is enough/,
    );
    expect(await selectBlocks()).toHaveLength(1);
    await ingest(folder, { limits: ONE_BLOCK, consensusRatio: { numerator: 0n, denominator: 1n } });
    const blocks = await selectBlocks();
    expect(blocks.map(({ number, kind }) => [number, kind])).toEqual(
      [0, 1, 2, 3, 4].map((number) => [number, 'record-file-proof']),
    );
    const { rows } = await test.database.pool.query<{ wrapped: string; before: string; version: number }>(
      `select encode(wrapped_record_block_hash, 'hex') as wrapped, version,
              encode(previous_wrapped_record_block_hash, 'hex') as before from record_file order by index`,
    );
    for (const [i, { version, before }] of rows.entries()) {
      expect(version).toBe(6);
      if (i > 0) expect(before).toBe(rows[i - 1]?.wrapped);
    }
    for (const [i, { previous }] of blocks.entries()) if (i > 0) expect(previous).toBe(blocks[i - 1]?.hash);
    const evidence = await test.database.pool.query('select outcomes from tain.signature_evidence');
    expect(evidence.rows).toHaveLength(5);
  });

  it('with mock signatures are stored on their hash chain if the operator trusts it', async () => {
    const folder = path.join(streams, 'blockstreams-0.73');
    await expect(ingest(folder)).rejects.toThrow('TAIN_TRUST=chain');
    await ingest(folder, { trust: 'chain' });
    expect((await selectBlocks()).map(({ number, kind }) => [number, kind])).toEqual([
      [7, 'chain'],
      [8, 'chain'],
    ]);
  });
});
