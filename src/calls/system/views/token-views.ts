import { ZERO_ADDRESS } from '@tain/ledger/evm-address';
import type { LedgerToken } from '../../state/ledger-objects.ts';
import { word } from '../abi/encode.ts';
import { halt, type MethodResult, revertWith, SUCCESS, statusNumber, values } from '../answer.ts';
import type { MethodCall } from '../method.ts';

/** Views through a token's own address, as in ERC-20 and ERC-721, and their direct forms. */

type TokenView = (call: MethodCall, token: LedgerToken) => MethodResult | Promise<MethodResult>;

/** Returns a view that needs a token: it reverts without one. */
export function ofToken(view: TokenView) {
  return async (call: MethodCall): Promise<MethodResult> =>
    call.token === undefined ? revertWith('INVALID_TOKEN_ID') : view(call, call.token);
}

const NO_URI = 'ERC721Metadata: URI query for nonexistent token';
const MAX_DECIMALS = 255;

export const name = ofToken((_, token) => values(token.name));
export const symbol = ofToken((_, token) => values(token.symbol));
export const totalSupply = ofToken((_, token) => values(token.totalSupply));

export const decimals = ofToken((_, token) => {
  if (token.type !== 'FUNGIBLE_COMMON') return halt('ERROR_DECODING_PRECOMPILE_INPUT');
  return values(BigInt(Math.min(token.decimals, MAX_DECIMALS)));
});

export const balanceOf = ofToken(async ({ ledger, args }, token) => {
  const owner = await ledger.accountAt(args.address(0));
  if (owner === undefined) return revertWith('INVALID_ACCOUNT_ID');
  const relation = await ledger.state.relations.get([owner.id, token.id]);
  return values(relation?.balance ?? 0n);
});

export const isAssociated = ofToken(async ({ ledger, sender }, token) => {
  const relation = sender && (await ledger.state.relations.get([sender.id, token.id]));
  return values(relation?.associated ?? false);
});

export const ownerOf = ofToken(async (call, token) => {
  if (token.type !== 'NON_FUNGIBLE_UNIQUE') return halt('ERROR_DECODING_PRECOMPILE_INPUT');
  const nft = await nftOf(call, token, call.args.integer(0));
  if (nft === undefined) {
    // This revert has the code's number, not its name.
    return { kind: 'revert', data: word(statusNumber('INVALID_TOKEN_NFT_SERIAL_NUMBER')) };
  }
  return values(await call.ledger.addressOf(nft.owner));
});

export const tokenUri = ofToken(async (call, token) => {
  if (token.type !== 'NON_FUNGIBLE_UNIQUE') return halt('ERROR_DECODING_PRECOMPILE_INPUT');
  const nft = await nftOf(call, token, call.args.integer(0));
  return values(nft === undefined ? NO_URI : Buffer.from(nft.metadata).toString('utf8'));
});

export const getApproved = ofToken(async (call, token) => {
  const spender = await approvedSpender(call, token, call.args.integer(0));
  return typeof spender === 'string' ? values(spender) : spender;
});

export async function getApprovedDirect(call: MethodCall): Promise<MethodResult> {
  const token = await call.ledger.tokenAt(call.args.address(0));
  if (token === undefined) return revertWith('INVALID_TOKEN_ID');
  const spender = await approvedSpender(call, token, call.args.integer(1));
  return typeof spender === 'string' ? values(SUCCESS, spender) : spender;
}

async function approvedSpender(call: MethodCall, token: LedgerToken, serial: bigint) {
  if (token.type !== 'NON_FUNGIBLE_UNIQUE') {
    return revertWith(call.isStatic ? 'INVALID_TOKEN_ID' : 'INVALID_TOKEN_NFT_SERIAL_NUMBER');
  }
  const nft = await nftOf(call, token, serial);
  if (nft === undefined) return revertWith('INVALID_TOKEN_NFT_SERIAL_NUMBER');
  return nft.spender === undefined ? ZERO_ADDRESS : call.ledger.addressOf(nft.spender);
}

export const isApprovedForAll = ofToken(async (call, token) => {
  const approved = await approvedForAll(call, token, 0);
  return typeof approved === 'boolean' ? values(approved) : approved;
});

export async function isApprovedForAllDirect(call: MethodCall): Promise<MethodResult> {
  const token = await call.ledger.tokenAt(call.args.address(0));
  if (token === undefined) return revertWith('INVALID_TOKEN_ID');
  const approved = await approvedForAll(call, token, 1);
  return typeof approved === 'boolean' ? values(SUCCESS, approved) : approved;
}

/**
 * Returns whether an operator may transfer all NFTs. The owner is argument `first`, the operator the next one. Accounts
 * that do not exist have approved nothing.
 */
async function approvedForAll({ ledger, args }: MethodCall, token: LedgerToken, first: number) {
  if (token.type !== 'NON_FUNGIBLE_UNIQUE') return revertWith('INVALID_TOKEN_ID');
  const owner = await ledger.accountAt(args.address(first));
  const operator = await ledger.partyAt(args.address(first + 1));
  if (owner === undefined || operator === undefined) return false;
  return (await ledger.state.nftAllowances.get([owner.id, token.id, operator])) ?? false;
}

export async function allowance(call: MethodCall): Promise<MethodResult> {
  const amount = await allowedUnits(call, call.token, 0);
  return typeof amount === 'bigint' ? values(amount) : amount;
}

export async function allowanceDirect(call: MethodCall): Promise<MethodResult> {
  const token = await call.ledger.tokenAt(call.args.address(0));
  const amount = await allowedUnits(call, token, 1);
  return typeof amount === 'bigint' ? values(SUCCESS, amount) : amount;
}

async function allowedUnits(
  { ledger, args, isStatic }: MethodCall,
  token: LedgerToken | undefined,
  first: number,
) {
  if (token?.type !== 'FUNGIBLE_COMMON') return isStatic ? revertWith('INVALID_TOKEN_ID') : 0n;
  const owner = await ledger.accountAt(args.address(first));
  if (owner === undefined) return revertWith('INVALID_ALLOWANCE_OWNER_ID');
  const spender = await ledger.partyAt(args.address(first + 1));
  if (spender === undefined) return 0n;
  return (await ledger.state.tokenAllowances.get([owner.id, token.id, spender])) ?? 0n;
}

async function nftOf({ ledger }: MethodCall, token: LedgerToken, serial: bigint) {
  const nft = await ledger.state.nfts.get([token.id, serial]);
  return nft?.deleted ? undefined : nft;
}
