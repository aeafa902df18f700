import {
  type Component,
  type ComponentStatus,
  type Impact,
  type Incident,
  impactOf,
  impactOfEvidence,
  isUnresolved,
  severityOf,
  worstImpact,
  worstOf,
} from './model.ts';

/** Status of the whole page, in one word and one sentence. */
export interface Rollup {
  readonly indicator: Impact;
  readonly description: string;
}

const DESCRIPTIONS: Readonly<Record<Impact, string>> = {
  none: 'All Systems Operational',
  maintenance: 'Service Under Maintenance',
  minor: 'Partially Degraded Service',
  major: 'Partial System Outage',
  critical: 'Major Service Outage',
};

/**
 * Computes the indicator, the worst of all components' statuses and all unresolved incidents' impacts, with
 * Statuspage's sentence for it. Groups count by their members. The indicator is at least `floor`.
 */
export function rollup(
  components: readonly Component[],
  incidents: readonly Incident[],
  floor: Impact = 'none',
): Rollup {
  const statuses = components.filter((component) => !component.group).map((component) => component.status);
  const impact = worstImpact(
    components
      .filter(({ group }) => !group)
      .map((it) => (it.heldBy === null ? impactOfEvidence(it) : impactOf(it.status))),
  );
  const open = incidents.filter((incident) => incident.kind === 'incident' && isUnresolved(incident));
  const indicator = worstImpact([floor, impact, ...open.map((incident) => incident.impact)]);
  let description = DESCRIPTIONS[indicator];
  if (indicator === 'minor' && impact !== 'minor') description = 'Minor Service Outage';
  else if (indicator === 'minor' && statuses.every((it) => severityOf(it) >= 2)) {
    description = 'Degraded System Service';
  }
  return { indicator, description };
}

/** Returns the status of a group: the worst of its members. */
export function groupStatus(group: Component, components: readonly Component[]): ComponentStatus {
  return worstOf(components.filter((it) => it.groupId === group.id).map((it) => it.status));
}
