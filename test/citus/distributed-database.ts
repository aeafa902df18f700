import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { Database } from '../../src/store/connections/database.ts';
import { migrate } from '../../src/store/migrate/migrate.ts';
import { DISTRIBUTION } from '../../src/store/schema/distribution.ts';
import type { TestDatabase } from '../database.ts';
import { type Cluster, NODES, type Node } from './cluster.ts';

/** The cluster's first database, which has the whole distributed schema and is the template of other databases. */
const TEMPLATE = 'm';
/**
 * Number of shards. It is low because each shard makes the creation of a database slower; two workers have one each.
 */
const SHARDS = 2;

/** Returns the cluster of this worker, one of those that `global-setup.ts` started, or the reason why there is none. */
export function injectedCluster(): Cluster | string {
  const { TAIN_TEST_CLUSTERS: text, TAIN_TEST_CLUSTER_LACKS: lack, VITEST_POOL_ID: worker } = process.env;
  if (text === undefined) return lack ?? 'the suite citus was not set up';
  // Tests stop servers, so each worker needs its own cluster.
  const cluster = (JSON.parse(text) as Cluster[])[Number(worker) - 1];
  if (cluster === undefined) throw new Error(`no cluster for worker ${worker}`);
  return cluster;
}

/** Creates the distributed schema in the template database. */
export async function makeTemplate(cluster: Cluster): Promise<void> {
  await migrate(targetOf(cluster, TEMPLATE), { distribution: { placements: DISTRIBUTION, shards: SHARDS } });
  // The last block is at the present, as in databases of the other suites, because cases have rows at any time up to
  // now.
  await onNode(cluster, 0, TEMPLATE, 'select tain.ensure_balance_partitions(1767225600000000000)');
}

/** Promise of the copy in progress. Copies run one after another, because each changes the template. */
let copying: Promise<unknown> = Promise.resolve();

/** Creates a database with the whole distributed schema and no rows. */
export function createDistributedDatabase(cluster: Cluster): Promise<TestDatabase> {
  const copied = copying.then(() => copyTemplate(cluster));
  copying = copied.catch(() => undefined);
  return copied;
}

/** Creates a database on connected servers, without tables. */
export async function createBareDatabase(cluster: Cluster): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  for (const node of NODES) {
    await onNode(cluster, node, 'postgres', `create database ${name}`);
    await onNode(cluster, node, name, 'create extension citus');
  }
  await onNode(cluster, 0, name, `select citus_set_coordinator_host('127.0.0.1', ${cluster.port})`);
  for (const worker of [1, 2]) {
    await onNode(cluster, 0, name, `select citus_add_node('127.0.0.1', ${cluster.port + worker})`);
  }
  return openTestDatabase(cluster, name);
}

async function copyTemplate(cluster: Cluster): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // The servers' metadata about each other is in the database, so its copies on all servers are another distributed
  // database.
  for (const node of NODES) {
    await onNode(cluster, node, 'postgres', `alter database ${TEMPLATE} allow_connections false`);
    // The extension's background process would reconnect.
    await onNode(
      cluster,
      node,
      'postgres',
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${TEMPLATE}'`,
    );
    await onNode(cluster, node, 'postgres', `create database ${name} template ${TEMPLATE}`);
  }
  return openTestDatabase(cluster, name);
}

function openTestDatabase(cluster: Cluster, name: string): TestDatabase {
  const target = targetOf(cluster, name);
  const database = new Database(target, { applicationName: 'tain test', maxConnections: 10 });
  return {
    name,
    target,
    database,
    async drop() {
      if (!database.pool.ended) await database.end();
      for (const node of NODES) await onNode(cluster, node, 'postgres', `drop database ${name} with (force)`);
    },
  };
}

/** Runs one statement on one of the servers. */
export async function onNode(
  cluster: Cluster,
  node: Node,
  name: string,
  text: string,
): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: urlOf({ ...cluster, port: cluster.port + node }, name) });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

function targetOf(cluster: Cluster, name: string): { readonly url: string } {
  return { url: urlOf(cluster, name) };
}

export function urlOf({ port }: Pick<Cluster, 'port'>, name: string): string {
  return `postgres://postgres@127.0.0.1:${port}/${name}`;
}
