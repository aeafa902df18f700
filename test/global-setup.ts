import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startTestServer } from './database.ts';

/**
 * One PostgreSQL and one pool of RSA keys for the whole test run; workers and what they start find them through the
 * environment. Vitest calls this for each suite and once for the run.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TAIN_TEST_SERVER !== undefined) return undefined;
  const [{ server, stop }, keys] = await Promise.all([
    startTestServer(),
    mkdtemp(path.join(os.tmpdir(), 'tain-test-keys-')),
  ]);
  // Also of a run that is interrupted.
  process.once('exit', () => rmSync(keys, { recursive: true, force: true }));
  process.env.TAIN_TEST_SERVER = JSON.stringify(server);
  process.env.RSA_KEY_POOL = keys;
  const preload = `--import ${new URL('rsa-keys.js', import.meta.url).href}`;
  process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, preload].filter(Boolean).join(' ');
  return async () => {
    await Promise.all([stop(), rm(keys, { recursive: true, force: true })]);
  };
}
