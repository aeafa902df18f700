import { indexScan } from '../../store/access/index-scan.ts';
import { blockAt, namedBlock, type BlockName as StoredName } from '../../store/reads/block.ts';
import { sql } from '../../store/sql.ts';
import { blockNumberOf, type NamedBlock } from '../method/block-parameter.ts';
import type { RpcContext } from '../method/context.ts';

/** A block as stored in the database. Times are nanoseconds, hashes hex digits of 48 bytes. */
export interface RpcBlock {
  readonly number: bigint;
  readonly hash: string;
  readonly parentHash: string;
  readonly start: bigint;
  readonly end: bigint;
  /** Number of the ledger's transactions in it. */
  readonly count: bigint;
  readonly gasUsed: bigint;
  readonly size: bigint;
  /** Bloom filter in PostgreSQL's text of bytes. */
  readonly bloom: string | null;
  readonly hapi: { readonly major: number; readonly minor: number } | null;
}

const COLUMNS = sql`index, hash, prev_hash, consensus_start, consensus_end, count, gas_used,
  coalesce(size, length(bytes)), logs_bloom, hapi_version_major, hapi_version_minor`;

type Reading = Pick<RpcContext, 'head' | 'select'>;

/** Reads the block that a client names; undefined where it is unknown or not visible yet. */
export async function selectRpcBlock(
  { head, select }: Reading,
  name: NamedBlock,
): Promise<RpcBlock | undefined> {
  if (head === null) return undefined;
  const stored = storedName(name, head.number);
  if (typeof stored === 'object' && 'number' in stored && stored.number > head.number) return undefined;
  const block = blockOf((await select(namedBlock(COLUMNS, stored)))[0]);
  return block !== undefined && block.number > head.number ? undefined : block;
}

/** Reads the block of a consensus time (nanoseconds); undefined where it is not visible yet. */
export async function selectRpcBlockAt(
  { head, select }: Reading,
  time: bigint,
): Promise<RpcBlock | undefined> {
  const block = blockOf((await select(blockAt(COLUMNS, sql`${time}`)))[0]);
  return block === undefined || head === null || block.number > head.number ? undefined : block;
}

/** Reads number and hash (hex digits) of the blocks after a number up to another, at most `limit` of them, by number. */
export async function selectBlockHashes(
  { select }: Pick<Reading, 'select'>,
  after: bigint,
  upTo: bigint,
  limit: number,
): Promise<Pick<RpcBlock, 'number' | 'hash'>[]> {
  const index = sql`index`;
  const rows = await select(
    indexScan({
      select: sql`index, hash`,
      from: sql`record_file`,
      where: [sql`index > ${after}`, sql`index <= ${upTo}`],
      by: [index],
      order: 'asc',
      limit,
    }),
  );
  return rows.map(([number, hash]) => ({ number: BigInt(number ?? 0), hash: hash ?? '' }));
}

function blockOf(row: readonly (string | null)[] | undefined): RpcBlock | undefined {
  if (row === undefined) return undefined;
  const [number, hash, parentHash, start, end, count, gasUsed, size, bloom = null, major, minor] = row;
  return {
    number: BigInt(number ?? 0),
    hash: hash ?? '',
    parentHash: parentHash ?? '',
    start: BigInt(start ?? 0),
    end: BigInt(end ?? 0),
    count: BigInt(count ?? 0),
    gasUsed: gasUsed === '-1' ? 0n : BigInt(gasUsed ?? 0),
    size: BigInt(size ?? 0),
    bloom,
    hapi: major && minor ? { major: Number(major), minor: Number(minor) } : null,
  };
}

function storedName(name: NamedBlock, head: bigint): StoredName {
  return 'hash' in name ? { hash: name.hash.slice(2) } : { number: blockNumberOf(name, head) };
}
