import pg from 'pg';
import { type ConnectionTarget, connectionConfig } from '../../db/connections/database.ts';
import { detectServers } from '../../db/connections/distributed.ts';
import { breakConnection } from '../../db/connections/liveness.ts';
import { selectOn } from '../../db/connections/select.ts';
import { tryAdvisoryLock } from '../../db/locks/advisory-lock.ts';
import { LOCK_KEYS } from '../../db/locks/lock-keys.ts';
import type { Queryable } from '../../db/writer/writer.ts';
import { messageOf } from '../../kernel/failure.ts';
import type { Log } from '../../kernel/log.ts';
import { delay, repeat } from '../../kernel/retry.ts';
import type { RetentionFamily } from '../../schema/kept-tables.ts';
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

/** Temporary faults: no lock in time, a statement that took too long, a deadlock, a concurrent change of a row. */
const TEMPORARY: ReadonlySet<string> = new Set(['55P03', '57014', '40P01', '40001']);

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
  let reported = false;
  const attempt = async (): Promise<void> => {
    try {
      await withClient(options, (client) => removeUntilAborted(client, options));
    } catch (error) {
      if (signal.aborted) return;
      options.onFailure?.();
      if (!reported) log.warn({ reason: messageOf(error) }, 'The removal of old rows failed and is retried');
      reported = true;
    }
  };
  await repeat(attempt, FAULT_PAUSE_MS, signal);
}

async function withClient(
  { target, signal }: RetentionOptions,
  work: (client: Queryable) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({
    ...connectionConfig(target),
    application_name: 'tain retention',
    query_timeout: RESPONSE_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
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
  // Another process removes rows of this database.
  if (!(await tryAdvisoryLock(client, LOCK_KEYS.retention))) return;
  const sizes = new Map<RetentionFamily, number>();
  const swept = new Set<RetentionFamily>();
  while (!signal.aborted) {
    let worked = false;
    for (const family of familiesInOrder()) {
      if (signal.aborted) return;
      const rows = sizes.get(family) ?? FIRST_ROWS;
      const begun = performance.now();
      const step = await tryStep(client, () => stepFamily(client, policy, family, rows, !swept.has(family)));
      const took = performance.now() - begun;
      if (step === 'passing' || took > SLOW_STEP_MS) sizes.set(family, Math.max(MIN_ROWS, rows >> 1));
      else if (took < FAST_STEP_MS) sizes.set(family, Math.min(MAX_ROWS, rows * 2));
      if (step === 'passing') {
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

async function tryStep(client: Queryable, step: () => Promise<Step>): Promise<Step | 'passing'> {
  await beginStep(client);
  try {
    const done = await step();
    await client.query('commit');
    return done;
  } catch (error) {
    await client.query('rollback');
    const { code } = error as { code?: unknown };
    if (typeof code === 'string' && TEMPORARY.has(code)) return 'passing';
    throw error;
  }
}
