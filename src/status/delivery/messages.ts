import type { Identity } from '../state/public-json.ts';
import type { Rollup } from '../state/rollup.ts';
import { statusLabel } from '../state/words.ts';
import type { Message } from './notify.ts';

/** The content of a delivery: news, or the request to confirm a subscription. */
export type Payload = Message | { readonly type: 'confirm' };

/** Links for a subscriber. */
export interface Links {
  readonly confirm: string;
  readonly unsubscribe: string;
}

/** The body of a web hook, in Statuspage's shape. */
export function hookBody(
  payload: Payload,
  page: { readonly id: string; readonly status: Rollup },
  links: Links,
): { readonly event: string; readonly body: string } {
  const meta = { unsubscribe: links.unsubscribe, generated_by: 'tain' };
  const pageJson = {
    id: page.id,
    status_indicator: page.status.indicator,
    status_description: page.status.description,
  };
  if (payload.type === 'confirm') {
    const body = { meta, page: pageJson, confirm_url: links.confirm };
    return { event: 'subscription.confirm', body: JSON.stringify(body) };
  }
  if (payload.type === 'incident') {
    const event = payload.reminder ? 'maintenance.reminder' : 'incident.update';
    return { event, body: JSON.stringify({ meta, page: pageJson, incident: payload.incident }) };
  }
  const body = {
    meta,
    page: pageJson,
    component_update: {
      created_at: payload.at,
      old_status: payload.oldStatus,
      new_status: payload.newStatus,
      component_id: payload.component.id,
    },
    component: payload.component,
  };
  return { event: 'component.update', body: JSON.stringify(body) };
}

/** Subject and text of a mail. */
export function mailText(
  payload: Payload,
  identity: Identity,
  links: Links,
): { readonly subject: string; readonly text: string } {
  if (payload.type === 'confirm') {
    return {
      subject: `Confirm your subscription to ${identity.pageName}`,
      text: `Someone, hopefully you, asked for mails about incidents from ${identity.pageName} (${identity.url}).

To receive them, open this page and confirm:
${links.confirm}

If you did not ask for this, do nothing: there will be no further mail.
`,
    };
  }
  if (payload.type === 'component') {
    const { name } = payload.component;
    return {
      subject: `${name}: ${statusLabel(payload.newStatus)}`,
      text: `${name} is now: ${statusLabel(payload.newStatus)}.\n${footer(identity, links)}`,
    };
  }
  const { incident } = payload;
  const update = incident.incident_updates.find((it) => it.id === payload.updateId);
  const status = statusLabel(update?.status ?? incident.status);
  const names = incident.components.map((component) => component.name).join(', ');
  const lines = [
    `${incident.name}`,
    '',
    `Status: ${status}`,
    ...(incident.scheduled_for == null
      ? []
      : [`Scheduled: ${incident.scheduled_for} until ${incident.scheduled_until}`]),
    ...(names === '' ? [] : [`Affects: ${names}`]),
    ...(update === undefined ? [] : [`Time: ${update.display_at}`, '', update.body]),
    '',
    incident.shortlink,
  ];
  const reminder = payload.reminder ? 'Reminder: ' : '';
  return {
    subject: `[${identity.pageName}] ${reminder}${incident.name} (${status})`,
    text: `${lines.join('\n')}\n${footer(identity, links)}`,
  };
}

function footer(identity: Identity, links: Links): string {
  return `
--
${identity.pageName}: ${identity.url}
Unsubscribe: ${links.unsubscribe}
`;
}
