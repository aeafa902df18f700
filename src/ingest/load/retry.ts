import { messageOf } from '../../kernel/failure.ts';
import type { Log } from '../../kernel/log.ts';
import { type BackOff, retry } from '../../kernel/retry.ts';
import { isFinal } from './faults.ts';

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
