import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, test as anyTest, beforeAll, expect } from 'vitest';
import { writeDemo } from '../../../packages/network-simulator/src/write-demo.ts';
import { S3Store } from '../../../src/ingest/store/s3-store.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import { CREDENTIALS, HAS_S3, type S3Server, startS3 } from '../../buckets/s3-server.ts';
import { createTestDatabase, databaseUrl, type TestDatabase } from '../../database.ts';
import { dumpEverything } from '../../ingest/dump-tables.ts';
import { makeFolder } from '../../ingest/stream-writer.ts';
import { runCommand } from './run-command.ts';
import { Tain } from './tain.ts';

// Concurrent, because an ingest that follows waits 16 seconds for another record file before it reads blocks.
const test = anyTest.skipIf(!HAS_S3).concurrent;

/** First block of the block stream. */
const CUTOVER = 9;
const BLOCKS = 14;

let folder: Awaited<ReturnType<typeof makeFolder>>;
let stream: string;
let server: S3Server;
let fromFolder: Awaited<ReturnType<typeof onDatabase>>;
const databases: TestDatabase[] = [];

/** A network's files before and after its cutover, in a bucket. */
beforeAll(async () => {
  folder = await makeFolder();
  stream = path.join(folder.path, 'stream');
  await writeDemo({
    runCode: demoEngine,
    dir: stream,
    blocks: BLOCKS,
    cutover: CUTOVER,
    seed: 5,
    tps: 5,
    signInner: false,
    population: { accounts: 30, tokens: 4, topics: 3, contracts: 2 },
  });
  server = await startS3(path.join(folder.path, 's3'), ['network']);
  const store = new S3Store({
    provider: 's3',
    endpoint: server.url,
    region: null,
    bucket: 'network',
    prefix: 'streams',
    credentials: CREDENTIALS,
    requesterPays: false,
  });
  const signal = new AbortController().signal;
  for (const entry of await readdir(stream, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const key = path.relative(stream, file).split(path.sep).join('/');
    await store.put(key, await readFile(file), signal);
    // The test server lists a prefix only if an object is directly below it.
    for (let above = path.dirname(key); above !== '.'; above = path.dirname(above)) {
      await store.put(`${above}/.folder`, Buffer.from('1'), signal);
    }
  }
  await store.close();
  fromFolder = await onDatabase();
  expect(await runCommand(['import', stream], fromFolder.settings)).toMatchObject({ code: 0 });
});

afterAll(async () => {
  for (const database of databases) await database.drop();
  await server.close();
  await folder.remove();
});

/** Returns the settings of a process that reads the bucket, with its own database. */
async function onDatabase(): Promise<{ test: TestDatabase; settings: Record<string, string> }> {
  const test = await createTestDatabase();
  databases.push(test);
  const settings = {
    DATABASE_URL: databaseUrl(test),
    TAIN_NETWORK: 'demo',
    TAIN_DATA_DIR: path.join(folder.path, test.name),
    TAIN_ADDRESS_BOOK: path.join(stream, 'address_book.bin'),
    TAIN_BUCKET_NAME: 'network',
    TAIN_BUCKET_PREFIX: 'streams',
    TAIN_BLOCK_BUCKET_PREFIX: 'streams',
    TAIN_BUCKET_ENDPOINT: server.url,
    TAIN_BUCKET_ACCESS_KEY: CREDENTIALS.accessKeyId,
    TAIN_BUCKET_SECRET_KEY: CREDENTIALS.secretAccessKey,
  };
  return { test, settings };
}

/** Returns a time just after the start of a block, in the format of the option. */
async function startOf({ database }: TestDatabase, block: number): Promise<string> {
  const { rows } = await database.pool.query('select consensus_start from record_file where index = $1', [
    block,
  ]);
  return new Date(Number(BigInt(rows[0].consensus_start) / 1_000_000n + 1n)).toISOString();
}

test('every command reads the bucket in the settings as it reads a folder', async () => {
  const whole = await dumpEverything(fromFolder.test.database);
  expect(whole.record_file?.length).toBe(BLOCKS);

  const { test: inBucket, settings } = await onDatabase();
  expect(await runCommand(['verify'], settings)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('all hold'),
  });
  const part = await runCommand(['import', '--to', await startOf(fromFolder.test, 4)], settings);
  expect(part).toMatchObject({ code: 0, stdout: expect.stringContaining('5 files') });
  expect(await runCommand(['import'], settings)).toMatchObject({ code: 0 });
  expect(await dumpEverything(inBucket.database)).toEqual(whole);

  const compared = `Blocks 0 to ${BLOCKS - 1} are correct`;
  const clean = { code: 0, stdout: expect.stringContaining(compared) };
  expect(await runCommand(['check', '--bucket'], settings)).toMatchObject(clean);
  // One among the record files, and one of the block stream.
  const damaged = [4, BLOCKS - 2];
  for (const block of damaged) {
    await inBucket.database.pool.query(
      `update transaction set memo = 'changed' where consensus_timestamp = (
        select max(consensus_timestamp) from transaction join record_file
        on consensus_timestamp between consensus_start and consensus_end where record_file.index = $1)`,
      [block],
    );
  }
  const differs = await runCommand(['check', '--bucket'], settings);
  expect(differs).toMatchObject({
    code: 6,
    stdout: expect.stringContaining(`Block ${damaged[1]} differs`),
    stderr: expect.stringContaining(`block ${damaged[0]} is the first that differs`),
  });
  for (const block of damaged) {
    const range = ['--from', `${block}`, '--to', `${block}`];
    expect(await runCommand(['reingest', ...range], settings)).toMatchObject({ code: 0 });
  }
  expect(await dumpEverything(inBucket.database)).toEqual(whole);
});

test('tain start follows it over the cutover to the end date', async () => {
  const { test: followed, settings } = await onDatabase();
  const end = await startOf(fromFolder.test, BLOCKS - 2);
  const process = new Tain(['start', '--roles', 'ingest'], { ...settings, TAIN_END_DATE: end });
  try {
    await process.waitFor(/has reached its end .TAIN_END_DATE/, 120_000);
  } finally {
    process.child.kill('SIGTERM');
    await process.end();
  }
  const { rows } = await followed.database.pool.query(
    'select count(*)::int as count, max(index)::int as last from record_file',
  );
  expect(rows).toEqual([{ count: BLOCKS - 1, last: BLOCKS - 2 }]);
});
