import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseTrouble } from '../../db/connections/database-trouble.ts';
import type { OutageLog } from '../../db/connections/outage-log.ts';
import type { Select } from '../../db/connections/select.ts';
import { CallError } from './call-error.ts';

const TEXT = 'Error querying the data source. Please retry later';
/** `query_canceled`: a statement ran out of time. */
const CANCELLED = '57014';
/** Milliseconds before the first further attempt, and between later ones. */
const FIRST_PAUSE = 250;
const MOST_PAUSE = 5_000;

/** The end of a call whose statement failed: of too much work, of an unreachable database, or of an error of ours. */
export function databaseError(cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === CANCELLED) return new CallError('resourceExhausted', TEXT, { cause });
  if (isDatabaseTrouble(cause)) return new CallError('unavailable', TEXT, { cause });
  return cause;
}

/** Statements of calls. Failures go to the log and end as `CallError`. */
export function selectForCalls(select: Select, outages: OutageLog): Select {
  return async (query) => {
    try {
      const rows = await select(query);
      outages.answered();
      return rows;
    } catch (error) {
      outages.failed(error, 'gRPC', query.sql);
      throw databaseError(error);
    }
  };
}

/**
 * Tries again while a read fails because of the database, for so many milliseconds: a subscription outlives the restart of
 * a server. Throws the last error, or the signal's reason.
 */
export async function persistently<T>(
  read: () => Promise<T>,
  signal: AbortSignal,
  milliseconds: number,
): Promise<T> {
  const deadline = performance.now() + milliseconds;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, MOST_PAUSE)) {
    try {
      return await read();
    } catch (error) {
      const isPassing = error instanceof CallError && performance.now() + pause < deadline;
      if (!isPassing) throw error;
    }
    await sleep(pause, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}
