import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeBook, makeChain, makeFolder, makeNode, placeFile } from '../../ingest/stream-writer.ts';
import { Tain, tain } from './tain.ts';

const nodes = [0, 1, 2, 3].map(makeNode);
let folder: Awaited<ReturnType<typeof makeFolder>>;
let book: string;
beforeAll(async () => {
  folder = await makeFolder();
  book = path.join(folder.path, 'address_book.bin');
  await writeFile(book, encodeBook(nodes));
  for (const { file, instant } of makeChain(60)) {
    for (const node of nodes) await placeFile(folder.path, node, file, instant);
  }
}, 60_000);
afterAll(() => folder.remove());

test('tain verify … | head -1 ends quietly', async () => {
  const verify = new Tain(['verify', folder.path, '--network', 'other', '--address-book', book]);
  await verify.says(/ok\n/);
  verify.child.stdout?.destroy();
  const { code, stderr } = await verify.end();
  expect({ code, stderr }).toEqual({ code: 141, stderr: '' });
});

test('an address book that comes with the stream of another network is warned of', async () => {
  const own = await tain(['verify', folder.path, '--network', 'other']);
  expect(own.stdout).toContain('60 files, 120 transactions verified: all hold');
  expect(own.code).toBe(0);
  expect(own.stderr).toContain(
    'tain: The stream is verified with the address book it came with: whoever can write to that folder decides',
  );
  expect(own.stderr).toContain('TAIN_ADDRESS_BOOK');
  const given = await tain(['verify', folder.path, '--network', 'other'], { TAIN_ADDRESS_BOOK: book });
  expect(given).toMatchObject({ code: 0, stderr: '' });
});

test('consensus is turned off by a bare 0 only, and that is warned of', async () => {
  const verify = (ratio: string) =>
    tain(['verify', folder.path, '--network', 'other', '--address-book', book, '--consensus-ratio', ratio]);
  for (const ratio of ['0.0000000000000000001', '0/5', '0.0', '1/1000000000000000000000']) {
    const { code, stderr } = await verify(ratio);
    expect({ ratio, code }).toEqual({ ratio, code: 2 });
    expect(stderr).toBe(
      `tain: Setting TAIN_CONSENSUS_RATIO is "${ratio}", must be a share from 0 to 1 such as 1/3 or 0.5 (0 in no other spelling).\n`,
    );
  }
  const off = await verify('0');
  expect(off).toMatchObject({ code: 0, stderr: expect.stringContaining('tain: Consensus is off') });
  const few = await verify('0.000000000000000001');
  expect(few).toMatchObject({ code: 0, stderr: expect.stringContaining('Less than a third') });
  const data = path.join(folder.path, 'data');
  const start = ['import', folder.path, '--network', 'other', '--consensus-ratio', '0'];
  const imported = await tain(start, { TAIN_DATA_DIR: data, TAIN_ADDRESS_BOOK: book });
  expect(imported).toMatchObject({ code: 0, stderr: expect.stringContaining('Consensus is off') });
}, 60_000);
