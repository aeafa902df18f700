import type { Assessment } from '../health/assess.ts';
import type { ComponentFinding } from '../health/finding.ts';
import { Hysteresis, type Pending } from '../health/hysteresis.ts';
import type { Change, Work } from '../state/change.ts';
import {
  affectedBy,
  type Component,
  type ComponentStatus,
  type Incident,
  type IncidentStatus,
  isActiveMaintenance,
  isNode,
  type State,
} from '../state/model.ts';
import { selectComponents } from '../state/select-state.ts';
import type { HealthSettings } from '../state/settings.ts';
import { insertComponent, setComponentStatus } from './components.ts';
import { incidentById } from './incident-life.ts';
import { updateIncident } from './incidents.ts';

/** Group of the consensus nodes. */
const NODES_GROUP_KEY = 'nodes';

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

  /** Returns the changes of components to make now. */
  plan(state: State, assessment: Assessment, now: number): Work[] {
    const { findings } = assessment;
    const byKey = new Map(state.components.map((component) => [component.key, component]));
    const appeared: ComponentFinding[] = [];
    const works: Work[] = [];
    this.#hysteresis.keep(new Set(findings.map((finding) => finding.key)));
    for (const finding of findings) {
      const component = byKey.get(finding.key);
      const isRemoved = this.#isRemoved(finding, component, now);
      if (component === undefined) {
        if (exists(finding, state)) appeared.push(finding);
        continue;
      }
      const isFirstReason = component.reason === null && finding.status !== null;
      if (component.name !== finding.name || isFirstReason) works.push(rename(component, finding));
      if (isRemoved) works.push(retire(component));
      const seen = component.heldBy === null ? finding.status : null;
      const settled = this.#hysteresis.observe(finding.key, component.status, seen, now, this.#settings);
      if (settled !== null) {
        const { status, since } = settled;
        works.push((change) =>
          setComponentStatus(change, component, status, null, finding.reason, new Date(since)),
        );
      }
    }
    if (appeared.length > 0) works.unshift((change) => addComponents(change, appeared, state));
    works.push(...formerNodes(state, assessment).map(retire));
    return works;
  }

  /** Returns whether a component's role was removed and has not returned for `silenceMs`, as it would after a restart. */
  #isRemoved({ key, isRemoved }: ComponentFinding, component: Component | undefined, now: number): boolean {
    if (!isRemoved || component === undefined || component.heldBy !== null) {
      this.#removedSince.delete(key);
      return false;
    }
    const since = Math.min(this.#removedSince.get(key) ?? now, now);
    this.#removedSince.set(key, since);
    return now - since >= this.#settings.silenceMs;
  }
}

/** Returns whether a component exists. A retired one returns with a later heartbeat. */
function exists({ key, optional, status, seenAt }: ComponentFinding, { retired }: State): boolean {
  if (optional && status === null) return false;
  const since = retired[key];
  return since === undefined || (seenAt !== null && seenAt > Date.parse(since));
}

/**
 * Returns components of nodes that are no longer in the address book. After the cutover to blocks these are all nodes,
 * with their group unless a person put another component into it. Without a single file the nodes are unknown, and
 * their components stay.
 */
function formerNodes(
  { components }: State,
  { nodes, findings, isWithoutSigners }: Assessment,
): readonly Component[] {
  if (nodes.length === 0 && !isWithoutSigners) return [];
  const known = new Set<string | null>(findings.map((finding) => finding.key));
  const former = components.filter((it) => isNode(it) && !known.has(it.key));
  const group = components.find(({ key }) => key === NODES_GROUP_KEY);
  const isEmptied =
    isWithoutSigners && components.every((it) => it.groupId !== group?.id || former.includes(it));
  return group === undefined || !isEmptied ? former : [...former, group];
}

function rename({ id }: Component, { name, status, reason }: ComponentFinding): Work {
  return ({ client, now }) =>
    client.query(
      `update tain.status_component
          set name = $2, updated_at = $3, reason = coalesce(reason, $4)
        where id = $1`,
      [id, name, now, status === null ? null : reason],
    );
}

function retire({ id }: Component): Work {
  return ({ client, now }) =>
    client.query('update tain.status_component set retired_at = $2 where id = $1', [id, now]);
}

/** Automatic transition of a maintenance. */
interface Transition {
  /** Planned time, in milliseconds. */
  readonly at: number;
  readonly status: IncidentStatus;
  readonly componentStatus: ComponentStatus;
  readonly body: string;
}

/** Returns the transition of a maintenance whose time has come, when it advances by itself; else null. */
function dueTransition(incident: Incident, now: number): Transition | null {
  if (incident.kind !== 'maintenance') return null;
  const from = Date.parse(incident.scheduledFor ?? '');
  const until = Date.parse(incident.scheduledUntil ?? '');
  if (incident.status === 'scheduled' && incident.autoInProgress && from <= now) {
    return {
      at: from,
      status: 'in_progress',
      componentStatus: 'under_maintenance',
      body: 'Scheduled maintenance is in progress.',
    };
  }
  if (isActiveMaintenance(incident) && incident.autoCompleted && until <= now) {
    return {
      at: until,
      status: 'completed',
      componentStatus: 'operational',
      body: 'The scheduled maintenance has been completed.',
    };
  }
  return null;
}

/** Returns one change for each maintenance whose time has come. Each needs its own transaction. */
export function planMaintenances({ incidents }: State, now: number): Work[] {
  return incidents
    .filter((incident) => dueTransition(incident, now) !== null)
    .map(
      ({ id }) =>
        (change) =>
          advance(change, id, now),
    );
}

/**
 * Advances a maintenance if it is still due. Reads it and its components in the transaction, because earlier changes of
 * the poll may have retired components. The update has the planned time, but is never before the last update.
 */
async function advance(change: Change, id: string, now: number): Promise<void> {
  const incident = await incidentById(change, id);
  const due = dueTransition(incident, now);
  if (due === null) return;
  const { at, status, body, componentStatus } = due;
  const last = Date.parse(incident.updates[0]?.displayAt ?? '') || at;
  const components = change.maintenanceValues ? await selectComponents(change.client) : [];
  await updateIncident(change, id, {
    status,
    body,
    components: Object.fromEntries(
      affectedBy(incident, { components }).map((component) => [component.id, componentStatus]),
    ),
    displayAt: new Date(Math.max(at, last)),
  });
}

async function addComponents(
  change: Change,
  appeared: readonly ComponentFinding[],
  state: State,
): Promise<void> {
  let groupId = state.components.find((component) => component.key === NODES_GROUP_KEY)?.id;
  for (const finding of appeared) {
    const { key, name, description, position } = finding;
    const row = { key, name, description, position, startDate: change.now.toISOString().slice(0, 10) };
    if (!isNode(finding)) {
      await insertComponent(change, row);
      continue;
    }
    groupId ??= await insertComponent(change, {
      key: NODES_GROUP_KEY,
      name: 'Consensus nodes',
      description: 'Health from the signatures of the latest stream files',
      position: 2,
      group: true,
    });
    await insertComponent(change, { ...row, groupId });
  }
}
