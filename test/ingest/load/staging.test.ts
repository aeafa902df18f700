import { expect, it } from 'vitest';
import { createStagingSql, deltaName, emptyStagingSql } from '../../../src/ingest/load/state-sql.ts';
import { createTestDatabase } from '../../database.ts';

const ROWS = 200;
/** Bytes of some 2,800 rows. Without truncation all uses together need twice as many. */
const MAX_BYTES = 150_000;

it('a staging table is empty after each use, and does not grow', async () => {
  const { database, drop } = await createTestDatabase();
  const client = await database.pool.connect();
  try {
    await client.query(createStagingSql());
    const table = deltaName('entity');
    const sizes: number[] = [];
    for (let use = 0; use < 30; use++) {
      await client.query('begin');
      await client.query(`insert into ${table} select n, n, n from generate_series(1, ${ROWS}) n`);
      await client.query(emptyStagingSql(client, table, ROWS));
      await client.query('commit');
      const { rows } = await client.query<{ count: string; size: string }>(
        `select (select count(*) from ${table}), pg_relation_size('${table}') as size`,
      );
      expect(rows[0]?.count).toBe('0');
      sizes.push(Number(rows[0]?.size));
    }
    expect(Math.max(...sizes)).toBeLessThan(MAX_BYTES);
    expect(Math.max(...sizes)).toBeGreaterThan(0);
  } finally {
    client.release(true);
    await drop();
  }
});
