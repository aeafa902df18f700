import { NANOS_PER_SECOND } from '../kernel/timestamp.ts';

/** Something that holds until it expires, and what follows it, as the network's files of rates and fees have it. */
export interface Succession<Part> {
  readonly current: Part;
  readonly next: Part;
  /** When `current` ends, in seconds since 1970; null where the file names no time. */
  readonly expires: bigint | null;
}

/**
 * Which of both holds at a time in nanoseconds. A file without a time of expiry never expires, unless `expires` says
 * otherwise.
 */
export function inForce<Part>({ current, next, expires }: Succession<Part>, time: bigint): Part {
  return expires !== null && time > expires * NANOS_PER_SECOND ? next : current;
}

const NANOS_PER_HOUR = 3600n * NANOS_PER_SECOND;

/** The beginning of a time's hour, in nanoseconds: prices of gas in results are those of that moment. */
export function startOfHour(time: bigint): bigint {
  return time - (time % NANOS_PER_HOUR);
}
