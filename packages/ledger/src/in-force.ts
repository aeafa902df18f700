import { NANOS_PER_SECOND } from './timestamp.ts';

/** A value that is in force until it expires, and its successor, as in the network's files of rates and fees. */
export interface Succession<Part> {
  readonly current: Part;
  readonly next: Part;
  /** Expiry of `current` in seconds since 1970; null when the file names no time. */
  readonly expires: bigint | null;
}

/**
 * Returns the part in force at a time in nanoseconds. A file without a time of expiry never expires, unless `expires`
 * overrides it.
 */
export function inForce<Part>({ current, next, expires }: Succession<Part>, time: bigint): Part {
  return expires !== null && time > expires * NANOS_PER_SECOND ? next : current;
}

const NANOS_PER_HOUR = 3600n * NANOS_PER_SECOND;

/** Start of the hour of a time, in nanoseconds: gas prices in results are those in force then. */
export function startOfHour(time: bigint): bigint {
  return time - (time % NANOS_PER_HOUR);
}
