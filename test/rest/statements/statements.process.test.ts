import { readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { type ExecutedStatement, noteStatements } from '../statement-work.ts';
import { formatSql, tokensOf } from './format-sql.ts';
import { writtenStatements } from './written-statements.ts';

/**
 * Statements of twenty lists, each with another plan, stored in files so that changes can be reviewed. The first line
 * of a file is the request. This command rewrites the files:
 *
 * TAIN_STATEMENTS=write npx vitest run --project main test/rest/statements
 */
const WRITES = process.env.TAIN_STATEMENTS === 'write';
const FOLDER = fileURLToPath(new URL('lists/', import.meta.url));
const CASES = readdirSync(FOLDER).map((file) => {
  const [, request = ''] = /^-- GET (\S+)$/m.exec(readFileSync(path.join(FOLDER, file), 'utf8')) ?? [];
  return { file, request };
});
/** Statement that a server sends at intervals, for all requests: it reads the start of the retained history. */
const FOR_ALL_REQUESTS = /\btain\.kept\b/;

let api: TestApi;
let executed: ExecutedStatement[];
beforeAll(async () => {
  api = await startTestApi({ clock: () => 1_767_225_100_000 });
  await api.database.pool.query(await readFile(path.join(FOLDER, '../rows.sql'), 'utf8'));
  // A server's first request also reads values that it caches.
  await api.json('/api/v1/balances?account.balance=gt:1');
  executed = noteStatements();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await api?.close();
});

it.each(CASES)(
  'the statements of $file, and their formatting changes nothing but space',
  async ({ file, request }) => {
    executed.length = 0;
    const response = await api.get(request);
    expect(response.status, await response.text()).toBe(200);
    const statements = executed.splice(0).filter(({ text }) => !FOR_ALL_REQUESTS.test(text));
    expect(statements.length).toBeGreaterThan(0);
    for (const { text, values } of statements) {
      const formatted = formatSql(text);
      expect(tokensOf(formatted)).toEqual(tokensOf(text));
      // PostgreSQL parses the formatted statement into the same tokens.
      await api.database.pool.query(`explain ${formatted}`, [...values]);
    }
    const written = writtenStatements(request, statements);
    if (WRITES) await writeFile(path.join(FOLDER, file), written);
    expect(written).toBe(await readFile(path.join(FOLDER, file), 'utf8'));
  },
);

describe('formatting', () => {
  it.each([
    [
      'select a, b from t where x = $1 and y <> 2 order by a limit 3',
      'select a,\n  b\nfrom t\nwhere x = $1\n  and y <> 2\norder by a\nlimit 3\n',
    ],
    ["select ' from  where ' || coalesce(a >> 2, 'x')", "select ' from  where ' || coalesce(a >> 2, 'x')\n"],
    [
      'select (select 1 from u where u.a = t.a) from t',
      'select (\n  select 1\n  from u\n  where u.a = t.a\n)\nfrom t\n',
    ],
  ])('breaks at clauses: %s', (text, written) => {
    expect(formatSql(text)).toBe(written);
  });
});
