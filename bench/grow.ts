/**
 * Creates a database as large as the disk allows, without importing all of it: a part of a demo stream is imported into
 * an empty database, its history is copied into the past a number of times, and the next part of the stream is imported
 * after it.
 *
 *   npm run bench:grow -- write --dir DIR --transactions 2000000 [--accounts 10000] [--tps 1000] [--seed 7]
 *   npm run bench:grow -- import --dir DIR
 *   npm run bench:grow -- copy --dir DIR --copies 20
 *   npm run bench:grow -- sizes --dir DIR
 *
 * `write` continues the stream in DIR until it has the given number of transactions. `import` stores the rest of the
 * stream and prints its rate; before, it reads all indexes into the operating system's cache. The ratio of two rates is
 * the cost of size. `copy` works once, on the result of one import; it numbers blocks and messages of topics downwards
 * from 0, and leaves accounts unchanged.
 */
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { quoteName } from '../src/store/copy/copy.ts';
import { type EmbeddedServer, openEmbedded } from '../src/store/embedded/embedded.ts';
import { readPostmasterPid } from '../src/store/embedded/process.ts';
import { migrate } from '../src/store/migrate/migrate.ts';
import { appendOnlyTables } from '../src/store/schema/append-only-tables.ts';
import { serverTime } from './api/processor-time.ts';
import { type Imported, rateOf, run } from './ingest/roles.ts';
import { count } from './table.ts';
import { withClient } from './with-client.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dir: { type: 'string', default: '/var/tmp/tain-bench-grow' },
    transactions: { type: 'string', default: '2000000' },
    accounts: { type: 'string', default: '10000' },
    tps: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '7' },
    copies: { type: 'string', default: '20' },
  },
});
const streamDir = path.join(path.resolve(options.dir), 'stream');
const dataDir = path.join(path.resolve(options.dir), 'data');
const MEGABYTE = 1024 * 1024;
const DAY = 86_400_000_000_000n;
/** Nearly empty tables about the network itself, which are not copied. */
const NOT_COPIED = new Set([
  'address_book_entry',
  'address_book_service_endpoint',
  'network_freeze',
  'network_stake',
  'node_stake',
]);
/** Columns that are shifted with the consensus time: nanoseconds, and ranges of them. */
const TIMES = new Set([
  'consensus_timestamp',
  'consensus_start',
  'consensus_end',
  'valid_start_ns',
  'valid_start_timestamp',
  'parent_consensus_timestamp',
]);
/** Columns whose values are looked up alone, so that each copy needs different values. */
const HASHES = new Set(['hash', 'prev_hash', 'transaction_hash']);

/** Counters, which copies count downwards, below zero. */
const COUNTED: Readonly<Record<string, string>> = {
  'record_file.index': 'select max(index) + 1 from record_file',
  'topic_message.sequence_number': 'select max(sequence_number) from topic_message',
};

const steps: Readonly<Record<string, () => Promise<void>>> = {
  write: writeStream,
  import: () => withServer({}, importStream),
  copy: () => withServer({ fsync: 'off', autovacuum: 'off', maintenance_work_mem: '1GB' }, copyIntoThePast),
  sizes: () => withServer({}, ({ target }) => withClient(target, printSizes)),
};
const step = steps[positionals[0] ?? ''];
if (!step) throw new Error(`One of these steps: ${Object.keys(steps).join(', ')}`);
await step();

async function writeStream(): Promise<void> {
  const order = {
    dir: streamDir,
    transactions: Number(options.transactions),
    tps: Number(options.tps),
    seed: Number(options.seed),
    accounts: Number(options.accounts),
  };
  console.log(`Stream: ${count(await run<number>('write-role', order))} transactions`);
}

/** Runs a function on the embedded server with production settings. */
async function withServer(
  settings: Readonly<Record<string, string>>,
  work: (server: EmbeddedServer) => Promise<void>,
): Promise<void> {
  const server = await openEmbedded({ dataDir, settings, openParents: true });
  try {
    await work(server);
  } finally {
    await server.release();
  }
}

/** Bytes read and written by the server, and the size of the database. */
interface Work {
  readonly size: number;
  readonly log: number;
  readonly hits: number;
  readonly reads: number;
  readonly writes: number;
}

async function workOf(client: pg.Client): Promise<Work> {
  const { rows } = await client.query<Work>(
    `select pg_database_size(current_database())::float8 as size,
       (pg_current_wal_lsn() - '0/0')::float8 as log,
       (select sum(hits)::float8 from pg_stat_io where object = 'relation') as hits,
       (select sum(reads)::float8 from pg_stat_io where object = 'relation') as reads,
       (select sum(writes)::float8 from pg_stat_io where object = 'relation') as writes`,
  );
  if (!rows[0]) throw new Error('no row');
  return rows[0];
}

/** Reads all indexes into the operating system's cache, as on a server that has been storing for long. */
async function warm({ target, cluster }: EmbeddedServer): Promise<void> {
  const { rows } = await withClient(target, (client) =>
    client.query<{ file: string }>(
      `select pg_relation_filepath(oid) as file from pg_class where relkind = 'i' and relnamespace = 'public'::regnamespace`,
    ),
  );
  for (const { file } of rows) {
    // A relation has one file per gigabyte.
    const { dir, base } = path.parse(path.join(cluster, file));
    for (const name of await readdir(dir)) {
      if (name !== base && !name.startsWith(`${base}.`)) continue;
      for await (const _ of createReadStream(path.join(dir, name), { highWaterMark: MEGABYTE }));
    }
  }
}

async function importStream(server: EmbeddedServer): Promise<void> {
  const { target, cluster } = server;
  await migrate(target);
  await warm(server);
  const before = await withClient(target, async (client) => {
    await client.query('checkpoint');
    await client.query(`select pg_stat_reset(), pg_stat_reset_shared('io')`);
    return workOf(client);
  });
  const postmaster = (await readPostmasterPid(cluster)) ?? 0;
  const timeBefore = await serverTime(postmaster);
  const imported = await run<Imported>('import-role', { dir: streamDir, target });
  const time = ((await serverTime(postmaster)) ?? 0) - (timeBefore ?? 0);
  const { transactions, milliseconds, cpuMilliseconds, peakMegabytes } = imported;
  const each = (amount: number) => (amount / transactions).toFixed(1);
  console.log(
    `Import: ${count(transactions)} transactions in ${count(milliseconds / 1000)} s, ${count((transactions * 1000) / milliseconds)} a second; ` +
      `processor time for each: node ${each(cpuMilliseconds * 1000)} µs, PostgreSQL ${each(time * 1000)} µs; node's peak ${count(peakMegabytes)} MB`,
  );
  const rates = Array.from({ length: 10 }, (_, tenth) =>
    count(rateOf(imported, (tenth * transactions) / 10, ((tenth + 1) * transactions) / 10)),
  );
  console.log(`  by tenths: ${rates.join(', ')} a second`);
  await withClient(target, async (client) => {
    const after = await workOf(client);
    console.log(
      `  for each transaction: ${each(after.size - before.size)} bytes of database, ${each(after.log - before.log)} of log; ` +
        `pages: ${each(after.hits - before.hits)} found, ${each(after.reads - before.reads)} read, ${each(after.writes - before.writes)} written`,
    );
    const { rows } = await client.query<{ name: string; reads: number; hits: number }>(
      `select name, reads::float8, hits::float8 from (
         select relname::text as name, heap_blks_read as reads, heap_blks_hit as hits from pg_statio_user_tables
         union all
         select case when relname like 'transaction\\_hash\\_%' then 'transaction_hash_n, index' else indexrelname::text end,
           sum(idx_blks_read), sum(idx_blks_hit) from pg_statio_user_indexes group by 1) of
       order by reads desc nulls last limit 12`,
    );
    for (const { name, reads, hits } of rows)
      console.log(`  ${name}: ${each(reads)} read, ${each(hits)} found`);
  });
}

/** SQL of a column in copy `k`, which is `k` spans of nanoseconds earlier. */
function copiedColumn(column: string, type: string, span: bigint): string {
  const name = quoteName(column);
  if (TIMES.has(column)) return `${name} - k * ${span}`;
  if (type === 'int8range') return `int8range(lower(${name}) - k * ${span}, upper(${name}) - k * ${span})`;
  if (!HASHES.has(column)) return name;
  if (type === 'bytea') return `substring(sha512(${name} || int4send(k)) for octet_length(${name}))`;
  return `left(encode(sha512(convert_to(${name}, 'UTF8') || int4send(k)), 'hex'), length(${name}))`;
}

/** Copies the whole history, the oldest copy first, so that rows are stored in the order of their time. */
async function copyIntoThePast({ target }: EmbeddedServer): Promise<void> {
  const copies = Number(options.copies);
  await withClient(target, async (client) => {
    const { rows: ends } = await client.query<{ start: string; end: string }>(
      'select min(consensus_start) as start, max(consensus_end) as end from record_file',
    );
    const length = BigInt(ends[0]?.end ?? 0) - BigInt(ends[0]?.start ?? 0);
    const span = (length / DAY + 1n) * DAY;
    const names = await historyBySize(client);
    // Two sessions copy tables concurrently, the largest first.
    const copyTables = async (session: pg.Client) => {
      for (let name = names.shift(); name; name = names.shift()) await copyTable(session, name, copies, span);
    };
    await Promise.all([copyTables(client), withClient(target, copyTables)]);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  });
}

/** Returns the history tables with rows, the largest first. */
async function historyBySize(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     cross join lateral (
       select coalesce(sum(pg_total_relation_size(relid)), pg_total_relation_size(oid)) as bytes from pg_partition_tree(oid)) of
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and (relname = any ($1) or relname like '%\\_history') order by bytes desc`,
    [Object.keys(appendOnlyTables).filter((name) => !NOT_COPIED.has(name))],
  );
  return rows.map(({ name }) => name);
}

/**
 * Copies a table in one transaction that also truncates it, without its indexes. So nothing is WAL-logged (`wal_level`
 * is minimal), and each index is built once.
 */
async function copyTable(client: pg.Client, name: string, copies: number, span: bigint): Promise<void> {
  const table = quoteName(name);
  const source = `tain.${quoteName(`bench_${name}`)}`;
  const { rows: any } = await client.query(`select from ${table} limit 1`);
  if (any.length === 0) return;
  const started = performance.now();
  const { rows: columns } = await client.query<{ column: string; type: string }>(
    `select attname as column, (case when typtype = 'd' then typbasetype else pg_type.oid end)::regtype::text as type
     from pg_attribute join pg_type on pg_type.oid = atttypid
     where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [`public.${table}`],
  );
  const values: string[] = [];
  for (const { column, type } of columns) {
    const counted = COUNTED[`${name}.${column}`];
    if (!counted) values.push(copiedColumn(column, type, span));
    else {
      const { rows } = await client.query<{ each: string }>(`select (${counted}) as each`);
      values.push(`${quoteName(column)} - k * ${rows[0]?.each}::bigint`);
    }
  }
  await client.query('begin');
  const { rows: indexes } = await client.query<{ drop: string; make: string }>(
    `select case when conname is null then format('drop index %s', indexrelid::regclass)
         else format('alter table %s drop constraint %I', indrelid::regclass, conname) end as drop,
       case when conname is null then replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ')
         else format('alter table %s add constraint %I %s', indrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid)) end as make
     from pg_index left join pg_constraint on conindid = indexrelid where indrelid = $1::regclass`,
    [`public.${table}`],
  );
  const { rows: targets } = await client.query<{ set: string }>(
    `select format('alter index %s alter column %s set statistics %s', indexrelid::regclass, attnum, attstattarget) as set
     from pg_partition_tree($1::regclass) join pg_index on indrelid = relid join pg_attribute on attrelid = indexrelid
     where attstattarget >= 0`,
    [`public.${table}`],
  );
  await client.query(`create table ${source} as table ${table}`);
  await client.query(`truncate ${table}`);
  for (const { drop } of indexes) await client.query(drop);
  let rows = 0;
  for (let k = copies; k > 0; k--) {
    const inserted = await client.query(
      `insert into ${table} select ${values.join(', ')} from (select *, ${k} as k from ${source}) of`,
    );
    rows += inserted.rowCount ?? 0;
  }
  await client.query(`insert into ${table} table ${source}`);
  await client.query(`drop table ${source}`);
  const copied = performance.now();
  for (const { make } of indexes) await client.query(make);
  for (const { set } of targets) await client.query(set);
  await client.query('commit');
  const ended = performance.now();
  console.log(
    `${name}: ${count(rows)} rows in ${count((copied - started) / 1000)} s, ${indexes.length} indexes in ${count((ended - copied) / 1000)} s`,
  );
}

/** Prints the sizes of tables and indexes, partitions together, and bytes for each transaction. */
async function printSizes(client: pg.Client): Promise<void> {
  const { rows: counted } = await client.query<{ transactions: number }>(
    'select count(*)::float8 as transactions from transaction',
  );
  const transactions = counted[0]?.transactions ?? 0;
  const { rows } = await client.query<{ name: string; bytes: number }>(
    `with part as (
       select pg_class.oid, relkind as kind, regexp_replace(relname, '_(p?\\d[\\d_]*)(_|$)', '\\2') as name, relnamespace
       from pg_class where relkind in ('r', 'i') and relpersistence = 'p')
     select case when part.kind = 'i' then '  ' || of.name || '.' || part.name else part.name end as name,
       sum(case when part.kind = 'i' then pg_relation_size(part.oid) else pg_table_size(part.oid) end)::float8 as bytes
     from part left join pg_index on indexrelid = part.oid left join part of on of.oid = indrelid
     where part.relnamespace in ('public'::regnamespace, 'tain'::regnamespace)
     group by 1, coalesce(of.name, part.name), part.kind
     order by sum(sum(pg_table_size(part.oid))) over (partition by coalesce(of.name, part.name)) desc, part.kind desc, 2 desc`,
  );
  const { size } = await workOf(client);
  console.log(
    `${count(transactions)} transactions, ${count(size / MEGABYTE)} MB, ${(size / transactions).toFixed(0)} bytes for each`,
  );
  for (const { name, bytes } of rows) {
    if (bytes / size < 0.002) continue;
    console.log(`${name} | ${count(bytes / MEGABYTE)} MB | ${(bytes / transactions).toFixed(1)}`);
  }
}
