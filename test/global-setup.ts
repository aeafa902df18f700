import { rmSync } from 'node:fs';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startTestServer } from './database.ts';

/** A file system in memory, as Linux has it. */
const MEMORY = '/dev/shm';
/** Required bytes of free memory: several times the files of concurrent tests. */
const ENOUGH = 12 * 2 ** 30;

/**
 * Creates a folder in memory for the temporary files of this run, including those of PostgreSQL; null if memory is too small.
 * Each database has some 900 files, which a disk creates and removes several times more slowly.
 */
async function folderInMemory(): Promise<string | null> {
  if (process.env.TMPDIR !== undefined || os.freemem() < ENOUGH) return null;
  const space = await statfs(MEMORY).catch(() => null);
  if (space === null || space.bavail * space.bsize < ENOUGH) return null;
  const folder = await mkdtemp(path.join(MEMORY, 'tain-'));
  // Same mode as /tmp, because some tests run processes of other users.
  await chmod(folder, 0o1777);
  return folder;
}

/**
 * Starts one PostgreSQL server, one pool of RSA keys and one folder of shared files for the whole test run; workers and their
 * child processes find them through the environment. `RSA_KEY_POOL` may name a pool that several runs share. Vitest calls this
 * for each suite and once for the run.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TAIN_TEST_SERVER !== undefined) return undefined;
  const memory = process.env.TAIN_TEST_MEMORY === 'on' ? await folderInMemory() : null;
  if (memory !== null) process.env.TMPDIR = memory;
  const shared = process.env.RSA_KEY_POOL;
  const [{ server, stop }, keys, files] = await Promise.all([
    startTestServer(),
    shared ?? mkdtemp(path.join(os.tmpdir(), 'tain-test-keys-')),
    mkdtemp(path.join(os.tmpdir(), 'tain-test-files-')),
  ]);
  // Removes the folders of an interrupted run, too.
  const folders = [shared === undefined ? keys : null, files, memory].filter((folder) => folder !== null);
  process.once('exit', () => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  process.env.TAIN_TEST_SERVER = JSON.stringify(server);
  process.env.RSA_KEY_POOL = keys;
  process.env.TAIN_TEST_FILES = files;
  const preload = `--import ${new URL('rsa-keys.js', import.meta.url).href}`;
  process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, preload].filter(Boolean).join(' ');
  return async () => {
    await stop();
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 3 })));
  };
}
