import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePorts } from '../free-ports.ts';

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL('../../../shared/citus/cluster', import.meta.url));
export const BIN = '/usr/lib/postgresql/15/bin';
const PG_CTL = `${BIN}/pg_ctl`;

/** Servers of a cluster: the coordinator, and the workers. */
export const NODES = [0, 1, 2] as const;
export type Node = (typeof NODES)[number];

/** Addresses of a cluster, as text so that Vitest can pass it to its workers. */
export interface Cluster {
  readonly dir: string;
  /** Port of the coordinator. Those of the workers follow. */
  readonly port: number;
}

/** Returns why no cluster can be started here; null if it can. */
export function clusterLack(): string | null {
  return existsSync(SCRIPT) ? null : '../shared/citus is not there';
}

/** Starts a cluster in a folder. */
export async function startCluster(dir: string): Promise<Cluster> {
  const port = await freePorts(NODES.length);
  await run(SCRIPT, ['start', path.join(dir, 'nodes'), String(port)], { timeout: 180_000 });
  return { dir, port };
}

/** Stops all servers concurrently. */
export async function stopCluster({ dir }: Pick<Cluster, 'dir'>): Promise<void> {
  await run(SCRIPT, ['stop', path.join(dir, 'nodes')], { timeout: 120_000 });
}

/** Stops a server without a checkpoint, as a crash does: unflushed WAL is lost. */
export async function crashNode(cluster: Cluster, node: Node): Promise<void> {
  await control(cluster, node, ['-m', 'immediate', '-w', 'stop']);
}

/** Starts a stopped server with its original options. */
export async function restartNode(cluster: Cluster, node: Node): Promise<void> {
  // The server logs to a file, because it would otherwise keep this process's output open.
  await control(cluster, node, [
    '-w',
    '-t',
    '120',
    '-l',
    path.join(cluster.dir, 'nodes', `${node}.log`),
    'restart',
  ]);
}

/** A server that is not in the cluster yet. */
export interface FurtherServer {
  readonly port: number;
  end(): Promise<void>;
}

/** Starts a server with some databases, and with the extension in the first of them. */
export async function startServer(
  { dir }: Cluster,
  databases: readonly [string, ...string[]],
): Promise<FurtherServer> {
  const data = path.join(dir, 'nodes', 'further');
  const port = await freePorts(NODES.length);
  await asPostgres(['rm', '-rf', data]);
  await asPostgres([
    `${BIN}/initdb`,
    '-D',
    data,
    '-A',
    'trust',
    '-U',
    'postgres',
    '-E',
    'UTF8',
    '--locale=C',
  ]);
  await startPostgres(data, port, { wal_level: 'logical' });
  const connection = ['-qXh', '127.0.0.1', '-p', String(port), '-U', 'postgres'];
  // Citus creates the owners of all databases of the coordinator.
  for (const name of databases)
    await run('psql', [...connection, '-c', `create database ${name}`, 'postgres']);
  await run('psql', [...connection, '-c', 'create extension citus', databases[0]]);
  return {
    port,
    async end() {
      await asPostgres([PG_CTL, '-s', '-D', data, '-m', 'immediate', '-w', 'stop']);
      await asPostgres(['rm', '-rf', data]);
    },
  };
}

/** Starts a server on an existing data folder, with additional settings. It is in no cluster yet. */
export async function startPostgres(
  data: string,
  port: number,
  further: Readonly<Record<string, string>>,
): Promise<void> {
  const settings = {
    listen_addresses: '127.0.0.1',
    fsync: 'off',
    shared_buffers: '64MB',
    shared_preload_libraries: 'citus',
    max_prepared_transactions: '300',
    ...further,
  };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const start = [PG_CTL, '-s', '-w', '-D', data, '-l', `${data}.log`];
  await asPostgres([...start, '-o', `'-p ${port} -k /tmp ${options.join(' ')}'`, 'start']);
}

async function control({ dir }: Cluster, node: Node, command: readonly string[]): Promise<void> {
  await asPostgres([PG_CTL, '-s', '-D', path.join(dir, 'nodes', String(node)), ...command]);
}

/** Runs a command as user postgres, which owns the cluster, because PostgreSQL does not run as root. */
export async function asPostgres(words: readonly string[]): Promise<void> {
  const shell = ['-c', words.join(' ')];
  if (process.getuid?.() === 0) await run('su', ['postgres', '-s', '/bin/sh', ...shell]);
  else await run('/bin/sh', shell);
}
