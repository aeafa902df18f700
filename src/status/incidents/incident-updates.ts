import { type Change, recordAudit } from '../state/change.ts';
import {
  type AffectedComponent,
  type Component,
  type ComponentStatus,
  type IncidentStatus,
  NotFoundError,
  newId,
  Refusal,
} from '../state/model.ts';
import { MAX_BODY, verifyText } from '../state/text.ts';
import { setComponentStatus } from './components.ts';
import { incidentById, settle, verifyLife } from './incident-life.ts';

/** Sets the statuses in an update, and records how each named component changed. */
export async function applyStatuses(
  change: Change,
  incidentId: string,
  known: ReadonlyMap<string, Component>,
  componentIds: readonly string[],
  set: Readonly<Record<string, ComponentStatus>>,
): Promise<AffectedComponent[] | null> {
  const affected: AffectedComponent[] = [];
  for (const id of componentIds) {
    const component = known.get(id);
    if (component === undefined) continue;
    const status = Object.hasOwn(set, id) ? set[id] : undefined;
    affected.push({
      code: id,
      name: component.name,
      old_status: component.status,
      new_status: status ?? component.status,
    });
    if (status !== undefined) {
      await setComponentStatus(change, component, status, incidentId, 'Set by an incident');
    }
  }
  return affected.length === 0 ? null : affected;
}

/** Adds an update. */
export async function insertUpdate(
  change: Change,
  incidentId: string,
  status: IncidentStatus,
  body: string,
  affected: readonly AffectedComponent[] | null,
  displayAt: Date,
  deliver: boolean,
): Promise<void> {
  await change.client.query(
    `insert into tain.status_incident_update (id, incident_id, status, body, affected_components,
            deliver_notifications, display_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    [
      newId(),
      incidentId,
      status,
      body,
      affected === null ? null : JSON.stringify(affected),
      deliver,
      displayAt,
      change.now,
    ],
  );
}

/** Changes the text or the time of an update. Throws like `updateIncident`. */
export async function editUpdate(
  change: Change,
  incidentId: string,
  updateId: string,
  input: { readonly body?: string; readonly displayAt?: Date },
): Promise<void> {
  const before = await updateById(change, incidentId, updateId);
  const body =
    input.body === undefined ? before.body : verifyText('body', input.body, MAX_BODY, { multiline: true });
  const displayAt =
    input.displayAt === undefined ? before.displayAt : verifyDisplayAt(change, input.displayAt);
  await change.client.query(
    'update tain.status_incident_update set body = $2, display_at = $3, updated_at = $4 where id = $1',
    [updateId, body, displayAt, change.now],
  );
  await verifyLife(change, incidentId);
  await settle(change, incidentId);
  await recordAudit(change, 'update.edit', `${incidentId}/${updateId}`, before, input);
}

/** Deletes an update. Throws like `updateIncident`; the last one cannot be deleted. */
export async function deleteUpdate(change: Change, incidentId: string, updateId: string): Promise<void> {
  const before = await updateById(change, incidentId, updateId);
  await change.client.query('delete from tain.status_incident_update where id = $1', [updateId]);
  await verifyLife(change, incidentId);
  await settle(change, incidentId);
  await recordAudit(change, 'update.delete', `${incidentId}/${updateId}`, before, null);
}

async function updateById(change: Change, incidentId: string, updateId: string) {
  const incident = await incidentById(change, incidentId);
  const update = incident.updates.find((candidate) => candidate.id === updateId);
  if (update === undefined) throw new NotFoundError(`Incident update ${updateId}`);
  return update;
}

/** Refuses a time in the future. An update may be backdated, and be a little ahead because clocks differ. Throws `Refusal`. */
export function verifyDisplayAt(change: Change, displayAt: Date | undefined): Date {
  if (displayAt === undefined) return change.now;
  if (displayAt.getTime() > change.now.getTime() + 60_000) {
    throw new Refusal('An update cannot be dated in the future');
  }
  return displayAt;
}
