import { firstRow, oneRow } from '../access/lookup.ts';
import { type Sql, sql } from '../access/sql.ts';
import type { Select } from '../db/connections/select.ts';
import type { HapiVersion } from '../ledger/hapi-version.ts';

/** Which block is meant: by its number, by its hash or the first 64 digits of it (lower-case hex), or by its place. */
export type BlockName = { readonly number: bigint } | { readonly hash: string } | 'earliest' | 'latest';

/** A block as the database has it. Times are nanoseconds. */
export interface StoredBlock {
  readonly number: bigint;
  /** SHA-384, lower-case hex. */
  readonly hash: string;
  readonly consensusStart: bigint;
  readonly consensusEnd: bigint;
  /** Version of the stream's format. */
  readonly version: number;
  /** Version of HAPI that the network ran; null where the block does not name one. */
  readonly hapi: HapiVersion | null;
}

/** Digits of a whole hash. */
const HASH_DIGITS = 96;

/** Conditions on `record_file` that leave the block with a number or a hash. */
export function isBlock(name: Exclude<BlockName, string>): Sql[] {
  if ('number' in name) return [sql`index = ${name.number}`];
  const { hash } = name;
  if (hash.length === HASH_DIGITS) return [sql`hash collate "C" = ${hash}`];
  // A range that an index in byte order serves; `g` is the digit after the last one.
  return [sql`hash collate "C" >= ${hash}`, sql`hash collate "C" < ${`${hash}g`}`];
}

const BLOCKS = sql`record_file`;
const BY_TIME = [sql`consensus_end`];

/** Columns of the block that is meant, as a SELECT of at most one row. */
export function namedBlock(select: Sql, name: BlockName): Sql {
  if (typeof name !== 'string') return oneRow({ select, from: BLOCKS, where: isBlock(name) });
  const order = name === 'latest' ? 'desc' : 'asc';
  return firstRow({ select, from: BLOCKS, where: [], by: BY_TIME, order });
}

/** Columns of the first block that ends at a time or later: the one that the time is in, if any. As `namedBlock`. */
export function blockAt(select: Sql, time: Sql): Sql {
  return firstRow({
    select,
    from: BLOCKS,
    where: [sql`consensus_end >= ${time}`],
    by: BY_TIME,
    order: 'asc',
  });
}

/** The block that is meant; undefined where there is none. */
export function selectBlock(select: Select, name: BlockName): Promise<StoredBlock | undefined> {
  return readBlock(select, namedBlock(COLUMNS, name));
}

/** The first block that ends at a time (nanoseconds) or later; undefined where there is none. */
export function selectBlockAt(select: Select, time: bigint): Promise<StoredBlock | undefined> {
  return readBlock(select, blockAt(COLUMNS, sql`${time}`));
}

const COLUMNS = sql`index, hash, consensus_start, consensus_end, version, hapi_version_major, hapi_version_minor`;

async function readBlock(select: Select, query: Sql): Promise<StoredBlock | undefined> {
  const [row] = await select(query);
  if (row === undefined) return undefined;
  const [number, hash, start, end, version, major, minor] = row;
  return {
    number: BigInt(number ?? 0),
    hash: hash ?? '',
    consensusStart: BigInt(start ?? 0),
    consensusEnd: BigInt(end ?? 0),
    version: Number(version),
    hapi: major && minor ? { major: Number(major), minor: Number(minor) } : null,
  };
}
