import { longToBigInt } from '@tain/ledger/long';
import type { proto } from '@tain/protos/hapi';
import type { Item } from '../decode/item.ts';
import type { Context } from './context.ts';
import type { HookRun } from './evm-block.ts';

/** Hooks of an entry of a transfer: one that runs before it, or before and after it. */
interface HookUse {
  readonly owner: proto.IAccountID | null | undefined;
  readonly pre: proto.IHookCall | null | undefined;
  readonly prePost: proto.IHookCall | null | undefined;
}

/**
 * Returns the hooks (HIP-1195) that a transfer runs, in order: those that run before it, then those that run before and
 * after it, once each. Order of entries: hbar first, then token by token: fungible, NFTs, of each the sender first.
 */
export function hookRunsOf(item: Item, context: Context): HookRun[] {
  const body = item.body.cryptoTransfer;
  // Nearly all transfers run no hook, so this check must be cheap.
  if (!body || !namesHooks(body)) return [];
  const uses: HookUse[] = [...amountUses(body.transfers?.accountAmounts ?? [])];
  for (const list of body.tokenTransfers ?? []) {
    uses.push(...amountUses(list.transfers ?? []));
    for (const nft of list.nftTransfers ?? []) {
      uses.push({
        owner: nft.senderAccountID,
        pre: nft.preTxSenderAllowanceHook,
        prePost: nft.prePostTxSenderAllowanceHook,
      });
      uses.push({
        owner: nft.receiverAccountID,
        pre: nft.preTxReceiverAllowanceHook,
        prePost: nft.prePostTxReceiverAllowanceHook,
      });
    }
  }
  const runs = (name: 'pre' | 'prePost'): HookRun[] =>
    uses.flatMap((use) => {
      const call = use[name];
      if (!call) return [];
      return [{ ownerId: context.accountId(item, use.owner), hookId: longToBigInt(call.hookId) }];
    });
  const both = runs('prePost');
  return [...runs('pre'), ...both, ...both];
}

function amountUses(amounts: readonly proto.IAccountAmount[]): HookUse[] {
  return amounts.map((entry) => ({
    owner: entry.accountID,
    pre: entry.preTxAllowanceHook,
    prePost: entry.prePostTxAllowanceHook,
  }));
}

/** Returns whether a transfer runs any hook. */
export function namesHooks(body: proto.ICryptoTransferTransactionBody): boolean {
  for (const entry of body.transfers?.accountAmounts ?? []) {
    if (entry.preTxAllowanceHook || entry.prePostTxAllowanceHook) return true;
  }
  for (const list of body.tokenTransfers ?? []) {
    for (const entry of list.transfers ?? []) {
      if (entry.preTxAllowanceHook || entry.prePostTxAllowanceHook) return true;
    }
    for (const nft of list.nftTransfers ?? []) {
      if (nft.preTxSenderAllowanceHook || nft.prePostTxSenderAllowanceHook) return true;
      if (nft.preTxReceiverAllowanceHook || nft.prePostTxReceiverAllowanceHook) return true;
    }
  }
  return false;
}
