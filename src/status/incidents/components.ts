import { type Change, type ComponentEvidence, recordAudit } from '../state/change.ts';
import {
  COMPONENT_STATUSES,
  type Component,
  type ComponentStatus,
  isNode,
  isOut,
  NotFoundError,
  newId,
  RefusedChange,
} from '../state/model.ts';
import { selectComponents } from '../state/select-state.ts';
import { verifyLine, verifyName } from '../state/text.ts';

/** Refuses a text that is no component status, or one that the settings do not allow. */
export function verifyComponentStatus({ maintenanceValues }: Change, status: string): ComponentStatus {
  const allowed = COMPONENT_STATUSES.filter((known) => maintenanceValues || known !== 'under_maintenance');
  const found = allowed.find((known) => known === status);
  if (found === undefined)
    throw new RefusedChange(`Component status must be one of ${allowed.join(', ')}, not ${status}`);
  return found;
}

/** Returns the evidence on a component, or null without any. */
export function seenOf(
  { findings = [] }: Change,
  { key }: Component,
): (ComponentEvidence & { readonly status: ComponentStatus }) | null {
  const seen = findings.find((finding) => finding.key === key);
  return seen === undefined || seen.status === null ? null : { ...seen, status: seen.status };
}

/** Adds a component whose status a person sets. */
export async function createComponent(
  change: Change,
  input: { readonly name: string; readonly description: string | null },
): Promise<string> {
  const name = verifyName('name', input.name);
  const description = input.description === null ? null : verifyLine('description', input.description, 2000);
  const { rows } = await change.client.query<{ count: number; next: number }>(
    `select count(*)::int as count, coalesce(max(position), 0) + 1 as next
     from tain.status_component
     where retired_at is null`,
  );
  const { count, next } = rows[0] ?? { count: 0, next: 1 };
  if (count >= 1000) throw new RefusedChange('There are 1000 components already');
  const id = await insertComponent(change, { name, description, position: next });
  await recordAudit(change, 'component.create', id, null, input);
  return id;
}

/** Sets a status by hand, which holds until `auto` releases it. */
export async function setByHand(change: Change, id: string, status: ComponentStatus | 'auto'): Promise<void> {
  const before = await componentById(change, id);
  if (before.group) throw new RefusedChange("A group's status follows from its members");
  if (status !== 'auto') {
    await setComponentStatus(change, before, status, 'person', 'Set by hand');
  } else if (before.key === null) {
    throw new RefusedChange(
      'No evidence is collected for this component: its status can only be set by hand',
    );
  } else {
    // Evidence decides immediately, not only with its next change.
    const seen = seenOf(change, before) ?? before;
    await setComponentStatus(change, before, seen.status, null, seen.reason);
  }
  await recordAudit(change, 'component.update', id, before, { status });
}

/**
 * Removes a component that a person added, including from open incidents. Hides a component of evidence whose role no
 * longer runs: its days are retained, and it returns with the next heartbeat. Throws `RefusedChange` when its role runs.
 */
export async function deleteComponent(change: Change, id: string): Promise<void> {
  const before = await componentById(change, id);
  const { key } = before;
  if (key === null) {
    await change.client.query('delete from tain.status_component where id = $1', [id]);
  } else {
    if (before.group || isNode(before)) {
      throw new RefusedChange('Consensus nodes are added and removed with the address book');
    }
    if (change.findings?.some((finding) => finding.key === key && finding.isAlive)) {
      throw new RefusedChange(`${before.name} still sends heartbeats: stop its role first`);
    }
    await change.client.query(
      'update tain.status_component set retired_at = $2, updated_at = $2, held_by = null where id = $1',
      [id, change.now],
    );
  }
  await recordAudit(change, 'component.delete', id, before, null);
}

/** Sets a status, in force since `since`. */
export async function setComponentStatus(
  change: Change,
  component: Component,
  status: ComponentStatus,
  heldBy: string | null,
  reason: string | null,
  since: Date = change.now,
): Promise<void> {
  const changed = component.status !== status;
  await change.client.query(
    `update tain.status_component
        set status = $2, held_by = $3, reason = $4, updated_at = $5,
            status_since = case when $6 then $7 else status_since end,
            out_since = case when $8 then coalesce(out_since, $7) end
      where id = $1`,
    [component.id, status, heldBy, reason, change.now, changed, since, isOut(status)],
  );
}

/** Returns one component. Throws `NotFoundError`. */
async function componentById(change: Change, id: string): Promise<Component> {
  const found = (await selectComponents(change.client)).find((component) => component.id === id);
  if (found === undefined) throw new NotFoundError(`Component ${id}`);
  return found;
}

/** Inserts an operational component; one with a retired key returns under its old id. Returns the id. */
export async function insertComponent(
  change: Change,
  row: Pick<Component, 'name' | 'description' | 'position'> &
    Partial<Pick<Component, 'key' | 'groupId' | 'group' | 'startDate'>>,
): Promise<string> {
  const { key, name, description, position, groupId, group = false, startDate } = row;
  const { rows } = await change.client.query<{ id: string }>(
    `insert into tain.status_component (id, key, name, description, status, status_since, position, group_id,
            is_group, start_date, created_at, updated_at)
     values ($1, $2, $3, $4, 'operational', $5, $6, $7, $8, $9, $5, $5)
     on conflict (key) do update set name = excluded.name, description = excluded.description,
            status = excluded.status, status_since = excluded.status_since, out_since = null, group_id = excluded.group_id,
            position = excluded.position, held_by = null, retired_at = null, updated_at = excluded.updated_at
     returning id`,
    [newId(), key, name, description, change.now, position, groupId, group, startDate],
  );
  return rows[0]?.id ?? '';
}
