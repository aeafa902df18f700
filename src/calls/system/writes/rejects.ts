import type { LedgerAccount } from '../../state/ledger-objects.ts';
import { type MethodResult, SUCCESS, statusNumber, values } from '../answer.ts';
import { gasOfPrice, PRICE } from '../gas.ts';
import type { Ledger } from '../ledger.ts';
import type { MethodCall } from '../method.ts';
import { demandOwnKey, demandUnfrozen, relationOf, usableToken } from './objects.ts';
import { attempt, demand, refuseInput } from './simulate.ts';
import { applyTransfer, type Moves, type NftMove } from './transfer.ts';

/** Rejections (HIP-904): an owner returns units and NFTs to their treasuries, without fees. */

/** Maximum number of tokens and NFTs of one rejection. */
const MAX_REJECTIONS = 10;

/** Rejected tokens by id; 0 for an address that is not a token. */
interface Rejection {
  readonly units: readonly bigint[];
  readonly nfts: readonly { readonly token: bigint; readonly serial: bigint }[];
}

/** `(owner, tokens[], NFTs[])` → code. */
export async function rejectTokens(call: MethodCall): Promise<MethodResult> {
  const { ledger, args } = call;
  const idOf = (address: string) => ledger.longZeroId(address) ?? 0n;
  const units = args.addresses(1).map(idOf);
  const nfts = args.tuples(2).map((each) => ({ token: idOf(each.address(0)), serial: each.integer(1) }));
  return reject(call, await ledger.accountAt(args.address(0)), { units, nfts });
}

/** `()` through a token's address: rejects all units of the caller. */
export async function rejectUnits(call: MethodCall): Promise<MethodResult> {
  return reject(call, call.sender, { units: [call.token?.id ?? 0n], nfts: [] });
}

/** `(serials[])` through a token's address. */
export async function rejectNfts(call: MethodCall): Promise<MethodResult> {
  const token = call.token?.id ?? 0n;
  return reject(call, call.sender, {
    units: [],
    nfts: call.args.integers(0).map((serial) => ({ token, serial })),
  });
}

/** Returns the gas: the price for each token and NFT. */
export function rejectGas({ args }: MethodCall): bigint {
  const count = Math.max(1, args.addresses(1).length + args.tuples(2).length);
  return gasOfPrice(PRICE.tokenChange * BigInt(count));
}

async function reject(
  call: MethodCall,
  owner: LedgerAccount | undefined,
  all: Rejection,
): Promise<MethodResult> {
  if (all.units.length + all.nfts.length > MAX_REJECTIONS) {
    return refuseInput(call, 'TOKEN_REFERENCE_LIST_SIZE_LIMIT_EXCEEDED');
  }
  const done = await attempt(call.ledger, () => rejectAll(call.ledger, owner, all));
  return values('refused' in done ? statusNumber(done.refused) : SUCCESS);
}

async function rejectAll(ledger: Ledger, owner: LedgerAccount | undefined, { units, nfts }: Rejection) {
  demand(units.length + nfts.length > 0, 'EMPTY_TOKEN_REFERENCE_LIST');
  const names = [...units.map(String), ...nfts.map(({ token, serial }) => `${token},${serial}`)];
  demand(new Set(names).size === names.length, 'TOKEN_REFERENCE_REPEATED');
  demand(!units.includes(0n), 'INVALID_TOKEN_ID');
  demand(
    nfts.every(({ serial }) => serial > 0n),
    'INVALID_TOKEN_NFT_SERIAL_NUMBER',
  );
  demand(owner !== undefined, 'INVALID_OWNER_ID');
  demandOwnKey(owner, 'ACCOUNT_IS_IMMUTABLE');
  const tokens: Moves[] = [];
  for (const id of units) tokens.push(await unitsBack(ledger, owner.id, id));
  const byToken = new Map<bigint, NftMove[]>();
  for (const { token, serial } of nfts) {
    const list = byToken.get(token) ?? [];
    byToken.set(token, [...list, await nftBack(ledger, owner.id, token, serial)]);
  }
  for (const [id, list] of byToken) {
    tokens.push({ token: await usableToken(ledger, id), amounts: [], nfts: list });
  }
  await demandTreasuries(ledger, tokens);
  await applyTransfer(ledger, { hbars: [], tokens }, 0n);
}

async function unitsBack(ledger: Ledger, owner: bigint, id: bigint): Promise<Moves> {
  const token = await usableToken(ledger, id);
  const relation = await relationOf(ledger, owner, id);
  demandUnfrozen(relation);
  demand(token.treasury !== owner, 'ACCOUNT_IS_TREASURY');
  demand(relation.balance > 0n, 'INSUFFICIENT_TOKEN_BALANCE');
  const amounts = [
    { account: owner, amount: -relation.balance, isApproval: false },
    { account: token.treasury, amount: relation.balance, isApproval: false },
  ];
  return { token, amounts, nfts: [] };
}

async function nftBack(ledger: Ledger, owner: bigint, id: bigint, serial: bigint): Promise<NftMove> {
  const nft = await ledger.state.nfts.get([id, serial]);
  demand(nft !== undefined && !nft.deleted, 'INVALID_NFT_ID');
  const token = await usableToken(ledger, id);
  demand(token.treasury !== owner, 'ACCOUNT_IS_TREASURY');
  demand(nft.owner === owner, 'INVALID_OWNER_ID');
  return { from: owner, to: token.treasury, serial, isApproval: false };
}

/** Requires that treasuries are associated with their tokens, because a rejection associates no account. */
async function demandTreasuries(ledger: Ledger, tokens: readonly Moves[]): Promise<void> {
  for (const { token } of tokens) await relationOf(ledger, token.treasury, token.id);
}
