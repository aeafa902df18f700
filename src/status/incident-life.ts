import type { Change } from './change.ts';
import { type Impact, type Incident, NotThere, Refusal } from './model.ts';
import { impactOf, worseImpact } from './rollup.ts';
import { selectIncident } from './select-state.ts';
import { verifySequence } from './transitions.ts';

/** One incident. Throws `NotThere`. */
export async function incidentById(change: Change, id: string): Promise<Incident> {
  const incident = await selectIncident(change.client, id);
  if (incident === null) throw new NotThere(`Incident ${id}`);
  return incident;
}

/** The whole life must be allowed, in the order in which it is shown. Throws `Refusal`. */
export async function verifyLife(change: Change, id: string): Promise<void> {
  const incident = await incidentById(change, id);
  const statuses = incident.updates.map((update) => update.status).reverse();
  const problem = verifySequence(incident.kind, statuses);
  if (problem !== null) throw new Refusal(problem);
}

/**
 * Derives what follows from the updates: status, the times at which it was monitored and closed,
 * impact. Closing releases the components that it held.
 */
export async function settle(change: Change, id: string): Promise<void> {
  const incident = await incidentById(change, id);
  const latest = incident.updates[0];
  if (latest === undefined) throw new Refusal('At least one update must remain');
  const monitoring = incident.updates.find((update) => update.status === 'monitoring');
  const closed = incident.updates.findLast((update) => ['resolved', 'completed'].includes(update.status));
  await change.client.query(
    `update tain.status_incident set status = $2, impact = $3, monitoring_at = $4, resolved_at = $5 where id = $1`,
    [
      id,
      latest.status,
      impactNow(change, incident),
      monitoring?.displayAt ?? null,
      closed?.displayAt ?? null,
    ],
  );
  if (closed !== undefined) await release(change, id);
}

/** The worst that it ever did to a component, unless a person said otherwise. */
function impactNow(change: Change, incident: Incident): Impact {
  if (incident.impactOverride !== null) return incident.impactOverride;
  if (incident.kind === 'maintenance') return change.maintenanceValues ? 'maintenance' : 'none';
  let impact: Impact = 'none';
  for (const update of incident.updates) {
    for (const affected of update.affectedComponents ?? []) {
      impact = worseImpact(impact, impactOf(affected.new_status));
    }
  }
  return impact;
}

/** Lets evidence, or people, decide again about the components that an incident held. */
export async function release(change: Change, incidentId: string): Promise<void> {
  await change.client.query('update tain.status_component set held_by = null where held_by = $1', [
    incidentId,
  ]);
}
