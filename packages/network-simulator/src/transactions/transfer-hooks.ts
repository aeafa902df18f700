import type { proto } from '@tain/protos/hapi';
import { type Execution, revertedChild } from '../ledger/execution.ts';
import { numOf } from '../ledger/ids.ts';
import { Status } from '../ledger/status.ts';
import { callHook } from './hooks.ts';

/** A hook that a transfer names, and whose it is. */
interface NamedHook {
  readonly owner: number;
  readonly call: proto.IHookCall;
}

type Call = proto.IHookCall | null | undefined;

/**
 * The hooks of a transfer (HIP-1195): tinybars first, then token by token units, senders of NFTs and
 * receivers of NFTs. `pre` ones run before the transfer, `both` ones before and once more after it.
 */
function namedHooks(body: proto.ICryptoTransferTransactionBody): { pre: NamedHook[]; both: NamedHook[] } {
  const pre: NamedHook[] = [];
  const both: NamedHook[] = [];
  const note = (id: proto.IAccountID | null | undefined, before: Call, around: Call): void => {
    const owner = numOf(id?.accountNum);
    if (before) pre.push({ owner, call: before });
    if (around) both.push({ owner, call: around });
  };
  const amounts = (entries: readonly proto.IAccountAmount[]): void => {
    for (const { accountID, preTxAllowanceHook, prePostTxAllowanceHook } of entries)
      note(accountID, preTxAllowanceHook, prePostTxAllowanceHook);
  };
  amounts(body.transfers?.accountAmounts ?? []);
  for (const { transfers, nftTransfers } of body.tokenTransfers ?? []) {
    amounts(transfers ?? []);
    for (const nft of nftTransfers ?? [])
      note(nft.senderAccountID, nft.preTxSenderAllowanceHook, nft.prePostTxSenderAllowanceHook);
    for (const nft of nftTransfers ?? [])
      note(nft.receiverAccountID, nft.preTxReceiverAllowanceHook, nft.prePostTxReceiverAllowanceHook);
  }
  return { pre, both };
}

/** Runs a transfer between its hooks. The first hook that refuses makes it fail. */
export function aroundHooks(
  x: Execution,
  body: proto.ICryptoTransferTransactionBody,
  transfer: () => Status,
): Status {
  const { pre, both } = namedHooks(body);
  if (pre.length + both.length === 0) return transfer();
  const run = (hooks: readonly NamedHook[]): Status => {
    for (const { owner, call } of hooks) {
      const answer = callHook(x, owner, call);
      if (answer !== Status.OK) return answer;
    }
    return Status.OK;
  };
  let status = run([...pre, ...both]);
  if (status === Status.OK) status = transfer();
  if (status === Status.OK) status = run(both);
  if (status !== Status.OK) {
    const children = x.following;
    x.afterFailure = () => {
      for (const child of children) x.following.push(revertedChild(child));
    };
  }
  return status;
}
