/**
 * NOTIFY channel of new blocks: payload `<block number> <consensus end in ns>`, followed by ` returned` where the
 * database went back to this block.
 */
export const BLOCK_CHANNEL = 'tain_block';

/** A notification of the last block. */
export interface BlockNotice {
  readonly number: bigint;
  /** Nanoseconds. */
  readonly consensusEnd: bigint;
  /** Whether rows after the block were removed. */
  readonly isReturn: boolean;
}

export function printBlockNotice({ number, consensusEnd, isReturn }: BlockNotice): string {
  return `${number} ${consensusEnd}${isReturn ? ' returned' : ''}`;
}

/** Parses a payload; null where it does not name a block. */
export function parseBlockNotice(payload: string | undefined): BlockNotice | null {
  const found = /^(\d{1,19}) (\d{1,19})( returned)?$/.exec(payload ?? '');
  if (found === null) return null;
  const [, number = '0', consensusEnd = '0', returned] = found;
  return { number: BigInt(number), consensusEnd: BigInt(consensusEnd), isReturn: returned !== undefined };
}
