import type { proto } from '@tain/protos/hapi';
import { type Execution, revertedChild } from '../ledger/execution.ts';
import { longToBigInt } from '../ledger/long.ts';
import { aliasedAccount } from '../ledger/named.ts';
import { Status } from '../ledger/status.ts';
import { callHook } from './hooks.ts';

/** A hook named by a transfer, and its owner. */
interface NamedHook {
  readonly owner: number;
  readonly call: proto.IHookCall;
}

type Call = proto.IHookCall | null | undefined;

/**
 * Returns the hooks of a transfer (HIP-1195): tinybars first, then token by token units, senders of NFTs and receivers
 * of NFTs. Hooks in `pre` run before the transfer, hooks in `both` before and after it.
 */
function namedHooks(
  x: Execution,
  body: proto.ICryptoTransferTransactionBody,
): { pre: NamedHook[]; both: NamedHook[] } {
  const pre: NamedHook[] = [];
  const both: NamedHook[] = [];
  const note = (id: proto.IAccountID | null | undefined, before: Call, around: Call): void => {
    const owner = aliasedAccount(x, id);
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

/** Minimum gas of a hook, and maximum number of hook calls of a transfer. */
const MIN_GAS = 1_000n;
const MAX_RUNS = 10;

/** Returns OK for hooks of a directly sent transfer with enough gas. */
function callsStatus(x: Execution, pre: readonly NamedHook[], both: readonly NamedHook[]): Status {
  const { scheduled } = x.body.transactionID ?? {};
  if (scheduled || x.body.batchKey) return Status.HOOKS_EXECUTIONS_REQUIRE_TOP_LEVEL_CRYPTO_TRANSFER;
  for (const { call } of [...pre, ...both]) {
    if (!call.evmHookCall) return Status.BAD_HOOK_REQUEST;
    if (longToBigInt(call.evmHookCall.gasLimit) <= MIN_GAS) return Status.INSUFFICIENT_GAS;
  }
  return pre.length + 2 * both.length > MAX_RUNS ? Status.TOO_MANY_HOOK_INVOCATIONS : Status.OK;
}

/** Runs a transfer between its hooks. A hook that refuses makes the transfer fail. */
export function aroundHooks(
  x: Execution,
  body: proto.ICryptoTransferTransactionBody,
  transfer: () => Status,
): Status {
  const { pre, both } = namedHooks(x, body);
  if (pre.length + both.length === 0) return transfer();
  const refused = callsStatus(x, pre, both);
  if (refused !== Status.OK) return refused;
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
