import type { AbortSignalLike } from '../../kernel/abort-signal.ts';
import type { BlockMark } from '../../store/reads/block-mark.ts';
import type { WorkerThread } from './crew.ts';
import type { Job, JobAnswer } from './messages.ts';
import type { SharedSnapshot } from './snapshot-holder.ts';

/** Kinds of work that do not wait for each other: many short calls, and few long traces. */
export type JobClass = 'call' | 'trace';

/** Result of a job for its requester. */
export interface PoolAnswer extends JobAnswer {
  /** Whether it reflects the last block: no block came since its state was read. */
  readonly isCurrent?: boolean;
  /** Last block of the state that the job read. */
  readonly block?: BlockMark;
  /** Whether it was terminated while it ran, so that its usage is unknown. */
  readonly isCutOff?: boolean;
}

/** Requester of a job. */
export interface JobRequest {
  readonly class: JobClass;
  readonly job: Job;
  readonly client: string;
  /**
   * Whether the job is a probe of this server: it is never refused, runs before all other jobs, and is charged to no
   * client.
   */
  readonly isOwn?: boolean | undefined;
  /** Aborted when the client disconnects. */
  readonly signal?: AbortSignalLike | undefined;
  /** Maximum milliseconds for the job; by default the pool's. */
  readonly timeLimitMs?: number | undefined;
  /** Called with the last block of the job's state, before the first chunk. */
  readonly onBlock?: ((block: BlockMark) => void) | undefined;
  /** Receives a chunk of the response; `acknowledge` requests the next one. */
  readonly onChunk?: ((chunk: Uint8Array, acknowledge: () => void) => void) | undefined;
}

/**
 * State of a job. `waiting`: for a worker. `running`: in a worker. `paused`: in its worker, while jobs of other clients
 * run. `stalled`: until its chunks are read. `ending`: after it was cancelled.
 */
export type JobState = 'waiting' | 'running' | 'paused' | 'stalled' | 'ending';

/** A job from its request to its response. Times are milliseconds of `performance.now()`. */
export interface PoolJob extends JobRequest {
  readonly id: number;
  readonly limit: number;
  readonly resolve: (answer: PoolAnswer) => void;
  state: JobState;
  /** Time at which it entered its state. */
  since: number;
  /** Previous milliseconds of waiting and pausing, and of running and stalling. */
  waited: number;
  ran: number;
  /** Deadline in milliseconds since the epoch, while it runs. */
  deadline: number;
  /** Whether it was ordered to pause, and has not paused yet. */
  isPausing: boolean;
  /** Last block of the state that it reads. */
  block: BlockMark | undefined;
  /** Chunks that are sent and not acknowledged. */
  unacknowledged: number;
  timer: NodeJS.Timeout | undefined;
  worker: WorkerThread | undefined;
  /** State of the ledger on which it runs. */
  snapshot: SharedSnapshot | undefined;
  /** Snapshot retained for the worker until it has imported it. */
  retained: SharedSnapshot | undefined;
  isSettled: boolean;
}

export function newJob(request: JobRequest, id: number, limit: number, resolve: PoolJob['resolve']): PoolJob {
  // The properties are listed one by one, because a spread of this size takes 9 kB for each job.
  return {
    class: request.class,
    job: request.job,
    client: request.client,
    isOwn: request.isOwn,
    signal: request.signal,
    timeLimitMs: request.timeLimitMs,
    onBlock: request.onBlock,
    onChunk: request.onChunk,
    id,
    limit: request.timeLimitMs ?? limit,
    resolve,
    state: 'waiting',
    since: performance.now(),
    waited: 0,
    ran: 0,
    deadline: Number.POSITIVE_INFINITY,
    isPausing: false,
    block: undefined,
    unacknowledged: 0,
    timer: undefined,
    worker: undefined,
    snapshot: undefined,
    retained: undefined,
    isSettled: false,
  };
}

/** Releases the snapshot that was retained for its worker. */
export function releaseSnapshot(job: PoolJob): void {
  job.retained?.release();
  job.retained = undefined;
}
