import { SERVICE_KEYS } from '../health/services.ts';
import {
  type AffectedComponent,
  type Component,
  type ComponentStatus,
  type Incident,
  isActiveMaintenance,
  isOut,
  isUnresolved,
  type State,
  worstOf,
} from '../state/model.ts';
import type { HealthSettings } from '../state/settings.ts';
import { MAX_BODY } from '../state/text.ts';
import { MAX_UPDATES, type NewIncident, type UpdateInput } from './incidents.ts';
import { DATABASE_KIND } from './unseen.ts';

/** Changes of incidents that follow from evidence. */
export type AutomaticAction =
  | { readonly type: 'open'; readonly incident: NewIncident }
  | { readonly type: 'update'; readonly id: string; readonly update: UpdateInput };

/** Groups of components that fail together: one incident covers all components of its kind. */
const KINDS = ['network', 'ingest', ...SERVICE_KEYS, 'block_nodes', DATABASE_KIND] as const;
type Kind = (typeof KINDS)[number];

/** Maximum number of automatic updates of an incident; beyond it only the end of the outage is added. */
const MAX_AUTOMATIC_UPDATES = 200;

const WORDS: Readonly<Record<ComponentStatus, string>> = {
  operational: 'has worked again',
  under_maintenance: 'has been under maintenance',
  degraded_performance: 'has been degraded',
  partial_outage: 'has been partly out',
  major_outage: 'has been out',
};

function kindOf(component: Component): Kind | null {
  const { key } = component;
  if (key === null || component.group) return null;
  if (key === 'stream' || key.startsWith('node:')) return 'network';
  return KINDS.find((kind) => kind === key) ?? null;
}

/**
 * Opens incidents for lasting outages, updates them, and resolves them once all has been well for a while. Returns the
 * changes; the caller writes them. `fresh`: whether evidence of the network is current; without it no change follows.
 */
export function planIncidents(
  state: State,
  settings: HealthSettings,
  now: number,
  fresh: boolean,
): AutomaticAction[] {
  if (!settings.incidents) return [];
  const actions: AutomaticAction[] = [];
  const maintained = new Set(state.incidents.filter(isActiveMaintenance).flatMap((it) => it.componentIds));
  for (const kind of KINDS) {
    if (kind === 'network' && !fresh) continue;
    const members = state.components.filter((component) => kindOf(component) === kind);
    const open = state.incidents.find((incident) => incident.autoKey === kind && isUnresolved(incident));
    const action =
      open === undefined
        ? planOpening(kind, members, maintained, state, settings, now)
        : planUpdate(open, members, settings, now);
    if (action !== null) actions.push(action);
  }
  return actions;
}

function planOpening(
  kind: Kind,
  members: readonly Component[],
  maintained: ReadonlySet<string>,
  state: State,
  settings: HealthSettings,
  now: number,
): AutomaticAction | null {
  // If a person resolved the last incident while the trouble lasted, the same trouble is not reported again.
  const closed = state.incidents
    .filter((incident) => incident.autoKey === kind && incident.resolvedAt !== null)
    .reduce((latest, incident) => Math.max(latest, Date.parse(incident.resolvedAt ?? '')), 0);
  const since = (component: Component) => Date.parse(component.outSince ?? component.statusSince);
  const out = members.filter(
    (component) =>
      isOut(component.status) &&
      component.heldBy === null &&
      !maintained.has(component.id) &&
      since(component) >= closed,
  );
  if (!out.some((component) => now - since(component) >= settings.incidentAfterMs)) return null;
  return {
    type: 'open',
    incident: {
      kind: 'incident',
      autoKey: kind,
      name: titleOf(kind, out),
      status: 'investigating',
      body: bodyOf(out.map((component) => sentence(component, new Date(since(component)).toISOString()))),
      componentIds: out.map((component) => component.id),
      startedAt: new Date(Math.min(...out.map(since))),
      autoState: statusesOf(out),
      affected: out.map((component) => affectedOf(component, 'operational')),
    },
  };
}

function planUpdate(
  incident: Incident,
  members: readonly Component[],
  settings: HealthSettings,
  now: number,
): AutomaticAction | null {
  const reported = incident.autoState ?? {};
  const relevant = members.filter(
    (component) => Object.hasOwn(reported, component.id) || isOut(component.status),
  );
  const changed = relevant.filter((component) => reported[component.id] !== component.status);
  const well = worstOf(relevant.map((component) => component.status)) === 'operational';
  const update = (input: UpdateInput): AutomaticAction => ({
    type: 'update',
    id: incident.id,
    update: input,
  });
  if (well && incident.status === 'monitoring') {
    const since = Date.parse(incident.monitoringAt ?? incident.updatedAt);
    if (now - since < settings.resolveAfterMs) return null;
    return update({
      status: 'resolved',
      body: `Everything has worked since ${new Date(since).toISOString()}.`,
    });
  }
  if (changed.length === 0 && !well) return null;
  // An incident with the maximum number of updates can only be resolved.
  if (incident.updates.length >= MAX_UPDATES) {
    return well ? update({ status: 'resolved', body: 'Everything works again.' }) : null;
  }
  if (incident.updates.length >= MAX_AUTOMATIC_UPDATES && !well) return null;
  const body = bodyOf(changed.map((component) => sentence(component, component.statusSince)));
  const common = {
    body: body === '' ? 'Everything works again.' : body,
    componentIds: [...new Set([...incident.componentIds, ...relevant.map((component) => component.id)])],
    autoState: statusesOf(relevant),
    affected: changed.map((component) => affectedOf(component, reported[component.id] ?? 'operational')),
  };
  if (well) return update({ ...common, status: 'monitoring' });
  const status = incident.status === 'monitoring' ? 'investigating' : incident.status;
  return update({ ...common, status });
}

function titleOf(kind: Kind, out: readonly Component[]): string {
  const nodes = out.filter((component) => component.key?.startsWith('node:'));
  if (nodes.length === 1) return `${nodes[0]?.name} does not take part in consensus`;
  if (nodes.length > 1) return `${nodes.length} consensus nodes do not take part in consensus`;
  return kind === 'network' ? 'The network publishes no new blocks' : `${out[0]?.name ?? kind}: outage`;
}

/** Joins sentences to the text of an update, as many as fit into it. */
function bodyOf(sentences: readonly string[]): string {
  return sentences.join('\n').slice(0, MAX_BODY);
}

function sentence(component: Component, since: string): string {
  const reason = component.reason === null ? '' : ` ${component.reason}.`;
  return `${component.name} ${WORDS[component.status]} since ${since}.${reason}`;
}

function affectedOf(component: Component, before: ComponentStatus): AffectedComponent {
  return { code: component.id, name: component.name, old_status: before, new_status: component.status };
}

function statusesOf(components: readonly Component[]): Record<string, ComponentStatus> {
  return Object.fromEntries(components.map((component) => [component.id, component.status]));
}
