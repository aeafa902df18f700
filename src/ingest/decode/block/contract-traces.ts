import { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import { decodeEntityId } from '../../../kernel/entity-id.ts';
import { isSuccess } from '../../../ledger/results.ts';
import { HOOK_CONTRACT } from '../../../ledger/system-contracts.ts';
import type { Backwards } from './backwards.ts';
import { contractOf } from './contract-result.ts';
import { hookName, numberOf, type SlotChange, type StateContext, slotName, trim } from './state-context.ts';
import type { BlockTransaction, Execution } from './transactions.ts';

type Sidecar = proto.ITransactionSidecarRecord;

/** The traces of an execution as the sidecar records of record files have them. */
export function contractSidecars(transaction: BlockTransaction, slots: Backwards<Buffer>): Sidecar[] {
  const { execution } = transaction;
  if (!execution && transaction.traces.length === 0) return [];
  const traces = transaction.traces.flatMap((bytes) => {
    const trace = stream.TraceData.decode(bytes).evmTraceData;
    return trace ? [trace] : [];
  });
  const changes = traces
    .flatMap((trace) => trace.contractSlotUsages ?? [])
    .map((usage) => slotUsage(transaction, execution, usage, slots));
  const actions = traces
    .flatMap((trace) => trace.contractActions ?? [])
    .map((action) => proto.ContractAction.decode(action));
  const initcode = traces.find((trace) => trace.executedInitcode)?.executedInitcode ?? null;
  const code = bytecode(transaction, execution, initcode);
  return [
    ...(changes.length > 0 ? [{ stateChanges: { contractStateChanges: changes } }] : []),
    ...(actions.length > 0 ? [{ actions: { contractActions: actions } }] : []),
    ...(code ? [{ bytecode: code }] : []),
  ];
}

/** One slot that an execution read, and what it wrote there, if it did. */
interface SlotAccess {
  readonly key: string;
  readonly read: Buffer;
  readonly isWritten: boolean;
}

function slotUsage(
  transaction: BlockTransaction,
  execution: Execution | null,
  usage: stream.IContractSlotUsage,
  slots: Backwards<Buffer>,
): proto.IContractStateChange {
  const { state } = transaction;
  const contractId = usage.contractId ? proto.ContractID.decode(usage.contractId) : null;
  const contract = numberOf(contractId, contractId?.contractNum);
  // A hook's storage is its own, whatever the contract that all hooks run as.
  const hook = execution?.result.executedHookId;
  const isHook = !!hook && decodeEntityId(contract).num === HOOK_CONTRACT;
  const changesIn = (own: StateContext) => (isHook ? own.hookSlots(hook) : own.slots(contract));
  const changes = state.nearest(changesIn) ?? [];
  const owner = isHook ? hookName(hook) : contract;
  const storageChanges = accesses(usage, changes).map(({ key, read, isWritten }) => {
    const name = `${owner}/${key}`;
    const written = isWritten
      ? slots.after(
          state,
          name,
          (own) => changesIn(own)?.findLast((change) => change.key === key)?.value ?? null,
        )
      : null;
    // An earlier transaction of the same family left what this one found.
    slots.setBefore(name, read);
    return {
      slot: Buffer.from(key, 'hex'),
      valueRead: read,
      ...(written && { valueWritten: { value: written } }),
    };
  });
  return { ...(contractId && { contractId }), storageChanges };
}

/**
 * A slot that was only read has its key. One that was written has its place among the written keys: the trace's own,
 * or those of the state where it has none, without what stayed the same. A place that there is not is left out.
 */
function accesses(usage: stream.IContractSlotUsage, changes: readonly SlotChange[]): SlotAccess[] {
  const named = (usage.writtenSlotKeys?.keys ?? []).map(slotName);
  const keys = named.length > 0 ? named : changes.filter(({ identical }) => !identical).map(({ key }) => key);
  return (usage.slotReads ?? []).flatMap((slot): SlotAccess[] => {
    const read = trim(slot.readValue ?? Buffer.alloc(0));
    if (slot.key) {
      const key = slotName(slot.key);
      return [{ key, read, isWritten: named.includes(key) }];
    }
    // 0 is a place, too.
    const key = typeof slot.index === 'number' ? keys[slot.index] : undefined;
    return key === undefined ? [] : [{ key, read, isWritten: true }];
  });
}

/** The code that ran as a creation, and the code that it left; null where neither is known. */
function bytecode(
  transaction: BlockTransaction,
  execution: Execution | null,
  executed: stream.IExecutedInitcode | null,
): proto.IContractBytecode | null {
  if (!executed && !execution?.isCreation) return null;
  const contractId = executed?.contractId
    ? proto.ContractID.decode(executed.contractId)
    : execution?.isCreation && isSuccess(transaction.status)
      ? execution.result.contractId
      : null;
  const created = contractId
    ? numberOf(contractId, contractId.contractNum)
    : execution
      ? contractOf(execution)
      : 0n;
  const runtime = isSuccess(transaction.status)
    ? transaction.state.nearest((own) => own.bytecode(created))
    : null;
  const initcode = executed ? initcodeOf(executed, runtime) : null;
  if (!initcode?.length && !runtime) return null;
  return {
    ...(contractId && { contractId }),
    ...(initcode?.length && { initcode }),
    ...(runtime && { runtimeBytecode: runtime }),
  };
}

/** What stands before and after the code in its initcode is all that a block repeats. */
function initcodeOf(executed: stream.IExecutedInitcode, runtime: Uint8Array | null): Uint8Array {
  const { initcodeBookends: bookends, explicitInitcode } = executed;
  if (!bookends) return explicitInitcode ?? Buffer.alloc(0);
  const parts = [bookends.deployBytecode, runtime, bookends.metadataBytecode];
  return Buffer.concat(parts.map((part) => part ?? Buffer.alloc(0)));
}
