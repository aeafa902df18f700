import type { proto } from '@tain/protos/hapi';
import { type Execution, revertedChild } from '../ledger/execution.ts';
import { GAS_PRICE } from '../ledger/fees.ts';
import { contractId, long } from '../ledger/ids.ts';
import { Status } from '../ledger/status.ts';
import { LedgerCodeState } from './code-state.ts';
import {
  addressOf,
  chargedGas,
  chargeGas,
  errorOf,
  execute,
  intrinsicGas,
  refusal,
  statusOf,
  usedGas,
} from './execute.ts';
import { effectsOf, recordCreations, sidecarsOf } from './execution-record.ts';

/** A call from outside of the EVM. */
export interface ContractCall {
  /** The contract, or an account that gets tinybars. */
  readonly to: number;
  /** Who is `msg.sender`, and whose tinybars pay for value and gas. */
  readonly sender: number;
  readonly input: Uint8Array;
  /** Tinybars. */
  readonly value: bigint;
  readonly gasLimit: number;
  /** Gas beyond that of the input, taken before anything runs. */
  readonly extraGas?: number;
}

/**
 * Calls a contract, or sends tinybars to an account, and leaves result, logs, children and sidecars in the record;
 * `extra` adds fields to the result. A failing call pays for its gas all the same.
 */
export async function callContract(
  x: Execution,
  call: ContractCall,
  extra: proto.IContractFunctionResult = {},
): Promise<Status> {
  const { ledger } = x;
  const { sender, gasLimit } = call;
  const target = ledger.accounts.get(call.to);
  if (target === undefined) return Status.INVALID_CONTRACT_ID;
  if (target.deleted) return Status.CONTRACT_DELETED;
  const intrinsic = intrinsicGas(call.input, false) + (call.extraGas ?? 0);
  const refused = refusal(x, sender, intrinsic, gasLimit, call.value);
  if (refused !== Status.OK) return refused;
  const state = new LedgerCodeState(x);
  const result = await execute(x, state, gasLimit, {
    from: addressOf(x, sender),
    to: addressOf(x, call.to),
    createAt: undefined,
    data: call.input,
    value: call.value,
    gas: BigInt(gasLimit - intrinsic),
    gasPrice: GAS_PRICE,
  });
  const contractID = contractId(call.to);
  const sidecars = sidecarsOf(x, state, result);
  const finish = (outcome: proto.IContractFunctionResult): void => {
    const gas = chargedGas(usedGas(intrinsic, gasLimit, result), gasLimit);
    chargeGas(x, sender, gas);
    x.receipt.contractID = contractID;
    x.record.contractCallResult = { contractID, gasUsed: long(gas), ...outcome, ...extra };
    x.sidecars.push(...sidecars);
  };
  if (result.outcome.kind !== 'success') {
    const children = x.following;
    x.afterFailure = () => {
      finish({ errorMessage: errorOf(result) });
      x.following.push(...children.map(revertedChild));
    };
    return statusOf(result);
  }
  recordCreations(x, state, result.frames);
  finish({ contractCallResult: result.output, ...effectsOf(x, state, result) });
  return Status.SUCCESS;
}
