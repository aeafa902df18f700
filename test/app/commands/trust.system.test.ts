import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, databaseUrl } from '../../database.ts';
import { addFile, encodeBook, makeChain, makeFolder, makeNode } from '../../ingest/stream-writer.ts';
import { sharedDir } from '../../shared.ts';
import { runCommand } from './run-command.ts';
import { Tain } from './tain.ts';

const nodes = [0, 1, 2, 3].map(makeNode);
let folder: Awaited<ReturnType<typeof makeFolder>>;
let book: string;
beforeAll(async () => {
  folder = await makeFolder();
  book = path.join(folder.path, 'address_book.bin');
  await writeFile(book, encodeBook(nodes));
  for (const { file, instant } of makeChain(60)) {
    for (const node of nodes) await addFile(folder.path, node, file, instant);
  }
});
afterAll(() => folder.remove());

test('tain verify … | head -1 ends quietly', async () => {
  const verify = new Tain(['verify', folder.path, '--network', 'other', '--address-book', book]);
  await verify.waitFor(/ok\n/);
  verify.child.stdout?.destroy();
  const { code, stderr } = await verify.end();
  expect({ code, stderr }).toEqual({ code: 141, stderr: '' });
});

test('an address book inside the stream of another network logs a warning', async () => {
  const own = await runCommand(['verify', folder.path, '--network', 'other']);
  expect(own.stdout).toContain('60 files, 120 transactions verified: all hold');
  expect(own.code).toBe(0);
  expect(own.stderr).toContain(
    'tain: The stream is verified with the address book in its own folder: anyone who can write to that folder decides',
  );
  expect(own.stderr).toContain('TAIN_ADDRESS_BOOK');
  const given = await runCommand(['verify', folder.path, '--network', 'other'], { TAIN_ADDRESS_BOOK: book });
  expect(given).toMatchObject({ code: 0, stderr: '' });
});

test('consensus is turned off only by a bare 0, with a warning', async () => {
  const verify = (ratio: string) =>
    runCommand([
      'verify',
      folder.path,
      '--network',
      'other',
      '--address-book',
      book,
      '--consensus-ratio',
      ratio,
    ]);
  expect(await verify('0/5')).toMatchObject({
    code: 2,
    stderr:
      'tain: Setting TAIN_CONSENSUS_RATIO is "0/5", must be a share from 0 to 1 such as 1/3 or 0.5 (0 in no other spelling).\n',
  });
  const off = await verify('0');
  expect(off).toMatchObject({ code: 0, stderr: expect.stringContaining('tain: Consensus is off') });
  const few = await verify('0.000000000000000001');
  expect(few).toMatchObject({ code: 0, stderr: expect.stringContaining('Less than a third') });
  const start = ['import', folder.path, '--network', 'other', '--consensus-ratio', '0'];
  const db = await createTestDatabase();
  const imported = await runCommand(start, {
    DATABASE_URL: databaseUrl(db),
    TAIN_DATA_DIR: path.join(folder.path, 'data'),
    TAIN_ADDRESS_BOOK: book,
  });
  await db.drop();
  expect(imported).toMatchObject({ code: 0, stderr: expect.stringContaining('Consensus is off') });
});

describe.skipIf(sharedDir === null)('tain verify of blocks that networks wrote', () => {
  const streams = path.join(sharedDir ?? '', 'streams');
  const verify = (folder: string, settings: Record<string, string> = {}) =>
    runCommand(['verify', path.join(streams, folder)], {
      TAIN_NETWORK: 'other',
      TAIN_ADDRESS_BOOK: path.join(streams, 'addressbook/fixtures/test-v6-4n.bin'),
      ...settings,
    });
  const LEDGER = '2d342330e766b2bee6d8c147393aa697fc0f8c2d88e65260af9aee0be1bfb205';

  test('reports the grounds of each block', async () => {
    const { code, stdout, stderr } = await verify('blocks/hapi-0.78-tss-schnorr');
    const own = 'proven by its threshold signature';
    const later = 'proven by the threshold signature of a later block, to which its proof leads';
    expect(stdout.split('\n')).toEqual([
      `Threshold signatures are verified under ledger ${LEDGER} (trusted by first-use; 4 nodes) by profile 3.7.8 (by its WRAPS key); SHA-256 of the WRAPS key 5a6d78fb8d0d1ef989db3ca9c6aff7e2bd336665af8f5ec904892522ec8f2b3d.`,
      `0.blk.gz  v7  block 0  759 transactions  ${own}  publishes ledger ${LEDGER} (first-use)  ok`,
      `1.blk.gz  v7  block 1  59 transactions  ${later}  ok`,
      `2.blk.gz  v7  block 2  171 transactions  ${later}  ok`,
      `3.blk.gz  v7  block 3  24 transactions  ${later}  ok`,
      `4.blk.gz  v7  block 4  22 transactions  ${later}  ok`,
      `5.blk.gz  v7  block 5  25 transactions  ${own}  ok`,
      '6 files, 1060 transactions verified: all hold',
      '',
    ]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^tain: The first ledger is trusted on first use[^\n]*\n$/);
  });

  test('compares them with the ledger that the operator expects', async () => {
    const own = await verify('blocks/hapi-0.78-tss-schnorr', { TAIN_LEDGER_ID: LEDGER });
    expect(own).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('(pinned)') });
    const other = await verify('blocks/hapi-0.78-tss-schnorr', { TAIN_LEDGER_ID: LEDGER.replace('2', '3') });
    expect(other).toMatchObject({
      code: 5,
      stdout: expect.stringContaining('0 transactions verified: 6 problems'),
      stderr: expect.stringContaining('TAIN_LEDGER_ID'),
    });
  });

  test('takes the ledger of later blocks from the block that publishes it', async () => {
    const later = path.join(folder.path, 'later');
    await mkdir(later);
    for (const number of [1, 2, 5]) {
      await cp(
        path.join(streams, `blocks/hapi-0.78-tss-schnorr/${number}.blk.gz`),
        path.join(later, `${number}.blk.gz`),
      );
    }
    const settings = { TAIN_NETWORK: 'testnet', TAIN_ADDRESS_BOOK: book };
    const unknown = await runCommand(['verify', later], settings);
    expect(unknown).toMatchObject({ code: 5, stderr: expect.stringContaining('TAIN_LEDGER_FILE') });
    const TAIN_LEDGER_FILE = path.join(streams, 'blocks/hapi-0.78-tss-schnorr/0.blk.gz');
    const { code, stdout } = await runCommand(['verify', later], { ...settings, TAIN_LEDGER_FILE });
    expect(stdout).toContain(`under ledger ${LEDGER} (trusted by given;`);
    expect(stdout.match(/ {2}block [12] {2}.* {2}ok$/gm)).toHaveLength(2);
    // Block 5 is valid, but not stored, because 4 is missing.
    expect(stdout).toMatch(
      /block 5 {2}.*proven by its threshold signature {2}follows nothing: block 4 is missing\n/,
    );
    expect(code).toBe(5);
    const other = await runCommand(['verify', later], {
      ...settings,
      TAIN_LEDGER_FILE,
      TAIN_LEDGER_ID: LEDGER.replace('2', '3'),
    });
    expect(other).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`publishes ledger ${LEDGER}, not 3d34`),
    });
    const none = await runCommand(['verify', later], {
      ...settings,
      TAIN_LEDGER_FILE: path.join(later, '1.blk.gz'),
    });
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('holds no ledger publication') });
  });

  test('needs an address book only for record files', async () => {
    const blocks = await runCommand(['verify', path.join(streams, 'blocks/hapi-0.78-tss-wraps')], {
      TAIN_NETWORK: 'other',
    });
    expect(blocks).toMatchObject({ code: 0, stdout: expect.stringContaining(': all hold') });
    const wrapped = path.join(streams, 'wrapped-record-blocks/SOLO_4N');
    const none = await runCommand(['verify', wrapped], { TAIN_NETWORK: 'other' });
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('TAIN_ADDRESS_BOOK is not set') });
  });

  test('trusts no first ledger of a public network', async () => {
    const settings = { TAIN_NETWORK: 'previewnet', TAIN_ADDRESS_BOOK: book };
    const first = await verify('blocks/hapi-0.78-tss-schnorr', settings);
    expect(first).toMatchObject({ code: 5, stderr: expect.stringContaining('TAIN_LEDGER_ID') });
    expect(first.stdout).toContain('(it is not trusted; 4 nodes)');
  });

  test('accepts mocks only with TAIN_TRUST=chain, and reports it', async () => {
    const refused = await verify('blockstreams-0.73');
    expect(refused).toMatchObject({ code: 5, stderr: expect.stringContaining('3 of 3 files are invalid.') });
    const { code, stdout, stderr } = await verify('blockstreams-0.73', { TAIN_TRUST: 'chain' });
    expect(stdout.match(/proven only by its hash chain {2}ok/g)).toHaveLength(2);
    expect(stdout).toMatch(/ block 16 .* follows nothing: block 15 is missing\n/);
    expect(code).toBe(5);
    expect(stderr).toContain('TAIN_TRUST=chain');
  });

  test('verifies the record files in them', async () => {
    const { code, stdout } = await verify('wrapped-record-blocks/mainnet/genesis', {
      TAIN_NETWORK: 'mainnet',
      TAIN_ADDRESS_BOOK: '',
    });
    expect(stdout).toContain('block 0  1 transaction  record file in it signed by 0.0.3 0.0.4');
    expect(code).toBe(0);
  });
});

test('tain verify reads a demo network over its cutover, or only one stream on request', async () => {
  const demo = path.join(folder.path, 'demo');
  await runCommand([
    'demo',
    demo,
    '--blocks',
    '9',
    '--tps',
    '5',
    '--seed',
    '3',
    '--cutover',
    '6',
    '--accounts',
    '20',
    '--tokens',
    '4',
    '--no-sign-inner',
  ]);
  const all = await runCommand(['verify', demo]);
  expect(all.code).toBe(0);
  expect(all.stdout.match(/^\S+ {2}v6 .* ok$/gm)).toHaveLength(6);
  expect(all.stdout.match(/^\S+ {2}v7 .* proven only by its hash chain {2}ok$/gm)).toHaveLength(3);
  const record = await runCommand(['verify', demo], { TAIN_STREAM_KIND: 'record' });
  expect(record).toMatchObject({ code: 0, stdout: expect.stringContaining('\n6 files, ') });
  const block = await runCommand(['verify', demo], { TAIN_STREAM_KIND: 'block' });
  expect(block).toMatchObject({ code: 0, stdout: expect.stringContaining('\n3 files, ') });
});
