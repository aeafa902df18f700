import { join, raw, type Sql, sql } from '../access/sql.ts';
import type { Select } from '../db/connections/select.ts';
import { dropOldest } from '../kernel/limits/bounded-cache.ts';
import { idInNetwork, type Network } from '../ledger/network.ts';
import { fileVersion } from './file-content.ts';

/** A kind of system file: its number in the network's shard and realm, and its decoder. */
export interface SystemFile<Value> {
  readonly num: bigint;
  /** Decodes a content. May throw any error if the bytes do not have the file's form. */
  readonly read: (bytes: Uint8Array) => Value;
  /** Cache of the most recently used decoded versions, by the hash of their bytes. */
  readonly cache: Map<string, Value>;
}

/** A readable version of a system file. */
export interface SystemFileVersion<Value> {
  readonly value: Value;
  /** Consensus time of the newest write in the content. */
  readonly timestamp: bigint;
}

/** Bounds of the time at which a version was written, in nanoseconds. */
export interface FileTimes {
  readonly lower?: bigint | undefined;
  readonly upper?: bigint | undefined;
}

/**
 * Part of an unreadable version that is skipped: its last write, so that the content before that write is tried, or
 * the whole upload, from the first write of its content. The public mirror's services differ in this.
 */
export type PassedOver = 'write' | 'upload';

/** Maximum number of versions tried for a file. */
const MAX_ATTEMPTS = 12;
/** Maximum number of decoded versions cached for a file. */
const MAX_CACHED = 16;

/** Declares a system file. */
export function systemFile<Value>(num: bigint, read: SystemFile<Value>['read']): SystemFile<Value> {
  return { num, read, cache: new Map() };
}

/**
 * Returns the newest readable versions of several system files within times; undefined for a file without one. A
 * version that does not parse (for example, one half written) is skipped for the one before. One statement reads all
 * files, and another one only if a version is skipped.
 */
export async function selectSystemFiles<Values extends readonly unknown[]>(
  select: Select,
  network: Network,
  files: { readonly [Index in keyof Values]: SystemFile<Values[Index]> },
  { lower, upper }: FileTimes = {},
  passedOver: PassedOver = 'write',
): Promise<{ [Index in keyof Values]: SystemFileVersion<Values[Index]> | undefined }> {
  const found: (SystemFileVersion<unknown> | undefined)[] = files.map(() => undefined);
  let pending: Pending[] = files.map((file, index) => ({
    file,
    id: idInNetwork(network, file.num),
    index,
    upper,
    offered: new Map(file.cache),
  }));
  for (let attempt = 0; attempt < MAX_ATTEMPTS && pending.length > 0; attempt++) {
    const [row = []] = await select(statementOf(pending, lower));
    const unread: Pending[] = [];
    pending.forEach((one, index) => {
      const [begun, newest, digest, content] = row.slice(index * COLUMNS, (index + 1) * COLUMNS);
      if (!begun || !newest) return;
      const value = readVersion(one, digest ?? '', content);
      if (value === undefined) {
        unread.push({ ...one, upper: BigInt(passedOver === 'write' ? newest : begun) - 1n });
      } else found[one.index] = { value, timestamp: BigInt(newest) };
    });
    pending = unread;
  }
  return found as { [Index in keyof Values]: SystemFileVersion<Values[Index]> | undefined };
}

/** Returns the newest readable version of one file, like `selectSystemFiles`. */
export async function selectSystemFile<Value>(
  select: Select,
  network: Network,
  file: SystemFile<Value>,
  times: FileTimes = {},
  passedOver: PassedOver = 'write',
): Promise<SystemFileVersion<Value> | undefined> {
  const [version] = await selectSystemFiles<[Value]>(select, network, [file], times, passedOver);
  return version;
}

interface Pending {
  readonly file: SystemFile<unknown>;
  /** Packed id. */
  readonly id: bigint;
  readonly index: number;
  readonly upper: bigint | undefined;
  /** Cached versions, whose content the database need not send again. */
  readonly offered: ReadonlyMap<string, unknown>;
}

/** Columns of each file: times of its first and newest write, hash of the content, and the content unless it is cached. */
const COLUMNS = 4;

function statementOf(pending: readonly Pending[], lower: bigint | undefined): Sql {
  const time = (nanos: bigint | undefined) => (nanos === undefined ? undefined : sql`${nanos}::bigint`);
  const versions = pending.map(
    ({ id, upper, offered }, index) => sql`(
      select begun, newest, md5(content),
        case when md5(content) = any(${[...offered.keys()]}::text[]) then null else content end
      from ${fileVersion(sql`${id}::bigint`, { lower: time(lower), upper: time(upper) })} v
    ) ${raw(`file${index}`)}`,
  );
  return sql`select * from ${join(versions)}`;
}

/** Returns the decoded version; undefined when it does not parse. */
function readVersion(
  { file, offered }: Pending,
  digest: string,
  content: string | null | undefined,
): unknown {
  const { cache, read } = file;
  let value = offered.get(digest);
  if (value === undefined) {
    try {
      value = read(Buffer.from(content?.slice(2) ?? '', 'hex'));
    } catch {
      return undefined;
    }
  }
  cache.delete(digest);
  cache.set(digest, value);
  dropOldest(cache, MAX_CACHED);
  return value;
}
