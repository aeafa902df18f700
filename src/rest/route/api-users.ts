import { parseList, type Reader } from '../../kernel/settings/setting-kinds.ts';

/** A basic-auth user. */
export interface ApiUser {
  readonly username: string;
  readonly password: string;
  /** Maximum number of items on a page of this user. */
  readonly limit?: number;
}

/** Users as a JSON list. */
export const apiUsers: Reader<readonly ApiUser[]> = {
  kind: 'JSON',
  secret: true,
  read(value) {
    const wrong = new Error('a JSON list of {"username", "password", "limit"}');
    const parsed = parseList(value, wrong);
    return parsed.map((entry) => {
      const user = entry as Partial<Record<keyof ApiUser, unknown>> | null;
      const { username, password, limit } = user ?? {};
      const validLimit = limit === undefined || (Number.isInteger(limit) && (limit as number) > 0);
      if (typeof username !== 'string' || typeof password !== 'string' || !validLimit) throw wrong;
      if (username === '' || username.includes(':')) throw wrong;
      return { username, password, ...(limit === undefined ? {} : { limit: limit as number }) };
    });
  },
};
