/** How far a database has come: its last block. */
export interface BlockMark {
  /** Nanoseconds. */
  readonly consensusEnd: bigint;
  readonly number: bigint;
}

/** Reads the last block; no row without any. Unqualified, the order would be that of the texts. */
export const LAST_BLOCK_SQL =
  'select b.consensus_end::text, b.index::text from record_file b order by b.consensus_end desc limit 1';

/** The last block in a row of `LAST_BLOCK_SQL`; null where there is none. */
export function markOf([consensusEnd, number]: readonly (string | null)[]): BlockMark | null {
  const isMark = /^\d{1,19}$/.test(consensusEnd ?? '') && /^\d{1,19}$/.test(number ?? '');
  return isMark ? { consensusEnd: BigInt(consensusEnd ?? 0), number: BigInt(number ?? 0) } : null;
}
