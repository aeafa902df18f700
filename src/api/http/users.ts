import { createHash, timingSafeEqual } from 'node:crypto';
import type { Limiter } from '../../net/limiter.ts';
import { Problem } from '../../query/problem.ts';
import type { ApiUser } from '../route/api-users.ts';

const BASIC = /^basic +([A-Za-z0-9+/_-]*={0,2}) *$/i;

/** The configured users, with protection against guessed passwords. */
export class UserDirectory {
  readonly #users: readonly { readonly user: ApiUser; readonly digest: Buffer }[];
  readonly #failures: Limiter;

  /** `failures` counts wrong passwords by client. */
  constructor(users: readonly ApiUser[], failures: Limiter) {
    this.#users = users.map((user) => ({ user, digest: digestOf(`${user.username}:${user.password}`) }));
    this.#failures = failures;
  }

  /**
   * Returns the user of basic-auth credentials; undefined without credentials, with another scheme, and when no users
   * are configured. Throws `Problem` for wrong credentials: 401, and 429 after too many attempts of the client.
   * Correct credentials are accepted even then, so that other clients at the address cannot lock a user out.
   */
  find(header: string | undefined, client: string): ApiUser | undefined {
    if (header === undefined || this.#users.length === 0) return undefined;
    const encoded = BASIC.exec(header)?.[1];
    if (encoded === undefined) return undefined;
    const given = digestOf(Buffer.from(encoded, 'base64').toString());
    let found: ApiUser | undefined;
    // All are compared, in constant time, so that the duration reveals nothing.
    for (const { user, digest } of this.#users) if (timingSafeEqual(given, digest)) found = user;
    if (found !== undefined) return found;
    const wait = this.#failures.waitOf(client);
    if (wait > 0) {
      throw new Problem(429, [{ message: 'Too many failed attempts' }], { 'retry-after': String(wait) });
    }
    this.#failures.count(client);
    throw new Problem(401, [{ message: 'Invalid credentials' }]);
  }
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
