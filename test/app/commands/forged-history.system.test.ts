import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { blockPath } from '@tain/ledger/block-stream';
import { PROFILES } from '@tain/verify/tss/profiles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testNetwork } from '../../../packages/verify/test/tss/test-network.ts';
import { createTestDatabase, databaseUrl, type TestDatabase } from '../../database.ts';
import { publicationBody, signBlock, theftBody } from '../../proof/tss/signed-block.ts';
import { removeFolder } from '../../remove-folder.ts';
import { runCommand } from './run-command.ts';
import { Tain } from './tain.ts';

/**
 * A history that an attacker forged after a verified one: a block with its own ledger, signed by that ledger, in the
 * network's format.
 */
const [newest] = PROFILES.slice(-1);
if (!newest) throw new Error('some profiles are known');
const forger = testNetwork(newest, [1n, 1n, 1n], 4);
const FORGED_ID = Buffer.from(forger.publication.ledgerId).toString('hex');
const PROVEN = 6;
/**
 * Time after the last record file of the demo network, whose time starts in 2026 and advances two seconds per block.
 */
const LATER = BigInt(Date.UTC(2026, 5, 1)) * 1_000_000n;

let root: string;
/** Folder of record files, which all nodes signed. */
let stream: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'tain-forged-'));
  stream = path.join(root, 'stream');
  const mix = 'LEDGERIDPUBLICATION=0';
  const made = await runCommand([
    'demo',
    stream,
    '--blocks',
    `${PROVEN}`,
    '--tps',
    '5',
    '--seed',
    '3',
    '--mix',
    mix,
    '--accounts',
    '20',
    '--no-sign-inner',
  ]);
  expect(made.code).toBe(0);
  await writeBlock(stream, PROVEN, forgedBlock(PROVEN));
});
afterAll(() => removeFolder(root));

function forgedBlock(number: number): Buffer {
  const bodies = [publicationBody(forger.publication), theftBody()];
  return signBlock({ number: BigInt(number), time: LATER, bodies, sign: (hash) => forger.sign(hash) }).bytes;
}

async function writeBlock(folder: string, number: number, bytes: Buffer): Promise<void> {
  const file = path.join(folder, 'demo/block', blockPath(BigInt(number)).replace(/zstd$/, 'gz'));
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, gzipSync(bytes));
}

// Concurrent, because an ingest that follows waits 16 seconds for another record file before it reads blocks.
describe.concurrent.each(['other', 'demo'])('a forged block after record files of network %s', (network) => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.drop());

  const settings = () => ({
    TAIN_NETWORK: network,
    DATABASE_URL: databaseUrl(test),
    TAIN_DATA_DIR: path.join(root, network),
    TAIN_ADDRESS_BOOK: path.join(stream, 'address_book.bin'),
  });

  it('is refused by tain import, and by the ingest that follows', async () => {
    // A second import continues after the blocks that the first one stored. Checking this for one network is enough.
    for (let again = 0; again < (network === 'other' ? 2 : 1); again += 1) {
      const imported = await runCommand(['import', stream], settings());
      expect(imported).toMatchObject({ code: 5, stderr: expect.stringContaining('TAIN_LEDGER_ID') });
      expect(imported.stderr).toContain(FORGED_ID);
    }
    const ingest = new Tain(['start', '--roles', 'api,ingest'], {
      ...settings(),
      TAIN_PORT: '0',
      TAIN_STREAMS: stream,
    });
    try {
      const url = await ingest.url();
      await ingest.waitFor(/The stream waits: [^\n]*TAIN_LEDGER_ID/);
      const answer = await fetch(`${url}/api/v1/blocks?limit=1`);
      expect(await answer.json()).toMatchObject({ blocks: [{ number: PROVEN - 1 }] });
      expect(ingest.child.exitCode).toBeNull();
    } finally {
      await ingest.stop();
    }
  });

  it('is refused by tain verify', async () => {
    const { code, stdout, stderr } = await runCommand(['verify', stream], settings());
    expect(stdout.match(/ {2}ok$/gm)).toHaveLength(PROVEN);
    expect(stdout).toMatch(/006\.blk\.gz {2}[^\n]*TAIN_LEDGER_ID/);
    expect(stdout).toContain(`${PROVEN + 1} files, `);
    expect(stdout).toContain(': 1 problem\n');
    expect({ code, stderr }).toMatchObject({ code: 5, stderr: expect.stringContaining('TAIN_LEDGER_ID') });
  });
});
