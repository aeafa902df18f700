import { writeDemo } from '../../src/demo/write-demo.ts';
import { createTestDatabase, startTestServer } from '../database.ts';
import { ingestFolder } from './ingest-folder.ts';

const { server, stop } = await startTestServer();
const dir = '/tmp/demo-try';
try {
  const t0 = Date.now();
  const s = await writeDemo({
    dir,
    blocks: Number(process.argv[2] ?? 50),
    seed: 7,
    tps: Number(process.argv[3] ?? 500),
    signInner: false,
  });
  console.log(s, Date.now() - t0);
  const db = await createTestDatabase(server);
  const t = Date.now();
  try {
    const seen = new Map();
    const r = await ingestFolder({
      database: db.database,
      folder: dir,
      addressBook: `${dir}/address_book.bin`,
      onWarning: (x, m) => {
        seen.set(m, (seen.get(m) ?? 0) + 1);
        if (seen.get(m) < 3) console.log('  warn', m, x);
      },
    });
    const { rows } = await db.database.pool.query(
      `select relname, (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from public.%I', relname), false, true, '')))[1]::text::int as n from pg_class where relkind in ('r','p') and relnamespace='public'::regnamespace and not relispartition order by 1`,
    );
    console.log(
      Date.now() - t,
      r,
      Math.round((r.transactions / (Date.now() - t)) * 1000),
      'tx/s',
      rows
        .filter((r) => r.n > 0)
        .map((r) => `${r.relname}:${r.n}`)
        .join(' '),
    );
    console.log('rss', process.memoryUsage.rss() / 1e6, 'max', process.resourceUsage().maxRSS / 1e3);
    const types = await db.database.pool.query(
      `select type, result, count(*) from transaction group by 1,2 order by 3 desc limit 40`,
    );
    console.log(types.rows.map((r) => `${r.type}/${r.result}:${r.count}`).join(' '));
  } catch (e) {
    console.log('FAILED', e);
  }
  await db.drop();
} finally {
  await stop();
}
