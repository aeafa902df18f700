import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL('../../../shared/citus/cluster', import.meta.url));
const PG_CTL = '/usr/lib/postgresql/15/bin/pg_ctl';

/** Servers of a cluster: the coordinator, and the workers. */
export const NODES = [0, 1, 2] as const;
export type Node = (typeof NODES)[number];

/** Where a cluster is, as text so that Vitest can hand it to its workers. */
export interface Cluster {
  readonly dir: string;
  /** Of the coordinator; those of the workers follow. */
  readonly port: number;
}

/** Why there can be no cluster here; null when there can. */
export function clusterLack(): string | null {
  return existsSync(SCRIPT) ? null : '../shared/citus is not there';
}

/** Starts a cluster in a folder. */
export async function startCluster(dir: string): Promise<Cluster> {
  const port = await freePorts();
  await run(SCRIPT, ['start', path.join(dir, 'nodes'), String(port)], { timeout: 180_000 });
  return { dir, port };
}

/** Ends all of its servers at once. */
export async function stopCluster({ dir }: Pick<Cluster, 'dir'>): Promise<void> {
  await run(SCRIPT, ['stop', path.join(dir, 'nodes')], { timeout: 120_000 });
}

/** Ends a server as if it had crashed: what was not on its way to the disk is lost to it. */
export async function crashNode(cluster: Cluster, node: Node): Promise<void> {
  await control(cluster, node, ['-m', 'immediate', '-w', 'stop']);
}

/** Starts a server that had ended, as it was started first. */
export async function restartNode(cluster: Cluster, node: Node): Promise<void> {
  // Its log is a file: without one it would hold this process's output open.
  await control(cluster, node, [
    '-w',
    '-t',
    '120',
    '-l',
    path.join(cluster.dir, 'nodes', `${node}.log`),
    'restart',
  ]);
}

async function control({ dir }: Cluster, node: Node, command: readonly string[]): Promise<void> {
  const line = [PG_CTL, '-s', '-D', path.join(dir, 'nodes', String(node)), ...command];
  // PostgreSQL does not run as root: the cluster then belongs to user postgres.
  if (process.getuid?.() === 0) await run('su', ['postgres', '-s', '/bin/sh', '-c', line.join(' ')]);
  else await run(PG_CTL, line.slice(1));
}

/** The first of as many ports in a row as there are nodes, which nobody uses now. */
async function freePorts(): Promise<number> {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 10_000);
    const free = await Promise.all(NODES.map((node) => isFree(first + node)));
    if (free.every(Boolean)) return first;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
