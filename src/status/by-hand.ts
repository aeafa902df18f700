import type { Database } from '../store/connections/database.ts';
import { assess } from './health/assess.ts';
import { selectEvidence } from './health/evidence.ts';
import { type Change, change } from './state/change.ts';
import { healthOf, networkNameOf, type StatusSettings } from './state/options.ts';
import { verifyName } from './state/text.ts';

/**
 * Writes an operator's change directly to the database, in one transaction: the status service shows it with its next
 * poll. `by` is the author, for the audit trail. Evidence on components is judged here, at `now` (milliseconds), as the
 * service would judge it. Throws `RefusedChange` and `NotFoundError`.
 */
export async function changeByHand<T>(
  database: Database,
  settings: StatusSettings,
  now: number,
  by: string,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  // The prefix distinguishes the name of a person from the actor `EVIDENCE`.
  const actor = `person ${verifyName('author', by, 100)}`;
  const health = healthOf(settings);
  const { maintenanceValues = false } = settings;
  const evidence = await selectEvidence(database.pool, health, now);
  const { findings } = assess(evidence, health, networkNameOf(settings), now);
  return change(database, { now: new Date(now), actor, maintenanceValues, findings }, work);
}
