import type { Queryable } from '../../store/writer/writer.ts';
import { balanceIndexJob, updateBalanceIndex } from './balance-index.ts';
import { balanceSnapshotJob } from './balance-snapshot.ts';
import type { ChangedKeys } from './changed-keys.ts';
import type { Due } from './due.ts';
import { entityStakesJob } from './entity-stakes.ts';
import { type DerivedJob, JOB_KINDS, type JobKind } from './job.ts';

const JOBS: Readonly<Record<JobKind, DerivedJob<never>>> = {
  'balance-snapshot': balanceSnapshotJob,
  'entity-stakes': entityStakesJob,
  'balance-index': balanceIndexJob,
};

/** Maximum work of the jobs in one transaction. */
export interface ChunkLimits {
  /** Rows read by one statement. */
  readonly rows: number;
  /** Milliseconds after which no further statement begins. */
  readonly milliseconds: number;
}

/** A statement takes about 20 ms, so no block waits much longer than `milliseconds` for derived state. */
export const DEFAULT_CHUNKS: ChunkLimits = { rows: 1000, milliseconds: 100 };

/** Limits when nothing waits: larger chunks take less time in all. */
export const WHOLE_JOBS: ChunkLimits = { rows: 20_000, milliseconds: Number.POSITIVE_INFINITY };

/** The progress of a database's derived state. */
export interface DerivedState {
  /** Unfinished jobs, in the order in which they run. */
  readonly jobs: readonly JobKind[];
  /** Whether the balance index is current as of the last block. */
  readonly hasBalanceIndex: boolean;
}

export async function selectDerivedState(client: Queryable): Promise<DerivedState> {
  const { rows } = await client.query<{ kinds: JobKind[]; current: boolean }>(
    `select array(select kind from tain.derived_job) as kinds,
            exists (select from tain.balance_index where is_current) as current`,
  );
  const { kinds = [], current = false } = rows[0] ?? {};
  return { jobs: JOB_KINDS.filter((kind) => kinds.includes(kind)), hasBalanceIndex: current };
}

/** Makes the jobs copy the rows that the open transaction is about to change. Issues all statements concurrently. */
export function beforeChange(client: Queryable, { jobs }: DerivedState, keys: ChangedKeys): Promise<unknown> {
  return Promise.all(jobs.map((kind) => JOBS[kind].beforeChange?.(client, keys)));
}

/** Updates the balance index with the changes of the open transaction, once its build has begun. */
export async function afterChange(client: Queryable, state: DerivedState, keys: ChangedKeys): Promise<void> {
  if (state.hasBalanceIndex || state.jobs.includes('balance-index')) await updateBalanceIndex(client, keys);
}

/**
 * Begins the jobs that are due after a block, on the connection whose transaction stored the block. `accounts`: all
 * entities that the batch changed.
 */
export async function beginDue(client: Queryable, due: Due, accounts: readonly bigint[]): Promise<void> {
  const { stakingReward } = due;
  for (const update of due.stakeUpdates) {
    await beginAfterEarlier(client, entityStakesJob, { update, stakingReward, accounts });
  }
  if (due.snapshot) await beginAfterEarlier(client, balanceSnapshotJob, due);
}

/** Finishes an earlier job of the kind, and begins the next one. */
async function beginAfterEarlier<Cause>(
  client: Queryable,
  job: DerivedJob<Cause>,
  cause: Cause,
): Promise<void> {
  while (!(await job.step(client, WHOLE_JOBS.rows)));
  await job.begin(client, cause);
}

/** Continues the jobs of these kinds in the open transaction. Returns true when they are finished. */
export async function stepJobs(
  client: Queryable,
  kinds: readonly JobKind[],
  limits: ChunkLimits,
): Promise<boolean> {
  const deadline = performance.now() + limits.milliseconds;
  for (const kind of kinds) {
    while (!(await JOBS[kind].step(client, limits.rows))) {
      if (performance.now() >= deadline) return false;
    }
  }
  return true;
}
