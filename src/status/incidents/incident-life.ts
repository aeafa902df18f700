import { type Change, EVIDENCE } from '../state/change.ts';
import {
  type ComponentStatus,
  type Impact,
  type Incident,
  NotFoundError,
  Refusal,
  severityOf,
} from '../state/model.ts';
import { impactOf, worseImpact } from '../state/rollup.ts';
import { selectComponents, selectIncident } from '../state/select-state.ts';
import { setComponentStatus } from './components.ts';
import { verifySequence } from './transitions.ts';

/** Returns one incident. Throws `NotFoundError`. */
export async function incidentById(change: Change, id: string): Promise<Incident> {
  const incident = await selectIncident(change.client, id);
  if (incident === null) throw new NotFoundError(`Incident ${id}`);
  return incident;
}

/** Checks that all statuses may follow each other in the order in which they are shown. Throws `Refusal`. */
export async function verifyLife(change: Change, id: string): Promise<void> {
  const incident = await incidentById(change, id);
  const statuses = incident.updates.map((update) => update.status).reverse();
  const problem = verifySequence(incident.kind, statuses);
  if (problem !== null) throw new Refusal(problem);
}

/**
 * Derives status, the times of monitoring and closing, and impact from the updates. Closing releases its components, except
 * for statuses that the closing update sets (`set`, by id).
 */
export async function settle(
  change: Change,
  id: string,
  set: Readonly<Record<string, ComponentStatus>> = {},
): Promise<void> {
  const incident = await incidentById(change, id);
  const latest = incident.updates[0];
  if (latest === undefined) throw new Refusal('At least one update must remain');
  const monitoring = incident.updates.find((update) => update.status === 'monitoring');
  const closed = incident.updates.findLast((update) => ['resolved', 'completed'].includes(update.status));
  await change.client.query(
    `update tain.status_incident
     set status = $2, impact = $3, monitoring_at = $4, resolved_at = $5
     where id = $1`,
    [
      id,
      latest.status,
      impactNow(change, incident),
      monitoring?.displayAt ?? null,
      closed?.displayAt ?? null,
    ],
  );
  if (closed !== undefined && incident.resolvedAt === null) await release(change, incident, set);
}

/** Returns the impact that a person set, else that of the worst status of any component during the incident. */
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

/**
 * Releases the components of a closed incident. Held components immediately get the status of the evidence, or else the
 * one they had before. When a person closes the incident, components that are not held also get a better status of the
 * evidence immediately.
 */
export async function release(
  change: Change,
  incident: Incident,
  set: Readonly<Record<string, ComponentStatus>> = {},
): Promise<void> {
  for (const component of await selectComponents(change.client)) {
    const held = component.heldBy === incident.id;
    const free = component.heldBy === null && change.actor !== EVIDENCE;
    if (!held && !free) continue;
    const seen = component.key === null ? null : change.seen(component.key);
    let { status, reason } = component;
    if (!Object.hasOwn(set, component.id)) {
      if (seen !== null && (held || severityOf(seen.status) < severityOf(status))) {
        ({ status, reason } = seen);
      } else if (held) {
        status = statusBefore(incident, component.id) ?? status;
        reason = null;
      }
    }
    if (held || status !== component.status) {
      await setComponentStatus(change, component, status, null, reason);
    }
  }
}

/** Returns the status of a component before an incident first named it. */
function statusBefore(incident: Incident, componentId: string): ComponentStatus | undefined {
  const reported = incident.updates.flatMap((update) => update.affectedComponents ?? []);
  return reported.findLast((affected) => affected.code === componentId)?.old_status;
}
