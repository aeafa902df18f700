import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type DemoOptions, writeDemo } from '../../packages/network-simulator/src/write-demo.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';
import type { Database } from '../../src/store/connections/database.ts';
import { ingestFolder } from './ingest-folder.ts';

/** Stores the first blocks of a demo network. Their files are removed afterwards. */
export async function ingestDemo(
  database: Database,
  network: Omit<DemoOptions, 'dir' | 'runCode'>,
): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tain-ingest-demo-'));
  try {
    await writeDemo({ runCode: demoEngine, dir: folder, ...network });
    await ingestFolder({ database, folder, addressBook: path.join(folder, 'address_book.bin') });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
