import type { BlockMark } from '../block-mark.ts';

/** Rows of a statement, and the block up to which it saw the ledger. */
export interface Seen {
  readonly rows: (string | null)[][];
  /** Last block that the statement saw; null in a database without blocks. */
  readonly block: BlockMark | null;
}
