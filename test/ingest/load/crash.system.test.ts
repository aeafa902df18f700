import { fork } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { DEFAULT_START } from '../../../packages/network-simulator/src/options.ts';
import { Random } from '../../../packages/network-simulator/src/random.ts';
import { KINDS } from '../../../packages/network-simulator/src/transactions/kinds.ts';
import { writeDemo } from '../../../packages/network-simulator/src/write-demo.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import type { Database } from '../../../src/store/connections/database.ts';
import { migrate } from '../../../src/store/migrate/migrate.ts';
import { type ChildProgram, childProgram } from '../../child-program.ts';
import { createBlankDatabase } from '../../database.ts';
import { EFFORT, tries } from '../../effort.ts';
import { removeFolder } from '../../remove-folder.ts';
import { SEED } from '../../seeds.ts';
import { expectBalanceIndex } from '../balance-index.ts';
import { differences, dumpEverything } from '../dump-tables.ts';
import { ingestFolder } from '../ingest-folder.ts';

/**
 * Number of kills. A busy machine does fewer of them within the maximum duration (`BUDGET`), but at least `MIN_KILLS`.
 */
const KILLS = tries(7);
const MIN_KILLS = 4;
const BUDGET = 30_000 * EFFORT;
const CHILD = fileURLToPath(new URL('../ingest-child.ts', import.meta.url));
/** Exit code of a child if its killed predecessor is still running. */
const NOT_YET = 3;
const DAY = 86_400_000_000_000n;
const BLOCKS = 30;
const STEADY_FROM = DEFAULT_START + 3n * DAY - 30_000_000_000n;

/** Time of a kill: milliseconds after the child's start, or after a number of stored blocks. */
interface KillTime {
  readonly blocks: number;
  readonly delayMs: number;
}

type End = 'killed' | 'done' | 'not yet';

/** Runs a child, and kills it at its time unless it is done before. */
async function runAndKill(
  { file, execArgv }: ChildProgram,
  order: object,
  { blocks, delayMs }: KillTime,
): Promise<End> {
  const child = fork(file, [JSON.stringify(order)], { execArgv: [...execArgv], stdio: 'inherit' });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const hour = new Promise<void>((resolve) => {
    child.on('message', (message) => {
      if (blocks === 0 ? message === 'begun' : typeof message === 'number' && message >= blocks) resolve();
    });
  });
  const code = await Promise.race([ended, hour.then(() => sleep(delayMs, 'alive' as const))]);
  if (code === 'alive') {
    child.kill('SIGKILL');
    await ended;
    return 'killed';
  }
  if (code === NOT_YET) return 'not yet';
  expect(code).toBe(0);
  return 'done';
}

/** Expects that each block is stored completely or not at all. Returns the number of transactions. */
async function expectWholeBlocks(database: Database): Promise<number> {
  const { rows: made } = await database.pool.query(
    "select to_regclass('transaction') is not null as transactions, to_regclass('record_file') is not null as files",
  );
  expect(made[0].transactions).toBe(made[0].files);
  if (!made[0].files) return 0;
  const { rows } = await database.pool.query(
    `select (select coalesce(sum(count), 0)::int from record_file) as counted,
            (select count(*)::int from transaction) as stored,
            (select count(*) from transaction t where not exists (
               select from record_file f
               where t.consensus_timestamp between f.consensus_start and f.consensus_end))::int as strays`,
  );
  expect(rows[0].stored).toBe(rows[0].counted);
  expect(rows[0].strays).toBe(0);
  return rows[0].stored;
}

it(`stores every block once and completely, across repeated kills (seed ${SEED})`, async () => {
  const random = new Random(SEED);
  const program = await childProgram(CHILD);
  const dir = await mkdtemp(path.join(os.tmpdir(), 'tain-crash-'));
  const order = { folder: dir, addressBook: path.join(dir, 'address_book.bin') };
  let test = await createBlankDatabase();
  try {
    // Three midnights end staking periods and begin snapshots; the last one is during normal traffic.
    await writeDemo({
      runCode: demoEngine,
      dir,
      blocks: BLOCKS,
      // Kills happen among record files, among blocks, and at the cutover.
      cutover: BLOCKS / 3 + random.below(BLOCKS / 2),
      tps: 30,
      population: { accounts: 60, tokens: 8, topics: 5, contracts: 6 },
      seed: 5 + (SEED % 1000),
      signInner: false,
      steadyFrom: STEADY_FROM,
      mix: Object.fromEntries(KINDS.map((kind) => [kind.name, 5 + Math.min(kind.weight, 40)])),
    });
    await migrate(test.target);
    const begun = performance.now();
    // The reference is stored in live mode, which children rarely reach, so that rows are made in another way.
    await ingestFolder({ database: test.database, ...order, clock: () => 0 });
    const whole = await dumpEverything(test.database);
    expect(whole.account_balance?.length).toBeGreaterThan(50);
    expect(whole.entity_stake_history?.length).toBeGreaterThan(5);
    // The lifetime of a child is relative to the duration of the whole stream on the machine's current load.
    const maxLifetimeMs = 1.5 * (performance.now() - begun);
    await test.drop();
    test = await createBlankDatabase();
    const deadline = performance.now() + BUDGET;
    const tally = { killed: 0, atStart: 0, inBetween: 0, completed: 0 };
    let stored = 0;
    while (tally.killed < KILLS && (performance.now() < deadline || tally.killed < MIN_KILLS)) {
      const kill = drawKill(random, stored, maxLifetimeMs);
      const maxItems = random.pick([1, 100, 400, 4000]);
      const maxBytes = random.pick([2_000, 60_000, 16 * 1024 * 1024]);
      // Modes are live, near the head, and backfilling, so that one mode resumes the unfinished work of another.
      const clock = Number(STEADY_FROM / 1_000_000n) + random.pick([0, 100_000, 86_400_000]);
      const child = { ...order, target: test.target, maxItems, maxBytes, clock };
      const end = await runAndKill(program, child, kill);
      const now = await expectWholeBlocks(test.database);
      if (end === 'killed') {
        tally.killed++;
        if (now === 0) tally.atStart++;
        else if (now > stored) tally.inBetween++;
      }
      stored = now;
      if (end !== 'done') continue;
      tally.completed++;
      expect(differences(await dumpEverything(test.database), whole)).toEqual([]);
      await expectBalanceIndex(test.database);
      await test.drop();
      test = await createBlankDatabase();
      stored = 0;
    }
    await migrate(test.target);
    await ingestFolder({ database: test.database, ...order });
    expect(differences(await dumpEverything(test.database), whole)).toEqual([]);
    await expectBalanceIndex(test.database);
    console.log(`Crash test, seed ${SEED}: ${JSON.stringify(tally)}`);
    // Some kills must be between stored blocks, because otherwise the test would prove nothing.
    if (tally.killed >= 6) expect(tally.inBetween).toBeGreaterThan(0);
  } finally {
    await test.drop();
    await removeFolder(dir);
  }
});

/** Draws a time of a kill: at the start, at any time, or shortly after some blocks were stored. */
function drawKill(random: Random, stored: number, maxLifetimeMs: number): KillTime {
  const kind = random.unit();
  if (kind < (stored === 0 ? 0.3 : 0.05)) return { blocks: 0, delayMs: random.below(400) };
  if (kind < 0.5) return { blocks: 0, delayMs: random.below(maxLifetimeMs) };
  return { blocks: 1 + random.below(12), delayMs: random.below(80) };
}
