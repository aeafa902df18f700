import type { ComponentEvidence } from '../state/change.ts';
import { type ComponentStatus, instantOf } from '../state/model.ts';
import type { HealthSettings } from '../state/settings.ts';

/** Judgement of one component at one moment, before hysteresis. */
export interface Judgement {
  /** Status by evidence; null without evidence: the last status stays. */
  readonly status: ComponentStatus | null;
  /** Reason in one sentence, for people. */
  readonly reason: string;
}

/** Judgement of a component, with its name and its place. */
export interface ComponentFinding extends Judgement, ComponentEvidence {
  readonly name: string;
  readonly description: string;
  readonly position: number;
  /** Whether the component is optional: it appears with its first evidence. */
  readonly optional: boolean;
  /** Whether an optional component has no evidence any more, because its role was removed. */
  readonly isRemoved: boolean;
  /** Time of its latest heartbeat, in milliseconds, or null. A retired component returns with a newer one. */
  readonly seenAt: number | null;
}

/** Time and rules of a judgement. */
export interface Moment {
  readonly now: number;
  /** Time since which the clock has not been set, in milliseconds: earlier records are not comparable with it. */
  readonly evenSince: number;
  /** Age of blocks that arrive at the network's pace, see `StreamPace`; null while the pace is unknown. */
  readonly clockOffsetMs: number | null;
  readonly settings: HealthSettings;
}

/** Returns the present by the clock of the ledger, in milliseconds. */
export function ledgerNow({ now, clockOffsetMs }: Moment): number {
  return now - (clockOffsetMs ?? 0);
}

export function byDuration(duration: number, settings: HealthSettings): ComponentStatus {
  if (duration >= settings.lagMajorMs) return 'major_outage';
  if (duration >= settings.lagPartialMs) return 'partial_outage';
  return duration >= settings.lagDegradedMs ? 'degraded_performance' : 'operational';
}

/**
 * Returns whether a heartbeat is too old. A heartbeat from further in the future than clocks may differ is ignored,
 * because it would look recent for as long as the clock was ahead.
 */
export function isSilent(
  seenAt: number,
  { now, evenSince, settings }: Pick<Moment, 'now' | 'evenSince' | 'settings'>,
): boolean {
  const seen = seenAt > now + settings.silenceMs ? Number.NEGATIVE_INFINITY : seenAt;
  return now - Math.max(seen, evenSince) > settings.silenceMs;
}

export function noHeartbeat(seenAt: number, { now }: Moment): string {
  return seenAt > now
    ? `The last heartbeat is dated in the future (${instantOf(seenAt)}): a clock was or is wrong`
    : `No heartbeat since ${instantOf(seenAt)}`;
}
