import type { Database } from '../db/connections/database.ts';
import { assess, evidenceFor } from './health/assess.ts';
import { selectEvidence } from './health/evidence.ts';
import { networkNameOf, type StatusSettings } from './options.ts';
import { type Change, change } from './state/change.ts';
import { DEFAULT_HEALTH } from './state/settings.ts';
import { verifyText } from './state/text.ts';

/**
 * Writes an operator's change directly to the database, in one transaction: the status service shows it with its next
 * poll. `by` is the author, for the audit trail. Evidence on components is judged here, at `now` (milliseconds), as the
 * service would judge it. Throws `Refusal` and `NotFoundError`.
 */
export async function changeByHand<T>(
  database: Database,
  settings: StatusSettings,
  now: number,
  by: string,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  const name = verifyText('author', by, 100, { required: true });
  const health = { ...DEFAULT_HEALTH, ...settings.health };
  const evidence = await selectEvidence(database.pool, {
    now,
    files: health.windowFiles,
    serviceWindowMs: health.serviceWindowMs,
    silenceMs: health.silenceMs,
  });
  const assessment = assess(evidence, health, networkNameOf(settings), now);
  return change(
    database,
    {
      now: new Date(now),
      // The prefix distinguishes the name of a person from the actor `EVIDENCE`.
      actor: `person ${name}`,
      maintenanceValues: settings.maintenanceValues ?? false,
      ...evidenceFor(assessment, health, now),
    },
    work,
  );
}
