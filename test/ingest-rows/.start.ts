import { createTestDatabase, startTestServer } from '../database.ts';
import { ingestFolder } from './ingest-folder.ts';

const dir = '/tmp/demo-mem';
const { server, stop } = await startTestServer();
try {
  const db = await createTestDatabase(server);
  const t = performance.now();
  const r = await ingestFolder({
    database: db.database,
    folder: dir,
    addressBook: `${dir}/address_book.bin`,
    onProgress: (p) => console.log(Math.round(performance.now() - t), p.blocks, p.transactions),
  });
  console.log(r, Math.round((r.transactions / r.milliseconds) * 1000), 'tx/s', process.cpuUsage());
  await db.drop();
} finally {
  await stop();
}
