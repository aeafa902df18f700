import { createHash, timingSafeEqual } from 'node:crypto';
import { Problem } from '../query/problem.ts';
import type { ApiUser } from './settings.ts';

const BASIC = /^basic +([A-Za-z0-9+/_-]*={0,2}) *$/i;

/**
 * The user that basic-auth credentials name; undefined without them (other schemes are none of
 * ours). Throws `Problem` (401) when they are wrong.
 */
export function verifyCredentials(
  header: string | undefined,
  users: readonly ApiUser[],
): ApiUser | undefined {
  if (header === undefined) return undefined;
  const encoded = BASIC.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const given = Buffer.from(encoded, 'base64').toString();
  let found: ApiUser | undefined;
  // All are compared, and in constant time: how long it takes tells nothing.
  for (const user of users) if (isSame(given, `${user.username}:${user.password}`)) found = user;
  if (found === undefined) throw new Problem(401, [{ message: 'Invalid credentials' }]);
  return found;
}

function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
