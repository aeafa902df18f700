import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createTestDatabase, type TestDatabase } from '../database.ts';

// Checks the pages from which an operator copies: each alarm has its row, the metrics are those of the dashboard, which
// contains all (metrics.system.test.ts), and the statements run.

const read = (file: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8');
const page = read('docs/emergencies.md');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

test('each alarm has a row, in the order of its file', () => {
  const { groups } = parse(read('deploy/prometheus-alerts.yaml')) as {
    groups: { rules: { alert: string }[] }[];
  };
  const alarms = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  const rows = [...page.matchAll(/^\| `(Tain\w+)` \|/gm)].map(([, name]) => name);
  expect(rows.toSorted()).toEqual(alarms.toSorted());
});

test('metrics exist', () => {
  const metrics = read('deploy/grafana-dashboard.json');
  const named = new Set(
    [...page.matchAll(/\btain_[a-z_]+|(?<=`metric )\w+/g)].map(([name]) =>
      `${name.startsWith('tain_') ? '' : 'tain_'}${name}`.replace(/_(sum|count)$/, ''),
    ),
  );
  expect(named.size).toBeGreaterThan(20);
  for (const name of named)
    expect([name, new RegExp(`\\b${name}(_sum|_count|_bucket)?\\b`).test(metrics)]).toEqual([name, true]);
});

test.each(['emergencies', 'database', 'operations', 'metrics', 'status', 'scaling', 'local-network'])(
  'settings that docs/%s.md names exist',
  (name) => {
    const settings = read('docs/configuration.md');
    for (const [setting] of read(`docs/${name}.md`).matchAll(/\bTAIN_[A-Z_]+\b/g))
      expect([setting, settings.includes(`\`${setting}\``)]).toEqual([setting, true]);
  },
);

test.each(['docs/emergencies.md', 'docs/database.md'])('statements of %s run', async (file) => {
  const found = [...read(file).matchAll(/\bsql (['"])(.*?)\1/g)].map(([, , statement]) => statement ?? '');
  // Skips statements with a placeholder, and those that change the server, which other tests use.
  const statements = found.filter(
    (statement) =>
      /^(select|alter table) /.test(statement) && !/\b[A-Z]{3,}\b|\bpg_(drop|reload)_/.test(statement),
  );
  expect(statements.length).toBeGreaterThan(2);
  for (const statement of statements) await database.database.pool.query(statement);
});
