import {
  type Component,
  type ComponentStatus,
  IMPACTS,
  type Impact,
  type Incident,
  isUnresolved,
  severityOf,
  worstOf,
} from './model.ts';

/** Status of the whole page, in one word and one sentence. */
export interface Rollup {
  readonly indicator: Impact;
  readonly description: string;
}

const IMPACT_OF: Readonly<Record<ComponentStatus, Impact>> = {
  operational: 'none',
  under_maintenance: 'maintenance',
  degraded_performance: 'minor',
  partial_outage: 'major',
  major_outage: 'critical',
};

/** Returns the impact of a component with this status. */
export function impactOf(status: ComponentStatus): Impact {
  return IMPACT_OF[status];
}

/** Returns the worse of two impacts. */
export function worseImpact(a: Impact, b: Impact): Impact {
  return IMPACTS.indexOf(a) >= IMPACTS.indexOf(b) ? a : b;
}

/**
 * Computes the indicator, the worst of all components' statuses and all unresolved incidents' impacts, with
 * Statuspage's sentence for it. Groups count by their members.
 */
export function rollup(components: readonly Component[], incidents: readonly Incident[]): Rollup {
  const members = components.filter((component) => !component.group);
  const worst = worstOf(members.map((component) => component.status));
  let indicator = impactOf(worst);
  for (const incident of incidents) {
    if (incident.kind === 'incident' && isUnresolved(incident)) {
      indicator = worseImpact(indicator, incident.impact);
    }
  }
  const allDegraded = members.every((component) => severityOf(component.status) >= 2);
  return { indicator, description: describe(indicator, impactOf(worst) === indicator, allDegraded) };
}

function describe(indicator: Impact, fromComponents: boolean, allDegraded: boolean): string {
  switch (indicator) {
    case 'none':
      return 'All Systems Operational';
    case 'maintenance':
      return 'Service Under Maintenance';
    case 'minor':
      if (!fromComponents) return 'Minor Service Outage';
      return allDegraded ? 'Degraded System Service' : 'Partially Degraded Service';
    case 'major':
      return 'Partial System Outage';
    case 'critical':
      return 'Major Service Outage';
  }
}

/** Returns the status of a group: the worst of its members. */
export function groupStatus(group: Component, components: readonly Component[]): ComponentStatus {
  return worstOf(components.filter((it) => it.groupId === group.id).map((it) => it.status));
}
