import type { Schedule } from './entities.ts';
import { secondsOf } from './limits.ts';
import { sha384 } from './sha384.ts';

/** Returns a key of the fields that equal schedules have in common: all but its creator, payer, signatures and times of the network. */
export function scheduleContent(schedule: Readonly<Schedule>): string {
  const { memo, waitForExpiry, expirationGiven, expiration, adminKey, body } = schedule;
  const expires = expirationGiven ? String(secondsOf(expiration)) : null;
  return sha384(Buffer.from(JSON.stringify([memo, waitForExpiry, expires, adminKey])), body).toString(
    'base64',
  );
}
