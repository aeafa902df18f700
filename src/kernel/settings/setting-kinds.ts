/**
 * Kinds of settings: how the text of an environment variable becomes a value. A reader throws an `Error` whose
 * message completes the sentence "Setting X must be …". This file has the kinds that several roles share; kinds of a
 * single role are in the folder of its settings.
 */
export interface Reader<T> {
  /** Shown in the documentation. */
  readonly kind: string;
  /** The value must not appear in messages. */
  readonly secret?: boolean;
  read(value: string): T;
}

export const text: Reader<string> = {
  kind: 'text',
  read(value) {
    if (value === '') throw new Error('given');
    return value;
  },
};

/** A whole number within bounds. */
export function integer(min: number, max: number): Reader<number> {
  return {
    kind: 'number',
    read(value) {
      const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
      if (!(number >= min && number <= max)) throw new Error(`a whole number from ${min} to ${max}`);
      return number;
    },
  };
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Address to listen on: a host or address, IPv6 in brackets, and a port. */
export const address: Reader<Address> = {
  kind: '`host:port`',
  read(value) {
    const match = /^(\[[\da-f:.]+\]|[\w.-]+):(\d{1,5})$/i.exec(value);
    const port = Number(match?.[2] ?? Number.NaN);
    if (!(port <= 65_535)) throw new Error('an address such as 127.0.0.1:9464');
    return { host: (match?.[1] ?? '').replace(/^\[|\]$/g, ''), port };
  },
};

const TRUE = new Set(['true', 'on', 'yes', '1']);
const FALSE = new Set(['false', 'off', 'no', '0']);

export const boolean: Reader<boolean> = {
  kind: 'on or off',
  read(value) {
    const lower = value.toLowerCase();
    if (TRUE.has(lower)) return true;
    if (FALSE.has(lower)) return false;
    throw new Error('on or off');
  },
};

/** One of several words. */
export function oneOf<const T extends string>(...words: readonly T[]): Reader<T> {
  return {
    kind: words.map((word) => `\`${word}\``).join(', '),
    read(value) {
      const found = words.find((word) => word === value);
      if (found === undefined) throw new Error(`one of ${words.join(', ')}`);
      return found;
    },
  };
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
/** Timers, here and in the database, hold at most 31 bits of milliseconds. */
const MAX_DURATION_MS = 2 ** 31 - 1;

/** A duration, in milliseconds: `500ms`, `10s`, `5m`, `1h`; a bare number means seconds. */
export const duration: Reader<number> = {
  kind: 'time',
  read(value) {
    const match = /^(\d{1,9})(ms|s|m|h)?$/.exec(value);
    const result = match ? Number(match[1]) * (UNITS[match[2] ?? 's'] ?? 1000) : 0;
    if (result <= 0 || result > MAX_DURATION_MS) throw new Error('a time such as 500ms, 10s, 5m or 1h');
    return result;
  },
};

/** `duration`, or 0 to switch a timer off. */
export const durationOrZero: Reader<number> = {
  kind: 'time or 0',
  read: (value) => (/^0(ms|s|m|h)?$/.test(value) ? 0 : duration.read(value)),
};

/** An instant in ISO 8601, as nanoseconds. */
export const instant: Reader<bigint> = {
  kind: 'instant',
  read(value) {
    const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/.exec(value);
    const millis = match ? Date.parse(`${match[1]}Z`) : Number.NaN;
    if (!match || Number.isNaN(millis)) throw new Error('an instant such as 2024-05-01T00:00:00Z');
    return BigInt(millis) * 1_000_000n + BigInt((match[2] ?? '').padEnd(9, '0'));
  },
};

/** A URL with one of some schemes. Never shown in messages: it may hold a password. */
export function url(...schemes: readonly string[]): Reader<string> {
  return {
    kind: 'URL',
    secret: true,
    read(value) {
      // It begins a fragment: of postgres://me:a#b@host/name the host would be `me`.
      if (value.includes('#')) throw new Error('a URL without #, which is %23 in a password');
      const scheme = URL.canParse(value) ? new URL(value).protocol : '';
      if (!schemes.includes(scheme)) throw new Error(`a URL that begins with ${schemes.join('// or ')}//`);
      return value;
    },
  };
}

const DATABASE_SCHEMES = ['postgres:', 'postgresql:'] as const;

/** The URL of a PostgreSQL database. */
export const databaseUrl: Reader<string> = url(...DATABASE_SCHEMES);

/** A value that must not appear in messages. */
export function secret<T>(reader: Reader<T>): Reader<T> {
  return { ...reader, secret: true };
}

/** Parses a list in JSON. Throws `wrong` for any other text. */
export function parseList(value: string, wrong: Error): readonly unknown[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(value);
  } catch {
    throw wrong;
  }
  if (!Array.isArray(parsed)) throw wrong;
  return parsed;
}

/** An optional setting; null when it is not set. */
export function optional<T>(reader: Reader<T>): Reader<T | null> {
  return { ...reader, read: (value) => (value === '' ? null : reader.read(value)) };
}

/** A set of some of the given words, separated by commas. */
export function listOf<const T extends string>(...words: readonly T[]): Reader<ReadonlySet<T>> {
  return {
    kind: `list of ${words.map((word) => `\`${word}\``).join(', ')}`,
    read(value) {
      const found = value.split(',').map((name) => words.find((word) => word === name.trim()));
      if (!found.every((word) => word !== undefined)) throw new Error(`a list of ${words.join(', ')}`);
      return new Set(found);
    },
  };
}

/** `listOf`, or an empty list. */
export function listOrNone<const T extends string>(...words: readonly T[]): Reader<ReadonlySet<T>> {
  const { kind, read } = listOf(...words);
  return { kind, read: (value) => (value === '' ? new Set() : read(value)) };
}
