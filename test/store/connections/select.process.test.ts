import fc from 'fast-check';
import { Parser } from 'pg-protocol/dist/parser.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readRow } from '../../../src/store/connections/select.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';

/** Returns the message of a row as PostgreSQL sends it, after some other bytes. */
function rowMessage(fields: readonly (string | null)[]): { bytes: Buffer; start: number; length: number } {
  const parts: Buffer[] = [];
  const count = Buffer.alloc(2);
  count.writeUInt16BE(fields.length);
  parts.push(count);
  for (const field of fields) {
    const size = Buffer.alloc(4);
    const text = Buffer.from(field ?? '');
    size.writeInt32BE(field === null ? -1 : text.length);
    parts.push(size, text);
  }
  const body = Buffer.concat(parts);
  return {
    bytes: Buffer.concat([Buffer.alloc(5, 0xc3), body, Buffer.alloc(3, 0xa9)]),
    start: 5,
    length: body.length,
  };
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.integer({ min: 100, max: 70_000 }).map((length) => 'x'.repeat(length)),
  fc.constantFrom('', 'é', '\u0080', '\u00ff', '€', '😀'),
);

describe('a row', () => {
  it('is read as written, whatever its texts contain', () => {
    fc.assert(
      fc.property(fc.array(fc.option(anyText), { maxLength: 300 }), (fields) => {
        const { bytes, start, length } = rowMessage(fields);
        expect(readRow(bytes, start, length)).toEqual(fields);
      }),
    );
  });
});

describe('a client', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.drop());

  it('reads rows that arrive in chunks, and continues after an error', async () => {
    const { pool } = test.database;
    const client = await pool.connect();
    try {
      const query = () =>
        client.query<{ n: number; text: string; no: null }>(
          `select n, repeat(case when n % 2 = 0 then 'a' else 'ö€' end, n) as text, null as no from generate_series(1, 3000) n`,
        );
      const { rows } = await query();
      expect(rows.length).toBe(3000);
      for (const { n, text, no } of rows) {
        expect(text).toBe((n % 2 === 0 ? 'a' : 'ö€').repeat(n));
        expect(no).toBe(null);
      }
      await expect(client.query('select 1 / (3 - n) from generate_series(1, 5) n')).rejects.toThrow(
        'division',
      );
      expect((await query()).rows.length).toBe(3000);
    } finally {
      client.release();
    }
  });
});

describe('the parser of the driver', () => {
  it('is the one that connections of the driver use', async () => {
    const handled = vi.spyOn(Parser.prototype as unknown as { handlePacket(): unknown }, 'handlePacket');
    const test = await createTestDatabase();
    try {
      handled.mockClear();
      expect((await test.database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
      expect(handled).toHaveBeenCalled();
    } finally {
      handled.mockRestore();
      await test.drop();
    }
  });
});
