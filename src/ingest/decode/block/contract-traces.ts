import { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import { decodeEntityId } from '../../../kernel/entity-id.ts';
import { isSuccess } from '../../../ledger/results.ts';
import { HOOK_CONTRACT } from '../../../ledger/system-contracts.ts';
import type { Backwards } from './backwards.ts';
import { contractOf } from './contract-result.ts';
import type { SlotChange, StateContext } from './state-context.ts';
import { hookName, numberOf, slotName, trim } from './state-keys.ts';
import type { BlockTransaction, Execution } from './transactions.ts';

type Sidecar = proto.ITransactionSidecarRecord;

/** The traces of an execution as the sidecar records of record files have them. */
export function contractSidecars(transaction: BlockTransaction, slots: SlotValues): Sidecar[] {
  const { execution } = transaction;
  if (!execution && transaction.traces.length === 0) return [];
  const traces = tracesOf(transaction);
  const changes = slotUsages(transaction, traces).map((usage) => storageChanges(transaction, usage, slots));
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

function tracesOf({ traces }: BlockTransaction): stream.IEvmTraceData[] {
  return traces.flatMap((bytes) => stream.TraceData.decode(bytes).evmTraceData ?? []);
}

/** Slots of one contract or hook that an execution used. */
interface SlotUsage {
  readonly contractId: proto.IContractID | null;
  /** The contract's number, or the hook's name. */
  readonly owner: bigint | string;
  readonly changesIn: (own: StateContext) => readonly SlotChange[] | null;
  readonly accesses: readonly SlotAccess[];
}

/** One slot that an execution read, and whether it wrote it. */
interface SlotAccess {
  readonly key: string;
  readonly read: Buffer;
  readonly isWritten: boolean;
}

function slotUsages(transaction: BlockTransaction, traces: readonly stream.IEvmTraceData[]): SlotUsage[] {
  // A hook's storage is its own, whatever the contract that all hooks run as.
  const hook = transaction.execution?.result.executedHookId;
  return traces
    .flatMap((trace) => trace.contractSlotUsages ?? [])
    .map((usage) => {
      const contractId = usage.contractId ? proto.ContractID.decode(usage.contractId) : null;
      const contract = numberOf(contractId, contractId?.contractNum);
      const isHook = !!hook && decodeEntityId(contract).num === HOOK_CONTRACT;
      const changesIn = (own: StateContext) => (isHook ? own.hookSlots(hook) : own.slots(contract));
      const changes = transaction.state.nearest(changesIn) ?? [];
      const owner = isHook ? hookName(hook) : contract;
      return { contractId, owner, changesIn, accesses: accesses(usage, changes) };
    });
}

/**
 * What transactions that share a state first read of each slot. Where that state leaves a slot as it was, the last of
 * them left it so, too. Traces are read on the first request.
 */
export class FirstReads {
  readonly #transactions: readonly BlockTransaction[];
  #values: Map<StateContext, Map<string, Buffer>> | null = null;

  /** `transactions`: those of a block, in order. */
  constructor(transactions: readonly BlockTransaction[]) {
    this.#transactions = transactions;
  }

  of(state: StateContext, name: string): Buffer | null {
    this.#values ??= this.#read();
    return this.#values.get(state)?.get(name) ?? null;
  }

  #read(): Map<StateContext, Map<string, Buffer>> {
    const values = new Map<StateContext, Map<string, Buffer>>();
    for (const transaction of this.#transactions) {
      if (transaction.traces.length === 0) continue;
      for (const { owner, accesses } of slotUsages(transaction, tracesOf(transaction))) {
        for (const { key, read } of accesses) {
          const name = `${owner}/${key}`;
          for (let own: StateContext | null = transaction.state; own; own = own.outer) {
            const ofState = values.get(own) ?? new Map<string, Buffer>();
            values.set(own, ofState);
            if (!ofState.has(name)) ofState.set(name, read);
          }
        }
      }
    }
    return values;
  }
}

/** Values of slots on their way back from the last transaction, and what each family read first. */
export interface SlotValues {
  readonly after: Backwards<Buffer>;
  readonly first: FirstReads;
}

function storageChanges(
  { state }: BlockTransaction,
  { contractId, owner, changesIn, accesses }: SlotUsage,
  slots: SlotValues,
): proto.IContractStateChange {
  const storageChanges = accesses.map(({ key, read, isWritten }) => {
    const name = `${owner}/${key}`;
    const lastIn = (own: StateContext, isTold: boolean) =>
      changesIn(own)?.findLast((change) => change.key === key && (change.value !== null || !isTold)) ?? null;
    const left = isWritten ? slots.after.after(state, name, (own) => lastIn(own, true)?.value ?? null) : null;
    const unchanged = isWritten && !left ? state.nearest((own) => (lastIn(own, false) ? own : null)) : null;
    const written = unchanged ? slots.first.of(unchanged, name) : left;
    // An earlier transaction of the same family left what this one found.
    slots.after.setBefore(name, read);
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
