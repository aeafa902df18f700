import {
  affectedBy,
  type Component,
  type Incident,
  type IncidentUpdate,
  type Instant,
  isActiveMaintenance,
  isUnresolved,
  type State,
} from './model.ts';
import { groupStatus, type Rollup, rollup } from './rollup.ts';

/** Name and address of the page. */
export interface PageIdentity {
  /** Name of the page, such as `Demo Network Status`. */
  readonly pageName: string;
  /** Public address of the page, without a slash at the end. */
  readonly url: string;
}

/** Time since which the shown state has lacked current evidence, and the reason. */
export interface Stale {
  readonly since: Instant;
  readonly why: string;
  /** Whether the service has read no evidence for so long that it counts as a major outage, whatever the last state. */
  readonly isOutage?: boolean;
}

/** Maximum number of incidents, and of maintenances, in one response (the interface's limit). */
export const LIST_LIMIT = 50;

/** Returns the address of an incident's page. */
export function linkOf({ id }: Pick<Incident, 'id'>, { url }: Pick<PageIdentity, 'url'>): string {
  return `${url}/incidents/${id}`;
}

function pageJson(state: State, identity: PageIdentity, stale: Stale | null) {
  return {
    id: state.page.id,
    name: identity.pageName,
    url: identity.url,
    time_zone: 'Etc/UTC',
    updated_at: state.page.updatedAt,
    // The field is our addition to Statuspage's, present only while it applies.
    ...(stale === null ? {} : { stale_since: stale.since, stale_reason: stale.why }),
  };
}

function componentJson(component: Component, state: State) {
  return {
    id: component.id,
    name: component.name,
    status: component.group ? groupStatus(component, state.components) : component.status,
    created_at: component.createdAt,
    updated_at: component.updatedAt,
    position: component.position,
    description: component.description,
    showcase: component.showcase,
    start_date: component.startDate,
    group_id: component.groupId,
    page_id: state.page.id,
    group: component.group,
    only_show_if_degraded: component.onlyShowIfDegraded,
    ...(component.group
      ? {
          components: state.components
            .filter((member) => member.groupId === component.id)
            .map((member) => member.id),
        }
      : {}),
  };
}

function updateJson(update: IncidentUpdate) {
  return {
    id: update.id,
    status: update.status,
    body: update.body,
    incident_id: update.incidentId,
    created_at: update.createdAt,
    updated_at: update.updatedAt,
    display_at: update.displayAt,
    affected_components: update.affectedComponents,
    deliver_notifications: update.deliverNotifications,
    custom_tweet: null,
    tweet_id: null,
  };
}

function incidentJson(incident: Incident, state: State, identity: PageIdentity) {
  return {
    id: incident.id,
    name: incident.name,
    status: incident.status,
    created_at: incident.createdAt,
    updated_at: incident.updatedAt,
    monitoring_at: incident.monitoringAt,
    resolved_at: incident.resolvedAt,
    impact: incident.impact,
    shortlink: linkOf(incident, identity),
    started_at: incident.startedAt,
    page_id: state.page.id,
    incident_updates: incident.updates.map(updateJson),
    components: affectedBy(incident, state).map((component) => componentJson(component, state)),
    reminder_intervals: null,
    ...(incident.kind === 'maintenance'
      ? { scheduled_for: incident.scheduledFor, scheduled_until: incident.scheduledUntil }
      : {}),
  };
}

/** Returns the status of the whole page: the rollup of its state, critical while no evidence can be read. */
export function pageStatus({ components, incidents }: State, stale: Stale | null): Rollup {
  return rollup(components, incidents, stale?.isOutage ? 'critical' : 'none');
}

/** Returns the status of the whole page, with a note when it is out of date. */
export function statusJson(state: State, stale: Stale | null): Rollup {
  const { indicator, description } = pageStatus(state, stale);
  if (stale === null) return { indicator, description };
  const note = stale.isOutage ? 'no evidence' : 'as last known; stale';
  return { indicator, description: `${description} (${note} since ${stale.since})` };
}

/** Returns the bodies of the eight endpoints, by path below `/api/v2`. */
export function publicAnswers(
  state: State,
  identity: PageIdentity,
  stale: Stale | null,
): Readonly<Record<string, unknown>> {
  const page = pageJson(state, identity, stale);
  const status = statusJson(state, stale);
  const components = state.components.map((component) => componentJson(component, state));
  const list = (incidents: readonly Incident[]) =>
    incidents.slice(0, LIST_LIMIT).map((incident) => incidentJson(incident, state, identity));
  const incidents = state.incidents.filter((incident) => incident.kind === 'incident');
  const maintenances = state.incidents.filter((incident) => incident.kind === 'maintenance');
  const unresolved = incidents.filter(isUnresolved);
  return {
    '/summary.json': {
      page,
      components,
      incidents: list(unresolved),
      scheduled_maintenances: list(maintenances.filter(isUnresolved)),
      status,
    },
    '/status.json': { page, status },
    '/components.json': { page, components },
    '/incidents.json': { page, incidents: list(incidents) },
    '/incidents/unresolved.json': { page, incidents: list(unresolved) },
    '/scheduled-maintenances.json': { page, scheduled_maintenances: list(maintenances) },
    '/scheduled-maintenances/upcoming.json': {
      page,
      scheduled_maintenances: list(maintenances.filter((incident) => incident.status === 'scheduled')),
    },
    '/scheduled-maintenances/active.json': {
      page,
      scheduled_maintenances: list(maintenances.filter(isActiveMaintenance)),
    },
  };
}
