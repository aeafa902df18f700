import { readFileSync } from 'node:fs';
import { openFolder } from '../../src/ingest/source/open-folder.ts';
import { bootstrapAddressBooks } from '../../src/ingest/verify/address-books.ts';
import { NodeStakes } from '../../src/ingest/verify/node-stakes.ts';
import { verifyStream } from '../../src/ingest/verify/verify-stream.ts';
import { createTestDatabase, startTestServer } from '../database.ts';
import { dumpTables } from './dump-tables.ts';
import { ingestFolder } from './ingest-folder.ts';

const S = '/work/shared/streams/';
const [, , f, b, what] = process.argv;
if (what === 'items') {
  const source = await openFolder(S + f);
  const ac = new AbortController();
  for await (const x of verifyStream({
    source,
    addressBooks: bootstrapAddressBooks(readFileSync(S + b)),
    stakes: new NodeStakes([]),
    startAfter: null,
    follow: false,
    signal: ac.signal,
    log: { info() {}, warn() {} },
  })) {
    console.log('BLOCK', x.number, { ...x.block, items: x.block.items.length });
    for (const i of x.block.items)
      console.log(
        i.consensusTimestamp,
        i.type,
        i.status,
        JSON.stringify({ body: i.body, record: i.record, sidecars: i.sidecars }, (k, v) =>
          v && v.type === 'Buffer'
            ? '0x' + Buffer.from(v.data).toString('hex')
            : v && typeof v === 'object' && 'low' in v
              ? String((BigInt(v.high) << 32n) + BigInt(v.low >>> 0))
              : v,
        ),
      );
  }
  await source.close();
  process.exit(0);
}
const { server, stop } = await startTestServer();
try {
  const db = await createTestDatabase(server);
  await ingestFolder({
    database: db.database,
    folder: S + f,
    addressBook: S + b,
    onWarning: (x, m) => console.log(m, x),
    records: { mainnet: f.startsWith('mainnet') },
  });
  const d = await dumpTables(db.database);
  for (const [t, rows] of Object.entries(d))
    if (!t.startsWith('address')) for (const r of rows) console.log(t, r);
  await db.drop();
} finally {
  await stop();
}
