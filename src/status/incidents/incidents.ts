import { type Change, EVIDENCE, recordAudit } from '../state/change.ts';
import {
  type AffectedComponent,
  type Component,
  type ComponentStatus,
  IMPACTS,
  type Incident,
  type IncidentKind,
  type IncidentStatus,
  type IncidentUpdate,
  type Instant,
  NotFoundError,
  newId,
  RefusedChange,
} from '../state/model.ts';
import { jsonOf, selectComponents } from '../state/select-state.ts';
import { verifyBody, verifyName, verifyOneOf } from '../state/text.ts';
import { setComponentStatus } from './components.ts';
import { incidentById, nextUpdatedAt, release, settle } from './incident-life.ts';

/** Maximum number of updates of one incident. */
export const MAX_UPDATES = 500;

/** Maximum number of automatic updates of an incident; beyond it only the end of the outage is added. */
export const MAX_AUTOMATIC_UPDATES = 200;

/** Maximum lead of an update over the clock, in milliseconds, because clocks differ. */
const MAX_LEAD_MS = 60_000;

/** Fields of an incident or maintenance that can be set. Absent fields stay unchanged. */
export interface IncidentInput {
  readonly name?: string | undefined;
  readonly status?: IncidentStatus | undefined;
  readonly body?: string | undefined;
  readonly impactOverride?: string | undefined;
  /** Affected components without a change of their status. Replaces the list. */
  readonly componentIds?: readonly string[] | undefined;
  /** Sets the status of components, which are then held until the incident is closed. */
  readonly components?: Readonly<Record<string, ComponentStatus>> | undefined;
  readonly scheduledFor?: Date | undefined;
  readonly scheduledUntil?: Date | undefined;
  /** Stated time of the update; now by default. */
  readonly displayAt?: Date | undefined;
  /** Value of `deliver_notifications` in responses. Default true. */
  readonly deliver?: boolean;
  /** Last reported status of each component, if evidence opened the incident. */
  readonly autoState?: Readonly<Record<string, ComponentStatus>>;
  /** Affected components of the update, whose status evidence has already set. */
  readonly affected?: readonly AffectedComponent[];
}

export interface NewIncident extends IncidentInput {
  readonly kind: IncidentKind;
  readonly startedAt?: Date | undefined;
  readonly backfilled?: boolean | undefined;
  readonly autoInProgress?: boolean;
  readonly autoCompleted?: boolean;
  /** Kind of trouble, if evidence opened the incident. */
  readonly autoKey?: string;
}

/** Opens an incident or plans a maintenance. Throws `RefusedChange`. */
export async function createIncident(change: Change, input: NewIncident): Promise<string> {
  const { kind, body = '', status = kind === 'incident' ? 'investigating' : 'scheduled' } = input;
  const displayAt = verifyDisplayAt(change, input.displayAt);
  const id = newId();
  await change.client.query(
    `insert into tain.status_incident (id, kind, name, status, impact, started_at, auto_in_progress, auto_completed,
       backfilled, auto_key, created_at, updated_at)
     values ($1, $2, '', $3, 'none', $4, $5, $6, $7, $8, $9, $10)`,
    [
      id,
      kind,
      status,
      input.startedAt ?? (kind === 'maintenance' ? input.scheduledFor : undefined) ?? displayAt,
      input.autoInProgress ?? true,
      input.autoCompleted ?? true,
      input.backfilled ?? false,
      input.autoKey,
      // A backfilled incident appears in the history at its own time.
      input.backfilled === true ? displayAt : change.now,
      // `settle` sets `updated_at`.
      new Date(0),
    ],
  );
  await write(change, await incidentById(change, id), { ...input, status, body });
  await recordAudit(change, `${kind}.create`, id, null, { ...input, status });
  return id;
}

/**
 * Changes an incident; with a status, a body or component statuses it also gets an update.
 * Throws `RefusedChange` when the status may not follow, `NotFoundError` when there is no such incident.
 */
export async function updateIncident(change: Change, id: string, input: IncidentInput): Promise<void> {
  const before = await incidentById(change, id);
  await write(change, before, input);
  const { updates: _, ...fields } = before;
  await recordAudit(change, `${before.kind}.update`, id, fields, input);
}

/** Writes the fields of an incident, and its update if there is one. */
async function write(change: Change, before: Incident, input: IncidentInput): Promise<void> {
  const { id } = before;
  const { status = before.status, body, components: set = {}, impactOverride } = input;
  const from = input.scheduledFor?.toISOString() ?? before.scheduledFor;
  const until = input.scheduledUntil?.toISOString() ?? before.scheduledUntil;
  if (before.kind === 'maintenance') verifyPeriod(from, until);
  const impacts = IMPACTS.filter((it) => change.maintenanceValues || it !== 'maintenance');
  const listed = [...(input.componentIds ?? before.componentIds), ...Object.keys(set)];
  const componentIds = [...new Set(listed)];
  await change.client.query(
    `update tain.status_incident
        set name = $2, impact_override = $3, component_ids = $4, scheduled_for = $5, scheduled_until = $6,
            auto_state = coalesce($7, auto_state)
      where id = $1`,
    [
      id,
      verifyName('name', input.name ?? before.name),
      impactOverride === undefined ? before.impactOverride : verifyOneOf('Impact', impacts, impactOverride),
      componentIds,
      from,
      until,
      jsonOf(input.autoState),
    ],
  );
  const affected = input.affected ?? (await setStatuses(change, before, componentIds, set));
  if (body !== undefined || Object.keys(set).length > 0 || status !== before.status) {
    const closes = status === 'resolved' || status === 'completed';
    // The clock's transitions are few, and a refused one would be due again at each poll.
    const isAutomatic = change.actor === EVIDENCE && status !== before.status;
    if (before.updates.length >= MAX_UPDATES && !closes && !isAutomatic)
      throw new RefusedChange(`There are ${MAX_UPDATES} updates already`);
    await change.client.query(
      `insert into tain.status_incident_update (id, incident_id, status, body, affected_components,
              deliver_notifications, display_at, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
      [
        newId(),
        id,
        status,
        verifyBody('body', body ?? ''),
        jsonOf(affected),
        input.deliver ?? true,
        verifyDisplayAt(change, input.displayAt),
        change.now,
      ],
    );
  }
  await settle(change, id, set);
}

/** Checks the components of an update, sets the statuses in it, and returns how each named component changes. */
async function setStatuses(
  change: Change,
  incident: Incident,
  componentIds: readonly string[],
  set: Readonly<Record<string, ComponentStatus>>,
): Promise<AffectedComponent[] | null> {
  const all = await selectComponents(change.client);
  const affected: AffectedComponent[] = [];
  for (const id of componentIds) {
    const component = all.find((candidate) => candidate.id === id);
    const status = Object.hasOwn(set, id) ? set[id] : undefined;
    const isNew = status !== undefined || !incident.componentIds.includes(id);
    if (isNew && component?.group) throw new RefusedChange(`Component ${id} is a group: name its members`);
    if (component === undefined) {
      if (isNew) throw new RefusedChange(`Component ${id} does not exist`);
      // It was retired since: a node that left the address book.
      continue;
    }
    affected.push(affectedOf(component, component.status, status));
    if (status !== undefined) {
      await setComponentStatus(change, component, status, incident.id, 'Set by an incident');
    }
  }
  return affected.length === 0 ? null : affected;
}

/** Returns how a component changes in an update: from a status to another, by default its present one. */
export function affectedOf(
  { id, name, status }: Component,
  before: ComponentStatus,
  after: ComponentStatus = status,
): AffectedComponent {
  return { code: id, name, old_status: before, new_status: after };
}

/** Changes the text or the time of an update. Throws like `updateIncident`. */
export async function editUpdate(
  change: Change,
  incidentId: string,
  updateId: string,
  input: Pick<IncidentInput, 'body' | 'displayAt'>,
): Promise<void> {
  const before = await updateById(change, incidentId, updateId);
  const { body = before.body, displayAt } = input;
  await change.client.query(
    'update tain.status_incident_update set body = $2, display_at = $3, updated_at = $4 where id = $1',
    [
      updateId,
      verifyBody('body', body),
      displayAt === undefined ? before.displayAt : verifyDisplayAt(change, displayAt),
      change.now,
    ],
  );
  await settle(change, incidentId);
  await recordAudit(change, 'update.edit', `${incidentId}/${updateId}`, before, input);
}

/** Deletes an update. Throws like `updateIncident`; the last one cannot be deleted. */
export async function deleteUpdate(change: Change, incidentId: string, updateId: string): Promise<void> {
  const before = await updateById(change, incidentId, updateId);
  await change.client.query('delete from tain.status_incident_update where id = $1', [updateId]);
  await settle(change, incidentId);
  await recordAudit(change, 'update.delete', `${incidentId}/${updateId}`, before, null);
}

/** Removes an incident with all its updates, which remain in the audit trail. */
export async function deleteIncident(change: Change, id: string): Promise<void> {
  const before = await incidentById(change, id);
  await change.client.query('delete from tain.status_incident where id = $1', [id]);
  await release(change, before);
  await recordAudit(change, `${before.kind}.delete`, id, before, null);
}

/** Sets the text of a postmortem; an update with the status `postmortem` publishes it. */
export async function setPostmortem(change: Change, id: string, body: string): Promise<void> {
  const before = await incidentById(change, id);
  await change.client.query(
    `update tain.status_incident set postmortem_body = $2, updated_at = ${nextUpdatedAt('$3')} where id = $1`,
    [id, verifyBody('postmortem', body), change.now],
  );
  await recordAudit(change, 'incident.postmortem', id, before.postmortemBody, body);
}

async function updateById(change: Change, incidentId: string, updateId: string): Promise<IncidentUpdate> {
  const { updates } = await incidentById(change, incidentId);
  const update = updates.find((candidate) => candidate.id === updateId);
  if (update === undefined) throw new NotFoundError(`Incident update ${updateId}`);
  return update;
}

/** Refuses a time in the future. An update may be backdated. Throws `RefusedChange`. */
function verifyDisplayAt({ now }: Change, displayAt = now): Date {
  if (displayAt.getTime() > now.getTime() + MAX_LEAD_MS) {
    throw new RefusedChange('An update cannot be dated in the future');
  }
  return displayAt;
}

/** Refuses a maintenance without a beginning and a later end. */
function verifyPeriod(from: Instant | null, until: Instant | null): void {
  if (from === null || until === null) {
    throw new RefusedChange('A scheduled maintenance needs a beginning and an end');
  }
  if (until <= from) throw new RefusedChange('A scheduled maintenance must end after it begins');
}
