import type { proto } from '@tain/protos/hapi';
import { accountId, long, nftId, tokenId } from '../ledger/ids.ts';
import { Status } from '../ledger/status.ts';
import type { AbiValue } from './abi.ts';
import { AIRDROP_GAS, CHANGE_GAS } from './service-gas.ts';
import { type ServiceCall, type ServiceRequest, serviceRequest } from './service-method.ts';
import { account, movesAt, tokenLists } from './token-transfers.ts';

/** Airdrops and rejections by the token service. */

/** Maximum number of tokens or airdrops in a call, which the service checks itself. */
const MAX_LISTED = 10;

/** Airdrops tokens. */
export function airdrop(call: ServiceCall): ServiceRequest {
  const lists = call.list(call.args[0]);
  for (const part of [1, 2]) {
    const moves = lists.flatMap((each) => call.list(call.list(each)[part]));
    if (moves.length > MAX_LISTED) call.refuse(Status.TOKEN_REFERENCE_LIST_SIZE_LIMIT_EXCEEDED);
  }
  const tokenTransfers = tokenLists(
    call,
    lists.map((each) => movesAt(call, each)),
  );
  return serviceRequest('tokenAirdrop', { tokenAirdrop: { tokenTransfers } }, AIRDROP_GAS);
}

export function pendingAirdrops(call: ServiceCall): proto.IPendingAirdropId[] {
  const list = call.list(call.args[0]);
  if (list.length > MAX_LISTED) call.refuse(Status.PENDING_AIRDROP_ID_LIST_TOO_LONG);
  return list.map((each) => {
    const [sender, receiver, of, serial] = call.list(each);
    const num = call.token(of);
    if (!call.x.ledger.tokens.has(num)) call.refuse(Status.INVALID_TOKEN_ID);
    return pendingAirdrop(call, sender, receiver, num, call.number(serial));
  });
}

function pendingAirdrop(
  call: ServiceCall,
  sender: AbiValue | undefined,
  receiver: AbiValue | undefined,
  num: number,
  serial: bigint,
): proto.IPendingAirdropId {
  return {
    senderId: account(call, sender),
    receiverId: account(call, receiver),
    ...(serial > 0n ? { nonFungibleToken: nftId(num, Number(serial)) } : { fungibleTokenType: tokenId(num) }),
  };
}

/** Claims or cancels airdrops. */
export const airdrops =
  (field: 'tokenClaimAirdrop' | 'tokenCancelAirdrop', of: (call: ServiceCall) => proto.IPendingAirdropId[]) =>
  (call: ServiceCall): ServiceRequest =>
    serviceRequest(field, { [field]: { pendingAirdrops: of(call) } }, CHANGE_GAS);

/** Claims or cancels one airdrop of the called token, on behalf of the caller. */
export const oneAirdrop =
  (claims: boolean) =>
  (call: ServiceCall): proto.IPendingAirdropId[] => {
    const [other, serial = 0n] = call.args;
    const self = call.self();
    const [sender, receiver] = claims ? [other, self] : [self, other];
    return [pendingAirdrop(call, sender, receiver, call.subject, call.number(serial))];
  };

/** Returns the request to return units of tokens, and NFTs, to their treasuries. */
export function reject(
  call: ServiceCall,
  owner: number,
  units: readonly number[],
  nfts: readonly (readonly [number, bigint])[],
): ServiceRequest {
  if (units.length + nfts.length > MAX_LISTED) call.refuse(Status.TOKEN_REFERENCE_LIST_SIZE_LIMIT_EXCEEDED);
  const rejections: proto.ITokenReference[] = [
    ...units.map((num) => ({ fungibleToken: tokenId(num) })),
    ...nfts.map(([num, serial]) => ({ nft: { token_ID: tokenId(num), serialNumber: long(serial) } })),
  ];
  return serviceRequest('tokenReject', { tokenReject: { owner: accountId(owner), rejections } }, CHANGE_GAS);
}
