import { MAX_INT64 } from '@tain/ledger/timestamp';
import type { LedgerNft, LedgerToken } from '../../state/ledger-objects.ts';
import type { AbiValue } from '../abi/abi-type.ts';
import { type MethodResult, SUCCESS, statusNumber, values } from '../answer.ts';
import { gasOfPrice, PRICE } from '../gas.ts';
import type { Ledger } from '../ledger.ts';
import type { MethodCall } from '../method.ts';
import { addUnits, demandAccountAt, demandKey, demandOpen, relationOf, usableTokenAt } from './objects.ts';
import { answersCode, attempt, demand } from './simulate.ts';

/** Minting, burning and wiping. */

/** Maximum number of NFTs of one change, and maximum bytes of an NFT's metadata. */
const MAX_BATCH = 10;
const MAX_METADATA = 100;

/** `(token, amount, metadata[])` → code, new supply, serials. */
export async function mint(call: MethodCall): Promise<MethodResult> {
  const { ledger, args } = call;
  return withSupply(ledger, [[]], async () => {
    const token = await usableTokenAt(ledger, args.address(0));
    demandKey(token, 'supply');
    return token.type === 'FUNGIBLE_COMMON'
      ? mintUnits(ledger, token, args.integer(1))
      : mintNfts(ledger, token, args.bytesList(2));
  });
}

/** `(token, amount, serials[])` → code, new supply. */
export async function burn(call: MethodCall): Promise<MethodResult> {
  const { ledger, args } = call;
  return withSupply(ledger, [], async () => {
    const token = await usableTokenAt(ledger, args.address(0));
    demandKey(token, 'supply');
    return token.type === 'FUNGIBLE_COMMON'
      ? burnUnits(ledger, token, args.integer(1))
      : burnNfts(ledger, token, args.integers(2));
  });
}

/** Returns the gas of a mint: the price for each NFT, or one price for units. */
export async function mintGas({ ledger, args }: MethodCall): Promise<bigint> {
  const token = await ledger.tokenAt(args.address(0));
  if (token?.type !== 'NON_FUNGIBLE_UNIQUE') return gasOfPrice(PRICE.tokenChange);
  return gasOfPrice(PRICE.mintNft * BigInt(Math.max(1, args.bytesList(2).length)));
}

async function withSupply(
  ledger: Ledger,
  empty: readonly AbiValue[],
  change: () => Promise<readonly AbiValue[]>,
): Promise<MethodResult> {
  const done = await attempt(ledger, change);
  return 'refused' in done
    ? values(statusNumber(done.refused), 0n, ...empty)
    : values(SUCCESS, ...done.value);
}

async function mintUnits(ledger: Ledger, token: LedgerToken, amount: bigint): Promise<AbiValue[]> {
  demand(amount >= 0n && token.totalSupply + amount <= MAX_INT64, 'INVALID_TOKEN_MINT_AMOUNT');
  const totalSupply = await addToTreasury(ledger, token, amount);
  ledger.state.tokens.set(token.id, { ...token, totalSupply });
  return [totalSupply, []];
}

async function mintNfts(
  ledger: Ledger,
  token: LedgerToken,
  metadata: readonly Uint8Array[],
): Promise<AbiValue[]> {
  demand(metadata.length > 0, 'INVALID_TOKEN_MINT_METADATA');
  demand(metadata.length <= MAX_BATCH, 'BATCH_SIZE_LIMIT_EXCEEDED');
  demand(
    metadata.every((each) => each.length <= MAX_METADATA),
    'METADATA_TOO_LONG',
  );
  const totalSupply = await addToTreasury(ledger, token, BigInt(metadata.length));
  const serials = metadata.map((_, i) => token.nextSerial + BigInt(i));
  for (const [i, serial] of serials.entries()) {
    ledger.state.nfts.set([token.id, serial], {
      token: token.id,
      serial,
      owner: token.treasury,
      spender: undefined,
      metadata: metadata[i] ?? new Uint8Array(),
      createdTimestamp: ledger.environment.now,
      deleted: false,
    });
  }
  const nextSerial = token.nextSerial + BigInt(serials.length);
  ledger.state.tokens.set(token.id, { ...token, totalSupply, nextSerial });
  return [totalSupply, serials];
}

/** Adds new units to the treasury's balance; returns the new supply. */
async function addToTreasury(ledger: Ledger, token: LedgerToken, amount: bigint): Promise<bigint> {
  const totalSupply = token.totalSupply + amount;
  const hasLimit = token.supplyType === 'FINITE';
  demand(!hasLimit || totalSupply <= token.maxSupply, 'TOKEN_MAX_SUPPLY_REACHED');
  const relation = await ledger.state.relations.get([token.treasury, token.id]);
  demand(relation?.associated === true, 'INVALID_TREASURY_ACCOUNT_FOR_TOKEN');
  demandOpen(relation);
  await addUnits(ledger, token.treasury, token.id, amount);
  return totalSupply;
}

async function burnUnits(ledger: Ledger, token: LedgerToken, amount: bigint): Promise<AbiValue[]> {
  demand(amount >= 0n && amount <= token.totalSupply, 'INVALID_TOKEN_BURN_AMOUNT');
  demandOpen(await relationOf(ledger, token.treasury, token.id));
  await addUnits(ledger, token.treasury, token.id, -amount);
  const totalSupply = token.totalSupply - amount;
  ledger.state.tokens.set(token.id, { ...token, totalSupply });
  return [totalSupply];
}

async function burnNfts(ledger: Ledger, token: LedgerToken, serials: readonly bigint[]): Promise<AbiValue[]> {
  demandBatch(serials, 'INVALID_TOKEN_BURN_METADATA');
  for (const serial of new Set(serials)) {
    const nft = await nftOf(ledger, token, serial);
    demand(nft.owner === token.treasury, 'TREASURY_MUST_OWN_BURNED_NFT');
  }
  return [await removeNfts(ledger, token, token.treasury, new Set(serials))];
}

/** `(token, account, amount)` → code. */
export const wipeUnits = answersCode(async ({ ledger, args }) => {
  const [token, account] = await wiped(ledger, args.address(0), args.address(1));
  const amount = args.integer(2);
  demand(token.type === 'FUNGIBLE_COMMON' && amount >= 0n, 'INVALID_WIPING_AMOUNT');
  await addUnits(ledger, account, token.id, -amount, 'INVALID_WIPING_AMOUNT');
  ledger.state.tokens.set(token.id, { ...token, totalSupply: token.totalSupply - amount });
});

/** `(token, account, serials[])` → code. */
export const wipeNfts = answersCode(async ({ ledger, args }) => {
  const [token, account] = await wiped(ledger, args.address(0), args.address(1));
  const serials = args.integers(2);
  demandBatch(serials, 'INVALID_WIPING_AMOUNT');
  for (const serial of serials) {
    const nft = await nftOf(ledger, token, serial);
    demand(nft.owner === account, 'ACCOUNT_DOES_NOT_OWN_WIPED_NFT');
  }
  await removeNfts(ledger, token, account, new Set(serials));
});

async function wiped(ledger: Ledger, tokenAt: string, at: string): Promise<[LedgerToken, bigint]> {
  const token = await usableTokenAt(ledger, tokenAt);
  demandKey(token, 'wipe');
  const { id } = await demandAccountAt(ledger, at);
  demandOpen(await relationOf(ledger, id, token.id));
  demand(id !== token.treasury, 'CANNOT_WIPE_TOKEN_TREASURY_ACCOUNT');
  return [token, id];
}

function demandBatch(serials: readonly bigint[], empty: string): void {
  demand(serials.length > 0, empty);
  demand(serials.length <= MAX_BATCH, 'BATCH_SIZE_LIMIT_EXCEEDED');
  demand(
    serials.every((serial) => serial > 0n),
    'INVALID_NFT_ID',
  );
}

async function nftOf(ledger: Ledger, token: LedgerToken, serial: bigint): Promise<LedgerNft> {
  const nft = await ledger.state.nfts.get([token.id, serial]);
  demand(nft !== undefined && !nft.deleted, 'INVALID_NFT_ID');
  return nft;
}

async function removeNfts(
  ledger: Ledger,
  token: LedgerToken,
  owner: bigint,
  serials: ReadonlySet<bigint>,
): Promise<bigint> {
  for (const serial of serials) ledger.state.nfts.set([token.id, serial], undefined);
  const count = BigInt(serials.size);
  await addUnits(ledger, owner, token.id, -count);
  const totalSupply = token.totalSupply - count;
  ledger.state.tokens.set(token.id, { ...token, totalSupply });
  return totalSupply;
}
