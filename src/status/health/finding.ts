import type { ComponentStatus } from '../state/model.ts';
import type { HealthSettings } from '../state/settings.ts';
import { oneLine } from '../state/text.ts';
import { instantOfNanos } from './evidence.ts';

/** Judgement of one component at one moment, before hysteresis. */
export interface Finding {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  /** Status by evidence; null without evidence: the last status stays. */
  readonly status: ComponentStatus | null;
  /** Reason in one sentence, for people. */
  readonly reason: string;
  readonly position: number;
  /** Whether the component is optional: it appears with its first evidence. */
  readonly optional: boolean;
  /** Whether an optional component has no evidence any more, because its role was removed. */
  readonly isRemoved: boolean;
  /** Time of its latest heartbeat, in milliseconds, or null. A retired component returns with a newer one. */
  readonly seenAt: number | null;
}
/** Maximum number of characters of a reason. */
const MAX_REASON = 1000;

/** Subject of a finding. */
export type Subject = Omit<Finding, 'status' | 'reason' | 'optional' | 'isRemoved'> &
  Partial<Pick<Finding, 'optional' | 'isRemoved'>>;

export function finding(subject: Subject, status: ComponentStatus | null, reason: string): Finding {
  // Texts from outside become part of incidents, which allow neither line breaks nor unlimited text. The full stop is
  // removed, because the sentence around a reason has its own.
  const text = oneLine(reason).slice(0, MAX_REASON).replace(/\.+$/, '');
  return { optional: false, isRemoved: false, ...subject, status, reason: text };
}

export function byDuration(duration: number, settings: HealthSettings): ComponentStatus {
  if (duration >= settings.lagMajorMs) return 'major_outage';
  if (duration >= settings.lagPartialMs) return 'partial_outage';
  return duration >= settings.lagDegradedMs ? 'degraded_performance' : 'operational';
}

/** Time and rules of a judgement. */
export interface Moment {
  readonly now: number;
  readonly evenSince: number;
  readonly settings: HealthSettings;
}

/**
 * Returns whether a heartbeat is too old. A heartbeat from further in the future than clocks may differ is ignored,
 * because it would look recent for as long as the clock was ahead.
 */
export function isSilent(seenAt: number, { now, evenSince, settings }: Moment): boolean {
  const seen = seenAt > now + settings.silenceMs ? Number.NEGATIVE_INFINITY : seenAt;
  return now - Math.max(seen, evenSince) > settings.silenceMs;
}

export function noHeartbeat(seenAt: number, now: number): string {
  return seenAt > now
    ? `The last heartbeat is dated in the future (${iso(seenAt)}): a clock was or is wrong`
    : `No heartbeat since ${iso(seenAt)}`;
}

export function iso(ms: number): string {
  return instantOfNanos(BigInt(Math.trunc(ms)) * 1_000_000n);
}
