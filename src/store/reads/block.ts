import type { MinorVersion } from '@tain/ledger/hapi-version';
import { firstRow, oneRow } from '../access/lookup.ts';
import type { Select } from '../connections/select.ts';
import { type Sql, sql } from '../sql.ts';

/** Identifies a block by its number, by its hash or the hash's first 64 digits (lower-case hex), or as the first or the last one. */
export type BlockName = { readonly number: bigint } | { readonly hash: string } | 'earliest' | 'latest';

/** A stored block. Times are nanoseconds. */
export interface StoredBlock {
  readonly number: bigint;
  /** SHA-384, lower-case hex. */
  readonly hash: string;
  readonly consensusStart: bigint;
  readonly consensusEnd: bigint;
  /** Version of the stream's format. */
  readonly version: number;
  /** Version of HAPI that the network ran; null when the block does not name one. */
  readonly hapi: MinorVersion | null;
}

/** Number of hex digits of a full hash. */
const HASH_DIGITS = 96;

/** Conditions on `record_file` that leave the block with a number or a hash. */
export function isBlock(name: Exclude<BlockName, string>): Sql[] {
  if ('number' in name) return [sql`index = ${name.number}`];
  const { hash } = name;
  if (hash.length === HASH_DIGITS) return [sql`hash collate "C" = ${hash}`];
  // A range served by an index in byte order; `g` follows the last digit.
  return [sql`hash collate "C" >= ${hash}`, sql`hash collate "C" < ${`${hash}g`}`];
}

const BLOCKS = sql`record_file`;
const BY_TIME = [sql`consensus_end`];

/** Selects columns of the identified block, at most one row. */
export function namedBlock(select: Sql, name: BlockName): Sql {
  if (typeof name !== 'string') return oneRow({ select, from: BLOCKS, where: isBlock(name) });
  const order = name === 'latest' ? 'desc' : 'asc';
  return firstRow({ select, from: BLOCKS, where: [], by: BY_TIME, order });
}

/**
 * Selects columns of the first block that ends at a time or later, which is the block of that time, if there is one.
 * At most one row.
 */
export function blockAt(select: Sql, time: Sql): Sql {
  return firstRow({
    select,
    from: BLOCKS,
    where: [sql`consensus_end >= ${time}`],
    by: BY_TIME,
    order: 'asc',
  });
}

/** Returns the identified block; undefined when there is none. */
export function selectBlock(select: Select, name: BlockName): Promise<StoredBlock | undefined> {
  return readBlock(select, namedBlock(COLUMNS, name));
}

/** Returns the first block that ends at a time (nanoseconds) or later; undefined when there is none. */
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
