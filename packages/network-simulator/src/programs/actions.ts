import { proto } from '@tain/protos/hapi';
import type { Execution } from '../ledger/execution.ts';
import { accountId, contractId, long } from '../ledger/ids.ts';
import type { CodeFrame } from '../ledger/run-code.ts';
import type { LedgerCodeState } from './code-state.ts';

const { CALL, CREATE, SYSTEM } = proto.ContractActionType;
const { CallOperationType } = proto;

/** Whether a frame creates a contract. */
export function isCreation({ type }: CodeFrame): boolean {
  return type === 'CREATE' || type === 'CREATE2';
}

/** The calls of an execution as its sidecar lists them. Codes of contracts are in other sidecars. */
export function contractActions(
  x: Execution,
  state: LedgerCodeState,
  frames: readonly CodeFrame[],
): proto.IContractAction[] {
  const numOf = (address: string): number =>
    // What was created and undone is nobody's address any more.
    state.numOf(address) || (state.created.find((each) => each.address === address)?.num ?? 0);
  return frames.map((frame) => {
    const { depth, type, from, to, isSystem, value, gas, gasUsed, input } = frame;
    const caller = numOf(from);
    return {
      callType: isSystem ? SYSTEM : isCreation(frame) ? CREATE : CALL,
      callOperationType: CallOperationType[`OP_${type}`],
      ...(depth === 0 ? { callingAccount: accountId(caller) } : { callingContract: contractId(caller) }),
      ...(to === undefined ? null : recipientOf(x, frame, isSystem ? Number(BigInt(`0x${to}`)) : numOf(to))),
      ...(depth === 0 ? null : { callDepth: depth }),
      ...(value === 0n ? null : { value: long(value) }),
      ...(isCreation(frame) ? null : { input }),
      gas: long(gas),
      gasUsed: long(gasUsed),
      ...endOf(frame),
    };
  });
}

function recipientOf({ ledger }: Execution, frame: CodeFrame, num: number): proto.IContractAction {
  const isContract = frame.isSystem || isCreation(frame) || ledger.codeOf(num) !== 0;
  return isContract ? { recipientContract: contractId(num) } : { recipientAccount: accountId(num) };
}

function endOf(frame: CodeFrame): proto.IContractAction {
  const { outcome, output } = frame;
  if (outcome.kind === 'halt') return { error: Buffer.from(outcome.reason) };
  if (outcome.kind === 'revert') return { revertReason: output };
  return { output: isCreation(frame) ? new Uint8Array() : output };
}
