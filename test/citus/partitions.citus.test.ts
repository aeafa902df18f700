import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_START } from '../../packages/network-simulator/src/options.ts';
import { writeDemo } from '../../packages/network-simulator/src/write-demo.ts';
import { check as checkCommand } from '../../src/app/commands/check.ts';
import { readConfig } from '../../src/config/config.ts';
import { DEFAULT_BATCH_LIMITS } from '../../src/ingest/options.ts';
import { CommandOutput } from '../../src/kernel/command-output.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';
import { type ConnectionTarget, connectionConfig } from '../../src/store/connections/database.ts';
import { buildConcurrently } from '../../src/store/migrate/concurrent-index.ts';
import { migrate } from '../../src/store/migrate/migrate.ts';
import { partition, selectToPartition } from '../../src/store/migrate/partition.ts';
import { DISTRIBUTION } from '../../src/store/schema/distribution.ts';
import { TIME_PARTITIONED } from '../../src/store/schema/time-partitions.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { differences, dumpEverything, dumpTables } from '../ingest/dump-tables.ts';
import { type FolderIngest, ingestFolder } from '../ingest/ingest-folder.ts';
import { beginDaysApart, TRANSFERS } from '../ingest/partitions/blocks-days-apart.ts';
import { policyOf, removeAll } from '../ingest/retention/remove.ts';
import { partitionDatabase, partitioningBy, partitionsOf } from '../partitioned.ts';
import { startTestApi, type TestApi } from '../rest/api-fixture.ts';
import { NODES } from './cluster.ts';
import {
  createBareDatabase,
  createDistributedDatabase,
  injectedCluster,
  onNode,
  urlOf,
} from './distributed-database.ts';
import { startReading } from './reading.ts';

// A history from January to February, on one server without partitions, and on three with monthly partitions, from the
// beginning and from a later block on. Their rows and answers must be equal.

const cluster = injectedCluster();
const DAY = 86_400_000_000_000n;
const FEBRUARY = DEFAULT_START + 31n * DAY;

const REQUESTS = [
  'transactions?limit=100',
  `transactions?account.id=98&timestamp=lt:${FEBRUARY / 1_000_000_000n}`,
  `transactions?timestamp=gte:${FEBRUARY / 1_000_000_000n}&order=asc`,
  'contracts/results/logs',
];

describe.skipIf(typeof cluster === 'string')(
  `partitions on three servers${typeof cluster === 'string' ? ` (${cluster})` : ''}`,
  () => {
    let dir = '';
    let one: TestDatabase;
    let several: TestDatabase;
    /** Database that is partitioned when it already has rows on three servers. */
    let partitioned: TestDatabase;
    const shares: TestDatabase[] = [];

    beforeAll(async () => {
      if (typeof cluster === 'string') return;
      dir = await mkdtemp(path.join(os.tmpdir(), 'tain-citus-partitions-'));
      await writeDemo({
        runCode: demoEngine,
        dir,
        seed: 11,
        signInner: false,
        start: FEBRUARY - 3n * DAY,
        steadyFrom: FEBRUARY - 6_000_000_000n,
        blocks: 9,
        tps: 10,
        population: { accounts: 60, tokens: 8, topics: 4, contracts: 6 },
      });
      one = await createTestDatabase();
      several = await createBareDatabase(cluster);
      shares.push(one, several);
      await migrate(several.target, {
        partitioning: partitioningBy('month'),
        distribution: { placements: DISTRIBUTION, shards: 2 },
      });
      await ingest(one);
      await ingest(several);
    });
    afterAll(async () => {
      for (const each of shares) await each.drop();
      await rm(dir, { recursive: true, force: true });
    });

    const ingest = ({ database }: TestDatabase, more: Partial<FolderIngest> = {}) =>
      ingestFolder({ database, folder: dir, addressBook: path.join(dir, 'address_book.bin'), ...more });

    const rowsOf = async ({ database }: TestDatabase): Promise<Record<string, string[]>> => {
      const { 'tain.partitioned_table': _, ...rows } = await dumpEverything(database);
      return rows;
    };

    it('are created for incoming blocks, and distributed', async () => {
      if (typeof cluster === 'string') return;
      const months = ['2026_01', '2026_02', '2026_03'];
      expect(await partitionsOf(several.target)).toEqual(
        Object.fromEntries(
          TIME_PARTITIONED.map((table) => [table, months.map((month) => `${table}_p${month}`)]),
        ),
      );
      await expectPlaced(several);
      expect(differences(await rowsOf(several), await rowsOf(one))).toEqual([]);
    });

    it('are made of tables with rows while clients read, after a kill at any point', async () => {
      if (typeof cluster === 'string') return;
      partitioned = await createDistributedDatabase(cluster);
      shares.push(partitioned);
      await ingest(partitioned, { stopAfter: 4, limits: { ...DEFAULT_BATCH_LIMITS, maxBytes: 1 } });
      const before = await rowsOf(partitioned);
      const { api, close } = await open(partitioned);
      const answers = () => Promise.all(REQUESTS.map((request) => api.json(`/api/v1/${request}`)));
      const expected = await answers();
      let isOver = false;
      const reader = (async () => {
        for (; !isOver; await sleep(100)) expect(await answers()).toEqual(expected);
      })();
      try {
        await partitionKilled(partitioned.target, ['contract_log', 'topic_message']);
        await partitionDatabase(partitioned.target);
      } finally {
        isOver = true;
        await reader.finally(close);
      }
      expect(differences(await rowsOf(partitioned), before)).toEqual([]);
      await expectPlaced(partitioned);
      const parts = await partitionsOf(partitioned.target);
      for (const table of ['transaction', 'crypto_transfer', 'topic_message'])
        expect(parts[table]).toEqual([`${table}_p0`, `${table}_p2026_04`]);
    });

    it('receive the following blocks, and a check reports no difference', async () => {
      if (typeof cluster === 'string' || !('url' in partitioned.target)) return;
      await ingest(partitioned);
      expect(differences(await rowsOf(partitioned), await rowsOf(one))).toEqual([]);
      const config = readConfig({ DATABASE_URL: partitioned.target.url, TAIN_NETWORK: 'demo' });
      const options = { limit: 10, resume: null };
      const output = new CommandOutput((line) => void process.stdout.write(`${line}\n`), true);
      await checkCommand(
        null,
        {},
        options,
        output,
        config,
        pino({ level: 'silent' }),
        new AbortController().signal,
      );
    });

    it('are created while an ingest runs, which continues into the next one, and removed', async () => {
      if (typeof cluster === 'string') return;
      const made = await createDistributedDatabase(cluster);
      shares.push(made);
      const { next, store, warnings, close } = await beginDaysApart(made.target);
      try {
        await store(await next(1, TRANSFERS));
        await onClient(made.target, async (client) => {
          const { query } = client;
          client.query = (async (...args: Parameters<typeof query>) => {
            if (/validate constraint/.test(String(args[0]))) await store(await next(2, TRANSFERS));
            return query.apply(client, args);
          }) as unknown as typeof query;
          const partitioning = partitioningBy('month');
          await partition(client, await selectToPartition(client, partitioning), partitioning);
        });
        await store(await next(100, TRANSFERS));
      } finally {
        await close();
      }
      expect(warnings).toEqual([]);
      const counts = async () => {
        const { rows } = await made.database.pool.query(
          `select regexp_replace(tableoid::regclass::text, '_\\d{6,}$', '') as part, count(*)::int from crypto_transfer group by 1 order by 1`,
        );
        return rows;
      };
      const next100 = { part: 'crypto_transfer_p2026_04', count: 2 };
      expect(await counts()).toEqual([{ part: 'crypto_transfer_p0', count: 4 }, next100]);
      await made.database.pool.query('analyze crypto_transfer_p0, transaction_p0');
      const period = 10n * DAY;
      const policy = policyOf({ transactions: period, contracts: period, actions: period });
      // Hashes are removed, too.
      expect(await removeAll(made.target, policy, 100_000)).toBeGreaterThanOrEqual(10);
      expect(await counts()).toEqual([next100]);
      await expectRemoved(made, '0');
    });

    it('get an index although its build was killed halfway', async () => {
      if (typeof cluster === 'string') return;
      const { rows: shards } = await several.database.pool.query<{ name: string; port: number }>(
        `select shard_name(logicalrelid, shardid) as name, nodeport as port
         from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_node using (groupid)
         where logicalrelid = 'crypto_transfer_p2026_01'::regclass and nodeport = ${cluster.port + 1} limit 1`,
      );
      const shard = shards[0]?.name ?? '';
      const index = {
        unique: false,
        name: 'crypto_transfer__test',
        schema: 'public',
        table: 'crypto_transfer',
        definition: 'using btree (amount)',
      };
      const build = (timeout: number) =>
        onClient(several.target, async (client) => {
          await client.query(`set statement_timeout = ${timeout}`);
          await buildConcurrently(client, index, () => undefined);
        });
      // The build waits for this transaction on one worker.
      const holder = new pg.Client({ connectionString: urlOf({ port: cluster.port + 1 }, several.name) });
      await holder.connect();
      await holder.query(
        `set citus.enable_manual_changes_to_shards = on; begin; lock table ${shard} in row exclusive mode`,
      );
      await expect(build(5_000)).rejects.toThrow('statement timeout');
      await holder.end();
      await build(0);
      for (const node of [1, 2] as const) {
        const { rows } = await onNode(
          cluster,
          node,
          several.name,
          `select count(*) > 3 as some, bool_and(indisvalid) as valid from pg_index
           where indexrelid::regclass::text ~ '^crypto_transfer__test.*_\\d{6}'`,
        );
        expect(rows).toEqual([{ some: true, valid: true }]);
      }
      await several.database.pool.query('drop index crypto_transfer__test');
    });

    it('answer as one table does, and are pruned by time', async () => {
      if (typeof cluster === 'string') return;
      const whole = await startTestApi({ database: one.database });
      try {
        for (const made of [several, partitioned]) {
          const { api, close } = await open(made);
          try {
            for (const request of REQUESTS) {
              const [expected, answer] = await Promise.all(
                [whole, api].map((each) => each.json(`/api/v1/${request}`)),
              );
              expect(answer, request).toEqual(expected);
            }
          } finally {
            await close();
          }
        }
      } finally {
        await whole.close();
      }
      for (const [{ name }, first] of [
        [several, 'crypto_transfer_p2026_01'],
        [partitioned, 'crypto_transfer_p0'],
      ] as const) {
        const { rows } = await onNode(
          cluster,
          0,
          name,
          `explain select from crypto_transfer where entity_id = 98 and consensus_timestamp < ${FEBRUARY}`,
        );
        const plan = JSON.stringify(rows);
        expect(plan).toContain(first);
        expect(plan).not.toContain('crypto_transfer_p2026_02');
      }
    });

    it('are removed as a whole', async () => {
      if (typeof cluster === 'string') return;
      const { rows: ends } = await one.database.pool.query<{ last: string }>(
        'select max(consensus_end)::text as last from record_file',
      );
      const period = BigInt(ends[0]?.last ?? 0) - FEBRUARY;
      const policy = policyOf({
        blocks: period,
        transactions: period,
        contracts: period,
        actions: period,
        topics: period,
      });
      for (const { target } of [one, several]) await removeAll(target, policy, 100_000);
      expect(differences(await dumpTables(several.database), await dumpTables(one.database))).toEqual([]);
      await expectRemoved(several, '2026_01');
    });

    /** Expects that no server has a table of the partition. */
    async function expectRemoved({ name }: TestDatabase, part: string): Promise<void> {
      if (typeof cluster === 'string') return;
      const left = `select relname from pg_class where relname ~ '_p${part}(_\\d{6,})?$' and relname !~ 'balance|_hash'`;
      for (const node of NODES) expect((await onNode(cluster, node, name, left)).rows).toEqual([]);
    }

    /** Starts a service that reads a database on three servers. */
    async function open({ target }: TestDatabase): Promise<{ api: TestApi; close(): Promise<void> }> {
      const { servers, close } = await startReading((target as { url: string }).url);
      const api = await startTestApi({ servers });
      return { api, close: () => api.close().finally(close) };
    }

    async function onClient(
      target: ConnectionTarget,
      work: (client: pg.Client) => Promise<void>,
    ): Promise<void> {
      const client = new pg.Client(connectionConfig(target));
      client.on('error', () => undefined);
      await client.connect();
      try {
        await work(client);
      } finally {
        await client.end().catch(() => undefined);
      }
    }

    /** Checks that each partition is distributed like its table, and that its shards can be moved while rows arrive. */
    async function expectPlaced({ database }: TestDatabase): Promise<void> {
      const { rows } = await database.pool.query<{ apart: number; parts: boolean }>(
        `select count(*) filter (where c.colocationid is distinct from p.colocationid)::int as apart, count(*) > 20 as parts
         from pg_inherits join pg_dist_partition p on p.logicalrelid = inhparent
         left join pg_dist_partition c on c.logicalrelid = inhrelid`,
      );
      expect(rows).toEqual([{ apart: 0, parts: true }]);
      const { rows: fixed } = await database.pool.query(
        `select relname from pg_dist_partition join pg_class c on c.oid = logicalrelid
         where partmethod = 'h' and relkind = 'r' and relreplident = 'd'
           and not exists (select from pg_constraint where conrelid = c.oid and contype = 'p')`,
      );
      expect(fixed).toEqual([]);
    }

    /** Partitions tables with processes that are killed after three more statements each time. */
    async function partitionKilled(target: ConnectionTarget, tables: readonly string[]): Promise<void> {
      const partitioning = { ...partitioningBy('month'), tables };
      let kills = 0;
      for (let done = false; !done; ) {
        await onClient(target, async (client) => {
          const { query } = client;
          let left = 2 + 3 * kills;
          client.query = ((...args: Parameters<typeof query>) => {
            if (left-- > 0) return query.apply(client, args);
            return client.end().then(() => Promise.reject(new Error('killed')));
          }) as typeof query;
          try {
            await partition(client, await selectToPartition(client, partitioning), partitioning);
            done = true;
          } catch (error) {
            expect((error as Error).message).toBe('killed');
            kills += 1;
          }
        });
      }
      expect(kills).toBeGreaterThan(4);
    }
  },
);
