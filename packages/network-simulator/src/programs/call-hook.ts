import type { proto } from '@tain/protos/hapi';
import { Adjustments } from '../ledger/adjustments.ts';
import type { HookName } from '../ledger/entities.ts';
import type { Execution } from '../ledger/execution.ts';
import { GAS_PRICE } from '../ledger/fees.ts';
import { contractId, long } from '../ledger/ids.ts';
import { hookKey } from '../ledger/ledger-tables.ts';
import { Status } from '../ledger/status.ts';
import { word } from '../ledger/words.ts';
import { settleCall } from './call-contract.ts';
import { addressOf, execute, intrinsicGas, MAX_GAS, usedGas } from './execute.ts';
import { sidecarsOf } from './execution-record.ts';
import { HOOK_ADDRESS, HOOK_NUMBER, HookCodeState } from './hook-state.ts';

/** One call of a hook (HIP-1195). */
export interface HookExecution extends HookName {
  readonly gasLimit: bigint;
  readonly input: Uint8Array;
  /** Milliseconds since the epoch at which the code halts. The calls of a transaction share it. */
  readonly deadline: number;
}

/** Minimum gas limit of any execution, although a hook pays no intrinsic gas (`HevmTransactionFactory`). */
const MIN_GAS = intrinsicGas(new Uint8Array(), false);
const AGREEMENT = word(1n);

/**
 * Executes a hook as a child call of 0.0.365 by the payer of `x`. Children of the call follow it. Returns whether the hook
 * agrees: its call succeeds and returns exactly the word `true`. The caller undoes the call if it is refused. The gas was
 * paid with the fee of `x`; none of it is intrinsic, and none is refunded. Source: consensus node,
 * `HookDispatchHandler`, `HookDispatchUtils.dispatchExecution`, `TransactionProcessor`.
 */
export async function executeHook(x: Execution, call: HookExecution): Promise<boolean> {
  const { owner, id, gasLimit, input } = call;
  const contractID = contractId(HOOK_NUMBER);
  const contractCall = { contractID, gas: long(gasLimit), functionParameters: input };
  const child = x.child('contractCall', { contractCall }, 'following');
  child.hook = { owner, id };
  const end = x.ledger.journal.begin();
  child.status = Status.UNKNOWN;
  try {
    child.status = await runCall(child, call);
  } finally {
    end(child.status === Status.SUCCESS);
  }
  if (child.status !== Status.SUCCESS) {
    child.reset(new Adjustments());
    child.afterFailure?.();
  }
  x.following.push(...child.following);
  const output = child.record.contractCallResult?.contractCallResult ?? new Uint8Array();
  return child.status === Status.SUCCESS && AGREEMENT.equals(output);
}

async function runCall(
  x: Execution,
  { owner, id, gasLimit, input, deadline }: HookExecution,
): Promise<Status> {
  const { ledger } = x;
  const hook = ledger.hooks.get(hookKey(owner, id));
  if (hook === undefined || hook.deleted) return Status.HOOK_NOT_FOUND;
  const refused = refusal(x, owner, gasLimit);
  if (refused !== Status.OK) {
    x.afterFailure = () => {
      const errorMessage = `0x${Buffer.from(Status[refused] ?? '').toString('hex')}`;
      x.record.contractCallResult = { errorMessage, gasUsed: long(0) };
    };
    return refused;
  }
  const gas = Number(gasLimit);
  const state = new HookCodeState(x, hook);
  const message = {
    from: addressOf(x, x.payer),
    to: HOOK_ADDRESS,
    createAt: undefined,
    data: input,
    value: 0n,
    gas: gasLimit,
    gasPrice: GAS_PRICE,
    hook: { address: HOOK_ADDRESS, owner: addressOf(x, owner) },
  };
  const result = await execute(x, state, gas, message, Math.max(1, deadline - Date.now()));
  const sidecars = sidecarsOf(x, state, result);
  const finish = (outcome: proto.IContractFunctionResult): void => {
    const contractID = contractId(HOOK_NUMBER);
    x.receipt.contractID = contractID;
    x.record.contractCallResult = {
      contractID,
      gasUsed: long(usedGas({ intrinsic: 0, floor: 0 }, gas, result)),
      ...outcome,
    };
    x.sidecars.push(...sidecars);
  };
  return settleCall(x, state, result, finish);
}

/** Returns `OK`, or the reason why no code runs (`HevmTransactionFactory.assertValidHookDispatch`). */
function refusal({ ledger }: Execution, owner: number, gasLimit: bigint): Status {
  if (gasLimit > BigInt(MAX_GAS)) return Status.MAX_GAS_LIMIT_EXCEEDED;
  if (ledger.accounts.get(owner)?.deleted !== false) return Status.ACCOUNT_DELETED;
  return gasLimit < BigInt(MIN_GAS) ? Status.INSUFFICIENT_GAS : Status.OK;
}
