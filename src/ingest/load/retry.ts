import { Failure, messageOf } from '../../kernel/failure.ts';
import type { Log } from '../../kernel/log.ts';
import { type BackOff, retry } from '../../kernel/retry.ts';
import { isUnsupported } from '../../store/connections/distributed.ts';
import { PARTITION_BOUND } from '../../store/writer/writer.ts';
import type { Batch } from '../records/batch.ts';

const PAUSES: BackOff = { first: 500, max: 30_000 };

export interface DatabaseRetryOptions {
  /** Name of the database in the log. */
  readonly database: string;
  readonly log: Log;
  /** Called each time that the database failed and the statement is retried. */
  readonly onRetry: () => void;
}

/**
 * Retries work on the database. Waits while faults may be temporary (a lost connection, a full disk); throws when the
 * database refuses the content. Rejects with the signal's reason when that is aborted during a wait.
 */
export async function retryWork<T>(
  work: () => Promise<T>,
  { database, log, onRetry }: DatabaseRetryOptions,
  signal: AbortSignal,
): Promise<T> {
  const begun = performance.now();
  let failed = 0;
  const result = await retry(work, {
    backOff: PAUSES,
    signal,
    isTransient: (error, failures) => !isFinal(error, failures),
    onFailure: (error, failures) => {
      failed = failures;
      if (failures === 1) {
        const reason = messageOf(error) || String(error);
        log.warn({ database, reason }, 'The database failed; the statement is retried');
      }
      onRetry();
    },
  });
  if (failed > 0) {
    const seconds = Math.round((performance.now() - begun) / 100) / 10;
    log.info({ database, failed, seconds }, 'The database responds again');
  }
  return result;
}

/** Maximum attempts at a batch that the database refuses for its content; other faults may be temporary. */
const CONTENT_ATTEMPTS = 3;
/** Classes of SQLSTATE caused by the content or our SQL, not by a temporary fault. */
const CONTENT_CLASSES: ReadonlySet<string> = new Set(['21', '22', '23', '42']);

/** Returns whether a fault is final at the attempt with this number. */
function isFinal(error: unknown, attempt: number): boolean {
  if (error instanceof Failure) return true;
  if (isBeyondPartitioning(error)) return false;
  const code = sqlState(error);
  if (code === null) return error instanceof TypeError || error instanceof RangeError;
  const isOfContent = CONTENT_CLASSES.has(code.slice(0, 2)) || isUnsupported(error);
  return isOfContent && attempt >= CONTENT_ATTEMPTS;
}

/**
 * Returns whether blocks are beyond the bound of a table that is being partitioned by time. They wait for the end of
 * the partitioning.
 */
export function isBeyondPartitioning(error: unknown): error is Error {
  return error instanceof Error && error.message.includes(PARTITION_BOUND);
}

function sqlState(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}

/** Returns the error that refuses a batch. */
export function batchRefusal(error: unknown, batch: Batch): Error {
  if (error instanceof Failure) return error;
  const from = (batch.previous?.number ?? -1n) + 1n;
  return new Failure(
    'database',
    `Blocks ${from} to ${batch.last?.number} cannot be stored: ${messageOf(error)}`,
    { cause: error },
  );
}
