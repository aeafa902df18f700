import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Cluster } from './cluster.ts';
import { onNode } from './distributed-database.ts';

/** Requests of the coordinator to its servers. */
export interface QueriedShards {
  /** Number of statements that were sent to shards. */
  readonly tasks: number;
  /** Number of different shards, of all tables. */
  readonly shards: number;
  /** Tables of which every shard was queried. */
  readonly whole: readonly string[];
  /** Tables that a statement without a limit read: the coordinator then receives all rows of its condition. */
  readonly unlimited: readonly string[];
}

/** Returns the requests of the coordinator to shards since the last call. */
export interface ShardLog {
  take(): Promise<QueriedShards>;
}

/** Matches a statement in the coordinator's log, with the table's name and the shard's number. */
const SENT = /\bNOTICE: {2}issuing ((?:(?!\n\d{4}-|\nNOTICE: |\nDETAIL: )[\s\S])*)/g;
const SHARD = /\b\w+?_(\d{6,})\b/g;

/** Records the queries of the coordinator on connections opened from now on, as reported in its log. */
export async function followShards(cluster: Cluster, database: string): Promise<ShardLog> {
  await onNode(cluster, 0, 'postgres', `alter database ${database} set citus.log_remote_commands = on`);
  // Logged only to the server's log, because postgres_fdw also logs messages to clients.
  await onNode(cluster, 0, 'postgres', `alter database ${database} set log_min_messages = notice`);
  await onNode(cluster, 0, 'postgres', `alter database ${database} set client_min_messages = warning`);
  const { rows } = await onNode(
    cluster,
    0,
    database,
    `select shardid::text as shard, logicalrelid::text as name
     from pg_dist_shard join pg_dist_partition using (logicalrelid) where partmethod = 'h'`,
  );
  const tables = new Map((rows as { shard: string; name: string }[]).map(({ shard, name }) => [shard, name]));
  const counts = countsOf(tables.values());
  const file = path.join(cluster.dir, 'nodes', '0.log');
  let from = (await stat(file)).size;
  return {
    async take() {
      const bytes = await readFrom(file, from);
      from += bytes.length;
      const met = new Set<string>();
      const unlimited = new Set<string>();
      let tasks = 0;
      for (const [, statement = ''] of bytes.toString('utf8').matchAll(SENT)) {
        const own = [...statement.matchAll(SHARD)].flatMap(([, shard = '']) =>
          tables.has(shard) ? [shard] : [],
        );
        if (own.length > 0) tasks += 1;
        for (const shard of own) {
          met.add(shard);
          if (!/\blimit\b/i.test(statement)) unlimited.add(tables.get(shard) ?? '');
        }
      }
      const queried = countsOf([...met].map((shard) => tables.get(shard) ?? ''));
      const whole = [...queried].flatMap(([name, count]) => (count === counts.get(name) ? [name] : []));
      return { tasks, shards: met.size, whole: whole.sort(), unlimited: [...unlimited].sort() };
    },
  };
}

function countsOf(names: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

async function readFrom(file: string, from: number): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const bytes = Buffer.alloc(Math.max(size - from, 0));
    await handle.read(bytes, 0, bytes.length, from);
    return bytes;
  } finally {
    await handle.close();
  }
}
