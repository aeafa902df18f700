import type { Day } from '../health/uptime.ts';
import type { Component, Incident, State } from '../state/model.ts';
import { componentJson, type Identity, incidentJson } from '../state/public-json.ts';

/** Shapes of the management API, which are those of the public one with more fields. */
export function managedPageJson(state: State, identity: Identity, createdAt: string) {
  return {
    id: state.page.id,
    created_at: createdAt,
    updated_at: state.page.updatedAt,
    name: identity.pageName,
    page_description: null,
    headline: null,
    branding: 'basic',
    subdomain: null,
    domain: new URL(identity.url).host,
    url: identity.url,
    support_url: null,
    hidden_from_search: false,
    allow_page_subscribers: true,
    allow_incident_subscribers: false,
    allow_email_subscribers: true,
    allow_sms_subscribers: false,
    allow_rss_atom_feeds: true,
    allow_webhook_subscribers: true,
    viewers_must_be_team_members: false,
    time_zone: 'Etc/UTC',
  };
}

export function managedComponentJson(component: Component, state: State) {
  return {
    ...componentJson(component, state),
    // Our own fields: whether evidence decides, why it has its status, and who holds it.
    automatic: component.key !== null && component.heldBy === null,
    held_by: component.heldBy,
    status_since: component.statusSince,
    reason: component.reason,
  };
}

export function managedIncidentJson(incident: Incident, state: State, identity: Identity) {
  return {
    ...incidentJson(incident, state, identity),
    impact_override: incident.impactOverride,
    scheduled_for: incident.scheduledFor,
    scheduled_until: incident.scheduledUntil,
    scheduled_remind_prior: incident.remindPrior,
    scheduled_reminded_at: incident.remindedAt,
    scheduled_auto_in_progress: incident.autoInProgress,
    scheduled_auto_completed: incident.autoCompleted,
    auto_transition_to_maintenance_state: incident.autoInProgress,
    auto_transition_to_operational_state: incident.autoCompleted,
    backfilled: incident.backfilled,
    metadata: incident.metadata,
    postmortem_body: incident.postmortemBody,
    postmortem_ignored: false,
    automatic: incident.autoKey !== null,
  };
}

export function groupJson(group: Component, state: State) {
  return {
    id: group.id,
    page_id: state.page.id,
    name: group.name,
    description: group.description,
    components: state.components.filter((it) => it.groupId === group.id).map((it) => it.id),
    position: group.position,
    created_at: group.createdAt,
    updated_at: group.updatedAt,
  };
}

export function uptimeJson(component: Component, days: readonly Day[], mean: number | null) {
  return {
    id: component.id,
    name: component.name,
    range_start: days[0] === undefined ? null : `${days[0].day}T00:00:00.000Z`,
    range_end: days.at(-1) === undefined ? null : `${days.at(-1)?.day}T23:59:59.999Z`,
    uptime_percentage: mean === null ? null : mean * 100,
    days: days.map(({ day, uptime, level }) => ({ day, uptime, level })),
  };
}
