import type { ComponentStatus, Impact, IncidentStatus } from './model.ts';

const STATUS_LABELS: Readonly<Record<ComponentStatus | IncidentStatus, string>> = {
  operational: 'Operational',
  under_maintenance: 'Under Maintenance',
  degraded_performance: 'Degraded Performance',
  partial_outage: 'Partial Outage',
  major_outage: 'Major Outage',
  investigating: 'Investigating',
  identified: 'Identified',
  monitoring: 'Monitoring',
  resolved: 'Resolved',
  postmortem: 'Postmortem',
  scheduled: 'Scheduled',
  in_progress: 'In Progress',
  verifying: 'Verifying',
  completed: 'Completed',
};

/** Returns the words of a status. */
export function statusLabel(status: ComponentStatus | IncidentStatus): string {
  return STATUS_LABELS[status];
}

const IMPACT_LABELS: Readonly<Record<Impact, string>> = {
  none: 'No impact',
  maintenance: 'Maintenance',
  minor: 'Minor impact',
  major: 'Major impact',
  critical: 'Critical impact',
};

export function impactLabel(impact: Impact): string {
  return IMPACT_LABELS[impact];
}
