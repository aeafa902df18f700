import { enqueueComponent } from '../delivery/notify.ts';
import { type Change, recordAudit } from '../state/change.ts';
import {
  COMPONENT_STATUSES,
  type Component,
  type ComponentStatus,
  isOut,
  NotThere,
  newId,
  Refusal,
} from '../state/model.ts';
import { selectComponents } from '../state/select-state.ts';
import { verifyText } from '../state/text.ts';

/** What a person, or evidence, may set on a component. Absent fields stay as they are. */
export interface ComponentInput {
  readonly name?: string;
  readonly description?: string | null;
  readonly status?: ComponentStatus;
  readonly groupId?: string | null;
  readonly showcase?: boolean;
  readonly startDate?: string | null;
  readonly onlyShowIfDegraded?: boolean;
  readonly position?: number;
  /** True lets evidence decide again. */
  readonly automatic?: boolean;
}

/** Refuses a text that is no component status, or one that the settings do not allow. */
export function verifyComponentStatus(status: string, maintenanceValues: boolean): ComponentStatus {
  const allowed = COMPONENT_STATUSES.filter((known) => maintenanceValues || known !== 'under_maintenance');
  const found = allowed.find((known) => known === status);
  if (found === undefined)
    throw new Refusal(`Component status must be one of ${allowed.join(', ')}, not ${status}`);
  return found;
}

/** Adds a component that a person keeps. */
export async function createComponent(
  change: Change,
  input: ComponentInput & { readonly group?: boolean },
): Promise<string> {
  const name = verifyText('name', input.name ?? '', 250, { required: true });
  await verifyGroup(change, input.groupId ?? null, null);
  const { rows } = await change.client.query<{ count: number; next: number }>(
    `select count(*)::int as count, coalesce(max(position), 0) + 1 as next
     from tain.status_component
     where retired_at is null`,
  );
  if ((rows[0]?.count ?? 0) >= 1000) throw new Refusal('There are 1000 components already');
  const id = newId();
  await insertComponent(change, {
    id,
    key: null,
    name,
    description: description(input.description ?? null),
    status: input.status ?? 'operational',
    position: input.position ?? rows[0]?.next ?? 1,
    groupId: input.groupId ?? null,
    group: input.group ?? false,
    showcase: input.showcase ?? true,
    startDate: input.startDate ?? null,
    onlyShowIfDegraded: input.onlyShowIfDegraded ?? false,
  });
  await recordAudit(change, 'component.create', id, null, input);
  return id;
}

/** Changes a component by hand. A status set this way holds until it is released with `automatic`. */
export async function updateComponent(change: Change, id: string, input: ComponentInput): Promise<void> {
  const before = await componentById(change, id);
  if (before.group && input.status !== undefined) {
    throw new Refusal("A group's status follows from its members");
  }
  if (input.automatic === true && before.key === null) {
    throw new Refusal('No evidence is collected for this component: only people can set its status');
  }
  if (input.groupId !== undefined) await verifyGroup(change, input.groupId, before);
  if (before.key !== null && input.name !== undefined && input.name !== before.name) {
    throw new Refusal('The name of a component that evidence feeds follows from the network');
  }
  const name =
    input.name === undefined ? before.name : verifyText('name', input.name, 250, { required: true });
  await change.client.query(
    `update tain.status_component
     set name = $2, description = $3, group_id = $4, showcase = $5, start_date = $6,
       only_show_if_degraded = $7, position = $8, updated_at = $9
     where id = $1`,
    [
      id,
      name,
      input.description === undefined ? before.description : description(input.description),
      input.groupId === undefined ? before.groupId : input.groupId,
      input.showcase ?? before.showcase,
      input.startDate === undefined ? before.startDate : input.startDate,
      input.onlyShowIfDegraded ?? before.onlyShowIfDegraded,
      input.position ?? before.position,
      change.now,
    ],
  );
  if (input.status !== undefined) {
    await setComponentStatus(change, before, input.status, 'person', 'Set by hand');
  }
  if (input.automatic === true) {
    // Evidence decides again from now on, not only from its next change on.
    const { status, reason } = change.seen(before.key ?? '') ?? before;
    await setComponentStatus(change, before, status, null, reason);
  }
  await recordAudit(change, 'component.update', id, before, input);
}

/** Removes a component that a person added, from open incidents too; retires one that evidence feeds. */
export async function deleteComponent(change: Change, id: string): Promise<void> {
  const before = await componentById(change, id);
  if (before.key === null) await change.client.query('delete from tain.status_component where id = $1', [id]);
  else await retireComponent(change, before);
  await recordAudit(change, 'component.delete', id, before, null);
}

/**
 * Hides a component whose role is no longer run. Its days are kept, and with the next sign of life it is back. Throws
 * `Refusal` for one whose role runs.
 */
async function retireComponent(change: Change, { id, key, name, group }: Component): Promise<void> {
  if (key === null || group || key.startsWith('node:')) {
    throw new Refusal('Consensus nodes come and go with the address book');
  }
  if (change.isAlive(key)) throw new Refusal(`${name} gives signs of life: stop its role first`);
  await change.client.query(
    'update tain.status_component set retired_at = $2, updated_at = $2, held_by = null where id = $1',
    [id, change.now],
  );
}

/** Adds the members of a group, and removes the others. */
export async function setGroupMembers(
  change: Change,
  groupId: string,
  members: readonly string[],
): Promise<void> {
  const all = new Map((await selectComponents(change.client)).map((component) => [component.id, component]));
  for (const id of members) {
    const member = all.get(id);
    if (member === undefined || member.group) throw new Refusal(`Component ${id} cannot be in a group`);
  }
  await change.client.query('update tain.status_component set group_id = null where group_id = $1', [
    groupId,
  ]);
  await change.client.query('update tain.status_component set group_id = $1 where id = any($2)', [
    groupId,
    members,
  ]);
  await recordAudit(change, 'component-group.members', groupId, null, members);
}

/** Sets a status, in force since `since`, and notifies subscribers if it changed. */
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
  if (changed) await enqueueComponent(change, component, status);
}

/** One component. Throws `NotThere`. */
async function componentById(change: Change, id: string): Promise<Component> {
  const found = (await selectComponents(change.client)).find((component) => component.id === id);
  if (found === undefined) throw new NotThere(`Component ${id}`);
  return found;
}

/** A new row of tain.status_component. */
export interface NewComponent {
  readonly id: string;
  readonly key: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly status: ComponentStatus;
  readonly position: number;
  readonly groupId: string | null;
  readonly group: boolean;
  readonly showcase: boolean;
  readonly startDate: string | null;
  readonly onlyShowIfDegraded: boolean;
}

/** Inserts a component; one with a key that was retired comes back under its old id. Returns the id. */
export async function insertComponent(change: Change, row: NewComponent): Promise<string> {
  const { rows } = await change.client.query<{ id: string }>(
    `insert into tain.status_component (id, key, name, description, status, status_since, position, group_id,
            is_group, showcase, start_date, only_show_if_degraded, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $6, $6)
     on conflict (key) do update set name = excluded.name, description = excluded.description,
            status = excluded.status, status_since = excluded.status_since, out_since = null, group_id = excluded.group_id,
            position = excluded.position, held_by = null, retired_at = null, updated_at = excluded.updated_at
     returning id`,
    [
      row.id,
      row.key,
      row.name,
      row.description,
      row.status,
      change.now,
      row.position,
      row.groupId,
      row.group,
      row.showcase,
      row.startDate,
      row.onlyShowIfDegraded,
    ],
  );
  return rows[0]?.id ?? row.id;
}

function description(text: string | null): string | null {
  return text === null ? null : verifyText('description', text, 2000);
}

async function verifyGroup(change: Change, groupId: string | null, member: Component | null): Promise<void> {
  if (groupId === null) return;
  const group = await componentById(change, groupId);
  if (!group.group) throw new Refusal(`Component ${groupId} is not a group`);
  if (member?.group === true) throw new Refusal('A group cannot be in a group');
}
