import { cp, mkdir, mkdtemp, readdir, rename, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { blockPath } from '@tain/ledger/block-stream';
import { PROFILES } from '@tain/verify/tss/profiles';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { writeDemo } from '../../../packages/network-simulator/src/write-demo.ts';
import { testNetwork } from '../../../packages/verify/test/tss/test-network.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { MIN_POPULATION } from '../../demo/populations.ts';
import { publicationBody, signBlock, theftBody } from '../../proof/tss/signed-block.ts';
import { removeFolder } from '../../remove-folder.ts';
import { type FolderIngest, ingestFolder } from '../ingest-folder.ts';

/** Forged blocks with their own ledger, which are valid in themselves. */
const [newest] = PROFILES.slice(-1);
if (!newest) throw new Error('some profiles are known');
const forger = testNetwork(newest, [1n, 1n, 1n], 4);
const RECORDS = 16;
const SLOW = 300_000;
const LATER = BigInt(Date.UTC(2026, 5, 1)) * 1_000_000n;

let root: string;
let records: string;
let test: TestDatabase;
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'tain-forged-'));
  records = path.join(root, 'records');
  const mix = { LEDGERIDPUBLICATION: 0 };
  await writeDemo({
    dir: records,
    blocks: RECORDS,
    tps: 5,
    seed: 3,
    mix,
    signInner: false,
    population: MIN_POPULATION,
    runCode: demoEngine,
  });
}, SLOW);
afterAll(() => removeFolder(root));
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.drop());

/** Writes two blocks, of which the first publishes the ledger that signs both. */
async function forge(dir: string, first: number): Promise<void> {
  let previousRoot: Buffer | undefined;
  for (const number of [first, first + 1]) {
    const { bytes, root } = signBlock({
      number: BigInt(number),
      time: LATER + BigInt(number) * 2_000_000_000n,
      ...(previousRoot && { previousRoot }),
      bodies: number === first ? [publicationBody(forger.publication), theftBody()] : [theftBody()],
      sign: (hash) => forger.sign(hash),
    });
    previousRoot = root;
    const file = path.join(dir, 'demo/block', blockPath(BigInt(number)).replace(/zstd$/, 'gz'));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, gzipSync(bytes));
  }
}

const ingest = (folder: string, options: Partial<FolderIngest> = {}) =>
  ingestFolder({
    database: test.database,
    folder,
    addressBook: path.join(records, 'address_book.bin'),
    acceptsMocks: false,
    ...options,
  });

const countBlocks = async (): Promise<number> =>
  (await test.database.pool.query('select from record_file')).rows.length;

it(
  'is refused if the record file of its number is late, which is then stored',
  async () => {
    const dir = await mkdtemp(path.join(root, 'late-'));
    await cp(records, dir, { recursive: true });
    await forge(dir, RECORDS - 2);
    const late: [string, string][] = [];
    for (const folder of await readdir(path.join(dir, 'recordstreams'))) {
      const own = path.join(dir, 'recordstreams', folder);
      const signatures = (await readdir(own)).filter((name) => name.endsWith('.rcd_sig')).sort();
      for (const name of signatures.slice(-2))
        late.push([path.join(own, name), path.join(dir, `${folder}-${name}`)]);
    }
    for (const [from, to] of late) await rename(from, to);
    const controller = new AbortController();
    const refused: string[] = [];
    let shown: Promise<unknown> | null = null;
    await ingest(dir, {
      holdOpen: true,
      switchAfterMs: 4_000,
      signal: controller.signal,
      onWarning: (_, message) => {
        if (!message.includes('TAIN_LEDGER_ID')) return;
        refused.push(message);
        shown ??= Promise.all(late.map(([from, to]) => rename(to, from)));
      },
      onProgress: ({ lastNumber }) => {
        if (lastNumber === BigInt(RECORDS - 1)) controller.abort();
      },
    });
    await shown;
    expect(refused[0]).toMatch(
      /^The stream waits: .*014\.blk\.gz: The ledger that signs it, [0-9a-f]{64}, is published by the block itself/,
    );
    const { rows } = await test.database.pool.query('select distinct kind::text from tain.block_proof');
    expect(rows).toEqual([{ kind: 'record-signatures' }]);
    expect((await test.database.pool.query('select from tain.ledger_publication')).rows).toEqual([]);
  },
  SLOW,
);

it.each([0, 7])(
  'is refused as the very first block, number %i, if first use is not allowed',
  async (first) => {
    const dir = await mkdtemp(path.join(root, 'first-'));
    await forge(dir, first);
    await expect(ingest(dir, { ledger: { allowsFirstUse: false } })).rejects.toThrow('TAIN_LEDGER_ID');
    expect(await countBlocks()).toBe(0);
    // Without a known ledger, this is trust on first use.
    await ingest(dir);
    expect(await countBlocks()).toBe(2);
    // After such a block the database trusts only ledgers that its settings allow.
    await expect(ingest(dir, { ledger: { allowsFirstUse: false } })).resolves.toMatchObject({ blocks: 0 });
    expect((await test.database.pool.query('select grounds from tain.ledger_publication')).rows).toEqual([
      { grounds: 'first-use' },
    ]);
  },
  SLOW,
);

it(
  'is not trusted after TAIN_TRUST=chain is unset',
  async () => {
    const dir = await mkdtemp(path.join(root, 'chain-'));
    await forge(dir, 0);
    const no = { ledger: { allowsFirstUse: false } };
    await ingest(dir, { ...no, trust: 'chain' });
    const { rows } = await test.database.pool.query('select kind::text from tain.block_proof');
    expect(rows).toEqual([{ kind: 'chain' }, { kind: 'chain' }]);
    const more = await mkdtemp(path.join(root, 'more-'));
    await cp(dir, more, { recursive: true });
    const before = await test.database.pool.query<{ hash: string }>(
      'select hash from record_file where index = 1',
    );
    const { bytes } = signBlock({
      number: 2n,
      time: LATER + 10_000_000_000n,
      previousRoot: Buffer.from(before.rows[0]?.hash ?? '', 'hex'),
      bodies: [theftBody()],
      sign: (hash) => forger.sign(hash),
    });
    await writeFile(path.join(more, 'demo/block', blockPath(2n).replace(/zstd$/, 'gz')), gzipSync(bytes));
    await expect(ingest(more, no)).rejects.toThrow('only its hash chain proves');
    expect(await countBlocks()).toBe(2);
  },
  SLOW,
);
