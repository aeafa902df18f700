/**
 * Compares the import of a signed stream with plain COPY of the same rows into the same empty tables with the same
 * indexes, in the same run on the same server. COPY writes one table after another over one connection, from files,
 * in the order in which the rows were stored.
 *
 * npm run bench:ingest -- [--transactions 500000] [--accounts 10000] [--tps 1000] [--seed 7] [--stream DIR]
 * [--profile]
 *
 * `--stream DIR` stores the stream there, or reuses an existing one. Five million transactions take some 30 GB of
 * disk while they run.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, mkdtemp, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { from, to } from 'pg-copy-streams';
import type { ConnectionTarget } from '../src/store/connections/database.ts';
import { quoteName } from '../src/store/copy/copy.ts';
import { openEmbedded } from '../src/store/embedded/embedded.ts';
import { isRunning, readPostmasterPid } from '../src/store/embedded/process.ts';
import { migrate } from '../src/store/migrate/migrate.ts';
import { type Imported, rateOf, run, type WriteOrder } from './ingest/roles.ts';
import { count, percent } from './table.ts';
import { withClient } from './with-client.ts';

const MEGABYTE = 1024 * 1024;
/** Bytes of disk per transaction while the bench runs: stream, rows in files, database and its WAL. */
const DISK_EACH = 6_000;
const MIN_DISK_BYTES = 8 * 1024 * MEGABYTE;

await bench();

async function bench(): Promise<void> {
  const { values } = parseArgs({
    options: {
      transactions: { type: 'string', default: '500000' },
      accounts: { type: 'string', default: '10000' },
      tps: { type: 'string', default: '1000' },
      seed: { type: 'string', default: '7' },
      stream: { type: 'string' },
      profile: { type: 'boolean', default: false },
    },
  });
  const transactions = Number(values.transactions);
  const work = await mkdtemp(path.join(os.tmpdir(), 'tain-bench-ingest-'));
  const dir = path.resolve(values.stream ?? path.join(work, 'stream'));
  try {
    await expectSpace(work, Math.max(MIN_DISK_BYTES, transactions * DISK_EACH));
    await mkdir(dir, { recursive: true });
    const { tps, seed, accounts } = values;
    const order = { dir, transactions, tps: Number(tps), seed: Number(seed), accounts: Number(accounts) };
    await makeStream(order);
    await compare(dir, work, values.profile);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Writes the stream, unless the folder already has one. */
async function makeStream(order: WriteOrder): Promise<void> {
  const note = path.join(order.dir, 'transactions');
  const exists = await access(note).then(
    () => true,
    () => false,
  );
  if (!exists) await writeFile(note, String(await run<number>('write-role', order)));
  console.log(`Stream: ${count(Number(await readFile(note, 'utf8')))} transactions`);
}

async function expectSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= bytes) return;
  throw new Error(
    `${folder} needs ${count(bytes / MEGABYTE)} MB, and has ${count((bavail * bsize) / MEGABYTE)}`,
  );
}

async function compare(dir: string, work: string, profile: boolean): Promise<void> {
  const dataDir = path.join(work, 'data');
  const server = await openEmbedded({ dataDir, openParents: true });
  try {
    const target = await freshDatabase(server.target, 'bench_import');
    const before = await serverCpu(dataDir);
    const imported = await run<Imported>('import-role', { dir, target }, profile);
    await sleep(500); // until the server has counted the connections that ended
    const cpuOfImport = (await serverCpu(dataDir)) - before;
    printImport(imported, cpuOfImport);
    const tables = await copyOut(target, work);
    // Vacuums and checkpoints, so that neither runs during COPY.
    await withClient(server.target, async (client) => {
      await client.query('drop database bench_import');
      await client.query('checkpoint');
    });
    const copyTarget = await freshDatabase(server.target, 'bench_copy');
    const beforeCopy = await serverCpu(dataDir);
    const copied = await copyIn(copyTarget, tables);
    await sleep(500);
    const cpuOfCopy = (await serverCpu(dataDir)) - beforeCopy;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
    console.log(
      `Plain COPY: ${count(rows)} rows, ${count(bytes / MEGABYTE)} MB in ${seconds(copied)}, ` +
        `${count((rows * 1000) / copied)} rows a second; PostgreSQL ${seconds(cpuOfCopy)} of processor time`,
    );
    console.log(
      `Ratio: import reaches ${percent(copied / imported.milliseconds)} of the rate of plain COPY ` +
        `(PostgreSQL's processor time: ${percent(cpuOfCopy / Math.max(1, cpuOfImport))})`,
    );
  } finally {
    await server.release();
    // Waits until the server has written all dirty pages and stopped.
    while (await isRunning(clusterOf(dataDir))) await sleep(200);
  }
}

function printImport(imported: Imported, cpuOfServer: number): void {
  const { transactions, milliseconds, cpuMilliseconds, peakMegabytes } = imported;
  console.log(
    `Import: ${seconds(milliseconds)}, ${count((transactions * 1000) / milliseconds)} transactions a second; ` +
      `processor time: node ${seconds(cpuMilliseconds)}, PostgreSQL ${seconds(cpuOfServer)}; node's peak ${count(peakMegabytes)} MB`,
  );
  // Small runs are divided into tenths instead of millions.
  const part = transactions >= 2_000_000 ? 1_000_000 : Math.ceil(transactions / 10);
  const rates: number[] = [];
  for (let from = 0; from + part <= transactions + part / 2; from += part) {
    rates.push(rateOf(imported, from, Math.min(transactions, from + part)));
  }
  console.log(`  by ${count(part)}: ${rates.map((rate) => `${count(rate)}/s`).join(', ')}`);
  const last = rates.at(-1) ?? 0;
  console.log(`  the last ${percent(last / (rates[0] ?? 1))} of the first`);
}

function clusterOf(dataDir: string): string {
  return path.join(dataDir, 'postgres');
}

/** Returns the processor time of a server's ended connections in milliseconds (Linux; elsewhere 0). */
async function serverCpu(dataDir: string): Promise<number> {
  try {
    const pid = await readPostmasterPid(clusterOf(dataDir));
    const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
    const ticks = Number(fields[13]) + Number(fields[14]);
    return ticks * 10;
  } catch {
    return 0;
  }
}

async function freshDatabase(target: ConnectionTarget, name: string): Promise<ConnectionTarget> {
  await withClient(target, (client) => client.query(`create database ${name}`));
  const fresh = { ...(target as { host: string; port: number; user: string }), database: name };
  await migrate(fresh);
  await withClient(fresh, async (client) => {
    await client.query('select tain.ensure_balance_partitions(1767225600000000000)');
    await client.query('checkpoint');
  });
  return fresh;
}

interface CopiedTable {
  readonly name: string;
  readonly file: string;
  readonly rows: number;
  readonly bytes: number;
}

async function copyOut(target: ConnectionTarget, work: string): Promise<CopiedTable[]> {
  return withClient(target, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace
       and relkind in ('r', 'p') and not relispartition order by 1`,
    );
    const tables: CopiedTable[] = [];
    for (const { name } of rows) {
      const { rows: counted } = await client.query<{ rows: number }>(
        `select count(*)::int as rows from ${quoteName(name)}`,
      );
      if (!counted[0]?.rows) continue;
      const file = path.join(work, `${name}.copy`);
      const out = client.query(to(`copy (select * from ${quoteName(name)}) to stdout (format binary)`));
      await pipeline(out, createWriteStream(file));
      tables.push({ name, file, rows: counted[0].rows, bytes: (await stat(file)).size });
    }
    return tables;
  });
}

/** Returns the milliseconds for copying all tables, one transaction each. */
async function copyIn(target: ConnectionTarget, tables: readonly CopiedTable[]): Promise<number> {
  return withClient(target, async (client) => {
    await client.query('set synchronous_commit = off');
    const started = performance.now();
    for (const { name, file } of tables) {
      const sink = client.query(from(`copy ${quoteName(name)} from stdin (format binary)`));
      await pipeline(createReadStream(file, { highWaterMark: 128 * 1024 }), sink);
    }
    return performance.now() - started;
  });
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
