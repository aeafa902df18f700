import { readdirSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LIST_ROUTES } from '../../plans/list-requests.ts';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { type AskedStatement, noteStatements } from '../statement-work.ts';
import { statementCases } from './cases.ts';
import { formatSql, tokensOf } from './format-sql.ts';
import { writtenStatements } from './written-statements.ts';

/**
 * The SQL of every list, in files to read: what a request of each scenario of the bench asks of the database. A change of
 * a statement shows there. This writes the files anew:
 *
 *   TAIN_STATEMENTS=write npx vitest run --project main test/api/statements
 */
const WRITES = process.env.TAIN_STATEMENTS === 'write';
const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const CASES = statementCases();
/** What a server asks now and then, for all requests: what is kept of the history. */
const ASKED_FOR_ALL = /\btain\.kept\b/;

let api: TestApi;
let asked: AskedStatement[];
beforeAll(async () => {
  api = await startTestApi({ clock: () => 1_767_225_100_000 });
  await api.database.pool.query(await readFile(path.join(FOLDER, 'rows.sql'), 'utf8'));
  // What a server asks once is asked before.
  await api.json('/api/v1/balances?account.balance=gt:1');
  asked = noteStatements();
  if (WRITES) for (const file of filesOf()) await rm(path.join(FOLDER, file));
});
afterAll(async () => {
  vi.restoreAllMocks();
  await api?.close();
});

function filesOf(): string[] {
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => /\/.*\.sql$/.test(file));
}

it('cover every list, and each has a file of its own', () => {
  const lists = new Set(CASES.map(({ route }) => route.path));
  expect(LIST_ROUTES.map(({ path }) => path).filter((path) => !lists.has(path))).toEqual([]);
  expect(new Set(CASES.map(({ file }) => file)).size).toBe(CASES.length);
});

describe('the statements in', () => {
  it.each(CASES.map(({ file, path }) => [file, path]))('%s', async (file, request) => {
    asked.length = 0;
    const response = await api.get(`/api/v1/${request}`);
    expect(response.status, await response.text()).toBe(200);
    const statements = asked.splice(0).filter(({ text }) => !ASKED_FOR_ALL.test(text));
    expect(statements.length).toBeGreaterThan(0);
    const written = writtenStatements(request, statements);
    const place = path.join(FOLDER, file);
    if (WRITES) {
      await mkdir(path.dirname(place), { recursive: true });
      await writeFile(place, written);
    }
    expect(written).toBe(await readFile(place, 'utf8'));
  });

  it('no other file', () => {
    expect(filesOf().sort()).toEqual(CASES.map(({ file }) => file).sort());
  });
});

describe('formatting', () => {
  it('changes nothing but space', async () => {
    asked.length = 0;
    for (const { path } of CASES) await (await api.get(`/api/v1/${path}`)).text();
    expect(asked.length).toBeGreaterThanOrEqual(CASES.length);
    for (const { text, values } of asked) {
      const formatted = formatSql(text);
      expect(tokensOf(formatted)).toEqual(tokensOf(text));
      // PostgreSQL reads it as the same signs.
      await api.database.pool.query(`explain ${formatted}`, [...values]);
    }
  });

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
