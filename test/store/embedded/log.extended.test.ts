import { mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectionConfig } from '../../../src/store/connections/database.ts';
import { openEmbedded } from '../../../src/store/embedded/embedded.ts';
import { cutLog, rotateLog } from '../../../src/store/embedded/log.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tain-log-'));
  file = path.join(folder, 'postgres.log');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const sizes = async (): Promise<(number | null)[]> =>
  Promise.all(
    [file, `${file}.1`].map((name) =>
      stat(name).then(
        ({ size }) => size,
        () => null,
      ),
    ),
  );

test('a log that is too long is rotated; a process that has it open for appending continues in it', async () => {
  const writer = await open(file, 'a');
  try {
    await writer.write('a'.repeat(100));
    await cutLog(file, 100);
    expect(await sizes()).toEqual([100, null]);
    await writer.write('b');
    await cutLog(file, 100);
    expect(await sizes()).toEqual([0, 101]);
    await writer.write('next');
    expect(await readFile(file, 'utf8')).toBe('next');
    await writer.write('c'.repeat(200));
    await cutLog(file, 100);
    expect(await sizes()).toEqual([0, 204]);
  } finally {
    await writer.close();
  }
});

test('the log is truncated while the server runs, and not after it', async () => {
  const log = rotateLog(file, { max: 10, everyMs: 5 });
  await writeFile(file, 'x'.repeat(11));
  for (let n = 0; n < 400 && (await sizes())[0] !== 0; n += 1)
    await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await sizes()).toEqual([0, 11]);
  log.stop();
  await writeFile(file, 'y'.repeat(12));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await sizes()).toEqual([12, 11]);
});

test('a log that cannot be truncated is unchanged', async () => {
  await cutLog(path.join(folder, 'none.log'), 1);
  await cutLog(folder, 0);
  expect(await sizes()).toEqual([null, null]);
});

test('the embedded server continues in a log that was truncated', async () => {
  const settings = { fsync: 'off', shared_buffers: '32MB' };
  await writeFile(file, Buffer.alloc(17 * 1024 * 1024, 'x'));
  const server = await openEmbedded({ dataDir: folder, settings });
  try {
    const [now, former] = await sizes();
    expect(former).toBe(17 * 1024 * 1024);
    expect(now).toBeLessThan(1024 * 1024);
    const client = new pg.Client(connectionConfig(server.target));
    await client.connect();
    const fail = async (mark: string): Promise<void> => {
      await expect(client.query(`select no_such_function('${mark}')`)).rejects.toThrow('no_such_function');
    };
    await fail('before');
    await cutLog(file, 0);
    await fail('after');
    await client.end();
    const text = await readFile(file, 'utf8');
    expect(text).toContain("no_such_function('after')");
    expect(text).not.toContain("no_such_function('before')");
    expect(text).not.toContain('\0');
    expect(await readFile(`${file}.1`, 'utf8')).toContain("no_such_function('before')");
  } finally {
    await server.release();
  }
});
