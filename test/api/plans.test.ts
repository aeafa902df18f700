import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Recorder, recordStatements, type Statement } from '../../bench/api/recorded-statements.ts';
import { type Samples, selectSamples } from '../../bench/api/samples.ts';
import { storiesOf } from '../../bench/api/stories.ts';
import { writeDemo } from '../../src/demo/write-demo.ts';
import { ingestFolder } from '../ingest-rows/ingest-folder.ts';
import { startTestApi, type TestApi } from './api-fixture.ts';

/**
 * That what every route asks of the database reads little more than it shows, for values met often,
 * seldom and never: the stories of the bench on a demo network.
 */

const TRANSACTIONS = 30_000;
const TPS = 500;
/** Paths of a story that are explained. */
const EXPLAINED = 3;

/** Most rows read for each item of a page, and most rows that one sort is given. */
const ROWS_FOR_ITEM = 80;
const LEAST_ROWS = 400;
/** Most rows of a table that is read whole. */
const SCANNED = 1000;
/**
 * Rows that other stories may read: nearly every transaction pays the fee account, and those that do not
 * are found by walking past the others (see docs/decisions.md).
 */
const EXCEPTIONS: Readonly<Record<string, number>> = { 'transactions without the fee account': 20_000 };

let folder: string;
let api: TestApi;
let recorder: Recorder;
let samples: Samples;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tain-plans-'));
  await writeDemo({
    dir: folder,
    blocks: TRANSACTIONS / TPS / 2,
    tps: TPS,
    seed: 5,
    signInner: false,
    dataEverywhere: false,
    hotShare: 0.5,
    population: { accounts: 2000, tokens: 120, topics: 200, contracts: 120 },
  });
  api = await startTestApi({ clock: () => Date.UTC(2026, 0, 4) });
  await ingestFolder({
    database: api.database,
    folder,
    addressBook: path.join(folder, 'address_book.bin'),
  });
  await api.database.pool.query('vacuum analyze');
  const client = await api.database.pool.connect();
  samples = await selectSamples(client);
  // What is asked on connections from now on is recorded.
  client.release(true);
  recorder = recordStatements(api.database.pool);
}, 120_000);
afterAll(async () => {
  await api?.close();
  await rm(folder, { recursive: true, force: true });
});

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

interface Work {
  /** Rows that scans of tables returned or passed over. */
  read: number;
  /** Most rows that one sort was given. */
  sorted: number;
  /** Most rows that a scan of a whole table read. */
  scanned: number;
}

function add(node: PlanNode, work: Work): void {
  const loops = node['Actual Loops'];
  const rows = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * loops;
  if (node['Relation Name'] !== undefined) work.read += rows;
  if (node['Node Type'] === 'Seq Scan') work.scanned = Math.max(work.scanned, rows);
  for (const child of node.Plans ?? []) {
    if (node['Node Type'].endsWith('Sort')) work.sorted = Math.max(work.sorted, child['Actual Rows']);
    add(child, work);
  }
}

async function explain({ text, values }: Statement, generic: boolean): Promise<Work> {
  const client = await api.database.pool.connect();
  try {
    await client.query(`set plan_cache_mode = ${generic ? 'force_generic_plan' : 'force_custom_plan'}`);
    const name = `explained ${Math.random()}`;
    const { rows } = await client.query({
      name,
      text: `explain (analyze, buffers, format json) ${text}`,
      values: [...values],
    });
    const work = { read: 0, sorted: 0, scanned: 0 };
    add((rows[0]['QUERY PLAN'] as { Plan: PlanNode }[])[0]?.Plan as PlanNode, work);
    return work;
  } finally {
    await client.query('reset plan_cache_mode');
    client.release();
    recorder.take();
  }
}

describe('what is read', () => {
  it('is little more than what is shown', async () => {
    const bad: string[] = [];
    for (const { name, paths } of storiesOf(samples)) {
      for (const below of paths.slice(0, EXPLAINED)) {
        recorder.take();
        const response = await api.get(`/api/v1/${below}`);
        const body = await response.text();
        if (response.status !== 404) expect(response.status, `${below}: ${body}`).toBe(200);
        const items = below.includes('limit=100') ? 100 : 25;
        const most = EXCEPTIONS[name] ?? Math.max(LEAST_ROWS, ROWS_FOR_ITEM * items);
        for (const statement of recorder.take()) {
          // Statements that are planned for their values are never planned for any values.
          const modes = statement.text.includes('planned for its values') ? [false] : [false, true];
          for (const generic of modes) {
            const work = await explain(statement, generic);
            if (work.read > most || work.sorted > most || work.scanned > SCANNED) {
              bad.push(`${name}: ${below}: ${generic ? 'generic' : 'custom'} ${JSON.stringify(work)}`);
            }
          }
        }
      }
    }
    expect(bad).toEqual([]);
  }, 60_000);
});
