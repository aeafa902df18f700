import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { type ConnectionTarget, connectionConfig } from '../src/store/connections/database.ts';
import { type EmbeddedServer, openEmbedded } from '../src/store/embedded/embedded.ts';
import { migrate } from '../src/store/migrate/migrate.ts';
import { TcpProxy } from './tcp-proxy.ts';

/** SQLSTATE of a statement that recovery cancels. */
export const SERIALIZATION_FAILURE = '40001';

/** A streaming replica, and the proxies before it that a test can disturb. */
export interface TestReplica {
  /** Proxy of the queries. */
  readonly proxy: TcpProxy;
  /** Proxy of the WAL stream from the primary. */
  readonly stream: TcpProxy;
  /** Direct address of the server, not through the proxies. */
  readonly target: ConnectionTarget;
  /** Resumes (true) or pauses the replay of WAL. */
  replay(does: boolean): Promise<void>;
  /** Kills the server, which is then started again. */
  kill(): Promise<void>;
}

export interface ReplicatedServers {
  /** The primary, with our schema. */
  readonly primary: ConnectionTarget & { readonly host: string };
  readonly replicas: readonly TestReplica[];
  /** Kills the primary, which is then started again. */
  killPrimary(): Promise<void>;
  stop(): Promise<void>;
}

const SETTINGS = {
  wal_level: 'replica',
  max_wal_senders: '8',
  wal_keep_size: '512MB',
  hot_standby: 'on',
  max_connections: '60',
  // Conflicting queries are cancelled immediately.
  max_standby_streaming_delay: '0',
  wal_receiver_status_interval: '1s',
  wal_retrieve_retry_interval: '100ms',
  fsync: 'off',
  shared_buffers: '64MB',
};

/**
 * A real primary with streaming replicas: the embedded binaries, a cold copy of the primary's folder for each replica, and
 * `standby.signal`. WAL is streamed over TCP, through the test.
 */
export async function startReplicatedServers(count: number): Promise<ReplicatedServers> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tain-replicas-'));
  const ends: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const dataDir = path.join(folder, 'primary');
    const blank = await openEmbedded({ dataDir, settings: SETTINGS, openParents: true });
    await migrate(blank.target);
    await blank.release();
    const copies = Array.from({ length: count }, (_, i) => path.join(folder, `replica-${i + 1}`));
    for (const copy of copies) {
      await mkdir(copy);
      await cp(path.join(dataDir, 'postgres'), path.join(copy, 'postgres'), { recursive: true });
    }
    const server = await openEmbedded({ dataDir, settings: SETTINGS, openParents: true });
    ends.push(() => server.release());
    await admitReplicas(dataDir, server);
    const primary = server.target as ReplicatedServers['primary'];
    const replicas: TestReplica[] = [];
    for (const copy of copies) replicas.push(await startReplica(copy, primary, ends));
    return { primary, replicas, killPrimary: () => killServer(path.join(dataDir, 'postgres')), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function admitReplicas(dataDir: string, { target }: EmbeddedServer): Promise<void> {
  const file = path.join(dataDir, 'postgres-hba.conf');
  await writeFile(file, `local replication all peer map=tain\n${await readFile(file, 'utf8')}`);
  await admin(target, 'select pg_reload_conf()');
}

async function startReplica(
  dataDir: string,
  primary: ConnectionTarget & { readonly host: string },
  ends: (() => Promise<unknown>)[],
): Promise<TestReplica> {
  const stream = await TcpProxy.to(primary);
  ends.push(async () => stream.close());
  const cluster = path.join(dataDir, 'postgres');
  await writeFile(path.join(cluster, 'standby.signal'), '');
  const conninfo = `host=127.0.0.1 port=${stream.port} user=tain sslmode=disable connect_timeout=2`;
  await appendFile(path.join(cluster, 'postgresql.auto.conf'), `\nprimary_conninfo = '${conninfo}'\n`);
  const server = await openEmbedded({ dataDir, settings: SETTINGS, openParents: true });
  ends.push(() => server.release());
  const proxy = await TcpProxy.to(server.target);
  ends.push(async () => proxy.close());
  return {
    proxy,
    stream,
    target: server.target,
    async replay(does) {
      for (let isCancelled = true; isCancelled; ) {
        isCancelled = await admin(server.target, `select pg_wal_replay_${does ? 'resume' : 'pause'}()`).then(
          () => false,
          (error: Error & { code?: string }) => {
            if (error.code !== SERIALIZATION_FAILURE) throw error;
            return true;
          },
        );
        // A replay that has resumed may conflict with the snapshot of the statement that resumed it.
        if (does) return;
      }
    },
    kill: () => killServer(cluster),
  };
}

async function killServer(cluster: string): Promise<void> {
  const lock = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8');
  process.kill(Number(lock.split('\n')[0]), 'SIGQUIT');
}

async function admin(target: ConnectionTarget, sql: string): Promise<void> {
  const client = new pg.Client(connectionConfig(target));
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
