import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Cluster, clusterLack, startCluster, stopCluster } from './cluster.ts';
import { makeTemplate } from './distributed-database.ts';
import { writeStream } from './stream.ts';

/**
 * Starts a cluster for each worker of the suite, because tests stop and lose its servers. If no cluster can be started,
 * the tests are skipped with the reason. Every server and folder is removed, even after an interrupted run.
 */
export default async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const lack = clusterLack();
  if (lack !== null) return skip(lack);
  const dirs: string[] = [];
  // Servers are stopped before the folder of the whole run is removed.
  process.prependOnceListener('exit', abandon);
  function abandon(): void {
    const script = path.join(import.meta.dirname, '../../../shared/citus/cluster');
    for (const dir of dirs) {
      spawnSync(script, ['stop', path.join(dir, 'nodes')], { timeout: 30_000 });
      rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
    }
  }
  const stop = async (): Promise<void> => {
    process.off('exit', abandon);
    for (const dir of dirs) {
      await stopCluster({ dir }).catch(() => undefined);
      rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
    }
  };
  const clusters: Cluster[] = [];
  // Clusters are started one after another, because the first one may have to install PostgreSQL.
  while (clusters.length < vitest.config.maxWorkers) {
    const dir = mkdtempSync(path.join(os.tmpdir(), 'tain-citus-'));
    dirs.push(dir);
    // PostgreSQL runs as user postgres if this process is root.
    chmodSync(dir, 0o755);
    const cluster = await startCluster(dir).catch((error: Error) => error);
    if (cluster instanceof Error) {
      await stop();
      // Debian's PostgreSQL is missing, or its folder is read-only.
      return skip(`the cluster does not start: ${cluster.message.split('\n').slice(0, 4).join(' ')}`);
    }
    clusters.push(cluster);
  }
  try {
    await Promise.all([...clusters.map(makeTemplate), writeStream()]);
  } catch (error) {
    await stop();
    throw error;
  }
  process.env.TAIN_TEST_CLUSTERS = JSON.stringify(clusters);
  return stop;
}

function skip(lack: string): undefined {
  process.env.TAIN_TEST_CLUSTER_LACKS = lack;
  console.log(`Suite citus is skipped: ${lack}`);
  return undefined;
}
