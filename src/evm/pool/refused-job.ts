import { type RefusalKind, refused } from '../../ledger/refusal.ts';
import type { JobAnswer } from './messages.ts';

/** Returns the response of a job that did not finish. */
export function refusal(kind: RefusalKind, detail = ''): JobAnswer {
  return { outcome: kind, entries: refused(kind, detail).entries };
}
