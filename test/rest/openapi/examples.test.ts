import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXAMPLE_VALUES } from '../../../src/rest/openapi/example-values.ts';
import { ExampleSource } from '../../../src/rest/openapi/examples.ts';
import { ROUTES } from '../../../src/rest/routes.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db?.drop());

interface Plan {
  readonly 'Node Type': string;
  readonly Plans?: readonly Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

test.each(Object.entries(EXAMPLE_VALUES).filter(([, { from }]) => from !== undefined))(
  'values for %s are read along an index, and at most the limit of rows',
  async (_, { from }) => {
    const client = await db.database.pool.connect();
    try {
      await client.query('begin');
      await client.query('set local enable_seqscan = off; set local enable_sort = off');
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
        text: `explain (format json, costs off) ${from?.text}`,
        values: [...(from?.values ?? [])],
      });
      const plan = rows[0]?.['QUERY PLAN'][0].Plan;
      const limits = plan === undefined ? [] : nodesOf(plan).filter((node) => node['Node Type'] === 'Limit');
      const innermost = limits.at(-1);
      expect(innermost).toBeDefined();
      const types = innermost === undefined ? [] : nodesOf(innermost).map((node) => node['Node Type']);
      expect(types.filter((type) => /Sort|Seq Scan|Aggregate|Group/.test(type))).toEqual([]);
      expect(types.some((type) => /Index/.test(type))).toBe(true);
    } finally {
      await client.query('rollback');
      client.release();
    }
  },
);

test('no request waits for them, and they are searched once a minute', async () => {
  let now = 0;
  let requests = 0;
  let go = () => {};
  const blocked = new Promise<void>((resolve) => {
    go = resolve;
  });
  const source = new ExampleSource({
    routes: ROUTES.filter(({ path }) => path === '/api/v1/blocks/{hashOrNumber}'),
    async select() {
      requests += 1;
      await blocked;
      return [['7']];
    },
    answer: async () => ({ status: 200, body: Buffer.from('{"number":7}') }),
    clock: () => now,
  });
  const begun = performance.now();
  expect(await source.current()).toEqual({});
  expect(await source.current()).toEqual({});
  expect(performance.now() - begun).toBeLessThan(30_000);
  go();
  const found = {
    getBlock: {
      url: '/api/v1/blocks/7',
      path: { hashOrNumber: '7' },
      query: {},
      status: 200,
      body: { number: 7 },
    },
  };
  await expect.poll(() => source.current()).toEqual(found);
  now = 59_000;
  await source.current();
  expect(requests).toBe(1);
  // Old examples are served during the search for new ones.
  now = 61_000;
  expect(await source.current()).toEqual(found);
  expect(requests).toBe(2);
  await source.close();
});

test('an example that fails or is empty is omitted', async () => {
  const source = new ExampleSource({
    routes: ROUTES.filter(({ path }) =>
      /^\/api\/v1\/(blocks|blocks\/\{.*|accounts|topics\/\{\w+\})$/.test(path),
    ),
    async select() {
      throw new Error('the database does not answer');
    },
    answer: async (_route, url) => ({
      status: 200,
      body: Buffer.from(url.startsWith('/api/v1/accounts') ? '{"accounts":[],"links":{}}' : '{"blocks":[1]}'),
    }),
    clock: () => 0,
  });
  expect(Object.keys(await source.current())).toEqual(['listBlocks']);
  await source.close();
});

test.each([
  ['short enough', 1, true],
  ['too long', 1_000, false],
])('a streamed example that is %s is read no further than it is shown', async (_, chunks, isShown) => {
  let made = 0;
  let isLeft = false;
  async function* body() {
    try {
      yield Buffer.from('{"opcodes":[1');
      for (; made < chunks; made += 1) yield Buffer.from(',1'.repeat(1_000));
      yield Buffer.from(']}');
    } finally {
      isLeft = true;
    }
  }
  const source = new ExampleSource({
    routes: ROUTES.filter(({ path }) => path === '/api/v1/contracts/results/{transactionIdOrHash}/opcodes'),
    select: async () => [['ab'.repeat(32)]],
    answer: async () => ({ status: 200, body: Buffer.alloc(0), chunks: body() }),
    clock: () => 0,
  });
  const { getContractsResultOpcodes: found } = await source.current();
  expect(found?.url).toBe(
    isShown ? `/api/v1/contracts/results/0x${'ab'.repeat(32)}/opcodes?stack=false` : undefined,
  );
  if (isShown) expect(found?.body).toMatchObject({ opcodes: expect.arrayContaining([1]) });
  expect([isLeft, made < 20]).toEqual([true, true]);
});
