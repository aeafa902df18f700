import type { LedgerToken } from '../../state/ledger-objects.ts';
import type { Ledger } from '../ledger.ts';
import type { MethodCall } from '../method.ts';
import { demandKey } from './objects.ts';
import { answersCode, demand } from './simulate.ts';

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

/** Maximum number of NFTs of one update. */
const MAX_BATCH = 10;

/** `(token, serials[], metadata)`: replaces the metadata of NFTs (HIP-657). */
export const updateNftsMetadata = answersCode(async ({ ledger, args }: MethodCall) => {
  const serials = args.integers(1);
  demand(serials.length > 0, 'MISSING_SERIAL_NUMBERS');
  const token = await ledger.tokenAt(args.address(0));
  demand(token !== undefined, 'INVALID_TOKEN_ID');
  await demandSigner(ledger, token, serials);
  const metadata = args.bytes(2);
  demandMetadata(metadata);
  demand(serials.length <= MAX_BATCH, 'BATCH_SIZE_LIMIT_EXCEEDED');
  for (const serial of new Set(serials)) {
    demand(serial > 0n, 'INVALID_TOKEN_NFT_SERIAL_NUMBER');
    const nft = await ledger.state.nfts.get([token.id, serial]);
    demand(nft !== undefined && !nft.deleted, 'INVALID_NFT_ID');
    ledger.state.nfts.set([token.id, serial], { ...nft, metadata });
  }
});

/**
 * Requires a key that may sign: the metadata key for an NFT outside of the treasury, else the metadata or the supply
 * key.
 */
async function demandSigner(ledger: Ledger, token: LedgerToken, serials: readonly bigint[]): Promise<void> {
  for (const serial of serials) {
    const nft = await ledger.state.nfts.get([token.id, serial]);
    demand(nft !== undefined && !nft.deleted, 'INVALID_NFT_ID');
    if (nft.owner !== token.treasury) return demandKey(token, 'metadata');
  }
  const isSigned = token.keys.metadata !== undefined || token.keys.supply !== undefined;
  demand(isSigned, 'TOKEN_HAS_NO_METADATA_OR_SUPPLY_KEY');
}
