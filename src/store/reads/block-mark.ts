/** Last block of a database. */
export interface BlockMark {
  /** Nanoseconds. */
  readonly consensusEnd: bigint;
  readonly number: bigint;
}

/** Reads the last block; no row in a database without blocks. Without a qualified column, `order by` would sort the texts. */
export const LAST_BLOCK_SQL =
  'select b.consensus_end::text, b.index::text from record_file b order by b.consensus_end desc limit 1';

/** Returns the last block from a row of `LAST_BLOCK_SQL`; null when there is none. */
export function markOf([consensusEnd, number]: readonly (string | null)[]): BlockMark | null {
  const isMark = /^\d{1,19}$/.test(consensusEnd ?? '') && /^\d{1,19}$/.test(number ?? '');
  return isMark ? { consensusEnd: BigInt(consensusEnd ?? 0), number: BigInt(number ?? 0) } : null;
}

/** Rows of a statement, and the block up to which it saw the ledger. */
export interface Seen {
  readonly rows: (string | null)[][];
  /** Last block that the statement saw; null in a database without blocks. */
  readonly block: BlockMark | null;
}
