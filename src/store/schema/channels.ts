/**
 * NOTIFY channel of new blocks: payload `<block number> <consensus end in ns>`, followed by ` returned <returns>`
 * where the database went back to this block.
 */
export const BLOCK_CHANNEL = 'tain_block';

/** A notification of the last block. */
export interface BlockNotice {
  readonly number: bigint;
  /** Nanoseconds. */
  readonly consensusEnd: bigint;
  /** Number of returns of the database, if it went back to this block and rows after it were removed; else null. */
  readonly returns: bigint | null;
}

export function printBlockNotice({ number, consensusEnd, returns }: BlockNotice): string {
  return `${number} ${consensusEnd}${returns === null ? '' : ` returned ${returns}`}`;
}

/** Parses a payload; null where it does not name a block. */
export function parseBlockNotice(payload: string | undefined): BlockNotice | null {
  const found = /^(\d{1,19}) (\d{1,19})(?: returned (\d{1,19}))?$/.exec(payload ?? '');
  if (found === null) return null;
  const [, number = '0', consensusEnd = '0', returns] = found;
  return {
    number: BigInt(number),
    consensusEnd: BigInt(consensusEnd),
    returns: returns === undefined ? null : BigInt(returns),
  };
}
