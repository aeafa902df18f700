import { messageOf } from '../../kernel/failure.ts';
import type { Log } from '../../kernel/log.ts';
import { delay, repeat } from '../../kernel/retry.ts';
import { type ConnectionTarget, connectionConfig } from '../../store/connections/database.ts';
import { detectServers } from '../../store/connections/distributed.ts';
import { selectOn } from '../../store/connections/select.ts';
import { breakConnection, SessionClient } from '../../store/connections/session-client.ts';
import { LOCK_KEYS, tryAdvisoryLock } from '../../store/locks/advisory-lock.ts';
import { holdersText, MAX_LOCK_WAIT_MS, selectLockHolders } from '../../store/locks/lock-waits.ts';
import { type RetentionFamily, TABLE_RETENTION } from '../../store/schema/kept-tables.ts';
import type { Queryable } from '../../store/writer/writer.ts';
import { type RetentionPolicy, removesAny } from './policy.ts';
import type { Step } from './removal.ts';
import { removalStatements } from './removal-statements.ts';
import { familiesInOrder, stepFamily } from './step.ts';

/** Milliseconds between two steps when there is nothing to do. */
const IDLE_PAUSE_MS = 5_000;
/**
 * Timeout of a response in milliseconds, longer than any statement may take (`BEGIN_STEP`). After it the connection
 * counts as lost.
 */
const RESPONSE_TIMEOUT_MS = 15_000;
/** Milliseconds that a shutdown waits for the running statement. */
const SHUTDOWN_TIMEOUT_MS = 2_000;
const FAULT_PAUSE_MS = 2_000;
const MIN_PAUSE_MS = 20;
/** Duration of a step in milliseconds above which the next one is smaller, and below which it is larger. */
const SLOW_STEP_MS = 150;
const FAST_STEP_MS = 50;
const FIRST_ROWS = 500;
const MIN_ROWS = 10;
const MAX_ROWS = 5_000;

/**
 * Settings of each step's transaction. `lock_timeout` limits the delay of a session that waits for this one while this
 * one waits itself. It is shorter than `deadlock_timeout`, so this session is always the one that is cancelled. Rows
 * are found by index whatever the statistics are.
 */
const BEGIN_STEP = `
  begin;
  set local lock_timeout = '100ms';
  set local statement_timeout = '10s';
  set local enable_seqscan = off;
  set local enable_hashjoin = off;
  set local enable_mergejoin = off`;

/** Begins the transaction of a step. */
export async function beginStep(client: Queryable): Promise<void> {
  await client.query(`${BEGIN_STEP}${removalStatements(client).stepSettings}`);
}

const LOCK_NOT_AVAILABLE = '55P03';
/** Temporary faults: no lock in time, a statement that took too long, a deadlock, a concurrent change of a row. */
const TEMPORARY: ReadonlySet<string> = new Set([LOCK_NOT_AVAILABLE, '57014', '40P01', '40001']);

export interface RetentionOptions {
  readonly target: ConnectionTarget;
  readonly policy: RetentionPolicy;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly onStep?: (family: RetentionFamily, step: Step) => void;
  /** Called each time that the removal failed. */
  readonly onFailure?: () => void;
  /** Milliseconds to wait when there is nothing to do; tests replace it. */
  readonly pauseMs?: number;
}

/** Removes rows older than the policy's periods, until the signal is aborted. Never rejects. */
export async function runRetention(options: RetentionOptions): Promise<void> {
  const { policy, log, signal } = options;
  if (!removesAny(policy.periods)) return;
  /** Reason of the last failure since rows were removed. */
  let reported: string | null = null;
  const onStep: RetentionOptions['onStep'] = (family, step) => {
    reported = null;
    options.onStep?.(family, step);
  };
  const attempt = async (): Promise<void> => {
    try {
      await withClient(options, (client) => removeUntilAborted(client, { ...options, onStep }));
    } catch (error) {
      if (signal.aborted) return;
      options.onFailure?.();
      const reason = messageOf(error);
      if (reason !== reported) log.warn({ reason }, 'The removal of old rows failed and is retried');
      reported = reason;
    }
  };
  await repeat(attempt, FAULT_PAUSE_MS, signal);
}

async function withClient(
  { target, signal }: RetentionOptions,
  work: (client: Queryable) => Promise<void>,
): Promise<void> {
  const client = new SessionClient({
    ...connectionConfig(target),
    application_name: 'tain retention',
    query_timeout: RESPONSE_TIMEOUT_MS,
  });
  const breakOff = (): void => breakConnection(client, new Error('The database does not answer'));
  let late: NodeJS.Timeout | undefined;
  const onAbort = (): void => {
    late = setTimeout(breakOff, SHUTDOWN_TIMEOUT_MS);
  };
  signal.addEventListener('abort', onAbort);
  try {
    await client.connect();
    await detectServers(client, selectOn(client));
    await work(client as Queryable);
  } finally {
    signal.removeEventListener('abort', onAbort);
    late ??= setTimeout(breakOff, SHUTDOWN_TIMEOUT_MS);
    await client.end().catch(() => undefined);
    clearTimeout(late);
  }
}

async function removeUntilAborted(client: Queryable, options: RetentionOptions): Promise<void> {
  const { signal, policy, onStep } = options;
  // Another process may remove rows of this database.
  while (!(await tryAdvisoryLock(client, LOCK_KEYS.retention))) {
    await delay(FAULT_PAUSE_MS, signal);
    if (signal.aborted) return;
  }
  const sizes = new Map<RetentionFamily, number>();
  const swept = new Set<RetentionFamily>();
  const locked = new LockedFamilies(client, options.log);
  while (!signal.aborted) {
    let worked = false;
    for (const family of familiesInOrder()) {
      if (signal.aborted) return;
      const rows = sizes.get(family) ?? FIRST_ROWS;
      const begun = performance.now();
      const step = await tryStep(client, () => stepFamily(client, policy, family, rows, !swept.has(family)));
      const took = performance.now() - begun;
      await locked.note(family, step === 'locked');
      const isPassing = step === 'passing' || step === 'locked';
      if (isPassing || took > SLOW_STEP_MS) sizes.set(family, Math.max(MIN_ROWS, rows >> 1));
      else if (took < FAST_STEP_MS) sizes.set(family, Math.min(MAX_ROWS, rows * 2));
      if (isPassing) {
        await delay(FAULT_PAUSE_MS, signal);
        continue;
      }
      if (step.idle) continue;
      swept.add(family);
      worked = true;
      onStep?.(family, step);
      // The pause is as long as the step, so that at least half of the time is left to other sessions; no helper of
      // `retry.ts` does that.
      await delay(Math.max(MIN_PAUSE_MS, took), signal);
    }
    if (!worked) await delay(options.pauseMs ?? IDLE_PAUSE_MS, signal);
  }
}

/** Families whose rows cannot be removed, because their steps get no lock. */
class LockedFamilies {
  readonly #client: Queryable;
  readonly #log: Log;
  /** Times (`performance.now`) of the first failed steps, and whether they were reported. */
  readonly #since = new Map<RetentionFamily, { readonly at: number; isReported: boolean }>();

  constructor(client: Queryable, log: Log) {
    this.#client = client;
    this.#log = log;
  }

  /** Records the end of a step. Logs, once, a family that has been locked for too long, and the holders of its locks. */
  async note(family: RetentionFamily, isLocked: boolean): Promise<void> {
    if (!isLocked) {
      this.#since.delete(family);
      return;
    }
    const now = performance.now();
    const since = this.#since.get(family) ?? { at: now, isReported: false };
    this.#since.set(family, since);
    if (since.isReported || now - since.at < MAX_LOCK_WAIT_MS) return;
    since.isReported = true;
    const tables = Object.entries(TABLE_RETENTION)
      .filter(([, removal]) => 'family' in removal && removal.family === family)
      .map(([table]) => table);
    const holders = await selectLockHolders(this.#client, tables);
    this.#log.warn(
      { family, holders: holders.map(({ pid }) => pid) },
      `The removal of old rows (${family}) waits for a lock, blocked by ${holdersText(holders)}`,
    );
  }
}

async function tryStep(client: Queryable, step: () => Promise<Step>): Promise<Step | 'passing' | 'locked'> {
  await beginStep(client);
  try {
    const done = await step();
    await client.query('commit');
    return done;
  } catch (error) {
    await client.query('rollback');
    const { code } = error as { code?: unknown };
    if (code === LOCK_NOT_AVAILABLE) return 'locked';
    if (typeof code === 'string' && TEMPORARY.has(code)) return 'passing';
    throw error;
  }
}
