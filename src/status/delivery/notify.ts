import type { Change } from '../state/change.ts';
import type { Component, ComponentStatus, State } from '../state/model.ts';
import { componentJson, incidentJson } from '../state/public-json.ts';
import { selectComponents, selectIncident } from '../state/select-state.ts';

/** Most deliveries that may wait for one subscriber: a dead one must not fill the table. */
const MAX_WAITING = 1000;

/** A message for subscribers, as stored: rendered when it happened, so that it does not change later. */
export type Message =
  | {
      readonly type: 'incident';
      readonly incident: ReturnType<typeof incidentJson>;
      readonly updateId: string;
      readonly reminder: boolean;
    }
  | {
      readonly type: 'component';
      readonly component: ReturnType<typeof componentJson>;
      readonly oldStatus: ComponentStatus;
      readonly newStatus: ComponentStatus;
      readonly at: string;
    };

/** Notifies every subscriber who wants it of an incident's update, once this change commits. */
export async function enqueueIncident(
  change: Change,
  incidentId: string,
  updateId: string,
  reminder = false,
): Promise<void> {
  if (!(await hasSubscribers(change))) return;
  const incident = await selectIncident(change.client, incidentId);
  if (incident === null) return;
  const state = await stateFor(change);
  const message: Message = {
    type: 'incident',
    incident: incidentJson(incident, state, change.identity),
    updateId,
    reminder,
  };
  await enqueue(change, message, ['email', 'webhook'], incident.componentIds);
}

/** Notifies web hooks that a component has another status (mails report incidents only). */
export async function enqueueComponent(
  change: Change,
  component: Component,
  newStatus: ComponentStatus,
): Promise<void> {
  if (!(await hasSubscribers(change))) return;
  const state = await stateFor(change);
  const message: Message = {
    type: 'component',
    component: componentJson({ ...component, status: newStatus }, state),
    oldStatus: component.status,
    newStatus,
    at: change.now.toISOString(),
  };
  await enqueue(change, message, ['webhook'], [component.id]);
}

async function hasSubscribers(change: Change): Promise<boolean> {
  const { rows } = await change.client.query(
    'select 1 from tain.status_subscriber where confirmed_at is not null and quarantined_at is null limit 1',
  );
  return rows.length > 0;
}

async function stateFor(change: Change): Promise<State> {
  return {
    version: 0,
    page: { id: change.pageId, updatedAt: change.now.toISOString() },
    components: await selectComponents(change.client),
    retired: {},
    incidents: [],
  };
}

async function enqueue(
  change: Change,
  message: Message,
  modes: readonly string[],
  componentIds: readonly string[],
): Promise<void> {
  await change.client.query(
    `with message as (
       insert into tain.status_message (payload, created_at) values ($1, $2) returning number
     )
     insert into tain.status_delivery (message, subscriber_id, due_at)
     select message.number, s.id, $2 from tain.status_subscriber s, message
      where s.confirmed_at is not null and s.quarantined_at is null and s.mode = any($3)
        and (s.component_ids = '{}' or s.component_ids && $4)
        and (select count(*) from tain.status_delivery d where d.subscriber_id = s.id) < $5`,
    [JSON.stringify(message), change.now, modes, componentIds, MAX_WAITING],
  );
}
