import { intrinsicGas } from '@tain/evm/intrinsic-gas';
import { WEIBARS_PER_TINYBAR } from '@tain/ledger/amounts';
import { decodeEntityId } from '@tain/ledger/entity-id';
import type { EthereumTransaction } from '@tain/ledger/ethereum-transaction';
import { longZeroAddress } from '@tain/ledger/evm-address';
import { type LongLike, longToBigInt } from '@tain/ledger/long';
import { saturated } from '@tain/ledger/timestamp';
import { TYPE } from '@tain/ledger/transaction-type';
import type { proto } from '@tain/protos/hapi';
import Long from 'long';
import type { AppendOnlyRow } from '../../../store/schema/append-only-tables.ts';
import { hapiAtLeast, type Item } from '../../decode/item.ts';
import { callDataToStore, contractFields, initcodeInFile, initcodeOf } from '../bytecode.ts';
import type { Context } from '../context.ts';
import { updateEntity } from '../entity-change.ts';
import { contractResultOf, lacksResult } from '../evm-block.ts';
import { fileIdOf, idOrNull } from '../ids.ts';
import { logBloom, resultNumber, stripToLastByte, withBloom } from '../words.ts';

/** `ContractActionType.CREATE`. */
const CREATE_ACTION = 2;

const NO_BYTES = Buffer.alloc(0);
/** Fields of a contract that has no creation record. */
const NEW_CONTRACT = { balance: 0n, max_automatic_token_associations: 0 };

/** Adds the rows of a contract execution: result, logs, participants, nonces. Returns the contracts involved. */
export function addContractResult(item: Item, entityId: bigint, context: Context): Set<bigint> {
  const involved = new Set<bigint>();
  const carried = contractResultOf(item);
  // A result with no field set has no content.
  const result = carried && isNotDefault(carried) ? carried : null;
  const submitted = item.type === TYPE.contractCall || item.type === TYPE.contractCreateInstance;
  if (!submitted && !result && !lacksResult(item)) return involved;

  const contractId = submitted ? entityId : context.contractId(item, result?.contractID);
  const row = resultRow(item, contractId, result, context);
  context.rows.add('contract_result', row);
  context.evm.setResult(item, row);
  context.rows.add('contract_transaction_hash', {
    consensus_timestamp: item.consensusTimestamp,
    hash: context.evm.hashOf(item),
    payer_account_id: item.payer,
    entity_id: contractId,
    transaction_result: resultNumber(item),
  });
  // Results are found by their participants. A result without a contract has contract 0 as a participant.
  involved.add(contractId);
  if (!result) return involved;
  addLogs(item, row, result, context, involved);
  setNonces(item, result, context);
  if (!hapiAtLeast(item, 0, 23) && item.successful) addCreatedContracts(item, contractId, row, context);
  return involved;
}

function isNotDefault(result: proto.IContractFunctionResult): boolean {
  return Object.values(result).some((value: unknown) => {
    if (value === null || value === '') return false;
    if (Array.isArray(value) || value instanceof Uint8Array) return value.length > 0;
    return !Long.isLong(value) || !value.isZero();
  });
}

function resultRow(
  item: Item,
  contractId: bigint,
  result: proto.IContractFunctionResult | null,
  context: Context,
): AppendOnlyRow<'contract_result'> {
  const parameters = parametersOf(item, result, context);
  const gasUsed = result ? longToBigInt(result.gasUsed) : item.type === TYPE.ethereumTransaction ? 0n : null;
  const bloom = result?.bloom ?? NO_BYTES;
  const created = (result?.createdContractIDs ?? []).map((id) => context.contractId(item, id));
  return {
    function_parameters: parameters.input,
    gas_limit: parameters.gas,
    function_result: result && item.resultBytes,
    gas_used: gasUsed,
    consensus_timestamp: item.consensusTimestamp,
    amount: parameters.amount,
    bloom: result ? (bloom.some((byte) => byte !== 0) ? bloom : NO_BYTES) : null,
    call_result: result
      ? (result.contractCallResult ?? NO_BYTES)
      : item.type === TYPE.ethereumTransaction
        ? NO_BYTES
        : null,
    contract_id: contractId,
    created_contract_ids: result && created.filter((id) => id !== 0n),
    error_message: result ? (result.errorMessage ?? '') : null,
    payer_account_id: item.payer,
    sender_id: context.accountId(item, result?.senderId) || item.payer,
    failed_initcode: item.successful ? null : failedInitcode(item, context),
    transaction_hash: context.evm.hashOf(item),
    transaction_index: context.evm.indexOf(item),
    transaction_result: resultNumber(item),
    transaction_nonce: item.body.transactionID?.nonce ?? 0,
    gas_consumed: result ? gasConsumed(item, gasUsed, parameters.input) : null,
  };
}

interface ExecutionParameters {
  readonly input: Uint8Array;
  /** Gas limit of the execution. */
  readonly gas: bigint;
  /** Amount sent to the contract, in tinybars. */
  readonly amount: bigint | null;
}

/**
 * Returns the parameters of an execution: from its body, else its result (since HAPI 0.25), else its data. In blocks
 * the result does not repeat the data of an Ethereum transaction.
 */
function parametersOf(
  item: Item,
  result: proto.IContractFunctionResult | null,
  context: Context,
): ExecutionParameters {
  const { contractCall: call, contractCreateInstance: create } = item.body;
  if (call) return toParameters(call.functionParameters, call.gas, call.amount);
  if (create) return toParameters(create.constructorParameters, create.gas, create.initialBalance);
  const data = context.evm.ethereumOf(item);
  if (result && data && item.blockFacts) return ethereumParameters(item, data, context);
  if (result) return toParameters(result.functionParameters, result.gas, result.amount);
  return { input: data?.callData ?? NO_BYTES, gas: data?.gasLimit ?? 0n, amount: null };
}

function ethereumParameters(item: Item, data: EthereumTransaction, context: Context): ExecutionParameters {
  const file = idOrNull(fileIdOf(item.body.ethereumTransaction?.callData));
  const inFile = data.callData.length === 0 && file !== null ? callDataToStore(file, context) : null;
  const weibars = BigInt(`0x0${Buffer.from(data.value).toString('hex')}`);
  // The network refuses an amount beyond 64 bits, but its result may come with a status of failure.
  const amount = saturated(weibars / WEIBARS_PER_TINYBAR);
  return { input: inFile ?? data.callData, gas: data.gasLimit, amount };
}

function toParameters(
  input: Uint8Array | null | undefined,
  gas: LongLike | null | undefined,
  amount: LongLike | null | undefined,
): ExecutionParameters {
  return { input: input ?? NO_BYTES, gas: longToBigInt(gas), amount: longToBigInt(amount) };
}

function failedInitcode(item: Item, context: Context): Uint8Array | null {
  const create = item.body.contractCreateInstance;
  return create?.initcode?.length ? create.initcode : (initcodeInFile(item, context) ?? initcodeOf(item));
}

/**
 * Returns the gas used, without the charge for gas that was reserved but not used. Records contain it since HAPI 0.69.
 */
function gasConsumed(item: Item, gasUsed: bigint | null, input: Uint8Array): bigint | null {
  if (hapiAtLeast(item, 0, 69)) return gasUsed;
  const actions = item.sidecars.flatMap((sidecar) => sidecar.actions?.contractActions ?? []);
  const first = actions.find((action) => (action.callDepth ?? 0) === 0);
  if (!first) return null;
  const hasCode = item.sidecars.some(({ migration, bytecode }) => !migration && bytecode);
  const isCreation = hasCode || first.callType === CREATE_ACTION;
  return saturated(longToBigInt(first.gasUsed) + intrinsicGas(initcodeOf(item) ?? input, isCreation));
}

function addLogs(
  item: Item,
  execution: AppendOnlyRow<'contract_result'>,
  result: proto.IContractFunctionResult,
  context: Context,
  involved: Set<bigint>,
): void {
  const rootContractId = execution.contract_id;
  for (const log of result.logInfo ?? []) {
    const contractId = context.contractId(item, log.contractID);
    if (contractId !== 0n) involved.add(contractId);
    const bloom = item.blockFacts ? addBloom(execution, contractId, log, context) : log.bloom;
    const [topic0, topic1, topic2, topic3] = (log.topic ?? []).map(stripToLastByte);
    context.rows.add('contract_log', {
      bloom: bloom ?? NO_BYTES,
      consensus_timestamp: item.consensusTimestamp,
      contract_id: contractId,
      data: log.data ?? NO_BYTES,
      index: context.evm.nextLogIndex(item),
      topic0: topic0 ?? null,
      topic1: topic1 ?? null,
      topic2: topic2 ?? null,
      topic3: topic3 ?? null,
      payer_account_id: item.payer,
      root_contract_id: rootContractId === 0n ? null : rootContractId,
      transaction_hash: context.evm.hashOf(item),
      transaction_index: context.evm.indexOf(item),
      synthetic: false,
    });
  }
}

/**
 * Computes blooms, which blocks lack: a log's bloom is that of its contract's address and its topics, an execution's is
 * that of its logs.
 */
function addBloom(
  execution: AppendOnlyRow<'contract_result'>,
  contractId: bigint,
  log: proto.IContractLoginfo,
  { evm, lookup }: Context,
): Uint8Array {
  const named = log.contractID?.evmAddress;
  const known = named?.length ? named : lookup.evmAddress(contractId);
  const address = known ?? longZeroAddress(decodeEntityId(contractId).num);
  const bloom = logBloom(address, log.topic ?? []);
  execution.bloom = withBloom(execution.bloom, bloom);
  evm.addBloom(bloom);
  return bloom;
}

function setNonces(item: Item, result: proto.IContractFunctionResult, context: Context): void {
  for (const info of result.contractNonces ?? []) {
    const id = context.contractId(item, info.contractId);
    const nonce = longToBigInt(info.nonce);
    if (id === 0n) continue;
    context.state.entity.adjust({ id }, (row) => {
      row.ethereum_nonce = nonce;
    });
  }
}

/** Adds contracts that a contract created. Before HAPI 0.23 they had no records of their own. */
function addCreatedContracts(
  item: Item,
  contractId: bigint,
  row: AppendOnlyRow<'contract_result'>,
  context: Context,
): void {
  const body = item.body.contractCreateInstance;
  for (const id of row.created_contract_ids ?? []) {
    if (id === contractId) continue;
    const fields = body ? contractFields(item, body, item.bodyBytes, context) : NEW_CONTRACT;
    const at = item.consensusTimestamp;
    updateEntity(item, id, 'CONTRACT', { ...fields, balance_timestamp: at, created_timestamp: at }, context);
    if (body) context.state.contract.version(at, { id, file_id: idOrNull(fileIdOf(body.fileID)) });
  }
}

/** Adds the participants of a contract execution, each with the list of all. */
export function addContractTransactions(item: Item, involved: ReadonlySet<bigint>, { rows }: Context): void {
  if (involved.size === 0) return;
  const ids = [...new Set([...involved, item.payer])].sort((a, b) => (a < b ? -1 : 1));
  for (const id of ids) {
    rows.add('contract_transaction', {
      consensus_timestamp: item.consensusTimestamp,
      entity_id: id,
      contract_ids: ids,
      payer_account_id: item.payer,
    });
  }
}
