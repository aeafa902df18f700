import type { proto } from '@tain/protos/hapi';
import { accountId, long, tokenId } from '../ledger/ids.ts';
import { longToBigInt } from '../ledger/long.ts';
import type { AbiValue } from './abi.ts';
import { CHANGE_GAS, gasForCents, MINT_NFT_GAS, RELATION_GAS } from './service-gas.ts';
import {
  type ServiceCall,
  type ServiceMethod,
  type ServiceRequest,
  serviceRequest,
} from './service-method.ts';
import { airdrop, airdrops, oneAirdrop, pendingAirdrops, reject } from './token-airdrops.ts';
import { account, integers, TOKEN_TRANSFERS, takenFrom, token } from './token-transfers.ts';

/** Methods of the token service that change state. Each executes a transaction of the ledger. */

const flag =
  (field: 'tokenFreeze' | 'tokenUnfreeze' | 'tokenGrantKyc' | 'tokenRevokeKyc') =>
  (call: ServiceCall): ServiceRequest =>
    serviceRequest(
      field,
      { [field]: { token: token(call, call.args[0]), account: account(call, call.args[1]) } },
      CHANGE_GAS,
    );

const ofToken =
  (field: 'tokenPause' | 'tokenUnpause' | 'tokenDeletion') =>
  (call: ServiceCall): ServiceRequest =>
    serviceRequest(field, { [field]: { token: token(call, call.args[0]) } }, CHANGE_GAS);

function relation(
  field: 'tokenAssociate' | 'tokenDissociate',
  call: ServiceCall,
  list: readonly AbiValue[],
  subject = call.args[0],
): ServiceRequest {
  const tokens = list.map((each) => token(call, each));
  const gas = field === 'tokenAssociate' ? gasForCents(5 * Math.max(1, tokens.length)) : RELATION_GAS;
  return serviceRequest(field, { [field]: { account: account(call, subject), tokens } }, gas);
}

function mint(call: ServiceCall): ServiceRequest {
  const metadata = call.list(call.args[2]).map((each) => call.bytes(each));
  const amount = call.number(call.args[1]);
  // Arguments for the other kind of token are omitted.
  const what = isNft(call, call.token(call.args[0])) ? { metadata } : { amount: long(amount) };
  const tokenMint = { token: token(call, call.args[0]), ...what };
  const gas = metadata.length > 0 ? gasForCents(2 * metadata.length) : CHANGE_GAS;
  return {
    ...serviceRequest('tokenMint', { tokenMint }, metadata.length === 1 ? MINT_NFT_GAS : gas),
    values: ({ newTotalSupply, serialNumbers }) => [
      longToBigInt(newTotalSupply),
      (serialNumbers ?? []).map((serial) => longToBigInt(serial)),
    ],
    failed: [0n, []],
  };
}

function burn(call: ServiceCall): ServiceRequest {
  const serialNumbers = integers(call, call.args[2]).map(long);
  const amount = long(call.number(call.args[1]));
  const what = isNft(call, call.token(call.args[0])) ? { serialNumbers } : { amount };
  const tokenBurn = { token: token(call, call.args[0]), ...what };
  return {
    ...serviceRequest('tokenBurn', { tokenBurn }, CHANGE_GAS),
    values: ({ newTotalSupply }) => [longToBigInt(newTotalSupply)],
    failed: [0n],
  };
}

function wipe(call: ServiceCall, serials: boolean): ServiceRequest {
  const which = serials
    ? { serialNumbers: integers(call, call.args[2]).map(long) }
    : { amount: long(call.number(call.args[2])) };
  const tokenWipe = { token: token(call, call.args[0]), account: account(call, call.args[1]), ...which };
  return serviceRequest('tokenWipe', { tokenWipe }, CHANGE_GAS);
}

function approve(call: ServiceCall, what: 'units' | 'serial' | 'all'): ServiceRequest {
  const [of, spender, third] = call.args;
  return approved(call, call.token(of), spender, third, what);
}

function approved(
  call: ServiceCall,
  num: number,
  spender: AbiValue | undefined,
  third: AbiValue | undefined,
  what: 'units' | 'serial' | 'all',
): ServiceRequest {
  const number = call.number(third);
  if (what !== 'all' && number >= 1n << 63n) return call.tooLarge();
  const parties = { tokenId: tokenId(num), owner: accountId(call.by) };
  const to = account(call, spender);
  let body: proto.ITransactionBody;
  if (what === 'units')
    body = {
      cryptoApproveAllowance: { tokenAllowances: [{ ...parties, spender: to, amount: long(number) }] },
    };
  else if (what === 'all')
    body = {
      cryptoApproveAllowance: {
        nftAllowances: [{ ...parties, spender: to, approvedForAll: { value: number === 1n } }],
      },
    };
  else {
    // An approval of an NFT is in its owner's name. The zero address as spender revokes it.
    const nft = call.nft(num, number);
    const owner = nft?.owner ?? call.by;
    const delegating = owner === call.by ? {} : { delegatingSpender: accountId(call.by) };
    const grant = { ...parties, owner: accountId(owner), serialNumbers: [long(number)] };
    body =
      call.account(spender) === 0 && call.isZeroAddress(spender)
        ? { cryptoDeleteAllowance: { nftAllowances: [grant] } }
        : { cryptoApproveAllowance: { nftAllowances: [{ ...grant, spender: to, ...delegating }] } };
  }
  const field = body.cryptoDeleteAllowance ? 'cryptoDeleteAllowance' : 'cryptoApproveAllowance';
  return {
    ...serviceRequest(field, body, RELATION_GAS),
    logs: () => [call.approvalLog(num, call.account(spender), number, what)],
    reverts: what !== 'all',
  };
}

const CODE = { returns: '(int64)' } as const;
const wide = { returns: '(int256)' } as const;

export const TOKEN_WRITES: readonly ServiceMethod[] = [
  ...['int64', 'uint64'].flatMap((amount): ServiceMethod[] => [
    { signature: `mintToken(address,${amount},bytes[])`, returns: '(int64,int64,int64[])', request: mint },
    { signature: `burnToken(address,${amount},int64[])`, returns: '(int64,int64)', request: burn },
  ]),
  { signature: 'wipeTokenAccount(address,address,int64)', ...wide, request: (call) => wipe(call, false) },
  { signature: 'wipeTokenAccount(address,address,uint32)', ...wide, request: (call) => wipe(call, false) },
  { signature: 'wipeTokenAccountNFT(address,address,int64[])', ...wide, request: (call) => wipe(call, true) },
  {
    signature: 'associateTokens(address,address[])',
    ...CODE,
    request: (call) => relation('tokenAssociate', call, call.list(call.args[1])),
  },
  {
    signature: 'associateToken(address,address)',
    ...CODE,
    request: (call) => relation('tokenAssociate', call, [call.args[1] ?? 0n]),
  },
  {
    signature: 'dissociateToken(address,address)',
    ...CODE,
    request: (call) => relation('tokenDissociate', call, [call.args[1] ?? 0n]),
  },
  {
    signature: 'dissociateTokens(address,address[])',
    ...CODE,
    request: (call) => relation('tokenDissociate', call, call.list(call.args[1])),
  },
  { signature: 'freezeToken(address,address)', ...CODE, request: flag('tokenFreeze') },
  { signature: 'unfreezeToken(address,address)', ...CODE, request: flag('tokenUnfreeze') },
  { signature: 'grantTokenKyc(address,address)', ...CODE, request: flag('tokenGrantKyc') },
  { signature: 'revokeTokenKyc(address,address)', ...CODE, request: flag('tokenRevokeKyc') },
  { signature: 'pauseToken(address)', ...CODE, request: ofToken('tokenPause') },
  { signature: 'unpauseToken(address)', ...CODE, request: ofToken('tokenUnpause') },
  { signature: 'deleteToken(address)', ...wide, request: ofToken('tokenDeletion') },
  ...TOKEN_TRANSFERS,
  {
    signature: 'approve(address,address,uint256)',
    returns: '(int32,bool)',
    request: (call) => ({ ...approve(call, 'units'), values: () => [1n], failed: [0n] }),
  },
  { signature: 'approveNFT(address,address,uint256)', ...CODE, request: (call) => approve(call, 'serial') },
  { signature: 'setApprovalForAll(address,address,bool)', ...wide, request: (call) => approve(call, 'all') },
  {
    signature: 'airdropTokens((address,(address,int64,bool)[],(address,address,int64,bool)[])[])',
    returns: '(int32)',
    request: airdrop,
  },
  {
    signature: 'claimAirdrops((address,address,address,int64)[])',
    ...CODE,
    request: airdrops('tokenClaimAirdrop', pendingAirdrops),
  },
  {
    signature: 'cancelAirdrops((address,address,address,int64)[])',
    ...CODE,
    request: airdrops('tokenCancelAirdrop', pendingAirdrops),
  },
  {
    signature: 'rejectTokens(address,address[],(address,int64)[])',
    ...CODE,
    request: (call) =>
      reject(
        call,
        call.account(call.args[0]),
        call.list(call.args[1]).map((each) => call.token(each)),
        call.list(call.args[2]).map((each) => {
          const [of, serial] = call.list(each);
          return [call.token(of), call.number(serial)] as const;
        }),
      ),
  },
];

function isNft(call: ServiceCall, num = call.subject): boolean {
  return call.x.ledger.tokens.get(num)?.nonFungible === true;
}

/**
 * Returns the request with the result of the ERC standard: `true` for ERC-20, nothing for ERC-721. A failure reverts.
 */
function asErc(call: ServiceCall, request: ServiceRequest): ServiceRequest {
  const answer = isNft(call) ? { bare: '()' } : { bare: '(bool)', values: () => [1n] };
  return { ...request, ...answer, reverts: true };
}

/** Transfers units or an NFT of the called token. */
function ercTransfer(call: ServiceCall, from: AbiValue, [to, amount]: readonly AbiValue[]): ServiceRequest {
  const of = BigInt(call.subject);
  return asErc(call, takenFrom(call, { of, from, to, amount }, isNft(call)));
}

/** Functions of ERC-20 and ERC-721 that change state, at the address of a token. */
export const TOKEN_FACADE_WRITES: readonly ServiceMethod[] = [
  {
    signature: 'transfer(address,uint256)',
    ...CODE,
    // In ERC-721, only `transferFrom` moves NFTs.
    request: (call) => (isNft(call) ? call.malformed() : ercTransfer(call, call.self(), call.args)),
  },
  {
    signature: 'transferFrom(address,address,uint256)',
    ...CODE,
    request: (call) => ercTransfer(call, call.args[0] ?? 0n, call.args.slice(1)),
  },
  {
    signature: 'approve(address,uint256)',
    ...CODE,
    request: (call) =>
      asErc(call, approved(call, call.subject, call.args[0], call.args[1], isNft(call) ? 'serial' : 'units')),
  },
  {
    signature: 'setApprovalForAll(address,bool)',
    ...CODE,
    request: (call) => ({
      ...approved(call, call.subject, call.args[0], call.args[1], 'all'),
      bare: '()',
      reverts: true,
    }),
  },
  {
    signature: 'associate()',
    ...wide,
    request: (call) => relation('tokenAssociate', call, [BigInt(call.subject)], call.self()),
  },
  {
    signature: 'dissociate()',
    ...wide,
    request: (call) => relation('tokenDissociate', call, [BigInt(call.subject)], call.self()),
  },
  { signature: 'claimAirdropFT(address)', ...CODE, request: airdrops('tokenClaimAirdrop', oneAirdrop(true)) },
  {
    signature: 'claimAirdropNFT(address,int64)',
    ...CODE,
    request: airdrops('tokenClaimAirdrop', oneAirdrop(true)),
  },
  {
    signature: 'cancelAirdropFT(address)',
    ...CODE,
    request: airdrops('tokenCancelAirdrop', oneAirdrop(false)),
  },
  {
    signature: 'cancelAirdropNFT(address,int64)',
    ...CODE,
    request: airdrops('tokenCancelAirdrop', oneAirdrop(false)),
  },
  { signature: 'rejectTokenFT()', ...CODE, request: (call) => reject(call, call.by, [call.subject], []) },
  {
    signature: 'rejectTokenNFTs(int64[])',
    ...CODE,
    request: (call) =>
      reject(
        call,
        call.by,
        [],
        integers(call, call.args[0]).map((serial) => [call.subject, serial] as const),
      ),
  },
];
