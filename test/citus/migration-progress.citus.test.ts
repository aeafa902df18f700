import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Progress } from '../../src/kernel/progress.ts';
import { connectionConfig } from '../../src/store/connections/database.ts';
import { MIGRATE_SESSION, migrate } from '../../src/store/migrate/migrate.ts';
import { MigrationWatch, selectShardProgress } from '../../src/store/migrate/migration-progress.ts';
import { DISTRIBUTION } from '../../src/store/schema/distribution.ts';
import type { TestDatabase } from '../database.ts';
import { partitioningBy } from '../partitioned.ts';
import { createBareDatabase, injectedCluster } from './distributed-database.ts';

const SHARDS = 2;
/** 63 bytes, the maximum: the number of a shard replaces a part of it. */
const INDEX = `tain__topic_message_payer_${'x'.repeat(37)}`;
const REFERENCE = 'tain__address_book_test';

const cluster = injectedCluster();

describe.skipIf(typeof cluster === 'string')(
  `the progress of a migration on three servers${typeof cluster === 'string' ? ` (${cluster})` : ''}`,
  () => {
    let several: TestDatabase;
    let folder = '';

    beforeAll(async () => {
      if (typeof cluster === 'string') return;
      several = await createBareDatabase(cluster);
      folder = await mkdtemp(path.join(os.tmpdir(), 'tain-migrations-'));
      await cp(fileURLToPath(new URL('../../migrations/', import.meta.url)), folder, { recursive: true });
    });
    afterAll(async () => {
      await several?.drop();
      await rm(folder, { recursive: true, force: true });
    });

    test('tables are partitioned and distributed by their bytes', async () => {
      await migrate(several.target);
      await several.database.pool.query(
        `insert into topic_message (consensus_timestamp, message, payer_account_id, running_hash, running_hash_version, sequence_number, topic_id)
         select n, '', 7, '', 3, n, n from generate_series(1, 5000) n`,
      );
      const steps: (Progress | null)[] = [];
      await migrate(several.target, {
        partitioning: partitioningBy('year'),
        distribution: { placements: DISTRIBUTION, shards: SHARDS },
        onProgress: (progress) => steps.push(progress),
      });
      const shown = (step: string) => steps.filter((progress) => progress?.step === step);
      for (const step of ['partitioning', 'distributing']) {
        const reported = shown(step);
        const tables = reported.map((progress) => progress?.facts?.(0)[0]);
        expect(new Set(tables).size).toBe(tables.length);
        const at = tables.indexOf('topic_message');
        const bytes = (reported[at + 1]?.done ?? reported[at]?.total ?? 0) - (reported[at]?.done ?? 0);
        expect(bytes).toBeGreaterThan(5000 * 40);
        expect(reported[0]?.total).toBeGreaterThanOrEqual(bytes);
        expect(reported[0]).toMatchObject({ done: 0, unit: 'bytes' });
      }
      expect(steps.filter((progress) => progress === null)).toHaveLength(2);
      expect(shown('partitioning')).toHaveLength(partitioningBy('year').tables.length);
      expect(steps.at(-1)).toBeNull();
    });

    test('an index is counted by the shards that have it', async () => {
      await writeFile(
        path.join(folder, '9999_index.sql'),
        `-- concurrently
create index ${INDEX} on tain.unseen_shards (payer);
create index ${REFERENCE} on address_book (file_id);
`,
      );
      const { pool } = several.database;
      // Without partitions the name of the index is the longest.
      await pool.query('create table tain.unseen_shards (id bigint, payer bigint)');
      await pool.query(
        `select create_distributed_table('tain.unseen_shards', 'id', colocate_with => 'none', shard_count => ${SHARDS})`,
      );
      await pool.query('insert into tain.unseen_shards select n, n from generate_series(1, 100) n');
      const steps: Progress[] = [];
      const watch = new MigrationWatch(several.target, MIGRATE_SESSION, (progress) => steps.push(progress));
      const { rows } = await pool.query<{ name: string; port: number }>(
        `select shard_name(logicalrelid, shardid) as name, nodeport as port from pg_dist_shard
         join pg_dist_placement using (shardid) join pg_dist_node using (groupid)
         where logicalrelid = 'tain.unseen_shards'::regclass limit 1`,
      );
      const { name = '', port = 0 } = rows[0] ?? {};
      const { url } = several.target as { url: string };
      const blocker = new pg.Client(
        connectionConfig({ url: Object.assign(new URL(url), { port: String(port) }).href }),
      );
      await blocker.connect();
      try {
        // The build waits for this transaction, which has locked one shard as if it had written to it.
        await blocker.query('set citus.enable_manual_changes_to_shards = on');
        await blocker.query('begin');
        await blocker.query(`lock table ${name} in row exclusive mode`);
        const migrated = migrate(several.target, { folder, onBuild: watch.index });
        await expect
          .poll(() => steps.at(-1), { timeout: 20_000 })
          .toMatchObject({ step: `${INDEX}, shards`, total: SHARDS, unit: 'shards' });
        expect(steps.at(-1)?.done).toBeLessThan(SHARDS);
        await blocker.query('commit');
        await migrated;
      } finally {
        await watch.stop();
        await blocker.end();
      }
      expect(await selectShardProgress(pool, INDEX)).toMatchObject({ done: SHARDS, total: SHARDS });
      // A reference table is on each of the three servers.
      expect(await selectShardProgress(pool, REFERENCE)).toMatchObject({ done: 3, total: 3 });
      expect(await selectShardProgress(pool, 'no_index')).toBeNull();
    });
  },
);
