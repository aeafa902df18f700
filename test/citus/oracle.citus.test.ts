import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../rest/api-fixture.ts';
import { CHECKS } from '../rest/oracle/checks.ts';
import { makeWorld, metLists, type World } from '../rest/oracle/world.ts';
import { optionsOf } from '../rest/oracle/worlds.ts';
import { fixedSeed } from '../seeds.ts';
import { createDistributedDatabase, injectedCluster } from './distributed-database.ts';
import { startReading } from './reading.ts';

/** Checks each resource of the API after a history of the demo network, stored and read on three servers. */

const SEED = fixedSeed(3);
/** The history is small, because each lookup is a network round trip here, and other histories cover rare cases. */
const HISTORY = optionsOf({
  seed: SEED,
  tps: 5,
  blocks: 7,
  without: [],
  failures: 0.05,
  untilMidnight: 2,
  tokens: 4,
  moments: [500],
  limit: 100,
});
const POPULATION = { accounts: 30, tokens: 4, topics: 4, contracts: 6 };
const cluster = injectedCluster();

describe.skipIf(typeof cluster === 'string')(
  `on three servers${typeof cluster === 'string' ? ` (${cluster})` : ''}`,
  () => {
    let world: World;
    let api: TestApi;

    beforeAll(async () => {
      if (typeof cluster === 'string') return;
      // Lists of balances are long, and requests of the suite `lists` have both orders.
      const options = { ...HISTORY, population: POPULATION, cutover: 4, orders: ['asc'] } as const;
      world = await makeWorld(options, async () => {
        const several = await createDistributedDatabase(cluster);
        const reading = await startReading((several.target as { url: string }).url);
        const { servers } = reading;
        api = await startTestApi({
          settings: { maxConnections: 6 },
          servers,
        });
        return {
          get: api.get,
          stored: several.database,
          async close() {
            await api.close();
            await reading.close();
            await several.drop();
          },
        };
      });
    });
    afterAll(() => world?.close());

    it.each(CHECKS)('%s are those of the ledger', (_name, check) => check(world));

    it('no check failed, and much was compared', () => {
      expect(api.errors).toEqual([]);
      expect(metLists().size).toBeGreaterThan(50);
    });
  },
);
