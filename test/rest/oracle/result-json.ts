import { proto } from '@tain/protos/hapi';
import type { Item } from './compare.ts';
import { addressOf } from './contracts.ts';
import { callDataFile } from './ethereum.ts';
import { type ContractRun, executionsOf, type Log } from './executions.ts';
import { big, num } from './history.ts';
import { decodeGas, decodeRates, fileAt } from './network.ts';
import { hex, hex0x, id, idOrNull, longZero, time } from './texts.ts';
import type { World } from './world.ts';

/** Results of contract executions and logs in the format of answers. */

const WEIBARS_PER_TINYBAR = 10_000_000_000n;
const CHAIN_ID = '0x12a';
const EMPTY_BLOOM = `0x${'0'.repeat(512)}`;
const NANOS_PER_HOUR = 3_600_000_000_000n;

export const padded = (bytes: Uint8Array) => `0x${hex(bytes).padStart(64, '0')}`;

function logJson(world: World, log: Log): Item {
  return {
    address: addressOf(world, log.contract),
    bloom: hex0x(log.bloom),
    contract_id: id(log.contract),
    data: log.data.length === 0 ? '0x' : padded(log.data),
    index: log.index,
    topics: log.topics.map(padded),
  };
}

export function listedLog(world: World, log: Log): Item {
  const block = world.blocks[log.recorded.block];
  return {
    ...logJson(world, log),
    block_hash: hex0x(block?.hash),
    block_number: log.recorded.block,
    root_contract_id: idOrNull(log.root),
    timestamp: time(log.recorded.at),
    transaction_hash: hex0x(log.hash),
    transaction_index: log.transactionIndex,
  };
}

/** Returns a result in the format of one contract's list. */
export function shortJson(world: World, run: ContractRun): Item {
  const { recorded, result, contract, sender, hash } = run;
  const { contractCall: call, contractCreateInstance: create } = recorded.body;
  const gasUsed =
    result === null ? (recorded.field === 'ethereumTransaction' ? 0 : null) : num(result.gasUsed);
  const bloom = hex(result?.bloom ?? new Uint8Array());
  return {
    address: contract === 0 ? null : addressOf(world, contract),
    amount: big(call ? call.amount : create ? create.initialBalance : result?.amount),
    bloom: result === null ? '0x' : /[^0]/.test(bloom) ? `0x${bloom}` : EMPTY_BLOOM,
    call_result: hex0x(result?.contractCallResult),
    child: recorded.parent !== null,
    contract_id: idOrNull(contract),
    created_contract_ids: (result?.createdContractIDs ?? []).map((one) => id(num(one.contractNum))),
    error_message: result?.errorMessage || null,
    from: longZero(sender),
    function_parameters: hex0x(
      call ? call.functionParameters : create ? create.constructorParameters : result?.functionParameters,
    ),
    gas_consumed: result === null ? null : gasUsed,
    gas_limit: big(call ? call.gas : create ? create.gas : result?.gas),
    gas_used: gasUsed,
    hash: hex0x(hash),
    timestamp: time(recorded.at),
    to: contract === 0 ? null : longZero(contract),
  };
}

/** Returns the price of a call's gas: file 0.0.113 by the rate in 0.0.112, with their contents at that time. */
function gasPrice(world: World, at: bigint): string {
  const hour = at - (at % NANOS_PER_HOUR);
  const { currentRate, nextRate } = fileAt(world, 112, at, decodeRates).value;
  const expiry = currentRate?.expirationTime;
  const rate = expiry && hour > big(expiry.seconds) * 1_000_000_000n ? nextRate : currentRate;
  const gas = fileAt(world, 113, at, decodeGas).value;
  const price = (gas * BigInt(rate?.hbarEquiv ?? 0)) / BigInt(rate?.centEquiv ?? 1);
  return `0x${(price > 1n ? price : 1n).toString(16)}`;
}

const quantity = (bytes: Uint8Array) =>
  bytes.length === 0 ? '0x' : `0x${BigInt(hex0x(bytes)).toString(16)}`;
const tinybars = (bytes: Uint8Array) =>
  bytes.length === 0 ? '0x' : `0x${(BigInt(hex0x(bytes)) / WEIBARS_PER_TINYBAR).toString(16)}`;

/** Returns the code of a failed creation: from the body, the sidecar, or the wallet's transaction. */
function failedInitcode({ recorded, wallet }: ContractRun): string | null {
  if (recorded.ok) return null;
  const own = recorded.body.contractCreateInstance?.initcode;
  const sidecar = recorded.sidecars.map(({ bytecode }) => bytecode?.initcode).find((code) => code?.length);
  const code = own?.length ? own : (sidecar ?? (wallet?.data.length ? wallet.data : null));
  return code === null ? null : hex0x(code);
}

/** Returns the additional fields in lists of all results: block, status, and the wallet's transaction. */
export function detailedJson(world: World, run: ContractRun): Item {
  const { recorded, wallet, contract, index } = run;
  const short = shortJson(world, run);
  const block = world.blocks[recorded.block];
  const name = proto.ResponseCodeEnum[recorded.status] ?? '';
  const common = {
    ...short,
    access_list: [],
    block_gas_used: block?.gasUsed ?? null,
    block_hash: hex0x(block?.hash),
    block_number: recorded.block,
    failed_initcode: failedInitcode(run),
    result: name,
    status: recorded.ok ? '0x1' : '0x0',
    transaction_index: index,
  };
  if (wallet === null) {
    return {
      ...common,
      chain_id: CHAIN_ID,
      gas_price: gasPrice(world, recorded.at),
      max_fee_per_gas: null,
      max_priority_fee_per_gas: null,
      nonce: null,
      r: null,
      s: null,
      type: 0,
      v: null,
    };
  }
  const input = wallet.data.length > 0 ? wallet.data : null;
  const file = callDataFile(world, recorded.body);
  const parameters =
    input !== null
      ? hex0x(input)
      : short.function_parameters === '0x' && file !== null
        ? hex0x(file)
        : short.function_parameters;
  return {
    ...common,
    access_list: wallet.accessList,
    amount: wallet.value / WEIBARS_PER_TINYBAR,
    authorization_list: wallet.authorizations,
    chain_id: quantity(wallet.chainId),
    error_message: short.error_message ?? (recorded.ok ? null : name),
    function_parameters: parameters,
    gas_price: tinybars(wallet.gasPrice),
    max_fee_per_gas: tinybars(wallet.maxFee),
    max_priority_fee_per_gas: tinybars(wallet.maxPriorityFee),
    nonce: wallet.nonce,
    r: hex0x(wallet.r),
    s: hex0x(wallet.s),
    to: wallet.to.length > 0 ? hex0x(wallet.to) : contract === 0 ? null : longZero(contract),
    type: wallet.type,
    v: wallet.v,
  };
}

/** Returns a single result with its logs and the slots that it read or wrote. */
export function singleJson(world: World, run: ContractRun): Item {
  const { recorded, wallet, logs } = run;
  const changes = recorded.sidecars
    .flatMap(({ stateChanges }) => stateChanges?.contractStateChanges ?? [])
    .flatMap(({ contractId, storageChanges }) =>
      (storageChanges ?? []).map((change) => ({ contract: num(contractId?.contractNum), change })),
    )
    .filter(({ contract }) => contract !== 365)
    .sort(
      (a, b) =>
        a.contract - b.contract ||
        Buffer.compare(a.change.slot ?? new Uint8Array(), b.change.slot ?? new Uint8Array()),
    )
    .map(({ contract, change }) => ({
      address: addressOf(world, contract),
      contract_id: id(contract),
      slot: padded(change.slot ?? new Uint8Array()),
      value_read: padded(change.valueRead ?? new Uint8Array()),
      value_written: change.valueWritten ? padded(change.valueWritten.value ?? new Uint8Array()) : null,
    }));
  const detailed = detailedJson(world, run);
  return {
    ...detailed,
    gas_limit: wallet?.gasLimit ?? detailed.gas_limit,
    logs: logs.map((log) => logJson(world, log)),
    state_changes: changes,
    transaction_index: run.index ?? nextIndex(world, run),
  };
}

/**
 * Returns the index of a transaction refused for its nonce, which was not executed: after all executions of its block.
 */
function nextIndex(world: World, { recorded }: ContractRun): number {
  const { runs, logs } = executionsOf(world);
  const own = runs.filter((run) => run.recorded.block === recorded.block);
  const moved = logs.filter((log) => log.recorded.block === recorded.block);
  const indexes = [...own.map(({ index }) => index), ...moved.map((log) => log.transactionIndex)];
  const refused = own.filter(({ index, recorded: { at } }) => index === null && at < recorded.at).length;
  return Math.max(-1, ...indexes.map((index) => index ?? -1)) + 1 + refused;
}

/** Returns the first log of a token movement without a contract, in the format of the result that represents it. */
export function syntheticJson(world: World, log: Log): Item {
  const { recorded, root, hash, transactionIndex } = log;
  const block = world.blocks[recorded.block];
  return {
    access_list: [],
    address: addressOf(world, root),
    amount: null,
    block_gas_used: block?.gasUsed ?? null,
    block_hash: hex0x(block?.hash),
    block_number: recorded.block,
    bloom: '0x',
    call_result: '0x',
    child: recorded.parent !== null,
    chain_id: CHAIN_ID,
    contract_id: id(root),
    created_contract_ids: [],
    error_message: null,
    failed_initcode: null,
    from: longZero(recorded.payer),
    function_parameters: '0x',
    gas_consumed: null,
    gas_limit: 0,
    gas_price: gasPrice(world, recorded.at),
    gas_used: null,
    hash: hex0x(hash),
    max_fee_per_gas: null,
    max_priority_fee_per_gas: null,
    nonce: null,
    r: null,
    result: 'SUCCESS',
    s: null,
    status: '0x1',
    timestamp: time(recorded.at),
    to: longZero(root),
    transaction_index: transactionIndex,
    type: 0,
    v: null,
  };
}

/** Fields of results in the list of a contract. */
const SHORT_FIELDS = [
  'address',
  'amount',
  'bloom',
  'call_result',
  'child',
  'contract_id',
  'created_contract_ids',
  'error_message',
  'from',
  'function_parameters',
  'gas_consumed',
  'gas_limit',
  'gas_used',
  'hash',
  'timestamp',
  'to',
];

const inWeibars = (tinybars: string) => `0x${(BigInt(tinybars) * WEIBARS_PER_TINYBAR).toString(16)}`;

/** Returns a synthetic result in the list of its contract. */
export function shortSyntheticJson(world: World, log: Log): Item {
  return Object.fromEntries(
    Object.entries(syntheticJson(world, log)).filter(([name]) => SHORT_FIELDS.includes(name)),
  );
}

/** Returns a single synthetic result, with the logs of its transaction, and without a gas price. */
export function singleSyntheticJson(world: World, log: Log, logs: readonly Log[]): Item {
  return {
    ...syntheticJson(world, log),
    gas_price: null,
    logs: logs.map((one) => logJson(world, one)),
    state_changes: [],
  };
}

/** Returns the fields of a single result that differ with `hbar=false`: amounts and a wallet's prices in weibars. */
export function weibars(world: World, { recorded, wallet, result }: ContractRun): Item {
  if (wallet !== null) {
    return {
      amount: wallet.value,
      gas_price: quantity(wallet.gasPrice),
      max_fee_per_gas: quantity(wallet.maxFee),
      max_priority_fee_per_gas: quantity(wallet.maxPriorityFee),
    };
  }
  const { contractCall: call, contractCreateInstance: create } = recorded.body;
  const amount = big(call ? call.amount : create ? create.initialBalance : result?.amount);
  return { amount: amount * WEIBARS_PER_TINYBAR, gas_price: inWeibars(gasPrice(world, recorded.at)) };
}
