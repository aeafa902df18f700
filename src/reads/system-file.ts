import { join, raw, type Sql, sql } from '../access/sql.ts';
import type { Select } from '../db/connections/select.ts';
import { idInNetwork, type Network } from '../ledger/network.ts';
import { fileVersion } from './file-content.ts';

/** A kind of system file: its number in the network's shard and realm, and how its bytes are read. */
export interface SystemFile<Value> {
  readonly num: bigint;
  /** Throws whatever it likes when the bytes are not of the file's form. */
  readonly read: (bytes: Uint8Array) => Value;
  /** Decoded versions by the hash of their bytes, the most recently used. */
  readonly kept: Map<string, Value>;
}

/** A version of a system file that could be read. */
export interface SystemFileVersion<Value> {
  readonly value: Value;
  /** Consensus time of the newest write that the contents come from. */
  readonly timestamp: bigint;
}

/** Times between which a version must have been written, in nanoseconds. */
export interface FileTimes {
  readonly lower?: bigint | undefined;
  readonly upper?: bigint | undefined;
}

/**
 * What is passed over of a version that cannot be read: its last write, so that what it held before is tried, or the
 * whole upload, from the write that it begins with. The public mirror's services differ.
 */
export type PassedOver = 'write' | 'upload';

/** Versions that do not parse are passed over, but only so many. */
const MAX_ATTEMPTS = 12;
/** Versions of one file kept decoded. */
const MAX_KEPT = 16;

/** Declares a system file. */
export function systemFile<Value>(num: bigint, read: SystemFile<Value>['read']): SystemFile<Value> {
  return { num, read, kept: new Map() };
}

/**
 * The newest versions of some system files within times that can be read, undefined where there is none. A version
 * that does not parse (one half written) is passed over for the one before. All files come from one statement unless
 * one is passed over.
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
    offered: new Map(file.kept),
  }));
  for (let attempt = 0; attempt < MAX_ATTEMPTS && pending.length > 0; attempt++) {
    const [row = []] = await select(statementOf(pending, lower));
    const unread: Pending[] = [];
    pending.forEach((one, place) => {
      const [begun, newest, digest, content] = row.slice(place * COLUMNS, (place + 1) * COLUMNS);
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

/** As `selectSystemFiles`, for one file. */
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
  /** What was kept when the database need not send it again. */
  readonly offered: ReadonlyMap<string, unknown>;
}

/** Of each file: the times of its first and newest write, the hash of the contents, and these unless they are kept. */
const COLUMNS = 4;

function statementOf(pending: readonly Pending[], lower: bigint | undefined): Sql {
  const time = (nanos: bigint | undefined) => (nanos === undefined ? undefined : sql`${nanos}::bigint`);
  const versions = pending.map(
    ({ id, upper, offered }, place) => sql`(
      select begun, newest, md5(content),
        case when md5(content) = any(${[...offered.keys()]}::text[]) then null else content end
      from ${fileVersion(sql`${id}::bigint`, { lower: time(lower), upper: time(upper) })} v
    ) ${raw(`file${place}`)}`,
  );
  return sql`select * from ${join(versions)}`;
}

/** The decoded version; undefined when it does not parse. */
function readVersion(
  { file, offered }: Pending,
  digest: string,
  content: string | null | undefined,
): unknown {
  const { kept, read } = file;
  let value = offered.get(digest);
  if (value === undefined) {
    try {
      value = read(Buffer.from(content?.slice(2) ?? '', 'hex'));
    } catch {
      return undefined;
    }
  }
  kept.delete(digest);
  kept.set(digest, value);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  return value;
}
