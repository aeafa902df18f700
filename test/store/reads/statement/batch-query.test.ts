import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { HeldConnections } from '../../../../src/store/connections/held-connections.ts';
import { BatchQuery, batchStatement } from '../../../../src/store/reads/statement/batch-query.ts';
import { createTestDatabase, type TestDatabase } from '../../../database.ts';

let test: TestDatabase;
let held: HeldConnections;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterEach(() => held.close());
afterAll(() => test.drop());

async function selectOn(client: pg.ClientBase, text: string, values: readonly unknown[] = [], name?: string) {
  const statement = batchStatement(name, text, values);
  await new BatchQuery([statement]).select(client);
  return statement.rows;
}

async function select(text: string, values: readonly unknown[] = [], name?: string) {
  const client = await held.take();
  try {
    return await selectOn(client, text, values, name);
  } finally {
    held.giveBack(client);
  }
}

describe('a query of rows', () => {
  it('passes texts, nulls and lists to the server unchanged', async () => {
    held = new HeldConnections(test.database);
    const value = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((text) => !text.includes('\0'));
    await fc.assert(
      fc.asyncProperty(
        fc.option(value),
        fc.array(fc.option(value), { maxLength: 5 }),
        fc.uint8Array({ maxLength: 20 }),
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        async (text, list, octets, integer) => {
          const bytes = Buffer.from(octets);
          const [row] = await select(
            'select $1::text, to_json($2::text[])::text, $3::bytea, $4::bigint, $5::boolean, $6::bytea[] = array[$3::bytea]',
            [text, list, bytes, integer, true, [bytes]],
            'values',
          );
          expect(row?.slice(0, 1)).toEqual([text]);
          expect(JSON.parse(row?.[1] ?? '')).toEqual(list);
          expect(row?.slice(2)).toEqual([`\\x${bytes.toString('hex')}`, String(integer), 't', 't']);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('fails with the error of the server, prepared or not, and leaves the connection usable', async () => {
    held = new HeldConnections(test.database);
    const client = await held.take();
    for (const prepared of [true, true, false]) {
      const name = (text: string) => (prepared ? text : undefined);
      await expect(selectOn(client, 'select no_such', [], name('a'))).rejects.toThrow('no_such');
      await expect(selectOn(client, 'select 1 / $1::int', [0], name('b'))).rejects.toThrow('zero');
    }
    expect(await selectOn(client, 'select 1 / $1::int', [1], 'b')).toEqual([['1']]);
    await expect(selectOn(client, 'select $1::int', [{}])).rejects.toThrow(TypeError);
    expect(await selectOn(client, '')).toEqual([]);
    held.giveBack(client);
  });

  it('preserves the order of its rows, many and large', async () => {
    held = new HeldConnections(test.database);
    const rows = await select(`select n, repeat('x', n) from generate_series(1, 2000) n`, [], 'many');
    expect(rows.map(([n, text]) => [Number(n), text?.length])).toEqual(
      Array.from({ length: 2000 }, (_, n) => [n + 1, n + 1]),
    );
  });
});

describe('retained connections', () => {
  it('are reused, and returned to the pool at the end', async () => {
    held = new HeldConnections(test.database);
    const first = await held.take();
    held.giveBack(first);
    expect(await held.take()).toBe(first);
    const { pool } = test.database;
    const taken = () => pool.totalCount - pool.idleCount;
    expect(taken()).toBe(1);
    held.close();
    held.giveBack(first);
    expect(taken()).toBe(0);
  });

  it('are passed to the next waiter of the pool', async () => {
    const { pool } = test.database;
    held = new HeldConnections(test.database);
    const all = await Promise.all(Array.from({ length: pool.options.max }, () => held.take()));
    const waiting = [pool.connect(), held.take()] as const;
    for (const client of all) held.giveBack(client);
    const [one, other] = await Promise.all(waiting);
    expect(await selectOn(other, 'select 1')).toEqual([['1']]);
    one.release();
    held.giveBack(other);
  });

  it('are replaced when they break, in use or not', async () => {
    held = new HeldConnections(test.database);
    const [free, used] = [await held.take(), await held.take()];
    held.giveBack(free);
    const pids = await Promise.all(
      [free, used].map(async (client) => (await client.query('select pg_backend_pid() as pid')).rows[0]?.pid),
    );
    const gone = [free, used].map((client) => new Promise((resolve) => client.once('end', resolve)));
    const admin = await test.database.pool.connect();
    await admin.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [pids]);
    admin.release();
    await Promise.all(gone);
    held.giveBack(used);
    const [one, other] = [await held.take(), await held.take()];
    for (const client of [one, other]) {
      expect([free, used]).not.toContain(client);
      expect(await selectOn(client, 'select 1')).toEqual([['1']]);
      held.giveBack(client);
    }
  });
});
