import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_START } from '../../packages/network-simulator/src/options.ts';
import { writeDemo } from '../../packages/network-simulator/src/write-demo.ts';
import { demoEngine } from '../../src/app/demo-engine.ts';
import { migrate } from '../../src/db/migrate/migrate.ts';
import { DISTRIBUTION } from '../../src/schema/distribution.ts';
import { TIME_PARTITIONED } from '../../src/schema/time-partitions.ts';
import { startTestApi } from '../api/api-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { differences, dumpEverything, dumpTables } from '../ingest/dump-tables.ts';
import { ingestFolder } from '../ingest/ingest-folder.ts';
import { policyOf, removeAll } from '../ingest/retention/remove.ts';
import { partitionDatabase, partitioningBy, partitionsOf } from '../partitioned.ts';
import {
  createBareDatabase,
  createDistributedDatabase,
  injectedCluster,
  onNode,
} from './distributed-database.ts';
import { startReading } from './reading.ts';

// A history that goes from January to February, on three servers in partitions of a month and on one without: equal rows and answers.

const cluster = injectedCluster();
const DAY = 86_400_000_000_000n;
const FEBRUARY = DEFAULT_START + 31n * DAY;

describe.skipIf(typeof cluster === 'string')(
  `partitions on three servers${typeof cluster === 'string' ? ` (${cluster})` : ''}`,
  () => {
    let dir = '';
    let one: TestDatabase;
    let several: TestDatabase;
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
        tps: 40,
      });
      one = await createTestDatabase();
      several = await createBareDatabase(cluster);
      shares.push(one, several);
      await migrate(several.target, {
        partitioning: partitioningBy('month'),
        distribution: { placements: DISTRIBUTION, shards: 2 },
      });
      for (const { database } of shares) {
        await ingestFolder({ database, folder: dir, addressBook: path.join(dir, 'address_book.bin') });
      }
    });
    afterAll(async () => {
      for (const each of shares) await each.drop();
      await rm(dir, { recursive: true, force: true });
    });

    const rowsOf = async ({ database }: TestDatabase): Promise<Record<string, string[]>> => {
      const { 'tain.partitioned_table': _, ...rows } = await dumpEverything(database);
      return rows;
    };

    it('are made where blocks come, and distributed', async () => {
      if (typeof cluster === 'string') return;
      const months = ['2026_01', '2026_02', '2026_03'];
      expect(await partitionsOf(several.target)).toEqual(
        Object.fromEntries(
          TIME_PARTITIONED.map((table) => [table, months.map((month) => `${table}_p${month}`)]),
        ),
      );
      const { rows } = await several.database.pool.query<{ apart: number }>(
        `select count(*)::int as apart from pg_inherits
         join pg_dist_partition p on p.logicalrelid = inhparent
         left join pg_dist_partition c on c.logicalrelid = inhrelid
         where c.colocationid is distinct from p.colocationid`,
      );
      expect(rows).toEqual([{ apart: 0 }]);
      expect(differences(await rowsOf(several), await rowsOf(one))).toEqual([]);
    });

    it('answer as one table does, and are left out by times', async () => {
      if (typeof cluster === 'string' || !('url' in several.target)) return;
      const reading = await startReading(several.target.url);
      const both = [
        await startTestApi({ database: one.database }),
        await startTestApi({ servers: reading.servers }),
      ];
      try {
        for (const request of [
          'transactions?limit=100',
          `transactions?account.id=98&timestamp=lt:${FEBRUARY / 1_000_000_000n}`,
          `transactions?timestamp=gte:${FEBRUARY / 1_000_000_000n}&order=asc`,
          'contracts/results/logs',
        ]) {
          const [expected, answer] = await Promise.all(both.map((api) => api.json(`/api/v1/${request}`)));
          expect(answer, request).toEqual(expected);
        }
      } finally {
        await Promise.all(both.map((api) => api.close()));
        await reading.close();
      }
      const { rows } = await onNode(
        cluster,
        0,
        several.name,
        `explain select from crypto_transfer where entity_id = 98 and consensus_timestamp < ${FEBRUARY}`,
      );
      const plan = JSON.stringify(rows);
      expect(plan).toContain('crypto_transfer_p2026_01');
      expect(plan).not.toContain('crypto_transfer_p2026_02');
    });

    it('leave whole', async () => {
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
      const left = await several.database.pool.query(
        "select relname from pg_class where relname like '%2026\\_01'",
      );
      expect(left.rows).toEqual([]);
      for (const node of [1, 2] as const) {
        const { rows } = await onNode(
          cluster,
          node,
          several.name,
          "select relname from pg_class where relname like '%2026\\_01%' and relname not like '%balance%'",
        );
        expect(rows).toEqual([]);
      }
    });

    it('are refused where tables are distributed without', async () => {
      if (typeof cluster === 'string') return;
      const made = await createDistributedDatabase(cluster);
      shares.push(made);
      await expect(partitionDatabase(made.target)).rejects.toThrow(
        /has been distributed .* without partitions/,
      );
    });
  },
);
