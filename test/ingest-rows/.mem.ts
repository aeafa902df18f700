import { existsSync, readFileSync } from 'node:fs';
import { writeDemo } from '../../src/demo/write-demo.ts';
import { openFolder } from '../../src/ingest/source/open-folder.ts';
import { bootstrapAddressBooks } from '../../src/ingest/verify/address-books.ts';
import { NodeStakes } from '../../src/ingest/verify/node-stakes.ts';
import { verifyStream } from '../../src/ingest/verify/verify-stream.ts';
import { createTestDatabase, startTestServer } from '../database.ts';
import { ingestFolder } from './ingest-folder.ts';

const dir = '/tmp/demo-mem';
if (!existsSync(dir)) {
  await writeDemo({ dir, blocks: 40, seed: 7, tps: 2000, signInner: false });
  console.log('written');
  process.exit(0);
}
const mode = process.argv[2];
const tick = setInterval(() => {
  const m = process.memoryUsage();
  console.log(
    Object.entries(m)
      .map(([k, v]) => `${k} ${Math.round(v / 1e6)}`)
      .join(' '),
  );
}, 500);
const t = Date.now();
if (mode === 'verify') {
  const source = await openFolder(dir);
  const ac = new AbortController();
  let n = 0;
  for await (const f of verifyStream({
    source,
    addressBooks: bootstrapAddressBooks(readFileSync(dir + '/address_book.bin')),
    stakes: new NodeStakes([]),
    startAfter: null,
    follow: false,
    signal: ac.signal,
    log: { info() {}, warn() {} },
  }))
    n += f.block.items.length;
  console.log(n, Date.now() - t, Math.round((n / (Date.now() - t)) * 1000));
  await source.close();
} else {
  const { server, stop } = await startTestServer();
  try {
    const db = await createTestDatabase(server);
    const r = await ingestFolder({
      database: db.database,
      folder: dir,
      addressBook: `${dir}/address_book.bin`,
    });
    console.log(r, Math.round((r.transactions / r.milliseconds) * 1000), 'tx/s');
    await db.drop();
  } finally {
    await stop();
  }
}
clearInterval(tick);
console.log('max', process.resourceUsage().maxRSS / 1e3);
