import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { freePorts } from '../free-ports.ts';
import {
  asPostgres,
  BIN,
  type Cluster,
  crashNode,
  NODES,
  type Node,
  restartNode,
  startPostgres,
} from './cluster.ts';
import { onNode } from './distributed-database.ts';

/** Base backups of the servers of a cluster, and their archived WAL. */
export interface Backup {
  readonly folder: string;
}

const copyOf = ({ folder }: Backup, node: Node): string => path.join(folder, 'nodes', String(node));
const archiveOf = ({ folder }: Backup, node: Node): string => path.join(folder, `archive-${node}`);

/** Configures every server to archive its WAL from now on. */
export async function startArchiving(cluster: Cluster): Promise<Backup> {
  // The folder belongs to user postgres, like the servers.
  const backup = { folder: path.join(cluster.dir, 'nodes', 'backup') };
  await asPostgres([
    'mkdir',
    '-p',
    `${backup.folder}/nodes`,
    ...NODES.map((node) => archiveOf(backup, node)),
  ]);
  for (const node of NODES) {
    const command = `cp %p ${archiveOf(backup, node)}/%f`;
    await onNode(cluster, node, 'postgres', 'alter system set archive_mode = on');
    await onNode(cluster, node, 'postgres', `alter system set archive_command = '${command}'`);
    await restartNode(cluster, node);
  }
  return backup;
}

/** Copies a server while it runs. */
export async function copyNode({ port }: Cluster, backup: Backup, node: Node): Promise<void> {
  const from = ['-h', '127.0.0.1', '-p', String(port + node), '-U', 'postgres'];
  await asPostgres([`${BIN}/pg_basebackup`, ...from, '-D', copyOf(backup, node), '-c', 'fast', '--no-sync']);
}

/** Stops all servers after their WAL is archived. After a restart they do not archive. */
export async function loseServers(cluster: Cluster): Promise<void> {
  for (const node of NODES) {
    const [switched] = (
      await onNode(cluster, node, 'postgres', 'select pg_walfile_name(pg_switch_wal()) as file')
    ).rows as { file: string }[];
    const isArchived = `select last_archived_wal >= '${switched?.file}' as kept from pg_stat_archiver`;
    await expect
      .poll(async () => (await onNode(cluster, node, 'postgres', isArchived)).rows)
      .toEqual([{ kept: true }]);
    await onNode(cluster, node, 'postgres', 'alter system reset archive_mode');
    await onNode(cluster, node, 'postgres', 'alter system reset archive_command');
    await crashNode(cluster, node);
  }
}

/** Starts the backups at a restore point, at other addresses than the original servers. */
export async function restoreTo(backup: Backup, point: string): Promise<Cluster> {
  const restored = { dir: backup.folder, port: await freePorts(NODES.length) };
  for (const node of NODES) {
    const data = copyOf(backup, node);
    const settings = {
      archive_mode: 'off',
      restore_command: `cp ${archiveOf(backup, node)}/%f %p`,
      recovery_target_name: point,
      recovery_target_action: 'promote',
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
    await appendFile(`${data}/postgresql.auto.conf`, lines.join(''));
    await asPostgres(['touch', `${data}/recovery.signal`]);
    await startPostgres(data, restored.port + node, { max_connections: '200' });
    const isOver = 'select not pg_is_in_recovery() as over';
    await expect
      .poll(async () => (await onNode(restored, node, 'postgres', isOver)).rows)
      .toEqual([{ over: true }]);
  }
  return restored;
}
