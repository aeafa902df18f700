import { SERVICE_KEYS } from '../health/evidence.ts';
import type { Change, Work } from '../state/change.ts';
import {
  type Component,
  type ComponentStatus,
  type Incident,
  instantOf,
  isNode,
  isOut,
  isUnresolved,
  maintainedIds,
  type State,
} from '../state/model.ts';
import type { HealthSettings } from '../state/settings.ts';
import { bodyOf } from '../state/text.ts';
import {
  affectedOf,
  createIncident,
  type IncidentInput,
  MAX_AUTOMATIC_UPDATES,
  MAX_UPDATES,
  updateIncident,
} from './incidents.ts';
import { DATABASE_KIND } from './unseen.ts';

/** Groups of components that fail together: one incident covers all components of its kind. */
const KINDS: readonly string[] = ['network', 'ingest', ...SERVICE_KEYS, 'block_nodes', DATABASE_KIND];

const WORDS: Readonly<Record<ComponentStatus, string>> = {
  operational: 'has worked again',
  under_maintenance: 'has been under maintenance',
  degraded_performance: 'has been degraded',
  partial_outage: 'has been partly out',
  major_outage: 'has been out',
};

function kindOf(component: Component): string | null {
  if (component.group) return null;
  return component.key === 'stream' || isNode(component) ? 'network' : component.key;
}

/**
 * Opens incidents for lasting outages, updates them, and resolves them once all has been well for a while. Returns the
 * changes; the caller makes them. `fresh`: whether evidence of the network is current; without it no change follows.
 */
export function planIncidents(state: State, settings: HealthSettings, now: number, fresh: boolean): Work[] {
  if (!settings.incidents) return [];
  return KINDS.flatMap((kind) => {
    if (kind === 'network' && !fresh) return [];
    const members = state.components.filter((component) => kindOf(component) === kind);
    const open = state.incidents.find((incident) => incident.autoKey === kind && isUnresolved(incident));
    const work =
      open === undefined
        ? planOpening(kind, members, state, settings, now)
        : planUpdate(open, members, settings, now);
    return work ?? [];
  });
}

function planOpening(
  kind: string,
  members: readonly Component[],
  state: State,
  settings: HealthSettings,
  now: number,
): Work | null {
  const maintained = maintainedIds(state);
  // If a person resolved the last incident while the trouble lasted, the same trouble is not reported again.
  const closed = state.incidents
    .filter((incident) => incident.autoKey === kind)
    .reduce((latest, { resolvedAt }) => Math.max(latest, Date.parse(resolvedAt ?? '') || 0), 0);
  const since = (component: Component) => Date.parse(component.outSince ?? component.statusSince);
  const out = members.filter(
    (component) =>
      isOut(component.status) &&
      component.heldBy === null &&
      !maintained.has(component.id) &&
      since(component) >= closed,
  );
  if (!out.some((component) => now - since(component) >= settings.incidentAfterMs)) return null;
  return (change) =>
    createIncident(change, {
      kind: 'incident',
      autoKey: kind,
      name: titleOf(kind, out),
      status: 'investigating',
      body: bodyOf(out.map((component) => sentence(component, instantOf(since(component))))),
      componentIds: out.map((component) => component.id),
      startedAt: new Date(Math.min(...out.map(since))),
      autoState: statusesOf(out),
      affected: out.map((component) => affectedOf(component, 'operational')),
    });
}

function planUpdate(
  incident: Incident,
  members: readonly Component[],
  settings: HealthSettings,
  now: number,
): Work | null {
  const reported = incident.autoState ?? {};
  const relevant = members.filter(
    (component) => Object.hasOwn(reported, component.id) || isOut(component.status),
  );
  const changed = relevant.filter((component) => reported[component.id] !== component.status);
  const well = relevant.every((component) => component.status === 'operational');
  const update = (input: IncidentInput) => (change: Change) => updateIncident(change, incident.id, input);
  if (well && incident.status === 'monitoring') {
    const since = Date.parse(incident.monitoringAt ?? incident.updatedAt);
    if (now - since < settings.resolveAfterMs) return null;
    return update({ status: 'resolved', body: `Everything has worked since ${instantOf(since)}.` });
  }
  if (changed.length === 0 && !well) return null;
  // An incident with the maximum number of updates can only be resolved.
  if (incident.updates.length >= MAX_UPDATES) {
    return well ? update({ status: 'resolved', body: 'Everything works again.' }) : null;
  }
  if (incident.updates.length >= MAX_AUTOMATIC_UPDATES && !well) return null;
  const body = bodyOf(changed.map((component) => sentence(component, component.statusSince)));
  return update({
    status: well ? 'monitoring' : incident.status === 'monitoring' ? 'investigating' : incident.status,
    body: body === '' ? 'Everything works again.' : body,
    componentIds: [...new Set([...incident.componentIds, ...relevant.map((component) => component.id)])],
    autoState: statusesOf(relevant),
    affected: changed.map((component) => affectedOf(component, reported[component.id] ?? 'operational')),
  });
}

function titleOf(kind: string, out: readonly Component[]): string {
  const nodes = out.filter(isNode);
  if (nodes.length === 1) return `${nodes[0]?.name} does not take part in consensus`;
  if (nodes.length > 1) return `${nodes.length} consensus nodes do not take part in consensus`;
  return kind === 'network' ? 'The network publishes no new blocks' : `${out[0]?.name ?? kind}: outage`;
}

function sentence(component: Component, since: string): string {
  const reason = component.reason === null ? '' : ` ${component.reason}.`;
  return `${component.name} ${WORDS[component.status]} since ${since}.${reason}`;
}

function statusesOf(components: readonly Component[]): Record<string, ComponentStatus> {
  return Object.fromEntries(components.map((component) => [component.id, component.status]));
}
