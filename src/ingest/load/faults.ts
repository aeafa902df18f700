import { Failure, messageOf } from '../../kernel/failure.ts';
import { isUnsupported } from '../../store/connections/distributed.ts';
import { PARTITION_BOUND } from '../../store/writer/time-partitions.ts';
import type { Batch } from '../records/batch.ts';

/** Maximum attempts at a batch that the database refuses for its content; other faults may be temporary. */
const CONTENT_ATTEMPTS = 3;
/** Classes of SQLSTATE caused by the content or our SQL, not by a temporary fault. */
const CONTENT_CLASSES: ReadonlySet<string> = new Set(['21', '22', '23', '42']);

/** Returns whether a fault is final at the attempt with this number. */
export function isFinal(error: unknown, attempt: number): boolean {
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
export function refusal(error: unknown, batch: Batch): Error {
  if (error instanceof Failure) return error;
  const from = (batch.previous?.number ?? -1n) + 1n;
  return new Failure(
    'database',
    `Blocks ${from} to ${batch.last?.number} cannot be stored: ${messageOf(error)}`,
    { cause: error },
  );
}
