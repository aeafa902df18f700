import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DATA_TEMPLATE, tain } from './app/commands/tain.ts';

/** Creates the data folder whose copies tests of whole processes start with. Vitest calls this for each suite of such tests. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tain-test-data-'));
  const dataDir = path.join(folder, 'data');
  const { code, stderr } = await tain(['migrate'], { TAIN_DATA_DIR: dataDir });
  if (code !== 0) throw new Error(`no data folder for tests: ${stderr}`);
  process.env[DATA_TEMPLATE] = dataDir;
  return async () => {
    delete process.env[DATA_TEMPLATE];
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
}
