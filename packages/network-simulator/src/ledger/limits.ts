import type { proto } from '@tain/protos/hapi';
import { longToBigInt } from './long.ts';
import { Status } from './status.ts';

/** Bounds of the network's default configuration. Periods and lifetimes in seconds, sizes in bytes. */
export const MAX_TEXT = 100;
export const MIN_AUTO_RENEW = 2_592_000n;
export const MAX_AUTO_RENEW = 8_000_001n;
const MAX_LIFETIME = 8_000_001n;
export const MAX_BATCH = 10;
export const MAX_CUSTOM_FEES = 10;
export const MAX_TRANSFERS = 10;
export const MAX_AUTO_ASSOCIATIONS = 5_000;
/** Last number of the network's own accounts and files. */
export const LAST_SYSTEM_ENTITY = 750;
export const FIRST_USER_ENTITY = 1001;

const NANOS = 1_000_000_000n;

/** Returns OK for a memo of at most 100 bytes without zero bytes. */
export function memoStatus(memo: string | null | undefined): Status {
  return textStatus(memo ?? '', Status.MEMO_TOO_LONG);
}

export function textStatus(text: string, tooLong: Status): Status {
  if (Buffer.byteLength(text) > MAX_TEXT) return tooLong;
  return text.includes('\0') ? Status.INVALID_ZERO_BYTE_IN_STRING : Status.OK;
}

/** Returns OK for an auto-renew period within the limits. */
export function autoRenewStatus(period: proto.IDuration): Status {
  const seconds = longToBigInt(period.seconds);
  if (seconds <= 0n) return Status.INVALID_RENEWAL_PERIOD;
  return seconds >= MIN_AUTO_RENEW && seconds <= MAX_AUTO_RENEW
    ? Status.OK
    : Status.AUTORENEW_DURATION_NOT_IN_RANGE;
}

/** Returns OK for a number of automatic associations of a contract; -1 is without limit (HIP-904). */
export function slotsStatus(slots: number): Status {
  if (slots < -1) return Status.INVALID_MAX_AUTO_ASSOCIATIONS;
  return slots <= MAX_AUTO_ASSOCIATIONS
    ? Status.OK
    : Status.REQUESTED_NUM_AUTOMATIC_ASSOCIATIONS_EXCEEDS_ASSOCIATION_LIMIT;
}

/** Returns the whole seconds of a consensus time. */
export function secondsOf(nanos: bigint): bigint {
  return nanos / NANOS;
}

/** Returns OK for an expiration in the future within the maximum lifetime. `at`: consensus time in nanoseconds. */
export function expiryStatus(at: bigint, time: proto.ITimestamp): Status {
  const expiry = longToBigInt(time.seconds);
  const now = secondsOf(at);
  return expiry > now && expiry <= now + MAX_LIFETIME ? Status.OK : Status.INVALID_EXPIRATION_TIME;
}

/** An entity without a set expiration, which expires one auto-renew period after its creation. */
interface Renewing {
  readonly expiration: bigint | null;
  readonly createdAt: bigint;
  readonly autoRenewPeriod: number | null;
}

/** Returns OK for a new expiration that is not before the current one. */
export function newExpiryStatus(at: bigint, time: proto.ITimestamp, entity: Renewing): Status {
  const status = expiryStatus(at, time);
  if (status !== Status.OK) return status;
  const before = secondsOf(
    entity.expiration ?? entity.createdAt + BigInt(entity.autoRenewPeriod ?? 0) * NANOS,
  );
  return longToBigInt(time.seconds) < before ? Status.EXPIRATION_REDUCTION_NOT_ALLOWED : Status.OK;
}
