/**
 * Measures a return of the local network to a snapshot over many blocks (`evm_revert`), without role rpc: blocks of the
 * network with some transactions each, which its mirror stores one by one, as it does on a quiet network. Prints the time of the
 * mirror's and of the network's part. PostgreSQL's own settings are the embedded one's.
 *
 * npm run bench:return -- [--blocks 1,1000,10000] [--transactions 1]
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { DemoStream } from '../packages/network-simulator/src/stream/demo-stream.ts';
import { DEFAULT_BATCH_LIMITS } from '../src/ingest/options.ts';
import { IngestSnapshots } from '../src/ingest/snapshots.ts';
import { poll } from '../src/kernel/retry.ts';
import { demoEngine } from '../src/local-network/demo-engine.ts';
import { createTestDatabase, startTestServer } from '../test/database.ts';
import { ingestFolder } from '../test/ingest/ingest-folder.ts';
import { lineOf } from './table.ts';

const { values } = parseArgs({
  options: {
    blocks: { type: 'string', default: '1,1000,10000' },
    transactions: { type: 'string', default: '1' },
  },
});
const own = Number(values.transactions);
const folder = await mkdtemp(path.join(os.tmpdir(), 'tain-bench-return-'));
const options = {
  dir: folder,
  seed: 1,
  tps: 3,
  runCode: demoEngine,
  signInner: false,
  mayCompact: () => false,
};
const { server, stop } = await startTestServer();
const { database } = await createTestDatabase(server);
const ending = new AbortController();
let stream = await DemoStream.open(options);
try {
  while (stream.network.progress.phase !== 'steady') await write({});
  const snapshots = new IngestSnapshots();
  const following = ingestFolder({
    database,
    folder,
    addressBook: path.join(folder, 'address_book.bin'),
    limits: { ...DEFAULT_BATCH_LIMITS, maxItems: 1 },
    clock: () => 0,
    holdOpen: true,
    signal: ending.signal,
    snapshots,
  });
  const last = (): bigint => stream.network.progress.nextNumber - 1n;
  const line = lineOf(10, 14);
  console.log(line(['blocks', 'undo records', 'files', 'mirror ms', 'network ms', 'whole ms']));
  for (const blocks of values.blocks.split(',').map(Number)) {
    const position = stream.position;
    // The ingest must have begun.
    const rows = await poll(() => snapshots.take(last()).catch(() => undefined), { intervalMs: 100 });
    const before = await fileCount();
    for (let made = 0; made < blocks; made++) await write({ own });
    await snapshots.take(last());
    const records = await database.pool.query<{ count: string }>('select count(*) from tain.undo_log');
    const files = (await fileCount()) - before;
    const begin = performance.now();
    let between = begin;
    await snapshots.returnTo(rows, false, async () => {
      between = performance.now();
      await stream.returnTo(position);
      await stream.close();
      stream = await DemoStream.open(options);
    });
    const end = performance.now();
    const times = [between - begin, end - between, end - begin].map((each) => each.toFixed(0));
    console.log(line([String(blocks), records.rows[0]?.count ?? '', String(files), ...times]));
  }
  ending.abort();
  await following;
} finally {
  await stream.close();
  await database.end();
  await stop();
  await rm(folder, { recursive: true, force: true });
}

async function write(block: { readonly own?: number }): Promise<void> {
  await stream.write(block);
  await stream.commit();
}

/** Returns the number of the network's stream files. */
async function fileCount(): Promise<number> {
  return (await readdir(path.join(folder, 'recordstreams'), { recursive: true })).length;
}
