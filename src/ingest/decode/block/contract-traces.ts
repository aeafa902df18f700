import { decodeEntityId } from '@tain/ledger/entity-id';
import { longToBigInt } from '@tain/ledger/long';
import { isSuccess } from '@tain/ledger/results';
import { HOOK_CONTRACT } from '@tain/ledger/system-contracts';
import { MalformedError } from '@tain/ledger/wire-reader';
import { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import type { ConflictingValue } from '../item.ts';
import { rawBytes, rawFields, rawMessage } from '../raw-field.ts';
import type { Backwards } from './backwards.ts';
import { contractOf } from './contract-result.ts';
import type { NewerFields } from './newer-fields.ts';
import type { SlotChange, StateContext } from './state-context.ts';
import { hookName, packedIdOf, slotName, trim } from './state-keys.ts';
import type { BlockTransaction, Execution } from './transactions.ts';

type Sidecar = proto.ITransactionSidecarRecord;

/**
 * Returns the traces of an execution as sidecar records of record files. Throws `MalformedError` when a trace belongs to
 * another transaction.
 */
export function contractSidecars(
  transaction: BlockTransaction,
  slots: SlotValues,
  conflicts: Set<ConflictingValue>,
): Sidecar[] {
  const { execution } = transaction;
  if (!execution && transaction.traces.length === 0) return [];
  const traces = tracesOf(transaction);
  for (const trace of traces) {
    const reason = contradictionTo(transaction, trace);
    if (reason === null) continue;
    const { time } = transaction;
    throw new MalformedError(
      `the trace of a contract does not belong to transaction ${time}, which ${reason}`,
    );
  }
  const changes = slotUsages(transaction, traces, slots.fields).map((usage) =>
    storageChanges(transaction, usage, slots, conflicts),
  );
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

/**
 * Returns why a trace cannot be that of a transaction; null: it can. A forwarder can move traces. Nodes write a trace
 * with the output of its execution. Actions, logs and slots are those of whole transactions, which use gas, and of
 * hooks; the first action is the call itself. A call or creation within another has at most the initcode of its
 * contract (consensus node, `CallOutcome`, `HandleHederaOperations`, `CustomContractCreationProcessor`).
 */
function contradictionTo(
  { parent, execution }: BlockTransaction,
  { contractActions, contractSlotUsages, logs, errorDetails, executedInitcode }: stream.IEvmTraceData,
): string | null {
  const isOfCall = [contractActions, contractSlotUsages, logs].some((list) => list?.length);
  if (!isOfCall && !errorDetails && !executedInitcode) return null;
  if (!execution) return 'executed none';
  const { executedHookId, gasUsed } = execution.result;
  if (isOfCall && !executedHookId) {
    if (parent?.execution) return 'is part of another execution';
    if (longToBigInt(gasUsed) === 0n) return 'used no gas';
  }
  const own = contractOf(execution);
  const [action] = contractActions ?? [];
  const called = action ? proto.ContractAction.decode(action).recipientContract : null;
  const created = executedInitcode?.contractId ? proto.ContractID.decode(executedInitcode.contractId) : null;
  const named = [called, created].map((contract) => packedIdOf(contract, contract?.contractNum));
  // Ids without a number, such as addresses, are not compared.
  const other = named.find((number) => number !== 0n && own !== 0n && number !== own);
  return other === undefined ? null : `executed contract ${own}, not ${other}`;
}

/** Slots of one contract or hook that an execution used. */
interface SlotUsage {
  readonly contractId: proto.IContractID | null;
  /** Number of the contract, or name of the hook. */
  readonly owner: bigint | string;
  readonly changesIn: (own: StateContext) => readonly SlotChange[] | null;
  readonly accesses: readonly SlotAccess[];
}

/** One slot that an execution read, with whether it wrote it. */
interface SlotAccess {
  readonly key: string;
  readonly read: Buffer;
  readonly isWritten: boolean;
  /** The value written, if the trace itself contains it. */
  readonly written: Buffer | null;
}

/** Changes of one list by the key of their slot. */
interface ChangesByKey {
  readonly last: ReadonlyMap<string, SlotChange>;
  readonly lastWithValue: ReadonlyMap<string, SlotChange>;
  /** Keys of the changes that are not identical, in order. */
  readonly changed: readonly string[];
}

const NO_CHANGES: readonly SlotChange[] = [];

const changesByKey = new WeakMap<readonly SlotChange[], ChangesByKey>();

/** Indexes a list of changes, once: an unproven block may look up as many keys as it has changes. */
function byKey(changes: readonly SlotChange[]): ChangesByKey {
  const known = changesByKey.get(changes);
  if (known !== undefined) return known;
  const made = {
    last: new Map(changes.map((change) => [change.key, change])),
    lastWithValue: new Map(
      changes.filter(({ value }) => value !== null).map((change) => [change.key, change]),
    ),
    changed: changes.filter(({ identical }) => !identical).map(({ key }) => key),
  };
  changesByKey.set(changes, made);
  return made;
}

function slotUsages(
  transaction: BlockTransaction,
  traces: readonly stream.IEvmTraceData[],
  { slotWrittenValue }: NewerFields,
): SlotUsage[] {
  const written = slotWrittenValue === undefined ? [] : writtenValues(transaction, slotWrittenValue);
  // A hook has its own storage, while all hooks run as one contract.
  const hook = transaction.execution?.result.executedHookId;
  return traces
    .flatMap((trace) => trace.contractSlotUsages ?? [])
    .map((usage, index) => {
      const contractId = usage.contractId ? proto.ContractID.decode(usage.contractId) : null;
      const contract = packedIdOf(contractId, contractId?.contractNum);
      const isHook = !!hook && decodeEntityId(contract).num === HOOK_CONTRACT;
      const changesIn = (own: StateContext) => (isHook ? own.hookSlots(hook) : own.slots(contract));
      const changes = transaction.state.nearest(changesIn) ?? NO_CHANGES;
      const owner = isHook ? hookName(hook) : contract;
      return { contractId, owner, changesIn, accesses: accesses(usage, changes, written[index] ?? []) };
    });
}

/**
 * First value that transactions read from each slot, by the state that they share. A slot that this state leaves
 * unchanged still has that value after the last of them. Traces are read on the first request.
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
      for (const { owner, accesses } of slotUsages(transaction, tracesOf(transaction), {})) {
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

/** Values of slots, undone from the last transaction backwards, and the first value that each family read. */
export interface SlotValues {
  readonly after: Backwards<Buffer>;
  readonly first: FirstReads;
  readonly fields: NewerFields;
}

function storageChanges(
  { state }: BlockTransaction,
  { contractId, owner, changesIn, accesses }: SlotUsage,
  slots: SlotValues,
  conflicts: Set<ConflictingValue>,
): proto.IContractStateChange {
  const storageChanges = accesses.map(({ key, read, isWritten, written: traced }) => {
    const name = `${owner}/${key}`;
    const lastIn = (own: StateContext, changes: 'last' | 'lastWithValue') =>
      byKey(changesIn(own) ?? NO_CHANGES)[changes].get(key) ?? null;
    const fromState = isWritten
      ? slots.after.after(state, name, (own) => lastIn(own, 'lastWithValue')?.value ?? null)
      : null;
    // A slot that the state leaves unchanged, or does not name, has the value that the first transaction of the state
    // read.
    const unchanged = state.nearest((own) => (lastIn(own, 'last') || !own.outer ? own : null));
    const derived = isWritten && !fromState && unchanged ? slots.first.of(unchanged, name) : fromState;
    if (traced && derived && !traced.equals(derived)) conflicts.add('written_value');
    const written = traced ?? derived;
    // This transaction read the value that an earlier one of the same family left.
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
 * Returns the accessed slots. A slot that was only read has its key. A written one has an index into the written keys:
 * those of the trace, or, without them, those of the state, without unchanged ones. An index out of range is skipped.
 */
function accesses(
  usage: stream.IContractSlotUsage,
  changes: readonly SlotChange[],
  writtenValues: readonly (Buffer | null)[],
): SlotAccess[] {
  const named = (usage.writtenSlotKeys?.keys ?? []).map(slotName);
  const keys = named.length > 0 ? named : byKey(changes).changed;
  const writtenKeys = new Set(named);
  return (usage.slotReads ?? []).flatMap((slot, index): SlotAccess[] => {
    const written = writtenValues[index] ?? null;
    const read = trim(slot.readValue ?? Buffer.alloc(0));
    if (slot.key) {
      const key = slotName(slot.key);
      return [{ key, read, isWritten: writtenKeys.has(key) || written !== null, written }];
    }
    // Index 0 is valid, too.
    const key = typeof slot.index === 'number' ? keys[slot.index] : undefined;
    return key === undefined ? [] : [{ key, read, isWritten: true, written }];
  });
}

/** Field numbers: EVM data of `TraceData`, slot usages in it, reads of a slot usage. */
const EVM_TRACE = 1;
const SLOT_USAGES = 2;
const SLOT_READS = 4;

/** Returns the written value of each read in each slot usage of a transaction, from the field with this number. */
function writtenValues({ traces }: BlockTransaction, field: number): (Buffer | null)[][] {
  return traces
    .flatMap((trace) => rawFields(rawMessage(trace, EVM_TRACE) ?? Buffer.alloc(0), SLOT_USAGES))
    .map((usage) =>
      rawFields(usage, SLOT_READS).map((slot) => {
        const value = rawBytes(slot, field);
        return value && trim(value);
      }),
    );
}

/** Returns the initcode of a creation and the code that it deployed; null when neither is known. */
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
    ? packedIdOf(contractId, contractId.contractNum)
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

/** Rebuilds the initcode: a block repeats only the parts before and after the deployed code. */
function initcodeOf(executed: stream.IExecutedInitcode, runtime: Uint8Array | null): Uint8Array {
  const { initcodeBookends: bookends, explicitInitcode } = executed;
  if (!bookends) return explicitInitcode ?? Buffer.alloc(0);
  const parts = [bookends.deployBytecode, runtime, bookends.metadataBytecode];
  return Buffer.concat(parts.map((part) => part ?? Buffer.alloc(0)));
}
