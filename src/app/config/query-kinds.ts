import { databaseUrl, parseList, type Reader } from './setting-kinds.ts';

/** Any number of ports, separated by commas. */
export const ports: Reader<readonly number[]> = {
  kind: 'ports',
  read(value) {
    if (value === '') return [];
    const found = value.split(',').map((port) => (/^\s*\d{1,5}\s*$/.test(port) ? Number(port) : 0));
    if (found.some((port) => port < 1 || port > 65_535)) throw new Error('ports such as 8084,8545');
    return [...new Set(found)];
  },
};

/** Any number of URLs of a PostgreSQL, separated by commas, which a URL spells `%2C`. */
export const databaseUrls: Reader<readonly string[]> = {
  kind: 'URLs',
  secret: true,
  read(value) {
    if (value === '') return [];
    return value.split(',').map((part) => databaseUrl.read(part.trim()));
  },
};

/** Who may ask for larger pages. */
export interface User {
  readonly username: string;
  readonly password: string;
  /** Largest page of this user. */
  readonly limit?: number;
}

export const users: Reader<readonly User[]> = {
  kind: 'JSON',
  secret: true,
  read(value) {
    const wrong = new Error('a JSON list of {"username", "password", "limit"}');
    const parsed = parseList(value, wrong);
    return parsed.map((entry) => {
      const user = entry as Partial<Record<keyof User, unknown>> | null;
      const { username, password, limit } = user ?? {};
      const validLimit = limit === undefined || (Number.isInteger(limit) && (limit as number) > 0);
      if (typeof username !== 'string' || typeof password !== 'string' || !validLimit) throw wrong;
      if (username === '' || username.includes(':')) throw wrong;
      return { username, password, ...(limit === undefined ? {} : { limit: limit as number }) };
    });
  },
};
