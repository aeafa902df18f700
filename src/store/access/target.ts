import type { Target } from '../sql.ts';
import { FORMS } from './citus/forms.ts';

/** Returns the kind of database that statements are written for: partitioned by time, distributed over several servers. */
export function targetOf(isPartitioned: boolean, isDistributed: boolean): Target {
  return { isPartitioned, forms: isDistributed ? FORMS : undefined };
}
