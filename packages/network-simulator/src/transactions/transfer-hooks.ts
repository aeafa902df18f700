import type { proto } from '@tain/protos/hapi';
import { assessFees } from '../ledger/custom-fees.ts';
import { type Execution, revertedChild } from '../ledger/execution.ts';
import { numOf } from '../ledger/ids.ts';
import { longToBigInt } from '../ledger/long.ts';
import { aliasedAccount } from '../ledger/named.ts';
import { tinybarsOf } from '../ledger/prices.ts';
import { check, must } from '../ledger/refusal.ts';
import { hookCallsFee } from '../ledger/simple-fees.ts';
import { Status } from '../ledger/status.ts';
import { makeTransfers } from '../ledger/transfer.ts';
import { checkTransferLimits, resolveTransfer } from '../ledger/transfer-request.ts';
import { executeHook } from '../programs/call-hook.ts';
import { CODE_TIMEOUT_MS, MAX_GAS } from '../programs/execute.ts';
import { refundFee } from '../programs/gas-price.ts';
import { type HookMethod, hookInput } from '../programs/hook-input.ts';
import { callHook } from './hooks.ts';

/** A hook named by a transfer, and its owner. */
interface NamedHook {
  readonly owner: number;
  readonly call: proto.IHookCall;
}

type Body = proto.ICryptoTransferTransactionBody;
type Call = proto.IHookCall | null | undefined;

/**
 * Returns the hooks of a transfer (HIP-1195): tinybars first, then token by token units and NFTs; of each NFT the
 * sender's, then the receiver's. Hooks in `pre` run before the transfer, hooks in `both` before and after it. Source:
 * consensus node, `HookCallsFactory`.
 */
function namedHooks(x: Execution, body: Body): { pre: NamedHook[]; both: NamedHook[] } {
  const pre: NamedHook[] = [];
  const both: NamedHook[] = [];
  const note = (id: proto.IAccountID | null | undefined, before: Call, around: Call): void => {
    if (!before && !around) return;
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
    for (const nft of nftTransfers ?? []) {
      note(nft.senderAccountID, nft.preTxSenderAllowanceHook, nft.prePostTxSenderAllowanceHook);
      note(nft.receiverAccountID, nft.preTxReceiverAllowanceHook, nft.prePostTxReceiverAllowanceHook);
    }
  }
  return { pre, both };
}

/** Gas that a hook's limit must exceed, and maximum number of hook calls of a transfer (`HooksConfig`). */
const MIN_GAS = 1_000n;
const MAX_RUNS = 10;

/**
 * Returns OK for hooks of a directly sent transfer with enough gas. A transfer with other hooks reaches consensus and
 * pays its fee. Source: consensus node, `CryptoTransferValidator.validateSemantics`.
 */
function callsStatus(x: Execution, pre: readonly NamedHook[], both: readonly NamedHook[]): Status {
  const { scheduled } = x.body.transactionID ?? {};
  if (scheduled || x.body.batchKey) return Status.HOOKS_EXECUTIONS_REQUIRE_TOP_LEVEL_CRYPTO_TRANSFER;
  for (const { call } of [...pre, ...both]) {
    if (!call.evmHookCall) return Status.BAD_HOOK_REQUEST;
    if (gasLimitOf(call) <= MIN_GAS) return Status.INSUFFICIENT_GAS;
  }
  return pre.length + 2 * both.length > MAX_RUNS ? Status.TOO_MANY_HOOK_INVOCATIONS : Status.OK;
}

/** Returns the gas limit of a call. The network reads the unsigned field as a signed number. */
function gasLimitOf({ evmHookCall }: proto.IHookCall): bigint {
  return BigInt.asIntN(64, longToBigInt(evmHookCall?.gasLimit));
}

/**
 * Makes a sent transfer between the calls of its hooks, whose code is executed. A hook that does not agree makes the
 * transfer fail; the fee of hook calls that were not attempted is returned then. Throws `Refusal`. Source: consensus
 * node, `TransferExecutor.executeCryptoTransfer`.
 */
export async function transferThroughHooks(x: Execution, body: Body): Promise<Status> {
  const named = namedHooks(x, body);
  must(callsStatus(x, named.pre, named.both));
  for (const { call } of [...named.pre, ...named.both]) check(Boolean(call.hookId), Status.INVALID_HOOK_CALL);
  checkTransferLimits(body);
  const created = new Set<number>();
  const direct = resolveTransfer(x, body, created);
  const levels = assessFees(x, direct, created);
  // Owners may have been created by this transfer.
  const { pre, both } = namedHooks(x, body);
  const proposed = {
    direct,
    fees: x.customFees,
    maxFee: longToBigInt(x.body.transactionFee),
    memo: x.body.memo ?? '',
  };
  const calls = (hooks: readonly NamedHook[], method: HookMethod) =>
    hooks.map(({ owner, call }) => ({
      owner,
      id: numOf(call.hookId),
      gasLimit: gasLimitOf(call),
      data: call.evmHookCall?.data ?? new Uint8Array(),
      method,
    }));
  const before = [...calls(pre, 'allow'), ...calls(both, 'allowPre')];
  const after = calls(both, 'allowPost');
  const children = x.following;
  x.afterFailure = () => revertChildren(x, children);
  const deadline = Date.now() + CODE_TIMEOUT_MS;
  let attempted = 0;
  const agree = async (list: typeof before): Promise<boolean> => {
    for (const { method, ...call } of list) {
      attempted += 1;
      const input = hookInput(x.ledger, method, call, proposed);
      if (!(await executeHook(x, { ...call, input, deadline }))) return false;
    }
    return true;
  };
  const refused = (): Status => {
    const skipped = [...before, ...after].slice(attempted).map(({ gasLimit }) => gasLimit);
    x.afterFailure = () => {
      revertChildren(x, children);
      refundCalls(x, skipped);
    };
    return Status.REJECTED_BY_ACCOUNT_ALLOWANCE_HOOK;
  };
  if (!(await agree(before))) return refused();
  makeTransfers(x, levels);
  return (await agree(after)) ? Status.SUCCESS : refused();
}

/** Adds the children of a failed transfer to its record. */
function revertChildren(x: Execution, children: readonly Execution[]): void {
  x.following.push(...children.map(revertedChild));
}

/** Returns the fee of hook calls that were not attempted, by their gas limits (`TransferExecutor.refundHookFee`). */
function refundCalls(x: Execution, gasLimits: readonly bigint[]): void {
  if (x.fee === 0n || x.rules.feeOf === undefined) return;
  const max = BigInt(MAX_GAS);
  const gas = gasLimits.reduce((sum, limit) => sum + (limit > max ? max : limit), 0n);
  refundFee(x, tinybarsOf(hookCallsFee(gasLimits.length, gas)));
}

/**
 * Runs a transfer of the network's own traffic between its hooks, whose outcome their call data decides. A hook that
 * refuses makes the transfer fail.
 */
export function aroundHooks(x: Execution, body: Body, transfer: () => Status): Status {
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
    x.afterFailure = () => revertChildren(x, children);
  }
  return status;
}
