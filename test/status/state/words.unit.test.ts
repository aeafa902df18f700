import { expect, test } from 'vitest';
import {
  COMPONENT_STATUSES,
  type Component,
  type ComponentStatus,
  IMPACTS,
  type Impact,
  INCIDENT_STATUSES,
  type Incident,
  MAINTENANCE_STATUSES,
} from '../../../src/status/state/model.ts';
import { rollup } from '../../../src/status/state/rollup.ts';
import { impactLabel, statusLabel } from '../../../src/status/state/text.ts';

test('each status and impact has its words', () => {
  expect([...COMPONENT_STATUSES, ...INCIDENT_STATUSES, ...MAINTENANCE_STATUSES].map(statusLabel)).toEqual([
    'Operational',
    'Under Maintenance',
    'Degraded Performance',
    'Partial Outage',
    'Major Outage',
    'Investigating',
    'Identified',
    'Monitoring',
    'Resolved',
    'Postmortem',
    'Scheduled',
    'In Progress',
    'Verifying',
    'Completed',
  ]);
  expect(IMPACTS.map(impactLabel)).toEqual([
    'No impact',
    'Maintenance',
    'Minor impact',
    'Major impact',
    'Critical impact',
  ]);
});

test('an outage of a consensus node degrades the page, unless a person set it', () => {
  const of = (heldBy: string | null, ...keys: string[]) =>
    rollup(
      keys.map((key) => ({ key, heldBy, status: 'major_outage', group: false }) as Component),
      [],
    ).indicator;
  expect(of(null, 'node:2')).toBe('minor');
  expect(of(null, 'node:2', 'network')).toBe('critical');
  expect(of('person', 'node:2')).toBe('critical');
});

test.each<[string, string, ComponentStatus[], Impact[]]>([
  ['none', 'All Systems Operational', [], []],
  ['none', 'All Systems Operational', ['operational'], ['none']],
  ['maintenance', 'Service Under Maintenance', ['operational', 'under_maintenance'], []],
  ['minor', 'Partially Degraded Service', ['operational', 'degraded_performance'], []],
  ['minor', 'Degraded System Service', ['degraded_performance', 'degraded_performance'], []],
  ['minor', 'Minor Service Outage', ['operational'], ['minor']],
  ['minor', 'Partially Degraded Service', ['operational', 'degraded_performance'], ['minor']],
  ['major', 'Partial System Outage', ['partial_outage', 'degraded_performance'], ['minor']],
  ['major', 'Partial System Outage', ['degraded_performance'], ['minor', 'major']],
  ['critical', 'Major Service Outage', ['major_outage'], []],
  ['critical', 'Major Service Outage', [], ['critical', 'none']],
])('the page is %s: %s', (indicator, description, statuses, impacts) => {
  const components = statuses.map(
    (status) => ({ key: null, heldBy: null, status, group: false }) as Component,
  );
  const group = { status: 'major_outage', group: true } as Component;
  const open = impacts.map((impact) => ({ kind: 'incident', status: 'identified', impact }) as Incident);
  const closed = { kind: 'incident', status: 'resolved', impact: 'critical' } as Incident;
  const planned = { kind: 'maintenance', status: 'in_progress', impact: 'critical' } as Incident;
  expect(rollup([...components, group], [...open, closed, planned])).toEqual({ indicator, description });
});
