import { type Change, recordAudit } from '../state/change.ts';
import { verifyPeriod } from '../state/instants.ts';
import {
  type AffectedComponent,
  type Component,
  type ComponentStatus,
  type Impact,
  type Incident,
  type IncidentKind,
  type IncidentStatus,
  newId,
  Refusal,
} from '../state/model.ts';
import { selectComponents } from '../state/select-state.ts';
import { MAX_BODY, MAX_NAME, verifyText } from '../state/text.ts';
import { incidentById, release, settle, verifyLife } from './incident-life.ts';
import { applyStatuses, insertUpdate, verifyDisplayAt } from './incident-updates.ts';
import { verifyTransition } from './transitions.ts';

/** Maximum number of updates of one incident. */
export const MAX_UPDATES = 500;

/** Fields of an incident or maintenance that can be set. Absent fields stay unchanged. */
export interface IncidentInput {
  readonly name?: string;
  readonly status?: IncidentStatus;
  readonly body?: string;
  readonly impactOverride?: Impact | null;
  /** Affected components without a change of their status. Replaces the list. */
  readonly componentIds?: readonly string[];
  /** Sets the status of components, which are then held until the incident is closed. */
  readonly components?: Readonly<Record<string, ComponentStatus>>;
  readonly scheduledFor?: Date;
  readonly scheduledUntil?: Date;
  readonly autoInProgress?: boolean;
  readonly autoCompleted?: boolean;
  /** Stated time of the update; now by default. */
  readonly displayAt?: Date;
  /** Value of `deliver_notifications` in responses. Default true. */
  readonly deliver?: boolean;
}

export interface NewIncident extends IncidentInput {
  readonly kind: IncidentKind;
  readonly startedAt?: Date;
  readonly backfilled?: boolean;
  /** Kind of trouble, if evidence opened the incident. Set with the last reported status of each component. */
  readonly autoKey?: string;
  readonly autoState?: Readonly<Record<string, ComponentStatus>>;
  /** Affected components of the first update, whose status evidence has already set. */
  readonly affected?: readonly AffectedComponent[];
}

export interface UpdateInput extends IncidentInput {
  readonly autoState?: Readonly<Record<string, ComponentStatus>>;
  readonly affected?: readonly AffectedComponent[];
}

/** Opens an incident or plans a maintenance. Throws `Refusal`. */
export async function createIncident(change: Change, input: NewIncident): Promise<string> {
  const name = verifyText('name', input.name ?? '', MAX_NAME, { required: true });
  const body = verifyText('body', input.body ?? '', MAX_BODY, { multiline: true });
  const status = input.status ?? (input.kind === 'incident' ? 'investigating' : 'scheduled');
  const problem = verifyTransition(input.kind, 'start', status);
  if (problem !== null) throw new Refusal(problem);
  if (input.kind === 'maintenance') verifyPeriod(input.scheduledFor, input.scheduledUntil);
  const displayAt = verifyDisplayAt(change, input.displayAt);
  const id = newId();
  const componentIds = unique([...(input.componentIds ?? []), ...Object.keys(input.components ?? {})]);
  const known = await verifyComponents(change, componentIds);
  const startedAt =
    input.startedAt ?? (input.kind === 'maintenance' ? (input.scheduledFor ?? displayAt) : displayAt);
  await change.client.query(
    `insert into tain.status_incident (id, kind, name, status, impact, impact_override, component_ids,
       started_at, scheduled_for, scheduled_until, auto_in_progress, auto_completed, backfilled,
       auto_key, auto_state, created_at, updated_at)
     values ($1, $2, $3, $4, 'none', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      id,
      input.kind,
      name,
      status,
      verifyImpact(change, input.impactOverride ?? null),
      componentIds,
      startedAt,
      input.scheduledFor ?? null,
      input.scheduledUntil ?? null,
      input.autoInProgress ?? true,
      input.autoCompleted ?? true,
      input.backfilled ?? false,
      input.autoKey ?? null,
      input.autoState === undefined ? null : JSON.stringify(input.autoState),
      // A backfilled incident appears in the history at its own time.
      input.backfilled === true ? displayAt : change.now,
      change.now,
    ],
  );
  const affected =
    input.affected ?? (await applyStatuses(change, id, known, componentIds, input.components ?? {}));
  await insertUpdate(change, id, status, body, affected, displayAt, input.deliver ?? true);
  await settle(change, id, input.components);
  await recordAudit(change, `${input.kind}.create`, id, null, { ...input, status });
  return id;
}

/**
 * Changes an incident; with a status, a body or component statuses it also gets an update.
 * Throws `Refusal` when the status may not follow, `NotFoundError` when there is no such incident.
 */
export async function updateIncident(change: Change, id: string, input: UpdateInput): Promise<void> {
  const before = await incidentById(change, id);
  const name =
    input.name === undefined ? before.name : verifyText('name', input.name, MAX_NAME, { required: true });
  const scheduledFor = input.scheduledFor ?? dateOf(before.scheduledFor);
  const scheduledUntil = input.scheduledUntil ?? dateOf(before.scheduledUntil);
  if (before.kind === 'maintenance') verifyPeriod(scheduledFor, scheduledUntil);
  const set = input.components ?? {};
  const componentIds = unique([...(input.componentIds ?? before.componentIds), ...Object.keys(set)]);
  // A component of the incident may have been retired since: a node that left the address book.
  const added = (input.componentIds ?? []).filter((it) => !before.componentIds.includes(it));
  const known = await verifyComponents(change, unique([...added, ...Object.keys(set)]), componentIds);
  await change.client.query(
    `update tain.status_incident
        set name = $2, impact_override = $3, component_ids = $4, scheduled_for = $5, scheduled_until = $6,
            auto_in_progress = $7, auto_completed = $8,
            auto_state = coalesce($9, auto_state), updated_at = $10
      where id = $1`,
    [
      id,
      name,
      input.impactOverride === undefined ? before.impactOverride : verifyImpact(change, input.impactOverride),
      componentIds,
      scheduledFor ?? null,
      scheduledUntil ?? null,
      input.autoInProgress ?? before.autoInProgress,
      input.autoCompleted ?? before.autoCompleted,
      input.autoState === undefined ? null : JSON.stringify(input.autoState),
      change.now,
    ],
  );
  const hasUpdate =
    input.body !== undefined ||
    Object.keys(set).length > 0 ||
    (input.status !== undefined && input.status !== before.status);
  if (hasUpdate) {
    const closes = input.status === 'resolved' || input.status === 'completed';
    if (before.updates.length >= MAX_UPDATES && !closes)
      throw new Refusal(`There are ${MAX_UPDATES} updates already`);
    const body = verifyText('body', input.body ?? '', MAX_BODY, { multiline: true });
    const displayAt = verifyDisplayAt(change, input.displayAt);
    const affected = input.affected ?? (await applyStatuses(change, id, known, componentIds, set));
    await insertUpdate(
      change,
      id,
      input.status ?? before.status,
      body,
      affected,
      displayAt,
      input.deliver ?? true,
    );
    await verifyLife(change, id);
  }
  await settle(change, id, set);
  await recordAudit(change, `${before.kind}.update`, id, withoutUpdates(before), input);
}

/** Removes an incident with all its updates, which remain in the audit trail. */
export async function deleteIncident(change: Change, id: string): Promise<Incident> {
  const before = await incidentById(change, id);
  await change.client.query('delete from tain.status_incident where id = $1', [id]);
  await release(change, before);
  await recordAudit(change, `${before.kind}.delete`, id, before, null);
  return before;
}

/** Sets the text of a postmortem; an update with the status `postmortem` publishes it. */
export async function setPostmortem(change: Change, id: string, body: string): Promise<void> {
  const before = await incidentById(change, id);
  verifyText('postmortem', body, MAX_BODY, { multiline: true });
  await change.client.query(
    'update tain.status_incident set postmortem_body = $2, updated_at = $3 where id = $1',
    [id, body, change.now],
  );
  await recordAudit(change, 'incident.postmortem', id, before.postmortemBody, body);
}

async function verifyComponents(
  change: Change,
  mustExist: readonly string[],
  ids: readonly string[] = mustExist,
): Promise<Map<string, Component>> {
  if (ids.length === 0) return new Map();
  const all = await selectComponents(change.client);
  for (const id of mustExist) {
    const component = all.find((candidate) => candidate.id === id);
    if (component === undefined) throw new Refusal(`Component ${id} does not exist`);
    if (component.group) throw new Refusal(`Component ${id} is a group: name its members`);
  }
  return new Map(all.filter((component) => ids.includes(component.id)).map((it) => [it.id, it]));
}

function verifyImpact(change: Change, impact: Impact | null): Impact | null {
  if (impact === 'maintenance' && !change.maintenanceValues) {
    throw new Refusal('Impact must be one of none, minor, major, critical');
  }
  return impact;
}

function withoutUpdates(incident: Incident): Omit<Incident, 'updates'> {
  const { updates: _, ...rest } = incident;
  return rest;
}

function dateOf(instant: string | null): Date | undefined {
  return instant === null ? undefined : new Date(instant);
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}
