import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../database.ts';
import { startTestApi } from '../rest/api-fixture.ts';
import { checkStatement, Exercised, FEW_PAGES, WORLD_SEED } from '../rest/lists/check.ts';
import { CLOCK } from '../rest/lists/extra-rows.ts';
import { LISTS_WITH_STATEMENTS } from '../rest/lists/statements.ts';
import { type ListWorld, makeListWorld } from '../rest/lists/world.ts';
import { createDistributedDatabase, injectedCluster } from './distributed-database.ts';
import { copyRows, startReading } from './reading.ts';

/** Random requests of each list: few, because each text of a statement needs to be run once. */
const EFFORT = { seeds: [WORLD_SEED], runs: Number(process.env.TAIN_CITUS_RUNS ?? 1), pages: FEW_PAGES };

const cluster = injectedCluster();

describe.skipIf(typeof cluster === 'string')(
  `lists on three servers${typeof cluster === 'string' ? ` (${cluster})` : ''}`,
  () => {
    let several: TestDatabase;
    let reading: Awaited<ReturnType<typeof startReading>>;
    let world: ListWorld;

    beforeAll(async () => {
      if (typeof cluster === 'string') return;
      several = await createDistributedDatabase(cluster);
      const { url } = several.target as { url: string };
      await several.database.end();
      world = await makeListWorld(WORLD_SEED, async (from, settings) => {
        await copyRows(from, url);
        // Some rows of this world belong to no block.
        reading = await startReading(url);
        const { servers } = reading;
        return [
          {
            name: 'distributed',
            api: await startTestApi({ settings, clock: () => CLOCK, servers }),
          },
        ];
      });
    });
    afterAll(async () => {
      await world?.close();
      await reading?.close();
      await several?.drop();
    });

    it.each(LISTS_WITH_STATEMENTS)(
      '%s',
      (_, statement, route) => checkStatement(world, statement, route, EFFORT, new Exercised()),
      600_000,
    );

    it('were answered without an error', () => {
      expect(world.servers.map(({ api }) => api.errors)).toEqual([[]]);
    });
  },
);
