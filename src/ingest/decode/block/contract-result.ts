import { longToBigInt } from '@tain/ledger/long';
import { TYPE } from '@tain/ledger/transaction-type';
import { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import type { ConflictingValue } from '../item.ts';
import { rawFields } from '../raw-field.ts';
import type { NewerFields } from './newer-fields.ts';
import { packedIdOf } from './state-keys.ts';
import type { StateField } from './state-value.ts';
import type { BlockTransaction, Execution } from './transactions.ts';

/** Bytes of an EVM address. */
const ADDRESS_LENGTH = 20;
const ALIAS: StateField<proto.Account, 'alias'> = { message: proto.Account, name: 'alias', number: 2 };

/** Returns the number of the contract that an execution names; 0: none. */
export function contractOf({ result }: Execution): bigint {
  return packedIdOf(result.contractId, result.contractId?.contractNum);
}

/** Types whose receipt names the contract that ran; other types may also run one. */
const EXECUTING: ReadonlySet<number> = new Set([
  TYPE.contractCall,
  TYPE.contractCreateInstance,
  TYPE.ethereumTransaction,
]);

/**
 * Returns the fields that a contract execution adds to a receipt. An Ethereum transaction that used no gas executed
 * nothing.
 */
export function contractReceipt({ type }: BlockTransaction, execution: Execution): proto.ITransactionReceipt {
  const { contractId, gasUsed } = execution.result;
  const isIdle = type === TYPE.ethereumTransaction && longToBigInt(gasUsed) === 0n;
  return contractId && EXECUTING.has(type) && !isIdle ? { contractID: contractId } : {};
}

/**
 * Returns the contracts that an execution created: those of its result, else those whose code is in the state. An
 * execution inside another one shares the state of the outer one, so only its own result counts. Hook calls share the
 * state of their transfer: each created the contracts that its actions name.
 */
export function createdContracts(
  transaction: BlockTransaction,
  { bytes, result }: Execution,
  { createdContractIds }: NewerFields,
  conflicts: Set<ConflictingValue>,
): readonly proto.IContractID[] {
  const ids = createdContractIds === undefined ? [] : rawFields(bytes, createdContractIds);
  const named = ids.map((id) => proto.ContractID.decode(id));
  const isOfHook = Boolean(result.executedHookId);
  const isWithinHook = transaction.parent?.type === TYPE.cryptoTransfer && !isOfHook;
  if (transaction.parent?.execution || isWithinHook) return named;
  const all = transaction.state.nearest((own) => own.newContracts()) ?? [];
  const own = isOfHook ? createdByActions(transaction) : null;
  const derived = all.filter((id) => own?.has(packedIdOf(id, id.contractNum)) ?? true);
  if (named.length > 0 && derived.length > 0 && namesOf(named) !== namesOf(derived))
    conflicts.add('created_contract_ids');
  return named.length > 0 ? named : derived;
}

/** Returns the numbers of the contracts that the creations among a transaction's actions name. */
function createdByActions(transaction: BlockTransaction): ReadonlySet<bigint> {
  const actions = transaction.traces
    .flatMap((bytes) => stream.TraceData.decode(bytes).evmTraceData?.contractActions ?? [])
    .map((bytes) => proto.ContractAction.decode(bytes));
  return new Set(
    actions
      .filter(({ callType }) => callType === proto.ContractActionType.CREATE)
      .map(({ recipientContract }) => packedIdOf(recipientContract, recipientContract?.contractNum)),
  );
}

function namesOf(ids: readonly proto.IContractID[]): string {
  return ids
    .map((id) => String(packedIdOf(id, id.contractNum)))
    .sort()
    .join();
}

/**
 * Returns the result of a contract execution as in a record. Blooms are left out: they need addresses that are only in
 * tables.
 */
export function contractResult(
  transaction: BlockTransaction,
  execution: Execution,
  created: readonly proto.IContractID[],
): proto.IContractFunctionResult {
  const { result, isCreation } = execution;
  const inner = result.internalCallContext;
  const alias = isCreation ? aliasOf(transaction, execution) : null;
  return {
    ...(result.contractId && { contractID: result.contractId }),
    ...(result.resultData?.length && { contractCallResult: result.resultData }),
    ...errorOf(transaction, result),
    ...(result.gasUsed && { gasUsed: result.gasUsed }),
    logInfo: logsOf(transaction),
    createdContractIDs: [...created],
    ...(alias?.length === ADDRESS_LENGTH && { evmAddress: { value: alias } }),
    ...(inner?.gas && { gas: inner.gas }),
    ...(inner?.value && { amount: inner.value }),
    ...(inner?.callData?.length && { functionParameters: inner.callData }),
    ...(result.senderId && { senderId: result.senderId }),
    contractNonces: result.contractNonces ?? [],
    ...(result.signerNonce && { signerNonce: result.signerNonce }),
  };
}

/** Returns the alias of a created contract's account; null when the state changes lack it. */
function aliasOf({ state }: BlockTransaction, execution: Execution): Uint8Array | null {
  const contract = contractOf(execution);
  return state.nearest((own) => own.account(contract)?.field(ALIAS) ?? null);
}

/** Returns whether an account became a contract that retained its alias. */
export function lacksAddress(transaction: BlockTransaction, execution: Execution): boolean {
  if (!execution.isCreation || aliasOf(transaction, execution)) return false;
  const contract = contractOf(execution);
  return transaction.state.nearest((own) => own.account(contract))?.existed ?? false;
}

/** Returns the error message of the result, else that of its trace. */
function errorOf(
  { traces }: BlockTransaction,
  { errorMessage }: proto.IEvmTransactionResult,
): Pick<proto.IContractFunctionResult, 'errorMessage'> {
  if (errorMessage) return { errorMessage };
  for (const bytes of traces) {
    const details = stream.TraceData.decode(bytes).evmTraceData?.errorDetails;
    if (details) return { errorMessage: details };
  }
  return {};
}

function logsOf({ traces }: BlockTransaction): proto.IContractLoginfo[] {
  return traces.flatMap((bytes) => {
    const logs = stream.TraceData.decode(bytes).evmTraceData?.logs ?? [];
    return logs.map(({ contractId, data, topics }) => ({
      ...(contractId && { contractID: proto.ContractID.decode(contractId) }),
      ...(data && { data }),
      topic: topics ?? [],
    }));
  });
}
