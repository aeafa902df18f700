import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { budgetMetrics } from '../../../src/app/roles/network-sending.ts';
import { type Reserved, SendBudget } from '../../../src/rpc/nodes/send-budget.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';

const PAYER = 2n;
let db: TestDatabase;
let budget: SendBudget;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db?.drop());
beforeEach(async () => {
  await db.database.pool.query('truncate tain.rpc_send, tain.rpc_spent');
  budget = open();
});

/** Opens the budget as another process does. */
const open = (): SendBudget => new SendBudget(db.database, PAYER, { total: 100n, perClient: 60n });
const reserve = (start: number, maximum: number, client = 'a', hash = start): Promise<Reserved> =>
  budget.reserve({ validStart: BigInt(start), hash: Buffer.of(hash), client, maximum: BigInt(maximum) });

/** Returns the spent tinybars by client. */
async function spent(): Promise<Record<string, number>> {
  const { rows } = await db.database.pool.query<{ client: string; n: number }>(
    'select client, tinybars::int as n from tain.rpc_spent where payer = 2',
  );
  return Object.fromEntries(rows.map(({ client, n }) => [client, n]));
}

it('reserves within both budgets, and corrects by the cost', async () => {
  expect((await reserve(1, 40)).outcome).toBe('reserved');
  expect((await reserve(2, 21)).outcome).toBe('client');
  expect((await reserve(3, 60, 'b')).outcome).toBe('reserved');
  expect((await reserve(4, 1, 'c')).outcome).toBe('total');
  expect(await spent()).toEqual({ '': 100, a: 40, b: 60 });
  await budget.settle(1n, 5n);
  // Repeated reports of the same outcome count once.
  await budget.settle(1n, 5n);
  expect(await spent()).toEqual({ '': 65, a: 5, b: 60 });
  // The cost of the transaction is unknown.
  await budget.settle(3n, null);
  expect(await spent()).toEqual({ '': 65, a: 5, b: 60 });
  expect((await reserve(5, 35)).outcome).toBe('reserved');
});

it.each([
  ['off', 'on'],
  ['local', 'local'],
])('commits durably on a server with synchronous_commit = %s', async (given, expected) => {
  await db.database.transaction(async (client) => {
    const present = async () => (await client.query('show synchronous_commit')).rows;
    for (const call of ["reserve_send(2, 1, '\\x01', 'a', 1, 2, 2)", 'settle_send(2, 1, 1)']) {
      await client.query(`set local synchronous_commit = ${given}`);
      await client.query(`select tain.${call}`);
      expect(await present()).toEqual([{ synchronous_commit: expected }]);
    }
  });
});

it('counts the reservations of a dead process until their outcome is known', async () => {
  await reserve(1, 60);
  budget = open();
  expect(await budget.open(10)).toEqual([1n]);
  expect((await reserve(2, 1)).outcome).toBe('client');
  await budget.settle(1n, 0n);
  expect(await budget.open(10)).toEqual([]);
  expect((await reserve(2, 60)).outcome).toBe('reserved');
});

it('reports the same pending transaction, and an id in use', async () => {
  await reserve(1, 10);
  expect(await reserve(2, 10, 'b', 1)).toEqual({ outcome: 'sent', validStart: 1n });
  expect((await reserve(1, 10, 'b', 9)).outcome).toBe('taken');
  expect(await spent()).toEqual({ '': 10, a: 10 });
});

it('never exceeds a budget, for any number of concurrent reservations', async () => {
  const others = [budget, open(), open()];
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      (others[i % 3] ?? budget).reserve({
        validStart: BigInt(i),
        hash: Buffer.of(i),
        client: `client ${i % 4}`,
        maximum: 7n,
      }),
    ),
  );
  expect(outcomes.filter(({ outcome }) => outcome === 'reserved').length).toBe(14);
  expect((await spent())['']).toBe(98);
  await Promise.all(Array.from({ length: 60 }, (_, i) => budget.settle(BigInt(i), 1n)));
  expect((await spent())['']).toBe(14);
});

it('starts a day without the expenses of earlier days, which it removes', async () => {
  await reserve(1, 60);
  await db.database.pool.query('update tain.rpc_spent set day = day - 2');
  await db.database.pool.query('update tain.rpc_send set day = day - 2');
  expect((await reserve(2, 60)).outcome).toBe('reserved');
  expect(await spent()).toEqual({ '': 60, a: 60 });
  await budget.settle(1n, 5n);
  expect(await spent()).toEqual({ '': 60, a: 60 });
});

it('has metrics of the budget and of its spent and reserved parts', async () => {
  const registry = new Registry();
  budgetMetrics(registry, { budget, budgetHbars: 1_000 });
  await reserve(1, 40);
  await reserve(2, 60, 'b');
  await budget.settle(1n, 5n);
  const shown = (await registry.metrics()).split('\n').filter((line) => line.startsWith('tain_'));
  expect(shown).toEqual(['tain_rpc_budget_hbars 1000', 'tain_rpc_budget_spent_hbars 6.5e-7']);
});

it('has metrics without a value if no operator pays', async () => {
  const registry = new Registry();
  budgetMetrics(registry, undefined);
  const text = await registry.metrics();
  expect(text).toContain('# TYPE tain_rpc_budget_spent_hbars gauge');
  expect(text).not.toMatch(/^tain_/m);
});
