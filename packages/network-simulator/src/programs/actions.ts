import { proto } from '@tain/protos/hapi';
import type { Execution } from '../ledger/execution.ts';
import { accountId, contractId, long } from '../ledger/ids.ts';
import type { CodeFrame } from '../ledger/run-code.ts';
import { entityAt } from './code-addresses.ts';
import type { LedgerCodeState } from './code-state.ts';
import { HOOK_ADDRESS, HOOK_NUMBER } from './hook-state.ts';

const { CALL, CREATE, PRECOMPILE, SYSTEM } = proto.ContractActionType;
const { CallOperationType } = proto;

/** Returns whether a frame creates a contract. */
export function isCreation({ type }: CodeFrame): boolean {
  return type === 'CREATE' || type === 'CREATE2';
}

/** Returns the calls of an execution as listed in its sidecar. Other sidecars have the codes of contracts. */
export function contractActions(
  x: Execution,
  state: LedgerCodeState,
  frames: readonly CodeFrame[],
): proto.IContractAction[] {
  const numOf = (address: string): number => {
    if (x.hook !== null && address === HOOK_ADDRESS) return HOOK_NUMBER;
    // The address of a contract whose creation was undone names no entity any more.
    return entityAt(x.ledger, address) || (state.created.find((each) => each.address === address)?.num ?? 0);
  };
  return frames.map((frame) => {
    const { depth, type, from, to, isSystem, isPrecompiled, value, gas, gasUsed, input } = frame;
    const caller = numOf(from);
    return {
      callType: isSystem ? SYSTEM : isPrecompiled ? PRECOMPILE : isCreation(frame) ? CREATE : CALL,
      callOperationType: CallOperationType[`OP_${type}`],
      ...(depth === 0 ? { callingAccount: accountId(caller) } : { callingContract: contractId(caller) }),
      ...(to === undefined ? null : recipientOf(x, frame, to, numOf)),
      ...(depth === 0 ? null : { callDepth: depth }),
      ...(value === 0n ? null : { value: long(value) }),
      ...(isCreation(frame) ? null : { input }),
      gas: long(gas),
      gasUsed: long(gasUsed),
      ...endOf(frame),
    };
  });
}

function recipientOf(
  { ledger }: Execution,
  frame: CodeFrame,
  to: string,
  numOf: (address: string) => number,
): proto.IContractAction {
  const isBuiltIn = frame.isSystem || frame.isPrecompiled;
  const num = isBuiltIn ? Number(BigInt(`0x${to}`)) : numOf(to);
  // No entity has the address: the call had no effect, and is recorded by the address.
  if (num === 0) return { targetedAddress: Buffer.from(to, 'hex') };
  const isContract = isBuiltIn || isCreation(frame) || ledger.codeOf(num) !== 0 || !ledger.accounts.has(num);
  return isContract ? { recipientContract: contractId(num) } : { recipientAccount: accountId(num) };
}

function endOf(frame: CodeFrame): proto.IContractAction {
  const { outcome, output } = frame;
  if (outcome.kind === 'halt') return { error: Buffer.from(outcome.reason) };
  if (outcome.kind === 'revert') return { revertReason: output };
  return { output: isCreation(frame) ? new Uint8Array() : output };
}
