import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VisibleEverywhere } from '../../src/store/reads/servers/visible-everywhere.ts';
import type { TestDatabase } from '../database.ts';
import { block, insert } from '../rest/rows.ts';
import { createDistributedDatabase, injectedCluster, onNode } from './distributed-database.ts';
import { openDistributed, prepareReading } from './reading.ts';

const cluster = injectedCluster();

describe.skipIf(typeof cluster === 'string')(
  `a block on three servers${typeof cluster === 'string' ? ` (${cluster})` : ''}`,
  () => {
    let several: TestDatabase;

    beforeAll(async () => {
      if (typeof cluster !== 'string') several = await createDistributedDatabase(cluster);
    });
    afterAll(() => several?.drop());

    it('is visible once no worker has an uncommitted part of it', async () => {
      if (typeof cluster === 'string') return;
      const { url } = several.target as { url: string };
      await prepareReading(url);
      const reading = openDistributed(url);
      try {
        // Number of polls of the prepared transactions.
        let polls = 0;
        const query = async (config: pg.QueryConfig) => {
          const result = await reading.pool.query(config);
          if (config.text.includes('pg_prepared_xacts')) polls += 1;
          return result;
        };
        const everywhere = new VisibleEverywhere({ query } as unknown as pg.Pool);
        expect(await everywhere.refresh()).toBeNull();
        await insert(several.database, 'record_file', [block(1, 10)]);
        const first = await everywhere.refresh();
        expect(first?.number).toBe(1n);

        // State of a block between the two phases of its commit.
        await onNode(
          cluster,
          1,
          several.name,
          "begin; create table part (a int); prepare transaction 'citus_0_1_1_0'",
        );
        await insert(several.database, 'record_file', [block(2, 20)]);
        let shown = false;
        const before = polls;
        const looking = everywhere.refresh().finally(() => {
          shown = true;
        });
        await expect.poll(() => polls).toBeGreaterThan(before + 1);
        expect(shown).toBe(false);
        expect(everywhere.last).toEqual(first);
        // Reads do not wait for a part of a later block.
        await onNode(
          cluster,
          2,
          several.name,
          "begin; create table part (a int); prepare transaction 'citus_0_1_2_0'",
        );
        await onNode(cluster, 1, several.name, "commit prepared 'citus_0_1_1_0'");
        expect((await looking)?.number).toBe(2n);
        await onNode(cluster, 2, several.name, "rollback prepared 'citus_0_1_2_0'");
      } finally {
        await reading.end();
      }
    });
  },
);
