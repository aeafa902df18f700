import { idInNetwork, type Network } from '@tain/ledger/network';
import { dropOldest } from '../../kernel/limits/bounded-cache.ts';
import type { Select } from '../connections/select.ts';
import { join, raw, type Sql, sql } from '../sql.ts';
import { fileVersion, type VersionBounds } from './file-content.ts';

/** A kind of system file: its number in the network's shard and realm, and its decoder. */
export interface SystemFile<Value> {
  readonly num: bigint;
  /** Decodes a content. May throw any error if the bytes do not have the file's form. */
  readonly read: (bytes: Uint8Array) => Value;
  /** Cache of the most recently used uploads that contain a readable version, by the hash of their bytes. */
  readonly cache: Map<string, Decoded<Value>>;
}

/** The longest part of an upload that parses: all of it, or what its first writes contain. */
interface Decoded<Value> {
  readonly value: Value;
  /** Length of the part in bytes. */
  readonly length: number;
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

/** Maximum number of uploads tried for a file: the public mirror node's maximum number of attempts. */
const MAX_UPLOADS = 12;
/** Uploads of a file that one statement reads: the newest one, and the one before it unless the newest one is cached. */
const UPLOADS = 2;
/** Maximum number of uploads cached for a file. */
const MAX_CACHED = 16;

/** Declares a system file. */
export function systemFile<Value>(num: bigint, read: SystemFile<Value>['read']): SystemFile<Value> {
  return { num, read, cache: new Map() };
}

/**
 * Returns the newest readable versions of several system files within times; undefined for a file without one. If what
 * was written of an upload does not parse, the longest part of the upload that does counts, unless it ends after the
 * times, because the upload was in progress then: the one before it is tried. One statement reads two uploads of all
 * files, and another one only if a file has no version in them.
 */
export async function selectSystemFiles<Values extends readonly unknown[]>(
  select: Select,
  network: Network,
  files: { readonly [Index in keyof Values]: SystemFile<Values[Index]> },
  { lower, upper }: FileTimes = {},
): Promise<{ [Index in keyof Values]: SystemFileVersion<Values[Index]> | undefined }> {
  const found: (SystemFileVersion<unknown> | undefined)[] = files.map(() => undefined);
  let pending: Pending[] = files.map((file, index) => ({
    file,
    id: idInNetwork(network, file.num),
    index,
    upper,
    offered: new Map(file.cache),
  }));
  for (let tried = 0; tried < MAX_UPLOADS && pending.length > 0; tried += UPLOADS) {
    const [row = []] = await select(statementOf(pending, lower));
    pending = pending.flatMap((one, index) => {
      let earliest: bigint | undefined;
      for (let upload = index * UPLOADS; upload < (index + 1) * UPLOADS; upload++) {
        const [begun, digest, writes, content] = row.slice(upload * COLUMNS, (upload + 1) * COLUMNS);
        if (!begun) return [];
        found[one.index] = readUpload(one, digest ?? '', writes ?? '', content);
        if (found[one.index] !== undefined) return [];
        earliest = BigInt(begun);
      }
      return earliest === undefined ? [] : [{ ...one, upper: earliest - 1n }];
    });
  }
  return found as { [Index in keyof Values]: SystemFileVersion<Values[Index]> | undefined };
}

/** Returns the newest readable version of one file, like `selectSystemFiles`. */
export async function selectSystemFile<Value>(
  select: Select,
  network: Network,
  file: SystemFile<Value>,
  times: FileTimes = {},
): Promise<SystemFileVersion<Value> | undefined> {
  const [version] = await selectSystemFiles<[Value]>(select, network, [file], times);
  return version;
}

interface Pending {
  readonly file: SystemFile<unknown>;
  /** Packed id. */
  readonly id: bigint;
  readonly index: number;
  readonly upper: bigint | undefined;
  /** Cached uploads, whose content the database need not send again. */
  readonly offered: ReadonlyMap<string, Decoded<unknown>>;
}

/** Columns of each upload: time of its first write, hash of its content, its writes, and the content unless it is cached. */
const COLUMNS = 4;

function statementOf(pending: readonly Pending[], lower: bigint | undefined): Sql {
  const time = (nanos: bigint | undefined) => (nanos === undefined ? undefined : sql`${nanos}::bigint`);
  const uploads = pending.map(({ id, upper, offered }, index) => {
    const upload = (bounds: VersionBounds, known: Sql) => sql`(
      select begun, digest, writes, case when ${known} then null else content end as content
      from (
        select begun, newest, writes, coalesce(content, ''::bytea) as content,
          md5(coalesce(content, ''::bytea)) as digest
        from ${fileVersion(sql`${id}::bigint`, { lower: time(lower), ...bounds })} v
      ) v
    )`;
    const [newest, before] = [raw(`newest${index}`), raw(`before${index}`)];
    const cached = sql`digest = any(${[...offered.keys()]}::text[])`;
    const written = upper === undefined ? cached : sql`${cached} and newest <= ${upper}::bigint`;
    // After a cached upload, none is read: none has been written by time 0.
    const end = sql`case when ${newest}.content is null then 0 else ${newest}.begun - 1 end`;
    return sql`${upload({ upper: time(upper), whole: true }, written)} ${newest},
      lateral ${upload({ upper: end }, cached)} ${before}`;
  });
  return sql`select * from ${join(uploads)}`;
}

/** Returns the version of an upload, whose writes are `time length` in order; undefined if none of it parses. */
function readUpload(
  { file, offered, upper }: Pending,
  digest: string,
  writes: string,
  content: string | null | undefined,
): SystemFileVersion<unknown> | undefined {
  let end = 0;
  const parts = writes.split(',').map((write) => {
    const [time = '', length] = write.split(' ');
    end += Number(length);
    return { timestamp: BigInt(time), length: end };
  });
  const isWritten = ({ timestamp }: { timestamp: bigint }) => upper === undefined || timestamp <= upper;
  const cached = offered.get(digest);
  const bytes = Buffer.from(content?.slice(2) ?? '', 'hex');
  const written = parts.findLast(isWritten);
  if (written && written !== parts.at(-1)) {
    const decoded = decode(file, bytes.subarray(0, written.length));
    if (decoded) return { value: decoded.value, timestamp: written.timestamp };
  }
  for (const part of parts.reverse()) {
    const decoded = cached ?? decode(file, bytes.subarray(0, part.length));
    if (decoded === undefined || decoded.length !== part.length) continue;
    const { cache } = file;
    cache.delete(digest);
    cache.set(digest, decoded);
    dropOldest(cache, MAX_CACHED);
    return isWritten(part) ? { value: decoded.value, timestamp: part.timestamp } : undefined;
  }
  return undefined;
}

/** Decodes a content; undefined when it does not have the file's form. */
function decode<Value>({ read }: SystemFile<Value>, bytes: Uint8Array): Decoded<Value> | undefined {
  try {
    return { value: read(bytes), length: bytes.length };
  } catch {
    return undefined;
  }
}
