import type { Assessment } from '../health/assess.ts';
import type { Finding } from '../health/finding.ts';
import { Hysteresis, type Pending } from '../health/hysteresis.ts';
import type { Change } from '../state/change.ts';
import type { Component, ComponentStatus, IncidentStatus, State } from '../state/model.ts';
import type { HealthSettings } from '../state/settings.ts';
import type { AutomaticAction } from './automatic.ts';
import { insertComponent, setComponentStatus } from './components.ts';
import { createIncident, updateIncident } from './incidents.ts';

/** Group of the consensus nodes. */
const NODES_GROUP_KEY = 'nodes';

interface StatusChange {
  readonly component: Component;
  readonly status: ComponentStatus;
  readonly since: number;
  readonly reason: string;
}

/** Changes that follow from a poll of evidence and clock. */
export interface Plan {
  readonly appeared: readonly Finding[];
  readonly renamed: readonly { readonly component: Component; readonly finding: Finding }[];
  readonly retired: readonly Component[];
  readonly statuses: readonly StatusChange[];
  readonly maintenances: readonly {
    readonly id: string;
    readonly status: IncidentStatus;
    readonly at: number;
  }[];
}

/** Compares evidence and clock with the state at each poll. Its own state is only how long conditions have lasted. */
export class Watch {
  readonly #hysteresis: Hysteresis;
  readonly #settings: HealthSettings;
  /** Time since which the roles of components have been removed, in milliseconds. */
  readonly #removedSince = new Map<string, number>();

  /** Continues from an earlier watch's `pending`. */
  constructor(settings: HealthSettings, pending: Readonly<Record<string, Pending>>) {
    this.#settings = settings;
    this.#hysteresis = new Hysteresis(pending);
  }

  /** Pending changes, by key of the component. */
  get pending(): Readonly<Record<string, Pending>> {
    return this.#hysteresis.pending;
  }

  /** Returns the changes to make now, or null. */
  plan(state: State, assessment: Assessment, now: number): Plan | null {
    const byKey = new Map(state.components.map((component) => [component.key, component]));
    const appeared: Finding[] = [];
    const renamed: { component: Component; finding: Finding }[] = [];
    const statuses: StatusChange[] = [];
    this.#hysteresis.keep(new Set(assessment.findings.map((finding) => finding.key)));
    for (const finding of assessment.findings) {
      const component = byKey.get(finding.key);
      if (component === undefined) {
        if (this.#exists(finding, state)) appeared.push(finding);
        continue;
      }
      const isFirstReason = component.reason === null && finding.status !== null;
      if (component.name !== finding.name || isFirstReason) renamed.push({ component, finding });
      const seen = component.heldBy === null ? finding.status : null;
      const settled = this.#hysteresis.observe(finding.key, component.status, seen, now, this.#settings);
      if (settled !== null) statuses.push({ component, reason: finding.reason, ...settled });
    }
    const known = new Set(assessment.findings.map((finding) => finding.key));
    const former = formerNodes(state, assessment, known);
    const retired = [...former, ...this.#removed(assessment, byKey, now)];
    const maintenances = state.incidents.flatMap((incident) => dueTransition(incident, now));
    const plan = { appeared, renamed, retired, statuses, maintenances };
    return Object.values(plan).some((part) => part.length > 0) ? plan : null;
  }

  /** Returns whether the component exists. A retired one returns with a later heartbeat. */
  #exists(finding: Finding, state: State): boolean {
    if (finding.optional && finding.status === null) return false;
    const retired = state.retired[finding.key];
    return retired === undefined || (finding.seenAt !== null && finding.seenAt > Date.parse(retired));
  }

  /** Returns components whose role was removed and has not returned for `silenceMs`, as it would after a restart. */
  #removed(
    { findings }: Assessment,
    byKey: ReadonlyMap<string | null, Component>,
    now: number,
  ): readonly Component[] {
    return findings.flatMap(({ key, isRemoved }) => {
      const component = byKey.get(key);
      if (!isRemoved || component === undefined || component.heldBy !== null) {
        this.#removedSince.delete(key);
        return [];
      }
      const since = Math.min(this.#removedSince.get(key) ?? now, now);
      this.#removedSince.set(key, since);
      return now - since >= this.#settings.silenceMs ? [component] : [];
    });
  }
}

/**
 * Returns components of nodes that are no longer in the address book. After the cutover to blocks these are all nodes,
 * with their group unless a person put another component into it. Without a single file the nodes are unknown, and
 * their components stay.
 */
function formerNodes(
  { components }: State,
  { nodes, isWithoutSigners }: Assessment,
  known: ReadonlySet<string>,
): readonly Component[] {
  if (nodes.length === 0 && !isWithoutSigners) return [];
  const former = components.filter(({ key }) => key?.startsWith('node:') === true && !known.has(key));
  const group = components.find(({ key }) => key === NODES_GROUP_KEY);
  const isEmptied =
    isWithoutSigners && components.every((it) => it.groupId !== group?.id || former.includes(it));
  return group === undefined || !isEmptied ? former : [...former, group];
}

/** Returns the next status of a maintenance whose time has come, when it advances by itself. */
function dueTransition(
  incident: State['incidents'][number],
  now: number,
): { readonly id: string; readonly status: IncidentStatus; readonly at: number }[] {
  if (incident.kind !== 'maintenance') return [];
  const from = Date.parse(incident.scheduledFor ?? '');
  const until = Date.parse(incident.scheduledUntil ?? '');
  if (incident.status === 'scheduled' && incident.autoInProgress && from <= now) {
    return [{ id: incident.id, status: 'in_progress', at: from }];
  }
  const active = incident.status === 'in_progress' || incident.status === 'verifying';
  return active && incident.autoCompleted && until <= now
    ? [{ id: incident.id, status: 'completed', at: until }]
    : [];
}

const MAINTENANCE_WORDS: Readonly<Partial<Record<IncidentStatus, string>>> = {
  in_progress: 'Scheduled maintenance is in progress.',
  completed: 'The scheduled maintenance has been completed.',
};

/** Writes a plan to the database. */
export async function applyPlan(change: Change, plan: Plan, state: State): Promise<void> {
  if (plan.appeared.length > 0) await addComponents(change, plan.appeared, state);
  for (const { component, finding } of plan.renamed) {
    await change.client.query(
      `update tain.status_component
          set name = $2, updated_at = $3, reason = coalesce(reason, $4)
        where id = $1`,
      [component.id, finding.name, change.now, finding.status === null ? null : finding.reason],
    );
  }
  if (plan.retired.length > 0) {
    await change.client.query('update tain.status_component set retired_at = $2 where id = any($1)', [
      plan.retired.map((component) => component.id),
      change.now,
    ]);
  }
  for (const { component, status, since, reason } of plan.statuses) {
    await setComponentStatus(change, component, status, null, reason, new Date(since));
  }
  for (const { id, status, at } of plan.maintenances) {
    await moveMaintenance(change, state, id, status, at);
  }
}

/** Writes the changes of incidents that follow from evidence. */
export async function applyAutomatic(change: Change, actions: readonly AutomaticAction[]): Promise<void> {
  for (const action of actions) {
    if (action.type === 'open') await createIncident(change, action.incident);
    else await updateIncident(change, action.id, action.update);
  }
}

/** Advances a maintenance. The update has the planned time, but is never before the last update. */
async function moveMaintenance(
  change: Change,
  state: State,
  id: string,
  status: IncidentStatus,
  at: number,
): Promise<void> {
  const incident = state.incidents.find((candidate) => candidate.id === id);
  const last = Date.parse(incident?.updates[0]?.displayAt ?? '');
  const components: Record<string, ComponentStatus> = {};
  if (change.maintenanceValues) {
    for (const componentId of incident?.componentIds ?? []) {
      if (state.components.some((component) => component.id === componentId)) {
        components[componentId] = status === 'in_progress' ? 'under_maintenance' : 'operational';
      }
    }
  }
  await updateIncident(change, id, {
    status,
    body: MAINTENANCE_WORDS[status] ?? '',
    components,
    displayAt: new Date(Number.isNaN(last) ? at : Math.max(at, last)),
  });
}

async function addComponents(change: Change, appeared: readonly Finding[], state: State): Promise<void> {
  let groupId = state.components.find((component) => component.key === NODES_GROUP_KEY)?.id ?? null;
  for (const finding of appeared) {
    const node = finding.key.startsWith('node:');
    if (node && groupId === null) {
      groupId = await insertComponent(change, {
        key: NODES_GROUP_KEY,
        name: 'Consensus nodes',
        description: 'Health from the signatures of the latest stream files',
        position: 2,
        groupId: null,
        group: true,
        startDate: null,
      });
    }
    await insertComponent(change, {
      key: finding.key,
      name: finding.name,
      description: finding.description,
      position: finding.position,
      groupId: node ? groupId : null,
      group: false,
      startDate: change.now.toISOString().slice(0, 10),
    });
  }
}
