import type { proto } from '@tain/protos/hapi';
import { type Execution, revertedChild } from '../ledger/execution.ts';
import { GAS_PRICE } from '../ledger/fees.ts';
import { contractId, long } from '../ledger/ids.ts';
import type { CodeResult } from '../ledger/run-code.ts';
import { Status } from '../ledger/status.ts';
import { entityAt, longZeroNum } from './code-addresses.ts';
import { LedgerCodeState } from './code-state.ts';
import { addressOf, baseGas, errorOf, execute, refusal, statusOf, usedGas } from './execute.ts';
import { deleteDestroyed, effectsOf, recordCreations, sidecarsOf } from './execution-record.ts';
import { chargeGas, type GasTerms } from './gas-price.ts';
import { isSystemContract } from './system-contracts.ts';

/** A call from outside of the EVM. */
export interface ContractCall {
  /** Address of the contract, or of an account that receives tinybars. */
  readonly to: string;
  /** Payers of the call. Their sender is `msg.sender`. */
  readonly terms: GasTerms;
  readonly input: Uint8Array;
  /** Tinybars sent with the call. */
  readonly value: bigint;
  /** Gas in addition to that of the input, charged before anything runs. */
  readonly extraGas?: number;
  /** Runs in the contract's context instead of its own code. */
  readonly code?: Uint8Array;
}

/**
 * Calls a contract, or sends tinybars to an account. Adds result, logs, children and sidecars to the record; `extra`
 * adds fields to the result. A failing call still pays for its gas.
 */
export async function callContract(
  x: Execution,
  call: ContractCall,
  extra: proto.IContractFunctionResult = {},
): Promise<Status> {
  const { ledger } = x;
  const { to, terms } = call;
  const { sender, gasLimit } = terms;
  const base = baseGas(call.input, false, call.extraGas);
  const refused = refusal(x, terms, base, call.value);
  if (refused !== Status.OK) return refused;
  const state = new LedgerCodeState(x, { runs: call.code ? { address: to, code: call.code } : null });
  const result = await execute(x, state, gasLimit, {
    from: addressOf(x, sender),
    to,
    createAt: undefined,
    data: call.input,
    value: call.value,
    gas: BigInt(gasLimit - base.intrinsic),
    gasPrice: GAS_PRICE,
  });
  const sidecars = sidecarsOf(x, state, result);
  const finish = (outcome: proto.IContractFunctionResult): void => {
    const gas = usedGas(base, gasLimit, result);
    chargeGas(x, terms, gas);
    const num = entityAt(ledger, to) || systemContractAt(to);
    const contractID = num === 0 ? { evmAddress: Buffer.from(to, 'hex') } : contractId(num);
    if (num !== 0) x.receipt.contractID = contractID;
    x.record.contractCallResult = { contractID, gasUsed: long(gas), ...outcome, ...extra };
    x.sidecars.push(...sidecars);
  };
  return settleCall(x, state, result, finish);
}

/**
 * Returns the status of an executed call, and lets `finish` add its result to the record: at once, or after a failure is
 * undone (`Execution.afterFailure`).
 */
export function settleCall(
  x: Execution,
  state: LedgerCodeState,
  result: CodeResult,
  finish: (outcome: proto.IContractFunctionResult) => void,
): Status {
  if (result.outcome.kind !== 'success') {
    const children = x.following;
    x.afterFailure = () => {
      finish({ errorMessage: errorOf(result) });
      x.following.push(...children.map(revertedChild));
    };
    return statusOf(result);
  }
  recordCreations(x, state, result.frames);
  deleteDestroyed(x, state, result);
  finish({ contractCallResult: result.output, ...effectsOf(x, state, result) });
  return Status.SUCCESS;
}

/** Returns the number of the system contract at an address; 0: none. */
function systemContractAt(address: string): number {
  const num = longZeroNum(address);
  return isSystemContract(num) ? num : 0;
}
