import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../../free-ports.ts';
import { removeFolder } from '../../remove-folder.ts';
import { runCommand } from './run-command.ts';
import { Tain } from './tain.ts';

// Metrics of a running Tain with all roles, as Prometheus reads them. The dashboard, the alarms and the documentation
// use only existing metrics.

const CUTOVER = 165;

let folder: string;
let tain: Tain;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tain-metrics-'));
  const port = await freePort();
  const dead = await freePort();
  tain = new Tain(['start'], {
    TAIN_DATA_DIR: path.join(folder, 'data'),
    TAIN_PORT: '0',
    TAIN_STATUS_PORT: '0',
    TAIN_API_PROCESSES: '2',
    TAIN_EVM_WORKERS: '1',
    TAIN_DEMO_TPS: '1',
    TAIN_DEMO_CUTOVER: String(CUTOVER),
    TAIN_DEMO_BLOCK_NODE_PORT: String(port),
    // The preferred block node never responds.
    TAIN_BLOCK_NODES: `127.0.0.1:${dead}?priority=1,127.0.0.1:${port}?priority=2`,
  });
  url = await tain.url();
  for (const deadline = Date.now() + 150_000; (await value('tain_ingest_block_number')) < CUTOVER + 2; ) {
    if (Date.now() > deadline)
      throw new Error(`the blocks of the block node did not arrive in time:\n${tain.stderr}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
});
afterAll(async () => {
  if (tain.child.exitCode === null) await tain.stop('SIGKILL');
  await removeFolder(folder);
});

async function text(): Promise<string> {
  const response = await fetch(`${url}/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  return response.text();
}

/** Returns the sum of a metric's series whose labels contain `labels`. */
async function value(name: string, labels = ''): Promise<number> {
  const lines = (await text())
    .split('\n')
    .filter((line) => new RegExp(`^${name}[{ ]`).test(line) && line.includes(labels));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** Returns the names of all metrics, without the suffixes of histograms. */
async function names(): Promise<Set<string>> {
  return new Set([...(await text()).matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
}

/** Returns the metric names in an expression. */
function namesIn(expression: string): string[] {
  const bare = expression.replaceAll(/"[^"]*"/g, '""').replaceAll(/\{[^}]*\}/g, '');
  return [...bare.matchAll(/\b(?:tain|process|nodejs)_[a-z0-9_]+\b/g)].map(([name]) =>
    name.replace(/_(?:bucket|sum|count)$/, ''),
  );
}

const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string };
}
const RULES = (
  parse(read('deploy/prometheus-alerts.yaml')) as { groups: { rules: Rule[] }[] }
).groups.flatMap(({ rules }) => rules);

test('the ingest counts blocks, transactions, bytes and signatures, and reports the age of the last block', async () => {
  const blocks = await value('tain_ingest_blocks_total');
  expect(blocks).toBeGreaterThan(CUTOVER);
  expect(await value('tain_ingest_transactions_total')).toBeGreaterThan(blocks);
  expect(await value('tain_ingest_block_bytes_total')).toBeGreaterThan(blocks * 100);
  expect(
    Math.abs(Date.now() / 1000 - (await value('tain_ingest_last_block_timestamp_seconds'))),
  ).toBeLessThan(60);
  await expect.poll(() => value('tain_ingest_unstored_blocks'), { timeout: 120_000 }).toBeLessThan(2);
  // Each of the network's nodes has an outcome for each record file.
  const outcomes = await value('tain_ingest_signatures_total', 'node="0"');
  expect(outcomes).toBeGreaterThan(CUTOVER - 2);
  expect(await value('tain_ingest_signatures_total', 'outcome="verified"')).toBeGreaterThan(outcomes);
  expect(await value('tain_ingest_proven_blocks_total', 'proof="record-signatures"')).toBe(outcomes);
});

test('failures of block nodes, and blocks of the followed one, are counted', async () => {
  expect(await value('tain_block_node_failures_total', 'code="unavailable"')).toBeGreaterThan(0);
  expect(await value('tain_block_node_switches_total')).toBe(1);
});

test('tain roles shows the ingest of the embedded database, which writes', async () => {
  const shown = async () => {
    const settings = { TAIN_DATA_DIR: path.join(folder, 'data') };
    const { code, stdout } = await runCommand(['roles', '--json'], settings);
    expect(code).toBe(0);
    const rows = JSON.parse(stdout) as { readonly process: string; readonly state: string }[];
    return rows.map((row) => `${row.process} ${row.state}`);
  };
  await expect
    .poll(shown, { timeout: 120_000, interval: 200 })
    .toEqual([`${os.hostname()}:${tain.child.pid} writing`]);
});

test('the query service counts requests, cached answers, statements and connections', async () => {
  const before = await value('tain_api_requests_total', 'route="/api/v1/accounts/{idOrAliasOrEvmAddress}"');
  const misses = await value('tain_api_cache_misses_total');
  for (let n = 0; n < 3; n++) await (await fetch(`${url}/api/v1/accounts/0.0.2`)).text();
  expect(await value('tain_api_requests_total', 'route="/api/v1/accounts/{idOrAliasOrEvmAddress}"')).toBe(
    before + 3,
  );
  expect(await value('tain_api_cache_misses_total')).toBeGreaterThan(misses);
  const hits = await value('tain_api_cache_hits_total');
  await Promise.all(
    Array.from({ length: 20 }, async () => (await fetch(`${url}/api/v1/accounts/0.0.2`)).text()),
  );
  expect(await value('tain_api_cache_hits_total')).toBeGreaterThan(hits);
  expect(await value('tain_api_statements_most')).toBe(10);
  expect(await value('tain_api_statements_running')).toBeLessThanOrEqual(10);
  expect(await value('tain_api_database_connections')).toBeGreaterThanOrEqual(2);
  expect(await value('tain_api_connections')).toBeGreaterThan(0);
});

test('the status service exports the same metrics', async () => {
  const [, status = ''] = await tain.waitFor(/Status (?:service|page) at (http:\/\/[\d.:]+)/);
  const exposed = new Set(
    [...(await (await fetch(`${status}/metrics`)).text()).matchAll(/^# TYPE (\S+)/gm)].map(
      ([, name]) => name,
    ),
  );
  expect(exposed).toEqual(await names());
});

test('requests cannot create series', async () => {
  const count = async () => (await text()).split('\n').filter((line) => line.startsWith('tain_')).length;
  const request = async (word: string) => {
    const wrong = [`/api/v1/${word}`, `/${word}`, `/api/v1/accounts/${word}`, `/api/v1/blocks?${word}=1`];
    for (const each of wrong) await (await fetch(url + each, { method: 'GET' })).text();
    await (await fetch(`${url}/api/v1/blocks`, { method: 'PUT', body: word })).text();
  };
  await request('first');
  const before = await count();
  const words = 30;
  for (let n = 0; n < words; n++) await request(`qzx${n}`);
  // The program itself may add a few series meanwhile; one series per request would add at least one per word.
  expect((await count()) - before).toBeLessThan(words);
  expect(await text()).not.toContain('qzx');
});

test('each metric has a help text, which is its documentation, and a unit if it has one', async () => {
  const help = new Map(
    [...(await text()).matchAll(/^# HELP (\S+) (.+)$/gm)].map(([, name, line]) => [name, line]),
  );
  const types = [...(await text()).matchAll(/^# TYPE (tain_\S+) (\S+)$/gm)];
  for (const [, name = '', type] of types) {
    expect([name, (help.get(name)?.length ?? 0) > 10]).toEqual([name, true]);
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
    if (type === 'histogram') expect(name).toMatch(/_seconds$/);
  }
});

test('the dashboard queries existing metrics', async () => {
  const { panels } = JSON.parse(read('deploy/grafana-dashboard.json')) as {
    panels: { type: string; targets?: { expr: string }[] }[];
  };
  const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const exposed = await names();
  for (const expression of expressions) {
    expect(namesIn(expression).length).toBeGreaterThan(0);
    expect([expression, namesIn(expression).filter((name) => !exposed.has(name))]).toEqual([expression, []]);
    expect(isBalanced(expression)).toBe(true);
  }
  // The dashboard also uses metrics of the query service, the ingest and the status service.
  const shown = new Set(expressions.flatMap(namesIn));
  const left = [...exposed].filter((name) => name.startsWith('tain_') && !shown.has(name));
  expect(left).toEqual([]);
});

test('the alarms query existing metrics, and each is documented', async () => {
  const exposed = await names();
  for (const { alert, expr } of RULES) {
    if (alert === 'TainDown') expect(expr).toBe('up{job=~"tain.*"} == 0');
    else expect([alert, namesIn(expr).length > 0]).toEqual([alert, true]);
    expect([alert, namesIn(expr).filter((name) => !exposed.has(name))]).toEqual([alert, []]);
    expect(isBalanced(expr)).toBe(true);
  }
  const explained = [...read('docs/emergencies.md').matchAll(/^\| `(Tain[A-Z]\w+)`/gm)].map(
    ([, name]) => name,
  );
  expect(explained).toEqual(RULES.map(({ alert }) => alert));
});

test('a dashboard with an unknown metric is detected', () => {
  expect(namesIn('sum(rate(tain_gone_total{a="tain_x"}[5m])) / tain_api_x_seconds_bucket')).toEqual([
    'tain_gone_total',
    'tain_api_x_seconds',
  ]);
});

function isBalanced(expression: string): boolean {
  let open = '';
  const pairs: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
  for (const letter of expression.replaceAll(/"[^"]*"/g, '')) {
    if ('([{'.includes(letter)) open += letter;
    else if (letter in pairs) {
      if (!open.endsWith(pairs[letter] ?? '')) return false;
      open = open.slice(0, -1);
    }
  }
  return open === '';
}
