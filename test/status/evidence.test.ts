import { Writable } from 'node:stream';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiEvidence, reportIngest, reportService } from '../../src/app/roles/evidence.ts';
import { ChainHead } from '../../src/app/streams/chain-head.ts';
import { type Harness, IDLE_INGEST, type Loose, startHarness } from './harness.ts';

// Evidence of the other roles, recorded by their own code, and evaluated by the status service.

/** Query service without probes. */
const NO_PROBES = async () => null;

let h: Harness;
let logged: string[];
const log = pino(
  { level: 'info' },
  new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  }),
);

beforeEach(async () => {
  logged = [];
  // Records have the current time.
  h = await startHarness({ clock: Date.now });
});
afterEach(() => h.close());

const named = async (name: string): Promise<Loose> => {
  await h.status.tick();
  return (await h.json('/api/v2/components.json')).components.find((it: Loose) => it.name === name);
};

test('a query service without requests is operational', async () => {
  const notes = reportService('api', h.db.database, new ApiEvidence(), log, NO_PROBES);
  await notes.stop();
  const { rows } = await h.db.database.pool.query(
    'select requests::int, errors::int, p50_ms, p99_ms from tain.api_health',
  );
  expect(rows).toEqual([{ requests: 0, errors: 0, p50_ms: 0, p99_ms: 0 }]);
  expect(logged).toEqual([]);
  expect(await named('Query service')).toMatchObject({ status: 'operational' });
  expect(await (await h.get('/')).text()).not.toContain('No heartbeat');
});

test('answers are counted with their errors and latencies, once', async () => {
  const evidence = new ApiEvidence();
  // Refusals for overload are not failures, and a request without a database query is not evidence.
  for (let count = 1; count <= 100; count++) {
    evidence.answered(count > 97 ? 'failed' : 'done', count);
    evidence.answered('refused', 1000 * count);
    evidence.answered('no evidence', 1000 * count);
  }
  await reportService('api', h.db.database, evidence, log, NO_PROBES).stop();
  await reportService('api', h.db.database, evidence, log, NO_PROBES).stop();
  const { rows } = await h.db.database.pool.query(
    'select requests::int, errors::int, refused::int, p50_ms, p99_ms from tain.api_health order by requests desc',
  );
  expect(rows).toEqual([
    { requests: 100, errors: 3, refused: 100, p50_ms: 50, p99_ms: 99 },
    { requests: 0, errors: 0, refused: 0, p50_ms: 0, p99_ms: 0 },
  ]);
});

test('an ingest without stored blocks sends heartbeats', async () => {
  await reportIngest(h.db.database, IDLE_INGEST, log).stop();
  const { rows } = await h.db.database.pool.query(
    'select stream, last_block, consensus_end, version, caught_up, problem from tain.ingest_state',
  );
  expect(rows).toEqual([
    {
      stream: 'record',
      last_block: null,
      consensus_end: null,
      version: null,
      caught_up: true,
      problem: null,
    },
  ]);
  expect(await named('Mirror ingest')).toMatchObject({ status: 'operational' });
});

test('an ingest that waits for a lock of the blocks reports that, and keeps its position', async () => {
  const { pool } = h.db.database;
  await pool.query(
    `insert into record_file (name, load_start, load_end, hash, prev_hash, consensus_start, consensus_end, count,
       digest_algorithm, version, file_hash, index)
     values ('a block', 0, 0, 'aa', '', 5, 7000000, 1, 0, 7, '', 3)`,
  );
  const problem = { sentence: 'The ingest waits for a lock of table record_file.', cause: 'source' as const };
  await reportIngest(h.db.database, IDLE_INGEST, log).stop();
  const client = await pool.connect();
  try {
    await client.query('begin; lock table record_file in access exclusive mode');
    const blocked = { ...IDLE_INGEST, isBlocked: () => true, problem: () => problem };
    await reportIngest(h.db.database, blocked, log).stop();
  } finally {
    await client.query('rollback');
    client.release();
  }
  const { rows } = await pool.query(
    'select stream, last_block, consensus_end, problem, problem_cause from tain.ingest_state',
  );
  expect(rows).toEqual([
    {
      stream: 'block',
      last_block: '3',
      consensus_end: '7000000',
      problem: problem.sentence,
      problem_cause: 'source',
    },
  ]);
});

test('evidence that cannot be stored is reported in the log', async () => {
  await h.db.database.pool.query('alter table tain.api_health rename to note_nothing');
  await reportService('api', h.db.database, new ApiEvidence(), log, NO_PROBES).stop();
  expect(logged.join('')).toContain('evidence for the status service could not be stored');
});

test('an ingest has caught up only when all blocks of its source are stored', () => {
  const head = new ChainHead();
  expect(head.isReached).toBe(false);
  head.ended();
  expect(head.isReached).toBe(true);
  head.taken(10n);
  expect(head.isReached).toBe(false);
  // The database may be down for a long time meanwhile.
  head.ended();
  expect(head.isReached).toBe(false);
  head.stored(9n);
  expect(head.isReached).toBe(false);
  head.stored(10n);
  expect(head.isReached).toBe(true);
  head.begun();
  expect(head.isReached).toBe(false);
});

test('a source that is idle because its blocks wait for the database is not expected to respond', () => {
  let now = 1000;
  const head = new ChainHead(() => now);
  expect(head.answeredAt).toBeNull();
  head.taken(10n);
  now = 5000;
  expect(head.answeredAt).toBe(5000);
  head.requested();
  now = 9000;
  expect(head.answeredAt).toBe(5000);
  head.taken(11n);
  head.begun();
  now = 12_000;
  expect(head.answeredAt).toBe(9000);
});
