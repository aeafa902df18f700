import type pg from 'pg';
import type { Queryable } from '../../store/writer/writer.ts';
import { type Difference, Differences, printBytes, printHash } from './difference.ts';
import type { RetainedSince } from './retained-since.ts';
import type { StoredSchema } from './stored-schema.ts';

/** A row of `record_file`. Times are nanoseconds; columns that a schema lacks are null. */
export interface BlockRow {
  readonly number: bigint;
  readonly start: bigint;
  readonly end: bigint;
  readonly hash: string;
  readonly previousHash: string;
  readonly count: bigint;
  /** Gas used by the block; null when not known (public mirrors once stored -1). */
  readonly gasUsed: bigint | null;
  readonly logsBloom: Uint8Array | null;
  readonly sidecars: number | null;
  readonly root: Uint8Array | null;
  readonly previousRoot: Uint8Array | null;
}

interface Row {
  readonly number: string;
  readonly start: string;
  readonly end: string;
  readonly hash: string;
  readonly prev: string;
  readonly count: string;
  readonly gas: string | null;
  readonly bloom: Uint8Array | null;
  readonly sidecars: number | null;
  readonly root: Uint8Array | null;
  readonly previous_root: Uint8Array | null;
}

function columns(schema: StoredSchema): string {
  const optional = (column: string, type: string): string =>
    schema.hasColumn('record_file', column) ? column : `null::${type}`;
  return `index::text as number, consensus_start::text as start, consensus_end::text as end, hash,
    prev_hash as prev, count::text, ${optional('gas_used', 'bigint')}::text as gas,
    ${optional('logs_bloom', 'bytea')} as bloom, ${optional('sidecar_count', 'integer')} as sidecars,
    ${optional('wrapped_record_block_hash', 'bytea')} as root,
    ${optional('previous_wrapped_record_block_hash', 'bytea')} as previous_root`;
}

function blockOf(row: Row): BlockRow {
  return {
    number: BigInt(row.number),
    start: BigInt(row.start),
    end: BigInt(row.end),
    hash: row.hash,
    previousHash: row.prev,
    count: BigInt(row.count),
    gasUsed: row.gas === null || row.gas.startsWith('-') ? null : BigInt(row.gas),
    logsBloom: row.bloom,
    sidecars: row.sidecars,
    root: row.root,
    previousRoot: row.previous_root,
  };
}

/** Returns the next blocks after a time (exclusive), up to another one. */
export async function selectBlocks(
  client: Queryable,
  schema: StoredSchema,
  after: bigint,
  upTo: bigint,
  limit: number,
): Promise<BlockRow[]> {
  const { rows } = await client.query<Row>(
    `select ${columns(schema)} from record_file
     where consensus_end > $1 and consensus_end <= $2
     order by consensus_end limit ${limit}`,
    [after.toString(), upTo.toString()],
  );
  return rows.map(blockOf);
}

/** Returns the last block that ends before a time; null when there is none. */
export async function selectBlockBefore(
  client: Queryable,
  schema: StoredSchema,
  before: bigint,
): Promise<BlockRow | null> {
  const { rows } = await client.query<Row>(
    `select ${columns(schema)} from record_file where consensus_end < $1 order by consensus_end desc limit 1`,
    [before.toString()],
  );
  return rows[0] ? blockOf(rows[0]) : null;
}

/** Compares consecutive blocks, and the block before them: numbers, hashes, times. */
export function compareChain(previous: BlockRow | null, blocks: readonly BlockRow[]): Differences {
  const found = new Differences();
  let before = previous;
  for (const block of blocks) {
    if (before !== null) found.add(compareNeighbours(before, block));
    if (block.start > block.end) {
      const expected = `at most its end ${block.end}`;
      found.add(differenceOf(block, 'consensus_start', 'its consensus start', expected, String(block.start)));
    }
    before = block;
  }
  return found;
}

function compareNeighbours(before: BlockRow, block: BlockRow): Difference | null {
  if (block.number !== before.number + 1n) {
    return differenceOf(
      block,
      'index',
      `the number of the block after ${before.number}`,
      String(before.number + 1n),
      String(block.number),
    );
  }
  if (block.previousHash !== before.hash) {
    return differenceOf(
      block,
      'prev_hash',
      'the hash of the block before it',
      `${printHash(before.hash)} of block ${before.number}`,
      printHash(block.previousHash),
    );
  }
  if (block.start <= before.end) {
    return differenceOf(
      block,
      'consensus_start',
      'its consensus start',
      `later than ${before.end}, the end of block ${before.number}`,
      String(block.start),
    );
  }
  const { root } = before;
  const { previousRoot } = block;
  if (root !== null && previousRoot !== null && !Buffer.from(root).equals(previousRoot)) {
    return differenceOf(
      block,
      'previous_wrapped_record_block_hash',
      'the root hash of the block before it',
      `${printBytes(root)} of block ${before.number}`,
      printBytes(previousRoot),
    );
  }
  return null;
}

function differenceOf(
  block: BlockRow,
  column: string,
  subject: string,
  expected: string,
  found: string,
): Difference {
  return { at: block.end, table: 'record_file', column, subject, expected, found };
}

/** Returns the first block that was ever stored; `isGenesis`: whether it is the network's first. */
export async function selectFirstBlock(
  client: pg.ClientBase,
  retained: RetainedSince,
): Promise<{ readonly number: bigint; readonly start: bigint; readonly isGenesis: boolean }> {
  if (retained.firstBlock) {
    const { number, consensusStart: start } = retained.firstBlock;
    return { number, start, isGenesis: retained.start === undefined };
  }
  const { rows } = await client.query<{ start: string; number: string }>(
    `select consensus_start::text as start, index::text as number
     from record_file
     order by consensus_end limit 1`,
  );
  const number = BigInt(rows[0]?.number ?? 0);
  return { number, start: BigInt(rows[0]?.start ?? 0), isGenesis: number === 0n };
}

/**
 * Returns the number of the block that contains a consensus time; for a time after the last block, the number of that
 * block.
 */
export async function selectNumberAt(client: pg.ClientBase, at: bigint): Promise<bigint> {
  const { rows } = await client.query<{ number: string }>(
    `select coalesce(
       (select index from record_file where consensus_end >= $1 order by consensus_end limit 1),
       (select index from record_file order by consensus_end desc limit 1))::text as number`,
    [at.toString()],
  );
  return BigInt(rows[0]?.number ?? 0);
}
