import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { clusterLack, startCluster, stopCluster } from './cluster.ts';
import { makeTemplate } from './distributed-database.ts';

/**
 * One cluster for all of the suite. Where there can be none, its tests are skipped and say why. Nothing of it is left, however
 * the run ends.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  // One that runs already, whose database `m` has the schema and no rows.
  if (process.env.TAIN_TEST_CLUSTER !== undefined) return undefined;
  const lack = clusterLack();
  if (lack !== null) return skip(lack);
  const dir = mkdtempSync(path.join(os.tmpdir(), 'tain-citus-'));
  // Of user postgres, where this is root.
  chmodSync(dir, 0o755);
  const stop = async (): Promise<void> => {
    process.off('exit', abandon);
    await stopCluster({ dir }).catch(() => undefined);
    rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
  };
  process.once('exit', abandon);
  function abandon(): void {
    const script = path.join(import.meta.dirname, '../../../shared/citus/cluster');
    spawnSync(script, ['stop', path.join(dir, 'nodes')], { timeout: 30_000 });
    rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
  }
  const cluster = await startCluster(dir).catch((error: Error) => error);
  if (cluster instanceof Error) {
    await stop();
    // No PostgreSQL of Debian, or none that may be written to.
    return skip(`the cluster does not start: ${cluster.message.split('\n').slice(0, 4).join(' ')}`);
  }
  try {
    await makeTemplate(cluster);
  } catch (error) {
    await stop();
    throw error;
  }
  process.env.TAIN_TEST_CLUSTER = JSON.stringify(cluster);
  return stop;
}

function skip(lack: string): undefined {
  process.env.TAIN_TEST_CLUSTER_LACKS = lack;
  console.log(`Suite citus is skipped: ${lack}`);
  return undefined;
}
