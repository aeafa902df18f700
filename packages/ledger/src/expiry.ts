import { NANOS_PER_SECOND } from './timestamp.ts';

/** Default renewal period of an account, contract or token: 90 days. */
export const DEFAULT_AUTO_RENEW_SECONDS = 7_776_000n;

/** Facts that decide when an entity expires: times in nanoseconds, the period in seconds; null when unknown. */
export interface Lifetime {
  readonly expires: bigint | null;
  readonly created: bigint | null;
  readonly renewalPeriod: bigint | null;
}

/**
 * Returns the expiry of an entity in nanoseconds: as set, or a renewal period after its creation; null when neither is known.
 */
export function expiryOf({ expires, created, renewalPeriod }: Lifetime): bigint | null {
  if (expires !== null) return expires;
  if (created === null || renewalPeriod === null) return null;
  return created + renewalPeriod * NANOS_PER_SECOND;
}
