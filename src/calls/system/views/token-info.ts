import { ZERO_ADDRESS } from '@tain/ledger/evm-address';
import { NANOS_PER_SECOND } from '@tain/ledger/timestamp';
import type { LedgerNft, LedgerToken, TokenKeyName } from '../../state/ledger-objects.ts';
import type { AbiValue } from '../abi/abi-type.ts';
import { type MethodResult, revertWith, SUCCESS, statusNumber, values } from '../answer.ts';
import { TOKEN_SERVICE_V2 } from '../environment.ts';
import type { MethodCall } from '../method.ts';
import { expiryTuple, feeTuples, fungibleInfoTuple, tokenInfo } from './info-tuples.ts';
import { KEY_BITS, keyTuple, TOKEN_KEY_NAMES } from './key-tuple.ts';

/** Views that return a response code and the requested values. The token is the first argument. */

/** Returns a failure: a revert in a static frame, else a result with the code and empty values. */
function failed(
  call: MethodCall,
  status: string,
  empty: readonly AbiValue[],
  isFreeInStatic = false,
): MethodResult {
  if (!call.isStatic) return values(statusNumber(status), ...empty);
  return revertWith(status, isFreeInStatic ? 0n : undefined);
}

async function tokenOf({ ledger, args }: MethodCall): Promise<LedgerToken | undefined> {
  return ledger.tokenAt(args.address(0));
}

function withMetadata(call: MethodCall): boolean {
  return call.raw.address === TOKEN_SERVICE_V2;
}

export async function getTokenInfo(call: MethodCall): Promise<MethodResult> {
  const token = await tokenOf(call);
  const info = await tokenInfo(call.ledger, token, withMetadata(call));
  return token ? values(SUCCESS, info) : failed(call, 'INVALID_TOKEN_ID', [info]);
}

export async function getFungibleTokenInfo(call: MethodCall): Promise<MethodResult> {
  const token = await tokenOf(call);
  const info = await fungibleInfoTuple(call.ledger, token, withMetadata(call));
  return token ? values(SUCCESS, info) : failed(call, 'INVALID_TOKEN_ID', [info]);
}

export async function getNonFungibleTokenInfo(call: MethodCall): Promise<MethodResult> {
  const token = await tokenOf(call);
  const serial = call.args.integer(1);
  const nft = token && (await call.ledger.state.nfts.get([token.id, serial]));
  const isFound = nft !== undefined && !nft.deleted;
  const info = await nftInfo(call, token, isFound ? nft : undefined);
  if (token === undefined) return failed(call, 'INVALID_TOKEN_ID', [info]);
  return isFound ? values(SUCCESS, info) : failed(call, 'INVALID_NFT_ID', [info]);
}

async function nftInfo(call: MethodCall, token: LedgerToken | undefined, nft: LedgerNft | undefined) {
  const { ledger } = call;
  return [
    await tokenInfo(ledger, token, withMetadata(call)),
    nft?.serial ?? 0n,
    await ledger.addressOf(nft?.owner),
    (nft?.createdTimestamp ?? 0n) / NANOS_PER_SECOND,
    nft?.metadata ?? new Uint8Array(),
    nft?.spender === undefined ? ZERO_ADDRESS : await ledger.addressOf(nft.spender),
  ];
}

/** Returns a result that is a success even in a static frame. */
export async function getTokenCustomFees(call: MethodCall): Promise<MethodResult> {
  const token = await tokenOf(call);
  const status = token || call.isStatic ? SUCCESS : statusNumber('INVALID_TOKEN_ID');
  return values(status, ...(await feeTuples(call.ledger, token?.fees)));
}

export async function getTokenDefaultFreezeStatus(call: MethodCall): Promise<MethodResult> {
  const token = await tokenOf(call);
  return token ? values(SUCCESS, token.freezeDefault) : failed(call, 'INVALID_TOKEN_ID', [false], true);
}

export async function getTokenDefaultKycStatus(call: MethodCall): Promise<MethodResult> {
  const token = await tokenOf(call);
  if (token === undefined) return failed(call, 'INVALID_TOKEN_ID', [false], true);
  return values(SUCCESS, token.kycDefault !== 'REVOKED');
}

export async function getTokenType(call: MethodCall): Promise<MethodResult> {
  const token = await tokenOf(call);
  if (token === undefined) return failed(call, 'INVALID_TOKEN_ID', [0n]);
  return values(SUCCESS, token.type === 'FUNGIBLE_COMMON' ? 0n : 1n);
}

export async function getTokenExpiryInfo(call: MethodCall): Promise<MethodResult> {
  const token = await tokenOf(call);
  const expiry = await expiryTuple(call.ledger, token);
  return token ? values(SUCCESS, expiry) : failed(call, 'INVALID_TOKEN_ID', [expiry]);
}

export async function getTokenKey(call: MethodCall): Promise<MethodResult> {
  const token = await tokenOf(call);
  const empty = [await keyTuple(call.ledger, undefined)];
  if (token === undefined) return failed(call, 'INVALID_TOKEN_ID', empty, true);
  const name = keyName(call);
  const key = name && token.keys[name];
  if (key === undefined) return failed(call, 'KEY_NOT_PROVIDED', empty, true);
  return values(SUCCESS, await keyTuple(call.ledger, key));
}

function keyName(call: MethodCall): TokenKeyName | undefined {
  const bit = call.args.integer(1);
  const name = TOKEN_KEY_NAMES.find((each) => KEY_BITS[each] === bit);
  return name === 'metadata' && !withMetadata(call) ? undefined : name;
}

export async function isFrozen(call: MethodCall): Promise<MethodResult> {
  return relationView(call, false, (relation) => relation?.freeze === 'FROZEN');
}

export async function isKyc(call: MethodCall): Promise<MethodResult> {
  return relationView(call, true, (relation) => relation !== undefined && relation.kyc !== 'REVOKED');
}

type Relation = Awaited<ReturnType<MethodCall['ledger']['state']['relations']['get']>>;

async function relationView(
  call: MethodCall,
  isFreeInStatic: boolean,
  view: (relation: Relation) => boolean,
): Promise<MethodResult> {
  const token = await tokenOf(call);
  if (token === undefined) return failed(call, 'INVALID_TOKEN_ID', [false], isFreeInStatic);
  const account = await call.ledger.accountAt(call.args.address(1));
  if (account === undefined) return failed(call, 'INVALID_ACCOUNT_ID', [false], isFreeInStatic);
  const relation = await call.ledger.state.relations.get([account.id, token.id]);
  return values(SUCCESS, view(relation?.associated ? relation : undefined));
}

export async function isToken(call: MethodCall): Promise<MethodResult> {
  return values(SUCCESS, (await tokenOf(call)) !== undefined);
}
