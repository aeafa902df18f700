import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, databaseUrl, type TestDatabase } from '../database.ts';
import { freePort } from '../free-ports.ts';
import { differences, dumpTables } from '../ingest/dump-tables.ts';
import { ingestFolder } from '../ingest/ingest-folder.ts';
import { removeFolder } from '../remove-folder.ts';
import { TcpProxy } from '../tcp-proxy.ts';
import { ArrivingStream, type LiveFolder } from './arriving-stream.ts';
import { runCommand } from './commands/run-command.ts';
import { Tain } from './commands/tain.ts';

// Several ingest processes on one database: one writes, and another takes over.

const BLOCKS = 40;
/** Milliseconds between two blocks of the stream. */
const BLOCK_INTERVAL_MS = 120;
/** Number of the stream's last blocks, which arrive only on request, whatever the duration of the test until then. */
const RESERVE = 16;
/** Number of blocks of a source that then fails. */
const STALLED = 8;
/** Maximum milliseconds until a takeover: the timeout of the server and an attempt, on a busy machine. */
const TAKEOVER = 20_000;

let folder: string;
let whole: Record<string, string[]>;
let stream: ArrivingStream;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tain-standby-'));
  stream = await ArrivingStream.write(folder, { blocks: BLOCKS, tps: 5, seed: 19 });
  expect(stream.blocks).toBe(BLOCKS);
  const db = await createTestDatabase();
  await ingestFolder({
    database: db.database,
    folder: stream.dir,
    addressBook: path.join(stream.dir, 'address_book.bin'),
  });
  whole = await dumpTables(db.database);
  await db.drop();
});
afterAll(() => removeFolder(folder));

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Creates a live folder. `max`: number of blocks that ever arrive. */
async function liveFolder(max = BLOCKS): Promise<LiveFolder> {
  const live = await stream.arrive(BLOCK_INTERVAL_MS, RESERVE, max);
  ends.push(() => live.end());
  return live;
}

/** An ingest process that connects to the database through its own proxy. */
class IngestProcess {
  readonly tain: Tain;
  readonly proxy: TcpProxy;
  readonly #port: number;

  constructor(tain: Tain, proxy: TcpProxy, port: number) {
    this.tain = tain;
    this.proxy = proxy;
    this.#port = port;
  }

  static async start(db: TestDatabase, streams: string, yieldAfterMs = '1h'): Promise<IngestProcess> {
    const proxy = await TcpProxy.to(db.target);
    const port = await freePort();
    const tain = new Tain(['start', '--roles', 'ingest'], {
      DATABASE_URL: proxy.url,
      TAIN_DATA_DIR: await mkdtemp(path.join(folder, 'data-')),
      TAIN_NETWORK: 'other',
      TAIN_STREAMS: streams,
      TAIN_YIELD_AFTER: yieldAfterMs,
      TAIN_METRICS_ADDRESS: `127.0.0.1:${port}`,
    });
    ends.push(async () => {
      tain.child.kill('SIGCONT');
      await tain.stop('SIGKILL');
      proxy.close();
    });
    await tain.waitFor('Started in');
    return new IngestProcess(tain, proxy, port);
  }

  /** Returns its readiness and its metrics. */
  async state(): Promise<string> {
    const at = `http://127.0.0.1:${this.#port}`;
    const answer = await fetch(`${at}/health/readiness`);
    const { status, ingest } = (await answer.json()) as { status: string; ingest: string };
    expect(status).toBe('ok');
    const metrics = await (await fetch(`${at}/metrics`)).text();
    for (const each of ['writing', 'failing', 'blocked', 'standby', 'disconnected']) {
      const shown = Number(new RegExp(`^tain_ingest_${each} (.*)$`, 'm').exec(metrics)?.[1]);
      // The state may have changed between the two requests.
      if (shown === 1 && each !== ingest) return this.state();
    }
    return ingest;
  }

  /** Returns the lines of the metrics that begin with a name. */
  async metric(name: string): Promise<string[]> {
    const metrics = await (await fetch(`http://127.0.0.1:${this.#port}/metrics`)).text();
    return metrics.split('\n').filter((line) => line.startsWith(`${name} `));
  }

  async reachesState(state: string, within = TAKEOVER): Promise<number> {
    const began = performance.now();
    await expect.poll(() => this.state(), { timeout: within, interval: 100 }).toBe(state);
    return performance.now() - began;
  }
}

const stored = async (db: TestDatabase): Promise<number> => {
  const { rows } = await db.database.pool.query<{ n: number }>('select count(*)::int as n from record_file');
  return rows[0]?.n ?? 0;
};

/** Returns the processes that may write: sessions with the ingest's lock. */
const writers = async (db: TestDatabase): Promise<number> => {
  const { rows } = await db.database.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and objid = ${0x7461_6967} and granted and datname = current_database()`,
  );
  return rows[0]?.n ?? 0;
};

async function grows(db: TestDatabase, live: LiveFolder): Promise<void> {
  const before = await stored(db);
  live.releaseMore();
  await expect.poll(() => stored(db), { timeout: TAKEOVER, interval: 50 }).toBeGreaterThan(before);
}

test('an ingest whose source fails yields once to the one whose source works', async () => {
  const db = await createTestDatabase();
  ends.push(() => db.drop());
  const broken = await liveFolder(STALLED);
  const first = await IngestProcess.start(db, broken.dir, '2s');
  await first.reachesState('writing');
  const alike = await IngestProcess.start(db, broken.dir, '2s');
  await alike.reachesState('standby');
  await expect.poll(() => stored(db), { timeout: 120_000, interval: 100 }).toBe(STALLED);
  // Waits as long as a takeover takes, so that both lag equally.
  await sleep(9_000);
  expect([await first.state(), await alike.state()]).toEqual(['writing', 'standby']);
  const good = await liveFolder();
  const next = await IngestProcess.start(db, good.dir, '2s');
  await next.reachesState('writing', 60_000);
  await next.tain.waitFor('this one takes over');
  await first.reachesState('standby');
  await first.tain.waitFor('The role is handed to another ingest');
  await good.complete();
  await expect.poll(() => stored(db), { timeout: 120_000, interval: 100 }).toBe(BLOCKS);
  await sleep(5_000);
  expect([await first.state(), await alike.state(), await next.state()]).toEqual([
    'standby',
    'standby',
    'writing',
  ]);
  expect(await writers(db)).toBe(1);
  for (const { tain } of [first, alike]) expect(tain.stderr).not.toContain('The source of this ingest');
});

/** Two ingests on a new database: the first one writes, the second one is standby. */
async function startPair(): Promise<{
  db: TestDatabase;
  live: LiveFolder;
  first: IngestProcess;
  second: IngestProcess;
}> {
  const db = await createTestDatabase();
  ends.push(() => db.drop());
  const live = await liveFolder();
  const first = await IngestProcess.start(db, live.dir);
  await first.reachesState('writing');
  const second = await IngestProcess.start(db, live.dir);
  await second.reachesState('standby');
  return { db, live, first, second };
}

/** Releases all blocks, and expects the database to get the rows of an undisturbed ingest. */
async function completes(db: TestDatabase, live: LiveFolder): Promise<void> {
  await live.complete();
  await expect.poll(() => stored(db), { timeout: 120_000, interval: 100 }).toBe(BLOCKS);
  // Derived rows are committed after the last blocks.
  await expect
    .poll(async () => differences(await dumpTables(db.database), whole), { timeout: 120_000, interval: 200 })
    .toEqual([]);
}

test('the role cannot be handed over without a standby', async () => {
  const db = await createTestDatabase();
  ends.push(() => db.drop());
  const settings = { DATABASE_URL: databaseUrl(db) };
  const none = await runCommand(['roles', 'switch'], settings);
  expect([none.code, none.stderr]).toEqual([2, 'tain: No other ingest stands by.\n']);
  expect((await runCommand(['roles'], settings)).stdout).toContain('No ingest that reports writes.');
});

test('a writer with a full database reports it until it has space; the role is handed over by hand, and reported', async () => {
  const { db, live, first, second } = await startPair();
  const settings = { DATABASE_URL: databaseUrl(db) };
  await grows(db, live);
  const LAST = ['tain_ingest_block_number', 'tain_ingest_lag_seconds'] as const;
  for (const name of LAST) {
    // The writer shows a block after others can read it.
    await expect.poll(() => first.metric(name), { timeout: 20_000 }).toHaveLength(1);
    expect(await second.metric(name)).toEqual([]);
  }
  const reported = async () => {
    const { rows } = await db.database.pool.query('select problem, problem_cause from tain.ingest_state');
    return rows;
  };
  const NOTHING = [{ problem: null, problem_cause: null }];
  await expect.poll(reported, { timeout: 20_000 }).toEqual(NOTHING);

  await db.database.pool.query(`
    create function full_disk() returns trigger language plpgsql as $$ begin
      raise exception using errcode = '53100', message = 'could not extend file: No space left on device';
    end $$;
    create trigger full_disk before insert on record_file execute function full_disk()`);
  live.releaseMore();
  await first.reachesState('failing');
  await first.tain.waitFor('No space left on device');
  await expect
    .poll(reported, { timeout: 20_000 })
    .toEqual([{ problem: 'The database rejects the rows to store.', problem_cause: 'source' }]);
  // The second process is still standby.
  expect(await second.state()).toBe('standby');
  await db.database.pool.query('drop trigger full_disk on record_file');
  await first.reachesState('writing', 60_000);
  await expect.poll(reported, { timeout: 20_000 }).toEqual(NOTHING);

  // A lock that another session holds is named, with the session.
  const holder = await db.database.pool.connect();
  await holder.query('begin; lock table record_file in access exclusive mode');
  try {
    live.releaseMore();
    await first.reachesState('blocked', 60_000);
    await first.tain.waitFor('waits for a lock of table record_file, blocked by process');
    await expect
      .poll(reported, { timeout: 60_000 })
      .toEqual([{ problem: 'The ingest waits for a lock of table record_file.', problem_cause: 'source' }]);
    expect(await second.state()).toBe('standby');
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  await first.reachesState('writing', 60_000);
  await first.tain.waitFor('no longer waits for a lock of table record_file');
  await expect.poll(reported, { timeout: 60_000 }).toEqual(NOTHING);

  const shown = async () => {
    const { code, stdout } = await runCommand(['roles', '--json'], settings);
    expect(code).toBe(0);
    const list = JSON.parse(stdout) as { process: string; state: string }[];
    return list.map(({ process, state }) => [process.split(':')[1], state]);
  };
  const [a, b] = [first, second].map((each) => String(each.tain.child.pid));
  await expect.poll(shown, { timeout: 120_000, interval: 200 }).toEqual([
    [a, 'writing'],
    [b, 'standby'],
  ]);
  const switched = await runCommand(['roles', 'switch'], settings);
  expect([switched.code, switched.stdout]).toEqual([0, `${os.hostname()}:${b} writes now.\n`]);
  await first.reachesState('standby');
  for (const name of LAST) expect(await first.metric(name)).toEqual([]);
  await expect.poll(shown, { timeout: 120_000, interval: 200 }).toEqual([
    [b, 'writing'],
    [a, 'standby'],
  ]);
  await grows(db, live);
  expect(await writers(db)).toBe(1);
  const wrong = await runCommand(['roles', 'switch', '--process', 'unknown'], settings);
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    'tain: There is no ingest unknown: tain roles lists them.\n',
  ]);
  const back = await runCommand(['roles', 'switch', '--process', `${os.hostname()}:${a}`], settings);
  expect([back.code, back.stderr]).toEqual([0, '']);
  await first.reachesState('writing');
  await completes(db, live);
});

/** Faults of a process or of its connection, and how they end. */
const LASTING_FAULTS = {
  stopped: {
    begin: ({ tain }: IngestProcess) => tain.child.kill('SIGSTOP'),
    end: ({ tain }: IngestProcess) => tain.child.kill('SIGCONT'),
  },
  'cut off, its packets lost': {
    begin: ({ proxy }: IngestProcess) => {
      proxy.state = 'held';
    },
    end: ({ proxy }: IngestProcess) => {
      proxy.state = 'open';
    },
  },
} as const;

/**
 * Faults of the first writer's proxy, and the maximum milliseconds for which both processes may report that they write. A
 * disconnected process does not notice that the server has ended its session, and another process may take over
 * immediately. It relies on its own clock, and cannot write any more. Then faults of the second writer, and of the third.
 */
const FAULTS = [
  { fault: 'deaf', maxConcurrent: 0, lasting: 'cut off, its packets lost', signal: 'SIGKILL' },
  { fault: 'abandoned', maxConcurrent: 11_000, lasting: 'stopped', signal: 'SIGTERM' },
] as const;

test.each(FAULTS)(
  'an ingest whose proxy is $fault, one that is $lasting, and one that gets $signal are replaced, and nothing is lost or stored twice',
  async ({ fault, maxConcurrent, lasting, signal }) => {
    const { db, live, first, second } = await startPair();
    await grows(db, live);
    const both = watchBoth(first, second);
    first.proxy.state = fault;
    await first.reachesState('disconnected');
    await first.tain.waitFor('this process no longer claims the role');
    await second.reachesState('writing');
    await second.tain.waitFor(/The stream is resumed after block \d+/);
    await grows(db, live);
    expect(await writers(db)).toBe(1);
    first.proxy.state = 'open';
    await first.reachesState('standby');
    await grows(db, live);
    expect(await writers(db)).toBe(1);
    expect(await both()).toBeLessThanOrEqual(maxConcurrent);

    LASTING_FAULTS[lasting].begin(second);
    const milliseconds = await first.reachesState('writing');
    expect(milliseconds).toBeLessThan(TAKEOVER);
    await grows(db, live);
    expect(await writers(db)).toBe(1);
    LASTING_FAULTS[lasting].end(second);
    await second.reachesState('standby');
    await grows(db, live);
    expect(await writers(db)).toBe(1);
    expect(second.tain.child.exitCode).toBeNull();

    first.tain.child.kill(signal);
    expect(await second.reachesState('writing')).toBeLessThan(2_500);
    await grows(db, live);
    expect(await writers(db)).toBe(1);
    await completes(db, live);
    console.log(`An ingest that was ${lasting} was replaced after ${Math.round(milliseconds)} ms`);
  },
  180_000,
);

/** Measures the milliseconds in which both processes report that they write, until the returned function is called. */
function watchBoth(first: IngestProcess, second: IngestProcess): () => Promise<number> {
  let isOver = false;
  let together = 0;
  const watch = (async () => {
    while (!isOver) {
      // A state that is the same before and after another response also held in between.
      const began = performance.now();
      const states = [await first.state(), await second.state(), await first.state()];
      await sleep(100);
      if (states.every((state) => state === 'writing')) together += performance.now() - began;
    }
  })();
  watch.catch(() => undefined);
  ends.push(() => {
    isOver = true;
  });
  return async () => {
    isOver = true;
    await watch;
    return together;
  };
}
