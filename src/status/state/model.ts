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

/** Returns the severity of a status: 0 for operational, 4 for a major outage. */
export function severityOf(status: ComponentStatus): number {
  return COMPONENT_STATUSES.indexOf(status);
}

/** Returns the worst of some values of a list that is ordered by severity, else its first. */
function worstIn<T>(order: readonly [T, ...T[]], values: Iterable<T>): T {
  let [worst] = order;
  for (const value of values) if (order.indexOf(value) > order.indexOf(worst)) worst = value;
  return worst;
}

/** Returns the worst of some statuses; `operational` for none. */
export function worstOf(statuses: Iterable<ComponentStatus>): ComponentStatus {
  return worstIn<ComponentStatus>(COMPONENT_STATUSES, statuses);
}

/** Returns the worst of some impacts; `none` for none. */
export function worstImpact(impacts: Iterable<Impact>): Impact {
  return worstIn<Impact>(IMPACTS, impacts);
}

/** Returns the impact of a component with this status, because both lists have the same order. */
export function impactOf(status: ComponentStatus): Impact {
  return IMPACTS[severityOf(status)] ?? 'none';
}

/**
 * Returns the impact of a component whose status evidence decides. An outage of a consensus node counts as a
 * degradation: the ledger goes on while nodes with a third of the weight sign, and an end of the stream is an outage of
 * the network.
 */
export function impactOfEvidence(component: Pick<Component, 'key' | 'status'>): Impact {
  const { status } = component;
  return impactOf(isNode(component) && isOut(status) ? 'degraded_performance' : status);
}

/** Returns whether a component with this status is partly or completely out. */
export function isOut(status: ComponentStatus): boolean {
  return severityOf(status) >= severityOf('partial_outage');
}

/** ISO 8601 text with milliseconds and `Z`, ready for a response. */
export type Instant = string;

/** Formats a time in milliseconds. */
export function instantOf(ms: number): Instant {
  return new Date(ms).toISOString();
}

export interface StatusPage {
  readonly id: string;
  readonly updatedAt: Instant;
}

export interface Component {
  readonly id: string;
  /** Key of the evidence that decides its status (`network`, `node:3`…); null when only people set it. */
  readonly key: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly status: ComponentStatus;
  readonly statusSince: Instant;
  /** Time since which it has been partly or completely out without interruption; null while it is not. */
  readonly outSince: Instant | null;
  readonly reason: string | null;
  readonly position: number;
  readonly groupId: string | null;
  readonly group: boolean;
  readonly showcase: boolean;
  /** First day, as `YYYY-MM-DD`. */
  readonly startDate: string | null;
  readonly onlyShowIfDegraded: boolean;
  /** Holder of the status: `person`, an incident's id, or null when evidence decides. */
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

/** An incident or a maintenance. Its updates are newest first. */
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

/** The whole shown state as one value. It is the content of the database and of the state file. */
export interface State {
  /** Version in the page's row, incremented by each change. 0 before the first read of the database. */
  readonly version: number;
  readonly page: StatusPage;
  /** Keys of components that had evidence until they were retired, with the time of that (ISO). */
  readonly retired: Readonly<Record<string, Instant>>;
  /** Components by position, without retired ones. */
  readonly components: readonly Component[];
  /** All unresolved incidents and the 50 latest of each kind, newest first. */
  readonly incidents: readonly Incident[];
}

/** Returns whether an incident is not resolved, or a maintenance not completed. */
export function isUnresolved(incident: Incident): boolean {
  return !['resolved', 'postmortem', 'completed'].includes(incident.status);
}

/** Returns the ids of all components in maintenance. */
export function maintainedIds({ incidents }: State): ReadonlySet<string> {
  return new Set(incidents.filter(isActiveMaintenance).flatMap((it) => it.componentIds));
}

/** Returns the components that an incident affects, without retired ones. */
export function affectedBy(
  { componentIds }: Incident,
  { components }: Pick<State, 'components'>,
): readonly Component[] {
  return components.filter((component) => componentIds.includes(component.id));
}

/** Returns whether a component is a consensus node. */
export function isNode({ key }: Pick<Component, 'key'>): boolean {
  return key?.startsWith('node:') ?? false;
}

export function isActiveMaintenance(incident: Incident): boolean {
  return incident.kind === 'maintenance' && ['in_progress', 'verifying'].includes(incident.status);
}

const ID_ALPHABET = 'bcdfghjklmnpqrstvwxyz0123456789';

/** Returns a new id in Statuspage's form: twelve lower-case letters and digits. */
export function newId(): string {
  let id = '';
  for (let index = 0; index < 12; index++) id += ID_ALPHABET[randomInt(ID_ALPHABET.length)];
  return id;
}

/** Thrown with the reason of a refused change, as a sentence without its full stop. */
export class RefusedChange extends Error {
  override readonly name = 'RefusedChange';
}

/** Thrown when the requested object does not exist: 404. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError';

  constructor(what: string) {
    super(`${what} was not found`);
  }
}
