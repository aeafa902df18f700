import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ARE_FIXED, checkCsv, checkStatement, Exercised, leftOut, SEEDS, WORLD_SEED } from './check.ts';
import { LISTS, LISTS_WITH_STATEMENTS, STATEMENTS } from './statements.ts';
import { type ListWorld, makeListWorld } from './world.ts';

/*
 * Compares every list route with a naive implementation of its filters: a function over all rows in memory, written
 * from the interface alone. Random requests, with bounds at the values that indexes treat separately, are sent to
 * servers with different read strategies. The first page and the pages along links.next must contain exactly the rows
 * of that function, in its order.
 */

let world: ListWorld;
const exercised = new Exercised();

beforeAll(async () => {
  world = await makeListWorld(WORLD_SEED);
});
afterAll(() => world?.close());

/** Random requests of a list for each seed, and of the list of transactions, which has the most parameters to combine. */
const RUNS = 4;
const MANY = 15;

describe('every list', () => {
  it('has a statement', () => {
    expect(STATEMENTS.map(({ route }) => route).sort()).toEqual(LISTS.map(({ path }) => path).sort());
  });

  it.each(LISTS_WITH_STATEMENTS)(
    '%s',
    (path, statement, route) =>
      checkStatement(
        world,
        statement,
        route,
        { seeds: SEEDS, runs: path === '/api/v1/transactions' ? MANY : RUNS },
        exercised,
      ),
    120_000,
  );

  it.each(LISTS_WITH_STATEMENTS.filter(([, , route]) => route.csv !== undefined))(
    '%s has the same rows as CSV',
    (_path, statement) => checkCsv(world, statement, { seeds: SEEDS, runs: RUNS }),
    120_000,
  );

  it.runIf(ARE_FIXED)('was requested with each parameter and operator, with a non-empty result', () => {
    const left = LISTS_WITH_STATEMENTS.flatMap(([path, statement, route]) =>
      leftOut(route, statement, exercised).map(([name, operator]) => `${path} ${name} ${operator}`),
    );
    expect(left).toEqual([]);
  });

  it('refuses the operators that its statement declares as refused', async () => {
    for (const { route, refused = {} } of STATEMENTS) {
      const url = route.replaceAll(/\{[^}]*\}/g, '1001');
      for (const [name, operators] of Object.entries(refused)) {
        for (const operator of operators) {
          const value = name === 'timestamp' ? '1.000000001' : '5';
          const [first] = world.servers;
          const response = await first?.api.get(`${url}?${name}=${operator}:${value}`);
          expect(response?.status, `${url} ${name} ${operator}`).toBe(400);
        }
      }
    }
  });

  it('every server answered without an error', () => {
    expect(world.servers.map(({ api }) => api.errors)).toEqual(world.servers.map(() => []));
  });
});
