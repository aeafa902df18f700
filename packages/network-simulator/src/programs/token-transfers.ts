import type { proto } from '@tain/protos/hapi';
import { accountId, long, numOf, tokenId } from '../ledger/ids.ts';
import { longToBigInt } from '../ledger/long.ts';
import type { AbiValue } from './abi.ts';
import { gasForCents } from './service-gas.ts';
import {
  type ServiceCall,
  type ServiceMethod,
  type ServiceRequest,
  serviceRequest,
} from './service-method.ts';

/** Methods of the token service that move units, NFTs and hbars. */

/**
 * Returns the id of the account at an address; for an unknown address, the number in it, which is not an account
 * either.
 */
export const account = (call: ServiceCall, value: AbiValue | undefined): proto.IAccountID =>
  accountId(call.account(value) || call.token(value));
/** Returns the id of the token with an address. */
export const token = (call: ServiceCall, value: AbiValue | undefined): proto.ITokenID =>
  tokenId(call.token(value));
export const integers = (call: ServiceCall, value: AbiValue | undefined): bigint[] =>
  call.list(value).map((each) => call.number(each));

interface Amount {
  readonly account: AbiValue | undefined;
  readonly amount: bigint;
  readonly isApproval?: boolean;
}

function amountsOf(call: ServiceCall, list: readonly Amount[]): proto.IAccountAmount[] {
  return list.map(({ account: holder, amount, isApproval = false }) => ({
    accountID: account(call, holder),
    amount: long(amount),
    isApproval,
  }));
}

/** Adds up the amounts of the same account, which only `cryptoTransfer` allows to repeat. */
function merged(call: ServiceCall, list: readonly Amount[]): Amount[] {
  const sums = new Map<string, Amount>();
  for (const each of list) {
    const key = `${call.number(each.account)} ${each.isApproval ?? false}`;
    sums.set(key, { ...each, amount: (sums.get(key)?.amount ?? 0n) + each.amount });
  }
  return [...sums.values()];
}

/** Moves of one token. */
export interface Moves {
  readonly token: AbiValue | undefined;
  readonly amounts: readonly Amount[];
  readonly nfts: readonly (readonly AbiValue[])[];
}

const amountAt = (call: ServiceCall, value: AbiValue): Amount => {
  const [holder, amount, isApproval = 0n] = call.list(value);
  return { account: holder, amount: call.number(amount), isApproval: call.number(isApproval) === 1n };
};
/** Decodes the structure of a token's transfers. */
export const movesAt = (call: ServiceCall, value: AbiValue): Moves => {
  const [of, amounts, nfts] = call.list(value);
  return {
    token: of,
    amounts: call.list(amounts).map((each) => amountAt(call, each)),
    nfts: call.list(nfts).map((each) => call.list(each)),
  };
};
const mergedMovesAt = (call: ServiceCall, value: AbiValue): Moves => {
  const moves = movesAt(call, value);
  return { ...moves, amounts: merged(call, moves.amounts) };
};

export function tokenLists(call: ServiceCall, moves: readonly Moves[]): proto.ITokenTransferList[] {
  return moves.map((each) => ({
    token: token(call, each.token),
    transfers: amountsOf(call, each.amounts),
    nftTransfers: each.nfts.map(([from, to, serial, isApproval = 0n]) => ({
      senderAccountID: account(call, from),
      receiverAccountID: account(call, to),
      serialNumber: long(call.number(serial)),
      isApproval: call.number(isApproval) === 1n,
    })),
  }));
}

/** Converts debits that the caller may not make by its own keys to debits by allowance (`ApprovalSwitchHelper`). */
function byAllowance(call: ServiceCall, body: proto.ICryptoTransferTransactionBody) {
  const needs = (id: proto.IAccountID | null | undefined): boolean =>
    !call.dispatch.actsFor(numOf(id?.accountNum));
  const amounts = (entries: readonly proto.IAccountAmount[]): proto.IAccountAmount[] =>
    entries.map((entry) =>
      longToBigInt(entry.amount) < 0n && needs(entry.accountID) ? { ...entry, isApproval: true } : entry,
    );
  return {
    ...(body.transfers
      ? { transfers: { accountAmounts: amounts(body.transfers.accountAmounts ?? []) } }
      : {}),
    tokenTransfers: (body.tokenTransfers ?? []).map(({ token: of, transfers, nftTransfers }) => ({
      token: of ?? null,
      transfers: amounts(transfers ?? []),
      nftTransfers: (nftTransfers ?? []).map((nft) =>
        needs(nft.senderAccountID) ? { ...nft, isApproval: true } : nft,
      ),
    })),
  };
}

function transfer(call: ServiceCall, moves: readonly Moves[], hbars: readonly Amount[] = []): ServiceRequest {
  // The gas is half of the price for each amount and the whole price for each NFT, twice as much with custom fees.
  const cents = moves.reduce((sum, { token: of, amounts, nfts }) => {
    const row = call.x.ledger.tokens.get(call.token(of));
    const fees =
      (row?.fixedFees.length ?? 0) + (row?.fractionalFees.length ?? 0) + (row?.royaltyFees.length ?? 0);
    return sum + (fees > 0 ? 0.2 : 0.1) * (amounts.length / 2 + nfts.length);
  }, 0.005 * hbars.length);
  const cryptoTransfer: proto.ICryptoTransferTransactionBody = {
    ...(hbars.length > 0 ? { transfers: { accountAmounts: amountsOf(call, hbars) } } : {}),
    tokenTransfers: tokenLists(call, moves),
  };
  return serviceRequest(
    'cryptoTransfer',
    { cryptoTransfer: byAllowance(call, cryptoTransfer) },
    gasForCents(cents),
  );
}

/** Arguments of a transfer between two accounts. */
export interface OneMove {
  readonly of: AbiValue | undefined;
  readonly from: AbiValue | undefined;
  readonly to: AbiValue | undefined;
  /** Units, or a serial number. */
  readonly amount: AbiValue | undefined;
}

/** Moves units or one NFT. `isApproval`: by an allowance of the caller. */
function moved(
  call: ServiceCall,
  { of, from, to, amount }: OneMove,
  isNft: boolean,
  isApproval: boolean,
): ServiceRequest {
  const number = call.number(amount);
  if (number >= 1n << 63n) return call.tooLarge();
  const move: Moves = isNft
    ? { token: of, amounts: [], nfts: [[from ?? 0n, to ?? 0n, number, isApproval ? 1n : 0n]] }
    : {
        token: of,
        amounts: [
          { account: from, amount: -number, isApproval },
          { account: to, amount: number },
        ],
        nfts: [],
      };
  return transfer(call, [move]);
}

/** Moves from another account by an allowance, and from the caller without one. */
export function takenFrom(call: ServiceCall, move: OneMove, isNft: boolean): ServiceRequest {
  const { of, from, to, amount } = move;
  const request = moved(call, move, isNft, call.account(from) !== call.by);
  const number = call.number(amount);
  const log = call.transferLog(call.token(of), call.account(from), call.account(to), number, isNft);
  return { ...request, logs: () => [log] };
}

const oneMove = ({ args: [of, from, to, amount] }: ServiceCall): OneMove => ({ of, from, to, amount });

function transferLists(call: ServiceCall): ServiceRequest {
  const [accounts, amounts] = [call.list(call.args[1]), integers(call, call.args[2])];
  if (accounts.length !== amounts.length) return call.malformed();
  const list = accounts.map((holder, i) => ({ account: holder, amount: amounts[i] ?? 0n }));
  return transfer(call, [{ token: call.args[0], amounts: list, nfts: [] }]);
}

function transferNftLists(call: ServiceCall): ServiceRequest {
  const [from, to, serials] = [1, 2, 3].map((at) => call.list(call.args[at]));
  if (!from || !to || !serials || from.length !== to.length || from.length !== serials.length)
    return call.malformed();
  const nfts = from.map((sender, i) => [sender, to[i] ?? 0n, serials[i] ?? 0n]);
  return transfer(call, [{ token: call.args[0], amounts: [], nfts }]);
}

const CODE = { returns: '(int64)' } as const;

export const TOKEN_TRANSFERS: readonly ServiceMethod[] = [
  {
    signature: 'transferToken(address,address,address,int64)',
    ...CODE,
    request: (call) => moved(call, oneMove(call), false, false),
  },
  {
    signature: 'transferNFT(address,address,address,int64)',
    ...CODE,
    request: (call) => moved(call, oneMove(call), true, false),
  },
  { signature: 'transferTokens(address,address[],int64[])', ...CODE, request: transferLists },
  { signature: 'transferNFTs(address,address[],address[],int64[])', ...CODE, request: transferNftLists },
  {
    signature: 'transferFrom(address,address,address,uint256)',
    ...CODE,
    request: (call) => takenFrom(call, oneMove(call), false),
  },
  {
    signature: 'transferFromNFT(address,address,address,uint256)',
    ...CODE,
    request: (call) => takenFrom(call, oneMove(call), true),
  },
  {
    signature: 'cryptoTransfer((address,(address,int64)[],(address,address,int64)[])[])',
    ...CODE,
    request: (call) =>
      transfer(
        call,
        call.list(call.args[0]).map((each) => mergedMovesAt(call, each)),
      ),
  },
  {
    signature:
      'cryptoTransfer(((address,int64,bool)[]),(address,(address,int64,bool)[],(address,address,int64,bool)[])[])',
    ...CODE,
    request: (call) =>
      transfer(
        call,
        call.list(call.args[1]).map((each) => mergedMovesAt(call, each)),
        merged(
          call,
          call.list(call.list(call.args[0])[0]).map((each) => amountAt(call, each)),
        ),
      ),
  },
];
