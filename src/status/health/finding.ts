import type { ComponentStatus } from '../state/model.ts';
import type { HealthSettings } from '../state/settings.ts';
import { oneLine } from '../state/text.ts';
import { instantOfNanos } from './evidence.ts';

/** The judgement of one component at one moment, before hysteresis. */
export interface Finding {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  /** Null: without evidence the last status stays. */
  readonly status: ComponentStatus | null;
  /** One sentence, for people. */
  readonly reason: string;
  readonly position: number;
  /** Not every mirror has it: it becomes a component with the first evidence of it. */
  readonly optional: boolean;
  /** Whether there is no evidence of an optional one any more: its role was taken away. */
  readonly gone: boolean;
  /** The latest sign of life behind it, in milliseconds; null: none. A retired component comes back with a newer one. */
  readonly seenAt: number | null;
}
/** Longest reason, in characters. */
const MAX_REASON = 1000;

/** What a finding is about. */
export type Subject = Omit<Finding, 'status' | 'reason' | 'optional' | 'gone'> &
  Partial<Pick<Finding, 'optional' | 'gone'>>;

export function finding(subject: Subject, status: ComponentStatus | null, reason: string): Finding {
  // Texts of others go into incidents, which allow no line breaks and no endless text. Their sentences end with a full
  // stop, and what a reason is put into brings its own.
  const said = oneLine(reason).slice(0, MAX_REASON).replace(/\.+$/, '');
  return { optional: false, gone: false, ...subject, status, reason: said };
}

export function byDuration(duration: number, settings: HealthSettings): ComponentStatus {
  if (duration >= settings.lagMajor) return 'major_outage';
  if (duration >= settings.lagPartial) return 'partial_outage';
  return duration >= settings.lagDegraded ? 'degraded_performance' : 'operational';
}

/** The time of the look, and its rules. */
export interface Moment {
  readonly now: number;
  readonly evenSince: number;
  readonly settings: HealthSettings;
}

/**
 * Whether a sign of life is too old. One from further in the future than clocks may differ does not count:
 * otherwise it would look fresh for as long as the clock was ahead.
 */
export function isSilent(seenAt: number, { now, evenSince, settings }: Moment): boolean {
  const seen = seenAt > now + settings.silence ? Number.NEGATIVE_INFINITY : seenAt;
  return now - Math.max(seen, evenSince) > settings.silence;
}

export function noSignOfLife(seenAt: number, now: number): string {
  return seenAt > now
    ? `The last sign of life is from the future (${iso(seenAt)}): a clock was or is wrong`
    : `No sign of life since ${iso(seenAt)}`;
}

export function iso(ms: number): string {
  return instantOfNanos(BigInt(Math.trunc(ms)) * 1_000_000n);
}
