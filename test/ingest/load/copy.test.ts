import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Columns, parseColumn, type RowOf } from '../../../src/store/copy/column.ts';
import { CopyBuffer } from '../../../src/store/copy/copy.ts';
import { copyRows } from '../../../src/store/copy/send-copy.ts';
import { ThreadWriter } from '../../../src/store/writer/thread-writer.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';

const COLUMNS = {
  a: 'int2?',
  b: 'int4?',
  c: 'int8?',
  d: 'bool?',
  e: 'text?',
  f: 'bytea?',
  g: 'jsonb?',
  h: 'int8range?',
  i: 'int2[]?',
  j: 'int4[]?',
  k: 'int8[]?',
  l: 'bytea[]?',
  m: 'text?',
} as const satisfies Columns;
type Row = RowOf<typeof COLUMNS>;

const int8 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const int4 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const int2 = fc.integer({ min: -32768, max: 32767 });
const bytes = fc.uint8Array({ maxLength: 40 }).map((array) => Buffer.from(array));
const orNull = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { freq: 4 });
const text = fc.string({ unit: 'grapheme', maxLength: 20 }).map((value) => value.replaceAll('\0', ''));
const range = fc
  .tuple(fc.bigInt({ min: 0n, max: 2n ** 62n }), fc.option(fc.bigInt({ min: 1n, max: 2n ** 60n })))
  .map(([from, length]) => ({ from, to: length === null ? null : from + length }));

const row: fc.Arbitrary<Row> = fc.record({
  a: orNull(int2),
  b: orNull(int4),
  c: orNull(int8),
  d: orNull(fc.boolean()),
  e: orNull(text),
  f: orNull(bytes),
  g: orNull(fc.json().map((value) => JSON.stringify({ value }))),
  h: orNull(range),
  i: orNull(fc.array(int2, { maxLength: 5 })),
  j: orNull(fc.array(int4, { maxLength: 5 })),
  k: orNull(fc.array(int8, { maxLength: 5 })),
  l: orNull(fc.array(bytes, { maxLength: 5 })),
  m: orNull(fc.constantFrom('ACCOUNT', 'CONTRACT', 'UNKNOWN')),
});

describe('binary COPY', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await createTestDatabase();
    await test.database.pool.query(
      `create table kinds (n serial, a smallint, b int, c nanos_timestamp, d bool, e varchar, f bytea, g jsonb,
         h int8range, i smallint[], j int[], k bigint[], l bytea[], m entity_type)`,
    );
  });
  afterAll(async () => {
    await test.drop();
  });

  async function throughTable(rows: readonly Row[], buffer = new CopyBuffer<Row>(COLUMNS)): Promise<Row[]> {
    return test.database.transaction(async (client) => {
      await client.query('truncate kinds');
      for (const each of rows) buffer.add(each);
      await copyRows(client, 'kinds', buffer);
      const names = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
      const found = await client.query<(string | null)[]>({
        text: `select ${names.join(', ')} from kinds order by n`,
        rowMode: 'array',
        types: { getTypeParser: () => (value: unknown) => value } as never,
      });
      return found.rows.map(
        (values) =>
          Object.fromEntries(
            names.map((name, i) => [name, parseColumn(COLUMNS[name], values[i] ?? null)]),
          ) as Row,
      );
    });
  }

  it('returns every written value', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 30 }), async (rows) => {
        const found = await throughTable(rows);
        const comparable = (each: Row) => ({ ...each, g: each.g === null ? null : JSON.parse(each.g) });
        expect(found.map(comparable)).toEqual(rows.map(comparable));
      }),
      { numRuns: 40 },
    );
  });

  const empty = Object.fromEntries(Object.keys(COLUMNS).map((name) => [name, null])) as Row;

  it('accepts values larger than its buffers', async () => {
    const big = { ...empty, f: Buffer.alloc(3_000_000, 7), e: 'ü'.repeat(400_000) };
    const many = Array.from({ length: 20_000 }, (_, i) => ({ ...empty, c: BigInt(i) }));
    const found = await throughTable([big, ...many, big]);
    expect(found).toHaveLength(20_002);
    expect(found[0]?.f?.length).toBe(3_000_000);
    expect(found.at(-1)?.e).toBe(big.e);
    expect(found[20_000]?.c).toBe(19_999n);
  });

  it('has U+FFFD instead of NUL, which PostgreSQL cannot store', async () => {
    const found = await throughTable([
      { ...empty, e: 'a\0b', g: JSON.stringify({ x: 'a\0b', y: 'a\\u0000b' }) },
    ]);
    expect(found[0]?.e).toBe('a\ufffdb');
    expect(JSON.parse(found[0]?.g ?? '')).toEqual({ x: 'a\ufffdb', y: 'a\\u0000b' });
  });

  it('rejects if the server refuses a row, and the connection stays usable', async () => {
    const client = await test.database.pool.connect();
    try {
      await client.query('begin');
      const buffer = new CopyBuffer<Row>(COLUMNS);
      buffer.add({ ...empty, m: 'NO SUCH TYPE' });
      await expect(copyRows(client, 'kinds', buffer)).rejects.toThrow(/entity_type/);
      await client.query('rollback');
      expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    } finally {
      client.release();
    }
  });

  it('fails with all later requests, and the connection stays usable', async () => {
    const writer = new ThreadWriter(test.target, { applicationName: 'test' });
    const good = new CopyBuffer<Row>(COLUMNS);
    for (let i = 0; i < 5_000; i += 1) good.add({ ...empty, f: Buffer.alloc(1_000) });
    const bad = new CopyBuffer<Row>(COLUMNS);
    bad.add({ ...empty, m: 'NO SUCH TYPE' });
    const count = 'select count(*)::int as rows from kinds';
    try {
      const before = (await writer.query<{ rows: number }>(count)).rows;
      // No call is awaited, so all are in progress when the second one fails.
      const outcomes = await Promise.allSettled([
        writer.query('begin'),
        writer.copy('kinds', good),
        writer.copy('kinds', bad),
        writer.copy('kinds', good),
        writer.query(count),
        writer.query('rollback'),
        writer.query(count),
      ]);
      expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([
        ...[true, true, false, false, false],
        ...[true, true],
      ]);
      const reasons = outcomes.map((outcome) => String('reason' in outcome ? outcome.reason : ''));
      expect(reasons[2]).toMatch(/entity_type/);
      expect(reasons[3]).toMatch(/transaction is aborted/);
      expect(outcomes.at(-1)).toMatchObject({ value: { rows: before } });
      await writer.copy('kinds', good);
      expect((await writer.query<{ rows: number }>(count)).rows[0]?.rows).toBe(
        (before[0]?.rows ?? 0) + 5_000,
      );
    } finally {
      await writer.end();
    }
  });

  it('rejects if the server disconnects in the middle', async () => {
    const client = await test.database.pool.connect();
    client.on('error', () => undefined);
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const buffer = new CopyBuffer<Row>(COLUMNS);
    const large = { ...empty, f: Buffer.alloc(1_000_000) };
    for (let i = 0; i < 100; i += 1) buffer.add(large);
    const copied = copyRows(client, 'kinds', buffer);
    const [outcome] = await Promise.allSettled([
      copied,
      test.database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]),
    ]);
    expect(outcome.status).toBe('rejected');
    client.release(true);
  });

  it('refuses integers that do not fit', () => {
    const buffer = new CopyBuffer<Row>(COLUMNS);
    expect(() => buffer.add({ ...empty, a: 40_000 })).toThrow(RangeError);
    expect(() => buffer.add({ ...empty, c: 2n ** 63n })).toThrow(RangeError);
  });
});
