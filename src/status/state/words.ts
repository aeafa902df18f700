import type { ComponentStatus, Impact, IncidentStatus } from './model.ts';

/** Returns the words of a status, such as `Degraded Performance`. */
export function statusLabel(status: ComponentStatus | IncidentStatus): string {
  return status.split('_').map(capitalize).join(' ');
}

export function impactLabel(impact: Impact): string {
  if (impact === 'maintenance') return 'Maintenance';
  return `${capitalize(impact === 'none' ? 'no' : impact)} impact`;
}

export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
