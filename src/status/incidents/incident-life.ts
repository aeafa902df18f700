import { type Change, EVIDENCE } from '../state/change.ts';
import {
  type ComponentStatus,
  type Impact,
  type Incident,
  type IncidentKind,
  type IncidentStatus,
  impactOf,
  impactOfEvidence,
  NotFoundError,
  RefusedChange,
  severityOf,
  worstImpact,
} from '../state/model.ts';
import { type Queryable, selectComponents, selectIncident } from '../state/select-state.ts';
import { seenOf, setComponentStatus } from './components.ts';

/**
 * Allowed transitions of statuses. `start` are the initial statuses; every status that is not an end may be repeated. A
 * resolved incident is closed except for its postmortem: trouble that returns is a new incident. `docs/status.md` shows the
 * same table to operators.
 */
export const TRANSITIONS: Readonly<
  Record<IncidentKind, Readonly<Partial<Record<IncidentStatus | 'start', readonly IncidentStatus[]>>>>
> = {
  incident: {
    start: ['investigating', 'identified', 'monitoring', 'resolved'],
    investigating: ['investigating', 'identified', 'monitoring', 'resolved'],
    identified: ['investigating', 'identified', 'monitoring', 'resolved'],
    monitoring: ['investigating', 'identified', 'monitoring', 'resolved'],
    resolved: ['postmortem'],
    postmortem: [],
  },
  maintenance: {
    start: ['scheduled', 'in_progress', 'completed'],
    scheduled: ['scheduled', 'in_progress', 'completed'],
    in_progress: ['in_progress', 'verifying', 'completed'],
    verifying: ['in_progress', 'verifying', 'completed'],
    completed: [],
  },
};

/** Returns whether a status may follow another (`start`: whether an incident may begin with it). */
export function isAllowed(kind: IncidentKind, from: IncidentStatus | 'start', to: IncidentStatus): boolean {
  return TRANSITIONS[kind][from]?.includes(to) ?? false;
}

/** Returns why a status may not follow, or null when it may. */
export function verifyTransition(
  kind: IncidentKind,
  from: IncidentStatus | 'start',
  to: IncidentStatus,
): string | null {
  if (isAllowed(kind, from, to)) return null;
  const allowed = TRANSITIONS[kind][from] ?? [];
  const what = kind === 'incident' ? 'An incident' : 'A scheduled maintenance';
  if (from === 'start') return `${what} cannot begin as ${to}; it can begin as ${allowed.join(', ')}`;
  if (allowed.length === 0) return `${what} that is ${from} cannot become ${to}: it is closed`;
  return `${what} that is ${from} cannot become ${to}; it can become ${allowed.join(', ')}`;
}

/**
 * Checks all statuses, oldest first, after an update was added, moved in time or deleted. Returns the problem, or
 * null.
 */
export function verifySequence(kind: IncidentKind, statuses: readonly IncidentStatus[]): string | null {
  let from: IncidentStatus | 'start' = 'start';
  for (const status of statuses) {
    const problem = verifyTransition(kind, from, status);
    if (problem !== null) return problem;
    from = status;
  }
  return from === 'start' ? 'At least one update must remain' : null;
}

/** Returns one incident. Throws `NotFoundError`. */
export async function incidentById(
  { client }: { readonly client: Queryable },
  id: string,
): Promise<Incident> {
  const incident = await selectIncident(client, id);
  if (incident === null) throw new NotFoundError(`Incident ${id}`);
  return incident;
}

/**
 * SQL of `updated_at` after a change at an instant. Each change is at least a second after the last one, also when the
 * clock went back, because calendars compare it in whole seconds.
 */
export function nextUpdatedAt(now: string): string {
  return `greatest(updated_at + interval '1 second', ${now})`;
}

/**
 * Derives status, the times of monitoring and closing, and impact from the updates, after one of them was added, moved in
 * time or deleted. Throws `RefusedChange` when their statuses may not follow each other in the order in which they are shown.
 * Closing releases the components, except for statuses that the closing update sets (`set`, by id).
 */
export async function settle(
  change: Change,
  id: string,
  set: Readonly<Record<string, ComponentStatus>> = {},
): Promise<void> {
  const incident = await incidentById(change, id);
  const { updates } = incident;
  const problem = verifySequence(incident.kind, updates.map((update) => update.status).reverse());
  if (problem !== null) throw new RefusedChange(problem);
  const monitoring = updates.find((update) => update.status === 'monitoring');
  const closed = updates.findLast((update) => ['resolved', 'completed'].includes(update.status));
  await change.client.query(
    `update tain.status_incident
     set status = $2, impact = $3, monitoring_at = $4, resolved_at = $5, updated_at = ${nextUpdatedAt('$6')}
     where id = $1`,
    [
      id,
      updates[0]?.status,
      await impactNow(change, incident),
      monitoring?.displayAt,
      closed?.displayAt,
      change.now,
    ],
  );
  if (closed !== undefined && incident.resolvedAt === null) await release(change, incident, set);
}

/** Returns the impact that a person set, else that of the worst status of any component during the incident. */
async function impactNow(change: Change, incident: Incident): Promise<Impact> {
  const { autoKey, impactOverride, kind, updates } = incident;
  if (impactOverride !== null) return impactOverride;
  if (kind === 'maintenance') return change.maintenanceValues ? 'maintenance' : 'none';
  const affected = updates.flatMap((update) => update.affectedComponents ?? []);
  if (autoKey === null) return worstImpact(affected.map((it) => impactOf(it.new_status)));
  const { rows } = await change.client.query<{ id: string; key: string | null }>(
    'select id, key from tain.status_component where id = any ($1)',
    [affected.map(({ code }) => code)],
  );
  const keys = new Map(rows.map(({ id, key }) => [id, key]));
  return worstImpact(
    affected.map((it) => impactOfEvidence({ key: keys.get(it.code) ?? null, status: it.new_status })),
  );
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
    const seen = seenOf(change, component);
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
