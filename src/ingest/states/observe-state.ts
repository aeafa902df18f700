import type { ConflictingValue } from '../decode/item.ts';
import type { ReportProblem, StateObserver } from '../records/batch.ts';

/** Passes gaps in state changes to an observer, if there is one, and warns of the first conflict of each kind. */
export function observeState(observer: StateObserver | undefined, warn: ReportProblem): StateObserver {
  const warned = new Set<ConflictingValue>();
  return {
    unknown: (value, count) => observer?.unknown(value, count),
    conflict(item, value) {
      observer?.conflict(item, value);
      if (warned.has(value)) return;
      warned.add(value);
      warn(item, `${value} differs from the state changes; further differences are only counted`);
    },
  };
}
