import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Database } from '../../src/db/database.ts';
import { openEmbedded } from '../../src/db/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { writeDemo } from '../../src/demo/write-demo.ts';
import { ingestFolder } from './ingest-folder.ts';

const dir = '/tmp/demo-stat2';
if (!existsSync(dir)) {
  await writeDemo({ dir, blocks: 60, seed: 7, tps: 1000, signInner: false });
  console.log('written');
  process.exit(0);
}
const dataDir = mkdtempSync('/tmp/stat-db-');
const server = await openEmbedded({
  dataDir,
  settings: { log_statement_stats: 'on', log_min_messages: 'log', log_min_error_statement: 'log' },
});
await migrate(server.target);
if (process.argv[2]) { const d0 = new Database(server.target,{applicationName:'y',maxConnections:1}); await d0.pool.query(`alter table entity set (fillfactor=${process.argv[2]}); alter table token_account set (fillfactor=${process.argv[2]})`); await d0.end(); }
const mark = readFileSync(dataDir + '/postgres.log', 'utf8').length;
const database = new Database(server.target, { applicationName: 'x', maxConnections: 4 });
const r = await ingestFolder({ database, folder: dir, addressBook: dir + '/address_book.bin' });
console.log(r, Math.round((r.transactions / r.milliseconds) * 1000));
const { rows } = await database.pool.query(
  `select relname, n_live_tup, n_tup_ins, n_tup_upd, n_tup_hot_upd from pg_stat_user_tables where n_tup_ins+n_tup_upd>5000 order by n_tup_ins desc limit 30`,
);
console.table(rows);
await database.end();
await server.release();
const log = readFileSync(dataDir + '/postgres.log', 'utf8').slice(mark);
const agg = new Map();
for (const part of log.split('QUERY STATISTICS').slice(1)) {
  const cpu = /!\s+([\d.]+) s user, ([\d.]+) s system, ([\d.]+) s elapsed/.exec(part);
  const st =
    /STATEMENT:\s+([\s\S]*?)(?:\n\d{4}-|\n$)/
      .exec(part)?.[1]
      ?.replace(/\s+/g, ' ')
      .replace(/\(.*/, '')
      .slice(0, 70) ?? '?';
  if (!cpu) continue;
  const e = agg.get(st) ?? [0, 0, 0];
  e[0] += +cpu[1] + +cpu[2];
  e[1] += +cpu[3];
  e[2]++;
  agg.set(st, e);
}
let tot = 0;
for (const e of agg.values()) tot += e[0];
console.log('total cpu', tot);
for (const [k, e] of [...agg].sort((a, b) => b[1][0] - a[1][0]).slice(0, 40))
  console.log(e[0].toFixed(2), e[1].toFixed(2), e[2], k);
rmSync(dataDir, { recursive: true, force: true });
