import { type Sql, sql } from '../access/sql.ts';
import type { Select } from '../db/select.ts';

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
}

/** Digits of a whole hash. */
const HASH_DIGITS = 96;

/** FROM, WHERE, ORDER and LIMIT of the row of a block. */
export function namedBlock(name: BlockName): Sql {
  if (name === 'earliest') return sql`record_file order by consensus_end limit 1`;
  if (name === 'latest') return sql`record_file order by consensus_end desc limit 1`;
  if ('number' in name) return sql`record_file where index = ${name.number} limit 1`;
  const { hash } = name;
  if (hash.length === HASH_DIGITS) return sql`record_file where hash collate "C" = ${hash} limit 1`;
  // A range that an index in byte order serves; `g` is the digit after the last one.
  return sql`record_file where hash collate "C" >= ${hash} and hash collate "C" < ${`${hash}g`} limit 1`;
}

/** FROM, WHERE, ORDER and LIMIT of the first block that ends at a time or later: the one that the time is in, if any. */
export function blockAt(time: Sql): Sql {
  return sql`record_file where consensus_end >= ${time} order by consensus_end limit 1`;
}

/** The block that is meant; undefined where there is none. */
export function selectBlock(select: Select, name: BlockName): Promise<StoredBlock | undefined> {
  return selectFrom(select, namedBlock(name));
}

/** The first block that ends at a time (nanoseconds) or later; undefined where there is none. */
export function selectBlockAt(select: Select, time: bigint): Promise<StoredBlock | undefined> {
  return selectFrom(select, blockAt(sql`${time}`));
}

async function selectFrom(select: Select, from: Sql): Promise<StoredBlock | undefined> {
  const [row] = await select(sql`select index, hash, consensus_start, consensus_end, version from ${from}`);
  if (row === undefined) return undefined;
  const [number, hash, start, end, version] = row;
  return {
    number: BigInt(number ?? 0),
    hash: hash ?? '',
    consensusStart: BigInt(start ?? 0),
    consensusEnd: BigInt(end ?? 0),
    version: Number(version),
  };
}
