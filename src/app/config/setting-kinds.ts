import { type BlockNodeAddress, parseBlockNodes } from '../../ingest/block-nodes/address.ts';
import { type ConsensusRatio, parseConsensusRatio } from '../../ingest/verify/consensus-ratio.ts';
import { encodeEntityId } from '../../kernel/entity-id.ts';
import { messageOf } from '../../kernel/failure.ts';
import { parseTransactionType } from '../../kernel/transaction-type.ts';
import { KEPT_FAMILIES, type KeptFamily } from '../../schema/kept-tables.ts';

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

const DATABASE_SCHEMES = ['postgres:', 'postgresql:'] as const;

/** The URL of a PostgreSQL. */
export const databaseUrl: Reader<string> = url(...DATABASE_SCHEMES);

/** Any number of them, separated by commas, which a URL spells `%2C`. */
export const databaseUrls: Reader<readonly string[]> = {
  kind: 'URLs, separated by commas',
  secret: true,
  read(value) {
    if (value === '') return [];
    return value.split(',').map((part) => databaseUrl.read(part.trim()));
  },
};

/** A value that must not appear in messages. */
export function secret<T>(reader: Reader<T>): Reader<T> {
  return { ...reader, secret: true };
}

/** A further service that holds the buckets of the streams. */
export interface FurtherBucket {
  readonly provider?: 's3' | 'gcs';
  readonly endpoint?: string;
  readonly region?: string;
  readonly name?: string;
  readonly blockName?: string;
  readonly accessKey?: string;
  readonly secretKey?: string;
  readonly requesterPays?: boolean;
  readonly project?: string;
}

/** A list in JSON. Throws `wrong` when it is anything else. */
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

const BUCKET_TEXTS = new Set([
  'endpoint',
  'region',
  'name',
  'blockName',
  'accessKey',
  'secretKey',
  'project',
]);

export const furtherBuckets: Reader<readonly FurtherBucket[]> = {
  kind: 'JSON',
  secret: true,
  read(value) {
    const wrong = new Error('a JSON list of buckets, each an object with known names');
    const parsed = parseList(value, wrong);
    for (const bucket of parsed) {
      if (typeof bucket !== 'object' || bucket === null) throw wrong;
      for (const [name, given] of Object.entries(bucket)) {
        const isRight =
          (name === 'provider' && (given === 's3' || given === 'gcs')) ||
          (name === 'requesterPays' && typeof given === 'boolean') ||
          (BUCKET_TEXTS.has(name) && typeof given === 'string' && given !== '');
        if (!isRight || (name === 'endpoint' && !/^https?:$/.test(schemeOf(given)))) throw wrong;
      }
    }
    return parsed as FurtherBucket[];
  },
};

function schemeOf(given: unknown): string {
  return typeof given === 'string' && URL.canParse(given) ? new URL(given).protocol : '';
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

/** As `listOf`; without any word the list is empty. */
export function listOrNone<const T extends string>(...words: readonly T[]): Reader<ReadonlySet<T>> {
  const { kind, read } = listOf(...words);
  return { kind, read: (value) => (value === '' ? new Set() : read(value)) };
}

/** Ids of entities, separated by commas, as packed ids. */
export const entityIds: Reader<ReadonlySet<bigint>> = {
  kind: 'entity ids such as `0.0.1234,0.0.1235`',
  read(value) {
    const wrong = new Error('a list of entity ids such as 0.0.1234,0.0.1235');
    const ids = value.split(',').map((id) => {
      const [, shard, realm, num] = /^\s*(\d{1,4})\.(\d{1,5})\.(\d{1,12})\s*$/.exec(id) ?? [];
      if (shard === undefined || realm === undefined || num === undefined) throw wrong;
      try {
        return encodeEntityId(BigInt(shard), BigInt(realm), BigInt(num));
      } catch {
        throw wrong;
      }
    });
    return new Set(ids);
  },
};

/** Types of transactions by name, separated by commas, as numbers. */
export const transactionTypes: Reader<ReadonlySet<number>> = {
  kind: 'transaction types such as `CRYPTOTRANSFER,CONTRACTCALL`',
  read(value) {
    const types = value.split(',').map((name) => parseTransactionType(name.trim()));
    if (!types.every((type) => type !== undefined)) {
      throw new Error('a list of transaction types such as CRYPTOTRANSFER,CONTRACTCALL');
    }
    return new Set(types);
  },
};

const NANOS: Readonly<Record<string, bigint>> = {
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
  d: 86_400_000_000_000n,
};
const PERIOD_FORM = 'a period such as 90d, 12h or 30m';

/** A period of the ledger's time, in nanoseconds: days, hours or minutes. */
export const period: Reader<bigint> = {
  kind: 'period such as `90d`, `12h`, `30m`',
  read(value) {
    const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(value) ?? [];
    const nanos = BigInt(count ?? 0) * (NANOS[unit] ?? 0n);
    if (nanos === 0n) throw new Error(PERIOD_FORM);
    return nanos;
  },
};

/** Periods by family of rows; null: for ever. */
export const periodsOf: Reader<ReadonlyMap<KeptFamily, bigint | null>> = {
  kind: 'periods such as `topics=30d,actions=7d,balances=forever`',
  read(value) {
    return new Map(
      value.split(',').map((pair) => {
        const [name, text = ''] = pair.split('=').map((part) => part.trim());
        const family = KEPT_FAMILIES.find((one) => one === name);
        if (family === undefined)
          throw new Error(`periods of ${KEPT_FAMILIES.join(', ')}: topics=30d,actions=7d`);
        return [family, text === 'forever' ? null : period.read(text)];
      }),
    );
  },
};
