import { describe, expect, it } from 'vitest';
import { PreparedStatements, StatementNames } from '../../../../src/store/reads/statement/batch-query.ts';
import { fixed, PLANNED_FOR_VALUES, sql } from '../../../../src/store/sql.ts';
import { startTestApi } from '../../../rest/api-fixture.ts';
import { block, insert } from '../../../rest/rows.ts';

describe('StatementNames', () => {
  it('names frequent statements, always by the same name', () => {
    const [one, other] = [new StatementNames(), new StatementNames()];
    const requested = ['select 1', 'select 1', 'select 1', 'select 1'];
    const names = requested.map((text) => one.statementOf(text).name);
    expect(names.slice(0, 2)).toEqual([undefined, undefined]);
    expect(names[2]).toBeDefined();
    expect(names[3]).toBe(names[2]);
    expect(requested.map((text) => other.statementOf(text).name).at(-1)).toBe(names[2]);
    expect(one.statementOf('select 2').name).toBeUndefined();
  });

  it('does not name statements with custom plans', () => {
    const names = new StatementNames();
    const text = `select ${PLANNED_FOR_VALUES.text}1`;
    for (let i = 0; i < 5; i++) expect(names.statementOf(text).name).toBeUndefined();
  });

  it('writes out the fixed parts, named or not', () => {
    const names = new StatementNames();
    const inner = fixed(sql`b, c`);
    const { text } = sql`select ${fixed(sql`a, ${inner}`)}, ${1} from t where ${inner} = ${2}`;
    expect(text).not.toContain('b, c');
    for (let i = 0; i < 4; i++) {
      const statement = names.statementOf(text);
      expect(statement.text).toBe('select a, b, c, $1 from t where b, c = $2');
      expect(statement.name === undefined).toBe(i < 2);
    }
    expect(() => fixed(sql`a = ${1}`)).toThrow(RangeError);
  });

  it('stays bounded', () => {
    const names = new StatementNames();
    for (let i = 0; i < 10_000; i++) for (let n = 0; n < 3; n++) names.statementOf(`select ${i}`);
    expect(names.statementOf('select 9999').name).toBeDefined();
  });
});

describe('PreparedStatements', () => {
  it('reports a connection with the maximum number of names', () => {
    const prepared = new PreparedStatements();
    const connection = {};
    const full = Array.from({ length: 120 }, (_, i) => prepared.isFull(connection, `s${i}`));
    expect(full.indexOf(true)).toBe(119);
    expect(prepared.isFull({}, 's1')).toBe(false);
  });

  it('replaces such connections while requests continue', async () => {
    const api = await startTestApi({ settings: { maxConnections: 1, limitMax: 100 } });
    try {
      await insert(api.database, 'record_file', [block(1, 10)]);
      const backends = new Set<unknown>();
      // Each limit results in its own statement.
      for (let limit = 1; limit <= 100; limit++) {
        for (const order of ['asc', 'desc']) {
          for (let n = 0; n < 3; n++) {
            expect((await api.json(`/api/v1/blocks?limit=${limit}&order=${order}`)).blocks).toHaveLength(1);
          }
        }
        const { rows } = await api.database.pool.query(
          'select pid from pg_stat_activity where pid = pg_backend_pid()',
        );
        backends.add(rows[0]?.pid);
      }
      expect(backends.size).toBeGreaterThan(1);
      expect(api.errors).toEqual([]);
    } finally {
      await api.close();
    }
  });
});
