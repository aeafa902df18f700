import { demand } from './simulate.ts';

/** Rules of names, symbols, memos and metadata of tokens, and of renewal periods. */

/** Maximum bytes of each text. */
const MAX_TEXT = 100;

/** Period in seconds. */
export const MIN_RENEWAL_SECONDS = 2_592_000n;
export const MAX_RENEWAL_SECONDS = 8_000_001n;

export function demandName(name: string): void {
  demandText(name, 'MISSING_TOKEN_NAME', 'TOKEN_NAME_TOO_LONG');
}

export function demandSymbol(symbol: string): void {
  demandText(symbol, 'MISSING_TOKEN_SYMBOL', 'TOKEN_SYMBOL_TOO_LONG');
}

export function demandMemo(memo: string): void {
  demand(Buffer.byteLength(memo) <= MAX_TEXT, 'MEMO_TOO_LONG');
  demand(!memo.includes('\0'), 'INVALID_ZERO_BYTE_IN_STRING');
}

/** Checks metadata of a token or an NFT. */
export function demandMetadata(metadata: Uint8Array): void {
  demand(metadata.length <= MAX_TEXT, 'METADATA_TOO_LONG');
}

function demandText(text: string, missing: string, tooLong: string): void {
  demand(text !== '', missing);
  demand(Buffer.byteLength(text) <= MAX_TEXT, tooLong);
  demand(!text.includes('\0'), 'INVALID_ZERO_BYTE_IN_STRING');
}
