import { decodeEntityId } from '@tain/ledger/entity-id';
import { longToBigInt } from '@tain/ledger/long';
import { HOOK_CONTRACT } from '@tain/ledger/system-contracts';
import { TYPE } from '@tain/ledger/transaction-type';
import type { proto } from '@tain/protos/hapi';
import type { Item } from '../../decode/item.ts';
import type { Context } from '../context.ts';
import type { HookRun } from '../evm-block.ts';
import { addHookStorageChange } from '../hooks.ts';
import { idOrNull } from '../ids.ts';
import { padTo32, stripLeadingZeros } from '../words.ts';

const NO_BYTES = Buffer.alloc(0);
/** Field numbers of an action's outcome: output, revert reason, error. */
const OUTPUT = 11;
const REVERT_REASON = 12;
const ERROR = 13;

/** Adds the rows of an item's sidecar records: calls inside an execution, storage, code of migrated contracts. */
export function addSidecars(item: Item, context: Context, involved: Set<bigint>): void {
  // A slot has one row per item, even if sidecars name it several times.
  const seen = new Set<string>();
  // A call of a hook that wrote nothing counts as well, so that later calls of the transfer have their own hooks.
  const hook = runsHook(item, context) ? { run: context.evm.nextHookRun(item) } : null;
  for (const sidecar of item.sidecars) {
    const migration = sidecar.migration ?? false;
    for (const change of sidecar.stateChanges?.contractStateChanges ?? []) {
      addStateChanges(item, change, { migration, seen, involved, hook }, context);
    }
    if (migration && sidecar.bytecode) migrateCode(item, sidecar.bytecode, context);
  }
  const actions = item.sidecars.flatMap((sidecar) => sidecar.actions?.contractActions ?? []);
  actions.forEach((action, index) => {
    addAction(item, action, index, context);
  });
}

function addAction(item: Item, action: proto.IContractAction, index: number, context: Context): void {
  // The column keeps its default without a caller.
  const isAccount = action.callingAccount !== null && action.callingAccount !== undefined;
  const caller = isAccount
    ? context.accountId(item, action.callingAccount)
    : context.contractId(item, action.callingContract);
  const [resultType, result] = outcomeOf(action);
  context.rows.add('contract_action', {
    call_depth: action.callDepth ?? 0,
    call_type: action.callType ?? 0,
    caller: idOrNull(caller),
    caller_type: isAccount ? 'ACCOUNT' : 'CONTRACT',
    consensus_timestamp: item.consensusTimestamp,
    gas: longToBigInt(action.gas),
    gas_used: longToBigInt(action.gasUsed),
    index,
    input: action.input ?? NO_BYTES,
    recipient_account: idOrNull(context.accountId(item, action.recipientAccount)),
    recipient_address: action.targetedAddress ?? null,
    recipient_contract: idOrNull(context.contractId(item, action.recipientContract)),
    result_data: result,
    result_data_type: resultType,
    value: longToBigInt(action.value),
    call_operation_type: action.callOperationType ?? 0,
    payer_account_id: item.payer,
  });
}

/** Returns the field number and the bytes of an action's outcome; 0 without a field. */
function outcomeOf(action: proto.IContractAction): [type: number, data: Uint8Array | null] {
  if (action.revertReason) return [REVERT_REASON, action.revertReason];
  if (action.error) return [ERROR, action.error];
  return action.output ? [OUTPUT, action.output] : [0, null];
}

function addStateChanges(
  item: Item,
  change: proto.IContractStateChange,
  within: {
    readonly migration: boolean;
    readonly seen: Set<string>;
    readonly involved: Set<bigint>;
    /** Set for a call of a hook. `run`: the hook, or null when the transfer names none (any more). */
    readonly hook: { readonly run: HookRun | null } | null;
  },
  context: Context,
): void {
  const { migration, seen, involved, hook } = within;
  const contractId = context.contractId(item, change.contractId);
  if (contractId === 0n) {
    context.problem(item, 'a state change of an unknown contract');
    return;
  }
  if (hook && isHookContract(contractId)) {
    addHookChanges(item, change, hook.run, seen, context);
    return;
  }
  if (!migration) involved.add(contractId);
  const at = item.consensusTimestamp;
  for (const storage of change.storageChanges ?? []) {
    const slot = padTo32(storage.slot);
    const name = `${contractId}/${Buffer.from(slot).toString('hex')}`;
    if (seen.has(name)) continue;
    seen.add(name);
    const read = storage.valueRead ?? NO_BYTES;
    const written = storage.valueWritten ? (storage.valueWritten.value ?? NO_BYTES) : null;
    context.rows.add('contract_state_change', {
      consensus_timestamp: at,
      contract_id: contractId,
      payer_account_id: item.payer,
      // A slot has one form in changes, by which it is found: that of blocks.
      slot: stripLeadingZeros(slot),
      value_read: read,
      value_written: written,
      migration,
    });
    const value = written ?? (migration ? read : null);
    if (value === null) continue;
    const set = { contract_id: contractId, slot, value, modified_timestamp: at };
    context.state.contract_state.version(at, set);
  }
}

function isHookContract(contractId: bigint): boolean {
  return decodeEntityId(contractId).num === HOOK_CONTRACT;
}

/** Returns whether an item is the call by which another transaction runs a hook. */
function runsHook(item: Item, context: Context): boolean {
  if (item.type !== TYPE.contractCall) return false;
  const call = item.record.parentConsensusTimestamp ? item.body.contractCall : null;
  return !!call && isHookContract(context.contractId(item, call.contractID));
}

/** Adds storage that a hook changed while it ran for a transfer. */
function addHookChanges(
  item: Item,
  change: proto.IContractStateChange,
  run: HookRun | null,
  seen: Set<string>,
  context: Context,
): void {
  if (!run || run.ownerId === 0n) {
    context.problem(item, 'storage of a hook that was not to be executed');
    return;
  }
  for (const storage of change.storageChanges ?? []) {
    const slot = padTo32(storage.slot);
    const name = `hook ${run.ownerId}/${run.hookId}/${Buffer.from(slot).toString('hex')}`;
    if (seen.has(name)) continue;
    seen.add(name);
    const written = storage.valueWritten ? (storage.valueWritten.value ?? NO_BYTES) : null;
    const read = storage.valueRead ?? NO_BYTES;
    addHookStorageChange(item, run.ownerId, run.hookId, slot, read, written, context);
  }
}

/**
 * Adds the code of migrated contracts. Migrations publish the code of contracts that are older than code in the stream;
 * some of these contracts are stored as accounts.
 */
function migrateCode(item: Item, bytecode: proto.IContractBytecode, context: Context): void {
  const id = context.contractId(item, bytecode.contractId);
  if (id === 0n) {
    context.problem(item, 'code of an unknown contract');
    return;
  }
  const at = item.consensusTimestamp;
  context.state.contract.version(at, { id, runtime_bytecode: bytecode.runtimeBytecode ?? NO_BYTES });
  context.state.entity.adjust({ id }, (row) => {
    row.type = 'CONTRACT';
  });
  context.wasContract(id, at);
}
