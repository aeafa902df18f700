import type { proto } from '@tain/protos/hapi';
import type { Execution } from '../ledger/execution.ts';
import { accountId, contractId, long } from '../ledger/ids.ts';
import { bloomOf } from '../ledger/keccak.ts';
import type { CodeFrame, CodeResult } from '../ledger/run-code.ts';
import { stripped } from '../ledger/words.ts';
import { contractActions, isCreation } from './actions.ts';
import type { LedgerCodeState } from './code-state.ts';

/** Parts of records and sidecars about an execution. */

/** Returns logs, created contracts and changed nonces as fields of a result. */
export function effectsOf(
  x: Execution,
  state: LedgerCodeState,
  result: CodeResult,
): proto.IContractFunctionResult {
  return { ...logsOf(x, result), ...createdOf(state) };
}

function logsOf({ ledger }: Execution, { logs }: CodeResult) {
  const entries = logs.map(({ address, topics, data }) => {
    const contract = Number(BigInt(`0x${address}`));
    return { contract, topics: topics.map((topic) => Buffer.from(topic, 'hex')), data };
  });
  const values = entries.map(({ contract, topics }) => [ledger.addressOf(contract), ...topics]);
  return {
    bloom: bloomOf(values.flat()),
    logInfo: entries.map(({ contract, topics, data }, i) => ({
      contractID: contractId(contract),
      bloom: bloomOf(values[i] ?? []),
      topic: topics,
      data,
    })),
  };
}

function createdOf(state: LedgerCodeState): proto.IContractFunctionResult {
  const nums = state.lasting().map(({ num }) => num);
  const nonces = state
    .changedNonces()
    .map(({ num, nonce }) => ({ contractId: contractId(num), nonce: long(nonce) }));
  return {
    ...(nums.length > 0 && { createdContractIDs: nums.map(contractId) }),
    ...(nonces.length > 0 && { contractNonces: nonces }),
  };
}

/** Fills the child records of the contracts that code created. */
export function recordCreations(x: Execution, state: LedgerCodeState, frames: readonly CodeFrame[]): void {
  const { contracts } = x.ledger;
  for (const frame of frames.filter(isCreation)) {
    const made = state.lasting().find(({ address }) => address === frame.to);
    if (made === undefined) continue;
    const { num, address, recorder } = made;
    const creator = state.numOf(frame.from);
    contracts.edit(num).creator = creator;
    recordChild(recorder, {
      num,
      address,
      gas: frame.gas,
      gasUsed: frame.gasUsed,
      code: frame.output,
      creator,
    });
    const initcode = frame.input;
    recorder.sidecars.push({
      bytecode: { contractId: contractId(num), initcode, runtimeBytecode: frame.output },
    });
  }
}

/**
 * Deletes the contracts of an execution that destroyed themselves, which are only contracts that it created (EIP-6780).
 * A child record reports the deletion, because nothing else in the stream does.
 */
export function deleteDestroyed(x: Execution, state: LedgerCodeState, { destroyed }: CodeResult): void {
  const { ledger } = x;
  for (const address of destroyed) {
    const num = state.numOf(address);
    if (num === 0) continue;
    ledger.accounts.edit(num).deleted = true;
    ledger.contracts.edit(num).permanentRemoval = true;
    const contractDeleteInstance = { contractID: contractId(num), permanentRemoval: true };
    x.child('contractDeleteInstance', { contractDeleteInstance }, 'following').receipt.contractID =
      contractId(num);
  }
}

interface RecordedCreation {
  readonly num: number;
  readonly address: string;
  /** Gas of the creation. */
  readonly gas: bigint;
  readonly gasUsed: bigint;
  readonly code: Uint8Array;
  readonly creator: number;
}

/** Fills the child record of a contract's creation, except its sidecar. */
export function recordChild(child: Execution, creation: RecordedCreation): void {
  const contractID = contractId(creation.num);
  child.receipt.contractID = contractID;
  if (child.body.contractCreateInstance) child.body.contractCreateInstance.gas = long(creation.gas);
  child.record.contractCreateResult = {
    contractID,
    contractCallResult: creation.code,
    gasUsed: long(creation.gasUsed),
    evmAddress: { value: Buffer.from(creation.address, 'hex') },
    senderId: accountId(creation.creator),
  };
}

/**
 * Returns sidecars with the slots of a successful execution, and with its calls. Must be called before a failed
 * execution is undone.
 */
export function sidecarsOf(
  x: Execution,
  state: LedgerCodeState,
  { outcome, frames }: CodeResult,
): proto.ITransactionSidecarRecord[] {
  const actions = { actions: { contractActions: contractActions(x, state, frames) } };
  const contractStateChanges = outcome.kind === 'success' ? stateChanges(state) : [];
  return contractStateChanges.length === 0
    ? [actions]
    : [{ stateChanges: { contractStateChanges } }, actions];
}

function stateChanges(state: LedgerCodeState): proto.IContractStateChange[] {
  const byContract = new Map<number, proto.IStorageChange[]>();
  for (const { contract, key, original, written } of state.touched()) {
    const changes = byContract.get(contract) ?? [];
    byContract.set(contract, changes);
    changes.push({
      slot: stripped(BigInt(`0x${key}`)),
      valueRead: stripped(original),
      ...(written === null ? null : { valueWritten: { value: stripped(written) } }),
    });
  }
  return [...byContract].map(([num, storageChanges]) => ({ contractId: contractId(num), storageChanges }));
}
