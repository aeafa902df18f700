import { type RefusalKind, refused } from '../../calls/refusal.ts';
import type { JobAnswer } from './messages.ts';

/** Returns the response of a job that did not finish. */
export function refusal(kind: RefusalKind, detail = ''): JobAnswer {
  return { outcome: kind, entries: refused(kind, detail).entries };
}

/** Returns whether a job was refused for overload, or executed. One that could not read the database was executed. */
export function executionOf({ outcome, isTrouble = false }: JobAnswer): {
  readonly isRefused: boolean;
  readonly isExecuted: boolean;
} {
  const isRefused = outcome === 'limited' || (outcome === 'unavailable' && !isTrouble);
  return { isRefused, isExecuted: !isRefused };
}
