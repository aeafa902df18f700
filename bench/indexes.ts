/**
 * Measures what the indexes cost that the public mirror node does not have (`tain__…`), on the database of the plan tests: bytes for each
 * entry, and PostgreSQL's processor time for each inserted row, by inserting a table's rows into a copy with all of its indexes, and with
 * all but one, in turns. And which requests use each: the routes whose drawn requests, those of the plan tests, scan it.
 *
 * npm run bench:indexes -- [--transactions 300000] [--rows 100000] [--rounds 3] [--requests 4000]
 */
import os from 'node:os';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { connectionConfig, Database } from '../src/store/connections/database.ts';
import { openSeededDatabase } from '../test/plans/database.ts';
import { drawRequests } from '../test/plans/list-requests.ts';
import { readLookupRequests } from '../test/plans/lookup-requests.ts';
import { readResultRequests } from '../test/plans/result-requests.ts';
import { readSeededValues } from '../test/plans/seeded-values.ts';
import { startTestApi } from '../test/rest/api-fixture.ts';
import { processorTime } from './api/processor-time.ts';
import { median } from './table.ts';

const { values } = parseArgs({
  options: {
    transactions: { type: 'string', default: '300000' },
    rows: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
    requests: { type: 'string', default: '4000' },
  },
});

/** An index of ours. */
interface Index {
  readonly name: string;
  readonly table: string;
  readonly entries: number;
  readonly bytes: number;
}

/** Minimum number of rows of a table whose inserts are measured. */
const MIN_ROWS = 5_000;

const server = await openSeededDatabase({ transactions: Number(values.transactions), seed: 1 });
const client = new pg.Client(connectionConfig(server.target));
await client.connect();

async function readIndexes(): Promise<Index[]> {
  const { rows } = await client.query<{ name: string; table: string; entries: string; bytes: string }>(
    `select i.relname as name, t.relname as table, part.entries, part.bytes
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
     cross join lateral (
       select sum(greatest(c.reltuples, 0))::bigint as entries, sum(pg_relation_size(c.oid)) as bytes
       from pg_class c
       where c.oid = i.oid or c.oid in (select relid from pg_partition_tree(i.oid))
     ) part
     where i.relname like 'tain\\_\\_%' and not i.relispartition order by t.relname, i.relname`,
  );
  return rows.map(({ name, table, entries, bytes }) => ({
    name,
    table,
    entries: Number(entries),
    bytes: Number(bytes),
  }));
}

/** Returns the processor time that the connection's process has used, in milliseconds. */
async function connectionTime(): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return (await processorTime(rows[0]?.pid)) ?? Number.NaN;
}

/** Returns the processor time of inserting rows of a table into a copy without one of its indexes, or with all (null). */
async function insertTime(table: string, without: string | null): Promise<number> {
  await client.query('begin');
  try {
    await client.query(`create table bench_copy (like ${table} including all excluding indexes)`);
    const { rows } = await client.query<{ definition: string }>(
      `select pg_get_indexdef(indexrelid) as definition from pg_index
       where indrelid = $1::regclass and indexrelid::regclass::text is distinct from $2`,
      [table, without],
    );
    for (const { definition } of rows)
      await client.query(definition.replace(/INDEX \S+ ON (?:ONLY )?\S+ USING/, 'INDEX ON bench_copy USING'));
    const begin = await connectionTime();
    await client.query(`insert into bench_copy select * from ${table} limit ${Number(values.rows)}`);
    return (await connectionTime()) - begin;
  } finally {
    await client.query('rollback');
  }
}

/** Returns the processor time for each inserted row in microseconds that an index costs, by index. */
async function insertCosts(indexes: readonly Index[]): Promise<Map<string, number>> {
  const times = new Map<string, number[]>();
  const costs = new Map<string, number>();
  for (const table of new Set(indexes.map((index) => index.table))) {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from (select from ${table} limit ${Number(values.rows)}) x`,
    );
    const count = rows[0]?.count ?? 0;
    if (count < MIN_ROWS) continue;
    const names = indexes.filter((index) => index.table === table).map(({ name }) => name);
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const turns: (string | null)[] = [null, ...names];
      for (const without of round % 2 === 0 ? turns : turns.reverse()) {
        const key = `${table} ${without}`;
        times.set(key, [...(times.get(key) ?? []), await insertTime(table, without)]);
      }
    }
    const all = median(times.get(`${table} null`) ?? []);
    for (const name of names)
      costs.set(name, ((all - median(times.get(`${table} ${name}`) ?? [])) * 1_000) / count);
    console.error(`${table}: ${((all * 1_000) / count).toFixed(1)} µs a row with all indexes`);
  }
  return costs;
}

/** Name of the connections that requests use. */
const NAME = 'tain bench indexes';

function openDatabase(): Database {
  return new Database(server.target, {
    applicationName: NAME,
    maxConnections: 3,
    statementTimeoutMs: 20_000,
  });
}

/** Returns the routes whose requests scan each index. */
async function routesOfIndexes(): Promise<Map<string, Set<string>>> {
  const database = openDatabase();
  const seeded = await readSeededValues(database);
  const requests = [
    ...drawRequests(seeded, 1, Number(values.requests)),
    ...(await readLookupRequests(database, seeded)),
    ...(await readResultRequests(database)),
  ];
  await database.end();
  const used = new Map<string, Set<string>>();
  for (const route of new Set(requests.map((request) => request.route))) {
    const before = await scans();
    // The statistics of a connection are complete once it has ended.
    const ofTurn = openDatabase();
    const api = await startTestApi({ database: ofTurn, clock: () => Date.UTC(2026, 0, 4) });
    for (const { path } of requests.filter((request) => request.route === route))
      await (await api.get(`/api/v1/${path}`)).text();
    await api.close();
    await ofTurn.end();
    await ended();
    for (const [name, count] of await scans())
      if (count > (before.get(name) ?? 0)) used.set(name, (used.get(name) ?? new Set()).add(route));
  }
  return used;
}

/** Waits until PostgreSQL has ended all other connections. */
async function ended(): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select from pg_stat_activity where application_name = $1 limit 1', [
      NAME,
    ]);
    if (rows.length === 0) return;
  }
}

/** Returns the number of scans of each index, those of its partitions included. */
async function scans(): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; count: string }>(
    `select i.relname as name, sum(s.idx_scan) as count
     from pg_stat_user_indexes s join pg_class i on i.oid = coalesce(pg_partition_root(s.indexrelid), s.indexrelid)
     where i.relname like 'tain\\_\\_%' group by 1`,
  );
  return new Map(rows.map(({ name, count }) => [name, Number(count)]));
}

try {
  const indexes = await readIndexes();
  const used = await routesOfIndexes();
  const costs = await insertCosts(indexes);
  console.log('| index | entries | bytes each | µs a row | requests |\n|---|---:|---:|---:|---|');
  for (const { name, table, entries, bytes } of indexes) {
    const cost = costs.get(name);
    const routes = [...(used.get(name) ?? [])].map((route) => route.replace('/api/v1', ''));
    console.log(
      `| \`${name}\` on ${table} | ${entries} | ${entries === 0 ? '' : Math.round(bytes / entries)} | ${cost?.toFixed(1) ?? ''} | ${routes.join(', ')} |`,
    );
  }
  console.log(`\nload ${os.loadavg()[0]?.toFixed(1)}, ${values.transactions} transactions`);
} finally {
  await client.end();
  await server.release();
}
