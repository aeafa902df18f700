import { encodeEntityId } from '@tain/ledger/entity-id';
import { evmAddressOfAlias } from '@tain/ledger/evm-address';
import { prefixedHex } from '@tain/ledger/integer-bytes';
import type { Network } from '@tain/ledger/network';
import { HOOK_CONTRACT } from '@tain/ledger/system-contracts';
import { proto } from '@tain/protos/hapi';
import { leftJoinTable } from '../../store/access/joined-rows.ts';
import { exists } from '../../store/access/lookup.ts';
import { fileContent, isUserFile } from '../../store/reads/file-content.ts';
import { type Sql, sql, where } from '../../store/sql.ts';
import type { RpcContext } from '../method/context.ts';
import { idOfAddress } from './addresses.ts';

/** A contract execution with its Ethereum transaction, if any. Bytes are PostgreSQL's text (`\x…`). */
export interface StoredResult {
  /** Consensus time in nanoseconds. */
  readonly time: bigint;
  readonly hash: string;
  /** Index in its block; null if nothing was executed. */
  readonly index: bigint | null;
  readonly gasLimit: string;
  readonly gasUsed: bigint | null;
  /** Amount in tinybars. */
  readonly amount: string | null;
  readonly bloom: string | null;
  /** Last 20 bytes of the output. */
  readonly outputEnd: string | null;
  readonly contract: bigint;
  readonly created: readonly bigint[];
  readonly error: string | null;
  readonly input: string | null;
  readonly sender: bigint;
  /** Address of a sender without an id. */
  readonly senderAddress: string | null;
  /** Response code of the ledger. */
  readonly status: number;
  readonly ethereum: StoredEthereum | null;
}

/** Signed part of an Ethereum transaction. Amounts and prices are weibars in big-endian bytes. */
export interface StoredEthereum {
  readonly type: number;
  readonly chainId: string | null;
  readonly nonce: string | null;
  readonly to: string | null;
  readonly value: string | null;
  readonly gasPrice: string | null;
  readonly maxFeePerGas: string | null;
  readonly maxPriorityFeePerGas: string | null;
  readonly r: string | null;
  readonly s: string | null;
  readonly v: string | null;
  readonly recoveryId: string | null;
  /** Access list as JSON. */
  readonly accessList: string | null;
  readonly authorizationList: string | null;
}

/** `WRONG_NONCE`: on Ethereum such a transaction would not be in a block. */
export const WRONG_NONCE = 312;

const COLUMNS = sql`r.consensus_timestamp, r.transaction_hash, r.transaction_index,
  coalesce(et.gas_limit, r.gas_limit), r.gas_used, r.amount, r.bloom,
  substring(r.call_result from greatest(length(r.call_result) - 19, 1)), r.contract_id,
  r.created_contract_ids, nullif(r.error_message, ''),
  coalesce(nullif(et.call_data, ''),
    case when length(r.function_parameters) = 0 and ${isUserFile(sql`et.call_data_id`)}
      then ${fileContent(sql`et.call_data_id`)} end,
    r.function_parameters),
  r.sender_id, case when coalesce(r.sender_id, 0) = 0 then r.function_result end, r.transaction_result,
  et.consensus_timestamp is not null, coalesce(et.type, 0), et.chain_id, et.nonce, nullif(et.to_address, ''),
  et.value, et.gas_price, et.max_fee_per_gas, et.max_priority_fee_per_gas, et.signature_r, et.signature_s,
  et.signature_v, et.recovery_id, et.access_list, et.authorization_list`;

type Reading = Pick<RpcContext, 'select'>;
type ReadingNetwork = Pick<RpcContext, 'select' | 'settings'>;

/**
 * Returns the condition that an execution `r` is a transaction of its own in Ethereum's view: no call of another execution.
 * That is also the call of a hook, whose transaction ran no contract otherwise, and which has an index of its own.
 */
export function isOutermost(network: Network): Sql {
  return sql`(r.transaction_nonce = 0 or r.contract_id = ${hookContract(network)})`;
}

/** Returns the gas that calls of hooks used, which the ledger does not count as gas of their block. */
export function gasOfHooks(results: readonly StoredResult[], network: Network): bigint {
  const hook = hookContract(network);
  return results.reduce((sum, { contract, gasUsed }) => sum + (contract === hook ? (gasUsed ?? 0n) : 0n), 0n);
}

function hookContract({ shard, realm }: Network): bigint {
  return encodeEntityId(shard, realm, HOOK_CONTRACT);
}

const WITH_ETHEREUM = leftJoinTable('ethereum_transaction', 'et', [
  sql`et.consensus_timestamp = r.consensus_timestamp`,
  sql`et.payer_account_id = r.payer_account_id`,
]);

/** Reads the executions that meet conditions on `r` (`contract_result`), by time. */
async function selectResults({ select }: Reading, conditions: readonly Sql[]): Promise<StoredResult[]> {
  const rows = await select(sql`
    select ${COLUMNS}
    from contract_result r
    ${WITH_ETHEREUM}${where(conditions)}
    order by r.consensus_timestamp`);
  return rows.map(resultOf);
}

/** Reads the executions of a block that Ethereum tools treat as its transactions. Times are nanoseconds. */
export function selectResultsBetween(
  context: ReadingNetwork,
  start: bigint,
  end: bigint,
  index?: bigint,
): Promise<StoredResult[]> {
  return selectResults(context, executedBetween(context.settings, start, end, index));
}

/** Returns the conditions on `r` of the executions in a block, or of the one with an index. */
function executedBetween(network: Network, start: bigint, end: bigint, index?: bigint): Sql[] {
  return [
    sql`r.consensus_timestamp >= ${start}`,
    sql`r.consensus_timestamp <= ${end}`,
    isOutermost(network),
    sql`r.transaction_result <> ${WRONG_NONCE}`,
    index === undefined ? sql`r.transaction_index is not null` : sql`r.transaction_index = ${index}`,
  ];
}

/** The gas that an execution used, and its price if a wallet signed one. */
export interface PricedGas extends Pick<StoredResult, 'gasUsed'> {
  readonly ethereum: Pick<StoredEthereum, 'gasPrice'> | null;
}

/** Reads of the executions of a block only their gas and its price. Times are nanoseconds. */
export async function selectPricedGas(
  { select, settings }: ReadingNetwork,
  { start, end }: { readonly start: bigint; readonly end: bigint },
): Promise<PricedGas[]> {
  const rows = await select(sql`
    select r.gas_used, et.consensus_timestamp is not null, et.gas_price
    from contract_result r
    ${WITH_ETHEREUM}${where(executedBetween(settings, start, end))}`);
  return rows.map(([gasUsed, isEthereum, gasPrice = null]) => ({
    gasUsed: gasUsed == null ? null : BigInt(gasUsed),
    ethereum: isEthereum === 't' ? { gasPrice } : null,
  }));
}

/**
 * Reads the execution of the transaction with a hash (32 bytes, hex with `0x`) up to a time: of several the newest
 * success, else the newest.
 */
export async function selectResultByHash(
  context: Reading,
  hash: string,
  until: bigint,
): Promise<StoredResult | undefined> {
  const bytes = Buffer.from(hash.slice(2), 'hex');
  const [[time] = []] = await context.select(sql`
    select h.consensus_timestamp
    from contract_transaction_hash h
    where h.hash = ${bytes} and h.consensus_timestamp <= ${until}
      and ${exists(sql`contract_result r`, [sql`r.consensus_timestamp = h.consensus_timestamp`])}
    order by h.transaction_result = 22 desc, h.consensus_timestamp desc
    limit 1`);
  if (!time) return undefined;
  const [result] = await selectResults(context, [sql`r.consensus_timestamp = ${BigInt(time)}`]);
  return result;
}

/** Returns the gas that a block's executions used up to an index. */
export async function selectCumulativeGas(
  { select, settings }: ReadingNetwork,
  start: bigint,
  end: bigint,
  index: bigint,
): Promise<bigint> {
  const [row] = await select(sql`
    select sum(r.gas_used) from contract_result r
    where r.consensus_timestamp >= ${start} and r.consensus_timestamp <= ${end} and ${isOutermost(settings)}
      and r.transaction_result <> ${WRONG_NONCE} and r.transaction_index <= ${index}`);
  return BigInt(row?.[0] ?? 0);
}

/** Returns the packed ids whose addresses results contain. */
export function idsOf(results: readonly StoredResult[], network: RpcContext['settings']): bigint[] {
  return results.flatMap(({ sender, contract, ethereum }) => {
    const to = ethereum?.to ? idOfAddress(`0x${ethereum.to.slice(2)}`, network) : undefined;
    return [sender, contract, ...(to === undefined ? [] : [to])].filter((id) => id !== 0n);
  });
}

function resultOf(row: readonly (string | null)[]): StoredResult {
  const [
    time,
    hash,
    index,
    gasLimit,
    gasUsed,
    amount,
    bloom,
    outputEnd,
    contract,
    created,
    error,
    input,
    sender,
  ] = row;
  const [functionResult, status, isEthereum, ...ethereum] = row.slice(13);
  return {
    time: BigInt(time ?? 0),
    hash: hash?.slice(2) ?? '',
    index: index == null ? null : BigInt(index),
    gasLimit: gasLimit ?? '0',
    gasUsed: gasUsed == null ? null : BigInt(gasUsed),
    amount: amount ?? null,
    bloom: bloom ?? null,
    outputEnd: outputEnd ?? null,
    contract: BigInt(contract ?? 0),
    created: created == null || created === '{}' ? [] : created.slice(1, -1).split(',').map(BigInt),
    error: error ?? null,
    input: input ?? null,
    sender: BigInt(sender ?? 0),
    senderAddress: functionResult == null ? null : senderOf(functionResult),
    status: Number(status),
    ethereum: isEthereum === 't' ? ethereumOf(ethereum) : null,
  };
}

function ethereumOf(columns: readonly (string | null)[]): StoredEthereum {
  const [type, chainId = null, nonce = null, to = null, value = null, gasPrice = null, ...fees] = columns;
  const [maxFeePerGas = null, maxPriorityFeePerGas = null, r = null, s = null, v = null, recoveryId = null] =
    fees;
  const [accessList = null, authorizationList = null] = fees.slice(6);
  return {
    type: Number(type),
    chainId,
    nonce,
    to,
    value,
    gasPrice,
    maxFeePerGas,
    maxPriorityFeePerGas,
    r,
    s,
    v,
    recoveryId,
    accessList,
    authorizationList,
  };
}

/** Returns the address of the sender in a serialized `ContractFunctionResult`; null where it has none. */
function senderOf(functionResult: string): string | null {
  try {
    const { senderId } = proto.ContractFunctionResult.decode(Buffer.from(functionResult.slice(2), 'hex'));
    const address = senderId?.alias?.length ? evmAddressOfAlias(senderId.alias) : null;
    return address === null ? null : prefixedHex(address);
  } catch {
    return null;
  }
}
