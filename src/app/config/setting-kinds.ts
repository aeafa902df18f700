import { type BlockNodeAddress, parseBlockNodes } from '../../ingest/block-nodes/address.ts';
import { type ConsensusRatio, parseConsensusRatio } from '../../ingest/verify/consensus-ratio.ts';
import { messageOf } from '../../kernel/failure.ts';

/**
 * Kinds of settings: how the text of an environment variable becomes a value. A reader throws an
 * `Error` whose message completes the sentence "Setting X must be …".
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
export function integer(least: number, most: number): Reader<number> {
  return {
    kind: 'number',
    read(value) {
      const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
      if (!(number >= least && number <= most)) throw new Error(`a whole number from ${least} to ${most}`);
      return number;
    },
  };
}

/** Any number of ports, separated by commas. */
export const ports: Reader<readonly number[]> = {
  kind: 'ports such as `8084,8545`',
  read(value) {
    if (value === '') return [];
    const found = value.split(',').map((port) => (/^\s*\d{1,5}\s*$/.test(port) ? Number(port) : 0));
    if (found.some((port) => port < 1 || port > 65_535)) throw new Error('ports such as 8084,8545');
    return [...new Set(found)];
  },
};

/** The word among block nodes that stands for those that the ledger registers. */
const REGISTERED = 'registered';

/** Which block nodes are read. */
export interface BlockNodesSetting {
  readonly named: readonly BlockNodeAddress[];
  /** Also those that the ledger registers. */
  readonly registered: boolean;
}

/** Block nodes, separated by commas. */
export const blockNodes: Reader<BlockNodesSetting> = {
  kind: 'addresses such as `grpcs://node.example:40840?priority=1`, `registered`',
  read(value) {
    const parts = value.split(',').map((part) => part.trim());
    const named = parts.filter((part) => part !== REGISTERED);
    try {
      return { named: parseBlockNodes(named.join(',')), registered: named.length < parts.length };
    } catch (error) {
      throw new Error(`a list of block nodes: ${messageOf(error)}`);
    }
  },
};

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Where to listen: a host or address, IPv6 in brackets, and a port. */
export const address: Reader<Address> = {
  kind: 'address such as `127.0.0.1:9464`',
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
const MAX_DURATION = 2 ** 31 - 1;

/** A duration, in milliseconds: `500ms`, `10s`, `5m`, `1h`; a bare number means seconds. */
export const duration: Reader<number> = {
  kind: 'time such as `500ms`, `10s`, `5m`',
  read(value) {
    const match = /^(\d{1,9})(ms|s|m|h)?$/.exec(value);
    const result = match ? Number(match[1]) * (UNITS[match[2] ?? 's'] ?? 1000) : 0;
    if (result <= 0 || result > MAX_DURATION) throw new Error('a time such as 500ms, 10s, 5m or 1h');
    return result;
  },
};

/** A share above 0 and up to 1, exact, or the literal 0. */
export const fraction: Reader<ConsensusRatio> = {
  kind: 'share such as `1/3` or `0.5`',
  read(value) {
    const ratio = parseConsensusRatio(value);
    if (ratio === null) throw new Error('a share from 0 to 1 such as 1/3 or 0.5 (0 in no other spelling)');
    return ratio;
  },
};

/** An instant in ISO 8601, as nanoseconds. */
export const instant: Reader<bigint> = {
  kind: 'instant such as `2024-05-01T00:00:00Z`',
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
      const scheme = URL.canParse(value) ? new URL(value).protocol : '';
      if (!schemes.includes(scheme)) throw new Error(`a URL that begins with ${schemes.join('// or ')}//`);
      return value;
    },
  };
}

/** A value that must not appear in messages. */
export function secret<T>(reader: Reader<T>): Reader<T> {
  return { ...reader, secret: true };
}

/** The id of a ledger: 32 bytes in hex, given in lower case without `0x`. */
export const ledgerId: Reader<string> = {
  kind: '64 hex digits',
  read(value) {
    const id = value.toLowerCase().replace(/^0x/, '');
    if (!/^[0-9a-f]{64}$/.test(id)) throw new Error('64 hex digits');
    return id;
  },
};

/** An optional setting; null when it is left out. */
export function optional<T>(reader: Reader<T>): Reader<T | null> {
  return { ...reader, read: (value) => (value === '' ? null : reader.read(value)) };
}

/** Some of a few words, separated by commas. */
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
    let parsed: unknown;
    try {
      parsed = JSON.parse(value);
    } catch {
      throw wrong;
    }
    if (!Array.isArray(parsed)) throw wrong;
    return parsed.map((entry: unknown) => {
      const user = entry as Partial<Record<keyof User, unknown>> | null;
      const { username, password, limit } = user ?? {};
      const validLimit = limit === undefined || (Number.isInteger(limit) && (limit as number) > 0);
      if (typeof username !== 'string' || typeof password !== 'string' || !validLimit) throw wrong;
      if (username === '' || username.includes(':')) throw wrong;
      return { username, password, ...(limit === undefined ? {} : { limit: limit as number }) };
    });
  },
};
