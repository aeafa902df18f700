import type { IncidentKind, IncidentStatus } from '../state/model.ts';

/**
 * Allowed transitions of statuses. `start` are the initial statuses; every status that is not an end may be repeated. A
 * resolved incident is closed except for its postmortem: trouble that returns is a new incident. `docs/status.md` shows the
 * same table to operators.
 */
export const TRANSITIONS: Readonly<
  Record<IncidentKind, Readonly<Partial<Record<IncidentStatus | 'start', readonly IncidentStatus[]>>>>
> = {
  incident: {
    start: ['investigating', 'identified', 'monitoring', 'resolved'],
    investigating: ['investigating', 'identified', 'monitoring', 'resolved'],
    identified: ['investigating', 'identified', 'monitoring', 'resolved'],
    monitoring: ['investigating', 'identified', 'monitoring', 'resolved'],
    resolved: ['postmortem'],
    postmortem: [],
  },
  maintenance: {
    start: ['scheduled', 'in_progress', 'completed'],
    scheduled: ['scheduled', 'in_progress', 'completed'],
    in_progress: ['in_progress', 'verifying', 'completed'],
    verifying: ['in_progress', 'verifying', 'completed'],
    completed: [],
  },
};

/** Returns whether a status may follow another (`start`: whether an incident may begin with it). */
export function isAllowed(kind: IncidentKind, from: IncidentStatus | 'start', to: IncidentStatus): boolean {
  return TRANSITIONS[kind][from]?.includes(to) ?? false;
}

/** Returns why a status may not follow, or null when it may. */
export function verifyTransition(
  kind: IncidentKind,
  from: IncidentStatus | 'start',
  to: IncidentStatus,
): string | null {
  if (isAllowed(kind, from, to)) return null;
  const allowed = TRANSITIONS[kind][from] ?? [];
  const what = kind === 'incident' ? 'An incident' : 'A scheduled maintenance';
  if (from === 'start') return `${what} cannot begin as ${to}; it can begin as ${allowed.join(', ')}`;
  if (allowed.length === 0) return `${what} that is ${from} cannot become ${to}: it is closed`;
  return `${what} that is ${from} cannot become ${to}; it can become ${allowed.join(', ')}`;
}

/**
 * Checks all statuses, oldest first, after an update was added, moved in time or deleted. Returns the problem, or
 * null.
 */
export function verifySequence(kind: IncidentKind, statuses: readonly IncidentStatus[]): string | null {
  let from: IncidentStatus | 'start' = 'start';
  for (const status of statuses) {
    const problem = verifyTransition(kind, from, status);
    if (problem !== null) return problem;
    from = status;
  }
  return from === 'start' ? 'At least one update must remain' : null;
}
