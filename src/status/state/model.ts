import { randomInt } from 'node:crypto';

/** Statuses of a component, mildest first. `under_maintenance` occurs only when the setting allows it. */
export const COMPONENT_STATUSES = [
  'operational',
  'under_maintenance',
  'degraded_performance',
  'partial_outage',
  'major_outage',
] as const;
export type ComponentStatus = (typeof COMPONENT_STATUSES)[number];

/** Impacts of an incident and indicators of the page, mildest first. */
export const IMPACTS = ['none', 'maintenance', 'minor', 'major', 'critical'] as const;
export type Impact = (typeof IMPACTS)[number];

export const INCIDENT_STATUSES = [
  'investigating',
  'identified',
  'monitoring',
  'resolved',
  'postmortem',
] as const;
export const MAINTENANCE_STATUSES = ['scheduled', 'in_progress', 'verifying', 'completed'] as const;
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number] | (typeof MAINTENANCE_STATUSES)[number];
export type IncidentKind = 'incident' | 'maintenance';

/** How bad a status is: 0 for operational, 4 for a major outage. */
export function severityOf(status: ComponentStatus): number {
  return COMPONENT_STATUSES.indexOf(status);
}

/** The worse of two statuses. */
export function worse(a: ComponentStatus, b: ComponentStatus): ComponentStatus {
  return severityOf(a) >= severityOf(b) ? a : b;
}

/** The worst of some statuses; `operational` of none. */
export function worstOf(statuses: Iterable<ComponentStatus>): ComponentStatus {
  let worst: ComponentStatus = 'operational';
  for (const status of statuses) worst = worse(worst, status);
  return worst;
}

/** Whether a component with this status is out, partly or wholly. */
export function isOut(status: ComponentStatus): boolean {
  return severityOf(status) >= severityOf('partial_outage');
}

/** All instants are ISO 8601 text with milliseconds and `Z`, ready for an answer. */
export type Instant = string;

export interface Page {
  readonly id: string;
  readonly updatedAt: Instant;
}

export interface Component {
  readonly id: string;
  /** What evidence decides its status (`network`, `node:3`…), or null when only people do. */
  readonly key: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly status: ComponentStatus;
  readonly statusSince: Instant;
  /** Since when it is out without a break, partly or wholly; null while it is not. */
  readonly outSince: Instant | null;
  readonly reason: string | null;
  readonly position: number;
  readonly groupId: string | null;
  readonly group: boolean;
  readonly showcase: boolean;
  /** `YYYY-MM-DD`. */
  readonly startDate: string | null;
  readonly onlyShowIfDegraded: boolean;
  /** `person`, an incident's id, or null when evidence decides. */
  readonly heldBy: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export interface AffectedComponent {
  readonly code: string;
  readonly name: string;
  readonly old_status: ComponentStatus;
  readonly new_status: ComponentStatus;
}

export interface IncidentUpdate {
  readonly id: string;
  readonly incidentId: string;
  readonly status: IncidentStatus;
  readonly body: string;
  readonly affectedComponents: readonly AffectedComponent[] | null;
  readonly deliverNotifications: boolean;
  readonly displayAt: Instant;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** An incident or a maintenance. Its updates are in the order in which they are shown: newest first. */
export interface Incident {
  readonly id: string;
  readonly kind: IncidentKind;
  readonly name: string;
  readonly status: IncidentStatus;
  readonly impact: Impact;
  readonly impactOverride: Impact | null;
  readonly componentIds: readonly string[];
  readonly startedAt: Instant;
  readonly monitoringAt: Instant | null;
  readonly resolvedAt: Instant | null;
  readonly scheduledFor: Instant | null;
  readonly scheduledUntil: Instant | null;
  readonly autoInProgress: boolean;
  readonly autoCompleted: boolean;
  readonly backfilled: boolean;
  readonly postmortemBody: string | null;
  readonly autoKey: string | null;
  /** Component id → status in the last automatic update. */
  readonly autoState: Readonly<Record<string, ComponentStatus>> | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly updates: readonly IncidentUpdate[];
}

/** Everything that is shown, as one value: the content of the database and of the state file. */
export interface State {
  /** From the page's row: one more with each change. 0 when the database was never reached. */
  readonly version: number;
  readonly page: Page;
  /** Keys of components that evidence fed until they were retired, and when that was (ISO). */
  readonly retired: Readonly<Record<string, Instant>>;
  /** In the order of their positions; without retired ones. */
  readonly components: readonly Component[];
  /** Unresolved ones and the 50 latest of each kind, newest first. */
  readonly incidents: readonly Incident[];
}

/** Still going on: for an incident until it is resolved, for a maintenance until it is completed. */
export function isUnresolved(incident: Incident): boolean {
  return !['resolved', 'postmortem', 'completed'].includes(incident.status);
}

export function isActiveMaintenance(incident: Incident): boolean {
  return incident.kind === 'maintenance' && ['in_progress', 'verifying'].includes(incident.status);
}

const ID_ALPHABET = 'bcdfghjklmnpqrstvwxyz0123456789';

/** A new id in the form that Statuspage gives its objects: twelve lower-case letters and digits. */
export function newId(): string {
  let id = '';
  for (let index = 0; index < 12; index++) id += ID_ALPHABET[randomInt(ID_ALPHABET.length)];
  return id;
}

/** Why a change is refused, as a sentence without its full stop. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** The requested object does not exist: answered with 404. */
export class NotThere extends Error {
  override readonly name = 'NotThere';

  constructor(what: string) {
    super(`${what} was not found`);
  }
}
