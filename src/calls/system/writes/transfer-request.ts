import type { Address } from '@tain/evm/execution';
import type { Arguments } from '../abi/arguments.ts';
import { DecodeError } from '../abi/decode.ts';
import type { MethodCall } from '../method.ts';

/** Requested transfers, by addresses. Amounts below zero are debits, those above are credits. */
export interface TransferRequest {
  readonly hbars: readonly RequestedAmount[];
  readonly tokens: readonly RequestedMoves[];
}

export interface RequestedAmount {
  readonly account: Address;
  readonly amount: bigint;
  /** Whether the debit uses an allowance of the caller instead of the owner's key. */
  readonly isApproval: boolean;
}

export interface RequestedNft {
  readonly from: Address;
  readonly to: Address;
  readonly serial: bigint;
  readonly isApproval: boolean;
}

export interface RequestedMoves {
  readonly token: Address;
  readonly amounts: readonly RequestedAmount[];
  readonly nfts: readonly RequestedNft[];
}

/** Reads the request from a call's arguments. */
export type RequestOf = (call: MethodCall) => TransferRequest;

/** `transfer(to, amount)` through a token's address. */
export const ercTransfer: RequestOf = ({ args, senderAddress, subject = '' }) =>
  units(subject, senderAddress, args.address(0), args.integer(1), false);

/** `transferFrom(from, to, amount or serial)` through a token's address. */
export const ercTransferFrom: RequestOf = (call) => takenFrom(call, call.subject ?? '', 0, isNft(call));

/** `transferFrom(token, from, to, amount)`. */
export const transferFrom: RequestOf = (call) => takenFrom(call, call.args.address(0), 1, false);

/** `transferFromNFT(token, from, to, serial)`. */
export const transferFromNft: RequestOf = (call) => takenFrom(call, call.args.address(0), 1, true);

/** `transferToken(token, from, to, amount)`. */
export const transferToken: RequestOf = ({ args }) =>
  units(args.address(0), args.address(1), args.address(2), args.integer(3), false);

/** `transferNFT(token, from, to, serial)`. */
export const transferNft: RequestOf = ({ args }) =>
  nfts(args.address(0), [
    { from: args.address(1), to: args.address(2), serial: args.integer(3), isApproval: false },
  ]);

/** `transferTokens(token, accounts[], amounts[])`. Throws `DecodeError` when the lists differ in length. */
export const transferTokens: RequestOf = ({ args }) => {
  const [accounts, amounts] = [args.addresses(1), args.integers(2)];
  const list = zip(accounts, amounts).map(([account, amount]) => ({ account, amount, isApproval: false }));
  return { hbars: [], tokens: [{ token: args.address(0), amounts: list, nfts: [] }] };
};

/** `transferNFTs(token, from[], to[], serials[])`. Throws `DecodeError` when the lists differ in length. */
export const transferNfts: RequestOf = ({ args }) => {
  const pairs = zip(zip(args.addresses(1), args.addresses(2)), args.integers(3));
  return nfts(
    args.address(0),
    pairs.map(([[from, to], serial]) => ({ from, to, serial, isApproval: false })),
  );
};

/** `cryptoTransfer(tokenTransfers[])`. */
export const cryptoTransferTokens: RequestOf = ({ args }) => ({ hbars: [], tokens: moves(args, 0) });

/** `cryptoTransfer(transferList, tokenTransfers[])`, with flags for allowances. */
export const cryptoTransferAll: RequestOf = ({ args }) => ({
  hbars: merged(args.tuple(0).tuples(0).map(amountOf)),
  tokens: moves(args, 1),
});

function isNft({ token }: MethodCall): boolean {
  return token?.type === 'NON_FUNGIBLE_UNIQUE';
}

/** Returns the request for a debit, which needs an allowance unless the caller is the owner. */
function takenFrom(call: MethodCall, token: Address, first: number, isSerial: boolean): TransferRequest {
  const [from, to] = [call.args.address(first), call.args.address(first + 1)];
  const amount = call.args.integer(first + 2);
  const isApproval = from !== call.senderAddress;
  return isSerial
    ? nfts(token, [{ from, to, serial: amount, isApproval }])
    : units(token, from, to, amount, isApproval);
}

function units(
  token: Address,
  from: Address,
  to: Address,
  amount: bigint,
  isApproval: boolean,
): TransferRequest {
  const amounts = [
    { account: from, amount: -amount, isApproval },
    { account: to, amount, isApproval: false },
  ];
  return { hbars: [], tokens: [{ token, amounts, nfts: [] }] };
}

function nfts(token: Address, list: readonly RequestedNft[]): TransferRequest {
  return { hbars: [], tokens: [{ token, amounts: [], nfts: list }] };
}

export function amountOf(args: Arguments): RequestedAmount {
  const isApproval = args.length > 2 && args.bool(2);
  return { account: args.address(0), amount: args.integer(1), isApproval };
}

export function nftOf(args: Arguments): RequestedNft {
  const isApproval = args.length > 3 && args.bool(3);
  return { from: args.address(0), to: args.address(1), serial: args.integer(2), isApproval };
}

/** Merges lists of the same token, and adds up amounts of the same account, as the ledger does for this method. */
function moves(args: Arguments, at: number): RequestedMoves[] {
  const byToken = new Map<Address, { amounts: RequestedAmount[]; nfts: RequestedNft[] }>();
  for (const list of args.tuples(at)) {
    const token = list.address(0);
    const same = byToken.get(token) ?? { amounts: [], nfts: [] };
    for (const each of list.tuples(1)) same.amounts.push(amountOf(each));
    for (const each of list.tuples(2)) same.nfts.push(nftOf(each));
    byToken.set(token, same);
  }
  return [...byToken].map(([token, same]) => ({ token, amounts: merged(same.amounts), nfts: same.nfts }));
}

function merged(amounts: readonly RequestedAmount[]): RequestedAmount[] {
  const byAccount = new Map<string, RequestedAmount>();
  for (const each of amounts) {
    const key = `${each.account},${each.isApproval}`;
    const amount = (byAccount.get(key)?.amount ?? 0n) + each.amount;
    byAccount.set(key, { ...each, amount });
  }
  return [...byAccount.values()];
}

function zip<A, B>(first: readonly A[], second: readonly B[]): [A, B][] {
  if (first.length !== second.length) throw new DecodeError('lists of different lengths');
  return first.flatMap((each, i) => {
    const other = second[i];
    return other === undefined ? [] : [[each, other] as [A, B]];
  });
}
