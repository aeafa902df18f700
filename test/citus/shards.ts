import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Cluster } from './cluster.ts';
import { onNode } from './distributed-database.ts';

/** Requests of the coordinator to its servers. */
export interface QueriedShards {
  /** Number of statements that were sent to shards. */
  readonly tasks: number;
  /**
   * Number of round trips one after another: statements of clients to the coordinator, of the coordinator to itself
   * (`postgres_fdw`), and for each of these the statements to the worker that gets most of them.
   */
  readonly roundTrips: number;
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

/** Begins an entry of the coordinator's log. */
const ENTRY = /^(?=\d{4}-\d\d-\d\d )/m;
/** Entries of a statement sent to a server, of the server's name, and of a statement that a client sent. */
const SENT = /\bNOTICE: {2}issuing ([\s\S]*)/;
const TO = /\bDETAIL: {2}on server (\S+)/;
const RECEIVED = /\bLOG: {2}(?:statement|execute [^:]*):/;
const SHARD = /\b\w+?_(\d{6,})\b/g;

/** Records the queries of the coordinator on connections opened from now on, as reported in its log. */
export async function followShards(cluster: Cluster, database: string): Promise<ShardLog> {
  await onNode(cluster, 0, 'postgres', `alter database ${database} set citus.log_remote_commands = on`);
  // Logged only to the server's log, because postgres_fdw also logs messages to clients.
  await onNode(cluster, 0, 'postgres', `alter database ${database} set log_min_messages = notice`);
  await onNode(cluster, 0, 'postgres', `alter database ${database} set client_min_messages = warning`);
  await onNode(cluster, 0, 'postgres', `alter database ${database} set log_statement = 'all'`);
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
      const busiest = new BusiestServer();
      let tasks = 0;
      let received = 0;
      for (const entry of bytes.toString('utf8').split(ENTRY)) {
        if (RECEIVED.test(entry)) {
          received += 1;
          busiest.endStatement();
        }
        const [, server] = TO.exec(entry) ?? [];
        if (server !== undefined) busiest.add(server);
        const [, statement = ''] = SENT.exec(entry) ?? [];
        const own = [...statement.matchAll(SHARD)].flatMap(([, shard = '']) =>
          tables.has(shard) ? [shard] : [],
        );
        if (own.length > 0) tasks += 1;
        for (const shard of own) {
          met.add(shard);
          if (!/\blimit\b/i.test(statement)) unlimited.add(tables.get(shard) ?? '');
        }
      }
      busiest.endStatement();
      const queried = countsOf([...met].map((shard) => tables.get(shard) ?? ''));
      const whole = [...queried].flatMap(([name, count]) => (count === counts.get(name) ? [name] : []));
      const roundTrips = received + busiest.sum;
      return { tasks, roundTrips, shards: met.size, whole: whole.sort(), unlimited: [...unlimited].sort() };
    },
  };
}

/** Adds up, over the statements of clients, how many statements the server got that got most of them. */
class BusiestServer {
  readonly #sent = new Map<string, number>();
  sum = 0;

  add(server: string): void {
    this.#sent.set(server, (this.#sent.get(server) ?? 0) + 1);
  }

  endStatement(): void {
    this.sum += Math.max(0, ...this.#sent.values());
    this.#sent.clear();
  }
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
