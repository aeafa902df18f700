import { type RefusalKind, refused } from '../call/refusal.ts';
import type { JobAnswer } from './messages.ts';

/** The answer to a job that did not come to its end. */
export function refusal(kind: RefusalKind, detail = ''): JobAnswer {
  return { outcome: kind, entries: refused(kind, detail).entries };
}
