import { MAX_GAS_PER_TRANSACTION } from '@tain/ledger/gas';
import { longToBigInt } from '@tain/ledger/long';
import type { Unit } from '@tain/ledger/simple-fee-schedule';
import type { proto } from '@tain/protos/hapi';
import { type FeeState, tokenIdOf, tokenTransfersOf } from './fee-state.ts';

/** Returns the units of a transfer or an airdrop: accounts, hook calls and their gas, tokens. */
export function transferUnits(body: proto.ITransactionBody, state: FeeState | undefined): Unit[] {
  const lists = tokenTransfersOf(body);
  const amounts = [
    ...(body.cryptoTransfer?.transfers?.accountAmounts ?? []),
    ...lists.flatMap(({ transfers }) => transfers ?? []),
  ];
  const nfts = lists.flatMap(({ nftTransfers }) => nftTransfers ?? []);
  const hooks = new HookCalls();
  const accounts = new Set<string>();
  for (const { accountID, preTxAllowanceHook, prePostTxAllowanceHook } of amounts) {
    accounts.add(accountName(accountID));
    hooks.add(preTxAllowanceHook, 1n);
    hooks.add(prePostTxAllowanceHook, 2n);
  }
  for (const nft of nfts) {
    accounts.add(accountName(nft.senderAccountID)).add(accountName(nft.receiverAccountID));
    hooks.add(nft.preTxSenderAllowanceHook, 1n);
    hooks.add(nft.prePostTxSenderAllowanceHook, 2n);
    hooks.add(nft.preTxReceiverAllowanceHook, 1n);
    hooks.add(nft.prePostTxReceiverAllowanceHook, 2n);
  }
  return [
    ['ACCOUNTS', BigInt(accounts.size)],
    ['HOOK_EXECUTION', hooks.calls],
    ['GAS', hooks.gas],
    ...tokenUnits(lists, state),
  ];
}

/** Counts token units: without the ledger's state each transfer; with it each fungible token and each NFT. */
function tokenUnits(lists: readonly proto.ITokenTransferList[], state: FeeState | undefined): Unit[] {
  let types = 0;
  let customFees = false;
  for (const { token, transfers, nftTransfers } of lists) {
    const fungible = transfers?.length ?? 0;
    const unique = nftTransfers?.length ?? 0;
    if (state === undefined) {
      types += fungible + unique;
      continue;
    }
    const id = tokenIdOf(token) ?? -1n;
    types += (fungible > 0 && !state.nonFungible.has(id) ? 1 : 0) + unique;
    customFees ||= state.tokensWithFees.has(id);
  }
  const units: Unit[] = [['TOKEN_TYPES', BigInt(types)]];
  if (state !== undefined && lists.length > 0) {
    units.push([customFees ? 'TOKEN_TRANSFER_BASE_CUSTOM_FEES' : 'TOKEN_TRANSFER_BASE', 1n]);
  }
  return units;
}

class HookCalls {
  calls = 0n;
  gas = 0n;

  add(call: proto.IHookCall | null | undefined, times: bigint): void {
    if (!call) return;
    const limit = BigInt.asUintN(64, longToBigInt(call.evmHookCall?.gasLimit));
    this.calls += times;
    // A hook call may use at most the gas of one transaction.
    this.gas += times * (limit > MAX_GAS_PER_TRANSACTION ? MAX_GAS_PER_TRANSACTION : limit);
  }
}

/** Key of an account, named by number or by alias. */
function accountName(account: proto.IAccountID | null | undefined): string {
  const { shardNum, realmNum, accountNum, alias } = account ?? {};
  const own = alias?.length ? Buffer.from(alias).toString('hex') : `#${longToBigInt(accountNum)}`;
  return `${longToBigInt(shardNum)}.${longToBigInt(realmNum)}.${own}`;
}
