import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeDemo } from '../../../packages/network-simulator/src/write-demo.ts';
import { S3Store } from '../../../src/ingest/store/s3-store.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import { CREDENTIALS, HAS_S3, startS3 } from '../../buckets/s3-server.ts';
import { createTestDatabase, databaseUrl, type TestDatabase } from '../../database.ts';
import { dumpEverything } from '../../ingest/dump-tables.ts';
import { makeFolder } from '../../ingest/stream-writer.ts';
import { runCommand } from './run-command.ts';

/** First block of the block stream. */
const CUTOVER = 14;
const BLOCKS = 20;

let folder: Awaited<ReturnType<typeof makeFolder>>;
let stream: string;
const databases: TestDatabase[] = [];

beforeAll(async () => {
  folder = await makeFolder();
  stream = path.join(folder.path, 'stream');
  await writeDemo({
    runCode: demoEngine,
    dir: stream,
    blocks: BLOCKS,
    cutover: CUTOVER,
    seed: 3,
    tps: 5,
    signInner: false,
    population: { accounts: 30, tokens: 4, topics: 3, contracts: 2 },
  });
});

afterAll(async () => {
  for (const database of databases) await database.drop();
  await folder.remove();
});

/** Returns the settings of a process with its own database. */
async function onDatabase(): Promise<{ test: TestDatabase; settings: Record<string, string> }> {
  const test = await createTestDatabase();
  databases.push(test);
  const settings = {
    DATABASE_URL: databaseUrl(test),
    TAIN_NETWORK: 'demo',
    TAIN_DATA_DIR: path.join(folder.path, test.name),
    TAIN_ADDRESS_BOOK: path.join(stream, 'address_book.bin'),
  };
  return { test, settings };
}

/** Returns the files of a folder by path, without those that exist only in the demo network. */
async function filesOf(root: string): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(root, file);
    if (/\.(rcd|rcd_sig|rcd\.gz|blk|blk\.gz|blk\.zstd)$/.test(name)) found.set(name, await readFile(file));
  }
  return found;
}

test('verified files are archived unchanged, and can be verified and imported again', async () => {
  const archive = path.join(folder.path, 'archive');
  const first = await onDatabase();
  const keeping = { ...first.settings, TAIN_ARCHIVE: archive };
  const imported = await runCommand(['import', stream], keeping);
  expect(imported).toMatchObject({ code: 0, stdout: expect.stringContaining(`${BLOCKS} files`) });
  const original = await filesOf(stream);
  const archived = await filesOf(archive);
  for (const [name, bytes] of archived) expect(original.get(name)?.equals(bytes)).toBe(true);
  const names = [...archived.keys()].sort();
  expect(names.filter((name) => name.endsWith('.rcd_sig')).length).toBe(4 * CUTOVER);
  expect(names.filter((name) => /\d{9}Z\.rcd\.gz$/.test(name)).length).toBe(CUTOVER);
  const sidecars = [...original.keys()].filter(
    (name) => name.includes('sidecar') && name.includes('record0.0.3'),
  );
  expect(names.filter((name) => name.includes('sidecar')).length).toBe(sidecars.length);
  expect(names.filter((name) => name.includes('.blk')).length).toBe(BLOCKS - CUTOVER);
  const mark = JSON.parse(await readFile(path.join(archive, 'tain-archive.json'), 'utf8'));
  expect(mark).toEqual({ network: 'demo', block: String(BLOCKS - 1) });

  const TAIN_ADDRESS_BOOK = path.join(stream, 'address_book.bin');
  const verified = await runCommand(['verify', archive, '--network', 'demo'], { TAIN_ADDRESS_BOOK });
  expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining('all hold') });
  const second = await onDatabase();
  expect(await runCommand(['import', archive], second.settings)).toMatchObject({ code: 0 });
  const [dump, whole] = [
    await dumpEverything(second.test.database),
    await dumpEverything(first.test.database),
  ];
  expect(Object.keys(dump)).toEqual(Object.keys(whole));
  expect(dump.transaction).toEqual(whole.transaction);
  expect(dump.record_file?.length).toBe(BLOCKS);

  // Files that a killed process had not stored are read again, on both sides of the cutover.
  await writeFile(path.join(archive, 'tain-archive.json'), JSON.stringify({ ...mark, block: '4' }));
  const lost = names.filter((name) => !name.includes('.rcd') || name > `${names[20]}`);
  for (const name of lost) await rm(path.join(archive, name));
  const again = await runCommand(['import', stream], keeping);
  expect(again.stderr).toContain(
    `${BLOCKS - 5} stored blocks are not in the archive yet: they are read again.`,
  );
  const restored = await filesOf(archive);
  expect(JSON.parse(await readFile(path.join(archive, 'tain-archive.json'), 'utf8'))).toEqual(mark);
  expect([...restored.keys()].filter((name) => name.includes('.blk')).length).toBe(BLOCKS - CUTOVER);
});

test.skipIf(!HAS_S3)(
  'the archive may be a bucket; one of another network is refused',
  async () => {
    const server = await startS3(path.join(folder.path, 's3'), ['archive']);
    const store = new S3Store({
      provider: 's3',
      endpoint: server.url,
      region: null,
      bucket: 'archive',
      prefix: 'copy',
      credentials: CREDENTIALS,
      requesterPays: false,
    });
    try {
      const { settings } = await onDatabase();
      const inBucket = {
        ...settings,
        TAIN_ARCHIVE: 's3://archive/copy',
        TAIN_ARCHIVE_ENDPOINT: server.url,
        TAIN_ARCHIVE_ACCESS_KEY: CREDENTIALS.accessKeyId,
        TAIN_ARCHIVE_SECRET_KEY: CREDENTIALS.secretAccessKey,
      };
      expect(await runCommand(['import', stream], inBucket)).toMatchObject({ code: 0 });
      const signal = new AbortController().signal;
      const original = await filesOf(stream);
      const listed = await store.list('recordstreams/record0.0.4/', null, 1000, signal);
      const signatures = listed.keys.filter((key) => key.endsWith('_sig'));
      expect(signatures.length).toBe(CUTOVER);
      for (const key of signatures) {
        expect(original.get(key)?.equals(await store.get(key, 10_000, signal))).toBe(true);
      }
      await store.put('tain-archive.json', Buffer.from('{"network":"mainnet","block":"5"}'), signal);
      const refused = await runCommand(['import', stream], inBucket);
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain('is of network mainnet, not demo.');
      const without = await runCommand(['import', stream], {
        ...settings,
        TAIN_ARCHIVE: 's3://archive/copy',
      });
      expect(without.stderr).toContain('needs TAIN_ARCHIVE_ACCESS_KEY and TAIN_ARCHIVE_SECRET_KEY');
      expect(refused.stderr + without.stderr).not.toContain('S3RVER');
    } finally {
      await store.close();
      await server.close();
    }
  },
  180_000,
);
