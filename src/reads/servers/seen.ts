import type { BlockMark } from '../block-mark.ts';

/** What a statement found, and at which block. */
export interface Seen {
  readonly rows: (string | null)[][];
  /** The last block of what the statement saw; null in a database without blocks. */
  readonly block: BlockMark | null;
}
