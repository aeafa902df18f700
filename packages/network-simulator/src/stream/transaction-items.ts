import type { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import type { Ledger } from '../ledger/ledger.ts';
import type { StreamItem } from '../ledger/recorded-item.ts';
import { type DecodedItem, decodedItem } from './decoded-item.ts';
import { stateChangesOf } from './state-changes.ts';

/**
 * Returns the items of a block for one transaction of a user (or of the network itself) with its children. Must be
 * called right after it, because the resulting state is taken from the ledger. Source: HIP-1056.
 */
export function transactionItems(items: readonly StreamItem[], ledger: Ledger): stream.IBlockItem[] {
  const decoded = items.map(decodedItem);
  const top = decoded.find(({ isChild }) => !isChild) ?? decoded.at(-1);
  const isBatch = top?.body.atomicBatch !== null && top?.body.atomicBatch !== undefined;
  return decoded.flatMap((item) => {
    // The body of a batch contains its inner transactions.
    const isInner = isBatch && item.isChild && (item.body.transactionID?.nonce ?? 0) === 0;
    const own = [
      ...(isInner ? [] : [{ signedTransaction: item.signed }]),
      { transactionResult: resultOf(item) },
      ...outputsOf(item).map((transactionOutput) => ({ transactionOutput })),
      ...tracesOf(item).map((traceData) => ({ traceData })),
    ];
    return item === top ? [...own, stateItem(item, decoded, ledger)] : own;
  });
}

/**
 * Returns the item with the state changes of a transaction and its children, which follows the first transaction. It
 * exists even without changes.
 */
function stateItem(top: DecodedItem, all: readonly DecodedItem[], ledger: Ledger): stream.IBlockItem {
  const consensusTimestamp = encoded(proto.Timestamp, top.record.consensusTimestamp);
  const stateChanges = stateChangesOf(all, ledger);
  return { stateChanges: { ...(consensusTimestamp && { consensusTimestamp }), stateChanges } };
}

function resultOf({ record, receipt }: DecodedItem): stream.ITransactionResult {
  const scheduleRef = encoded(proto.ScheduleID, record.scheduleRef);
  const consensusTimestamp = encoded(proto.Timestamp, record.consensusTimestamp);
  const parentConsensusTimestamp = encoded(proto.Timestamp, record.parentConsensusTimestamp);
  const transferList = encoded(proto.TransferList, record.transferList);
  return {
    status: receipt.status ?? 0,
    ...(consensusTimestamp && { consensusTimestamp }),
    ...(parentConsensusTimestamp && { parentConsensusTimestamp }),
    ...(scheduleRef && { scheduleRef }),
    ...(record.transactionFee && { transactionFeeCharged: record.transactionFee }),
    ...(transferList && { transferList }),
    tokenTransferLists: each(proto.TokenTransferList, record.tokenTransferLists),
    automaticTokenAssociations: each(proto.TokenAssociation, record.automaticTokenAssociations),
    paidStakingRewards: each(proto.AccountAmount, record.paidStakingRewards),
    assessedCustomFees: each(proto.AssessedCustomFee, record.assessedCustomFees),
    ...(record.highVolumePricingMultiplier && {
      highVolumePricingMultiplier: record.highVolumePricingMultiplier,
    }),
  };
}

function outputsOf(item: DecodedItem): stream.ITransactionOutput[] {
  const { type, record, receipt } = item;
  const outputs: stream.ITransactionOutput[] = [];
  const evm = evmOutput(item);
  if (evm !== null) outputs.push(evm);
  if (record.prngBytes?.length) outputs.push({ utilPrng: { prngBytes: record.prngBytes } });
  else if (type === 'utilPrng' && Object.hasOwn(record, 'prngNumber'))
    outputs.push({ utilPrng: { prngNumber: record.prngNumber ?? 0 } });
  const scheduledTransactionId = encoded(proto.TransactionID, receipt.scheduledTransactionID);
  const scheduleId = encoded(proto.ScheduleID, receipt.scheduleID);
  if (type === 'scheduleCreate' && scheduleId)
    outputs.push({
      createSchedule: { scheduleId, ...(scheduledTransactionId && { scheduledTransactionId }) },
    });
  else if (type === 'scheduleSign' && scheduledTransactionId)
    outputs.push({ signSchedule: { scheduledTransactionId } });
  const createdAccountId = encoded(proto.AccountID, receipt.accountID);
  if (type === 'cryptoCreateAccount' && createdAccountId)
    outputs.push({ accountCreate: { createdAccountId } });
  return outputs;
}

/** Returns the outcome of a contract's execution; null: the transaction executed none. */
function evmOutput(item: DecodedItem): stream.ITransactionOutput | null {
  const { record, type } = item;
  const creation = record.contractCreateResult;
  const result = creation ?? record.contractCallResult;
  if (!result) return null;
  const { senderId, contractID, errorMessage, gasUsed, contractNonces, signerNonce } = result;
  const message: proto.IEvmTransactionResult = {
    ...(senderId && { senderId }),
    ...(contractID && { contractId: contractID }),
    resultData: result.contractCallResult ?? new Uint8Array(),
    errorMessage: errorMessage ?? '',
    ...(gasUsed && { gasUsed }),
    contractNonces: contractNonces ?? [],
    ...(signerNonce && { signerNonce }),
    ...internalContext(item, result),
    ...(item.hookId && { executedHookId: item.hookId }),
  };
  const evmTransactionResult = proto.EvmTransactionResult.encode(message).finish();
  if (type === 'ethereumTransaction') {
    return creation
      ? { ethereumCall: { evmCreateTransactionResult: evmTransactionResult } }
      : { ethereumCall: { evmCallTransactionResult: evmTransactionResult } };
  }
  return creation ? { contractCreate: { evmTransactionResult } } : { contractCall: { evmTransactionResult } };
}

/** Returns the context of a call within the EVM. A client's transaction has it in its body. */
function internalContext(
  { isChild }: DecodedItem,
  { gas, amount, functionParameters }: proto.IContractFunctionResult,
): { internalCallContext?: proto.IInternalCallContext } {
  if (!isChild || !(gas || amount || functionParameters?.length)) return {};
  return {
    internalCallContext: {
      ...(gas && { gas: gas.toUnsigned() }),
      ...(amount && { value: amount.toUnsigned() }),
      callData: functionParameters ?? new Uint8Array(),
    },
  };
}

function tracesOf({ type, body, record, receipt, sidecars }: DecodedItem): stream.ITraceData[] {
  const traces: stream.ITraceData[] = [];
  if (type === 'consensusSubmitMessage' && receipt.topicRunningHash?.length) {
    const { topicSequenceNumber: sequenceNumber, topicRunningHash: runningHash } = receipt;
    traces.push({
      submitMessageTraceData: {
        ...(sequenceNumber && { sequenceNumber: sequenceNumber.toSigned() }),
        runningHash,
      },
    });
  }
  const logs = (record.contractCallResult ?? record.contractCreateResult)?.logInfo ?? [];
  const contractActions = sidecars.flatMap(({ actions }) => actions?.contractActions ?? []);
  const changes = sidecars.flatMap(({ stateChanges }) => stateChanges?.contractStateChanges ?? []);
  // Blocks do not repeat parts that are in the body or its file.
  const { initcode, fileID } = body.contractCreateInstance ?? {};
  const created =
    initcode?.length || fileID ? null : sidecars.find(({ bytecode }) => bytecode?.initcode?.length)?.bytecode;
  if (logs.length + contractActions.length + changes.length > 0 || created) {
    traces.push({
      evmTraceData: {
        contractActions: each(proto.ContractAction, contractActions),
        contractSlotUsages: changes.map(slotUsage),
        logs: logs.map(({ contractID, data, topic }) => ({
          ...contractOf(contractID),
          data: data ?? new Uint8Array(),
          topics: topic ?? [],
        })),
        ...(created && {
          executedInitcode: {
            ...contractOf(created.contractId),
            explicitInitcode: created.initcode ?? new Uint8Array(),
          },
        }),
      },
    });
  }
  return traces;
}

/** Returns the slot usage. Written slots are listed once, and referenced by their index in the list. */
function slotUsage({ contractId, storageChanges }: proto.IContractStateChange): stream.IContractSlotUsage {
  const written = (storageChanges ?? []).filter(({ valueWritten }) => valueWritten);
  return {
    ...contractOf(contractId),
    writtenSlotKeys: { keys: written.map(({ slot }) => slot ?? new Uint8Array()) },
    slotReads: (storageChanges ?? []).map((change) => {
      const readValue = change.valueRead ?? new Uint8Array();
      const index = written.indexOf(change);
      return index === -1 ? { key: change.slot ?? new Uint8Array(), readValue } : { index, readValue };
    }),
  };
}

function contractOf(contract: proto.IContractID | null | undefined): { contractId?: Uint8Array } {
  const contractId = encoded(proto.ContractID, contract);
  return contractId ? { contractId } : {};
}

interface Encoder<T> {
  encode(message: T): { finish(): Uint8Array };
}

/** Encodes a message that may be absent. */
export function encoded<T>(type: Encoder<T>, message: T | null | undefined): Uint8Array | null {
  return message === null || message === undefined ? null : type.encode(message).finish();
}

function each<T>(type: Encoder<T>, messages: readonly T[] | null | undefined): Uint8Array[] {
  return (messages ?? []).map((message) => type.encode(message).finish());
}
