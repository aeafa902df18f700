import { printEntityId } from '@tain/ledger/entity-id';
import { NANOS_PER_SECOND } from '@tain/ledger/timestamp';
import type { TransactionId, TransactionReference } from '@tain/ledger/transaction-id';
import { refused } from '../../calls/refusal.ts';
import type { Select, TextRows } from '../../store/connections/select.ts';
import { firstReferencedTime } from '../../store/reads/contracts/transaction-reference.sql.ts';
import { sql } from '../../store/sql.ts';

/** A transaction that ran a contract, as it was recorded. */
export interface RecordedTransaction {
  /** Consensus time in nanoseconds. */
  readonly timestamp: bigint;
  /** Row of the transaction; undefined when it is not retained. */
  readonly row: TransactionRow | undefined;
  readonly result: RecordedResult;
  readonly ethereum: RecordedEthereum | undefined;
}

/** Row of `transaction`. */
export interface TransactionRow {
  readonly type: number;
  readonly id: TransactionId;
  readonly nonce: number;
  readonly isScheduled: boolean;
}

export interface RecordedResult {
  /** Packed id of the contract. */
  readonly contract: bigint | undefined;
  readonly sender: bigint | undefined;
  readonly payer: bigint;
  readonly gasLimit: bigint;
  /** Amount in tinybars. */
  readonly amount: bigint;
  /** Call data; the arguments of the constructor for a creation. */
  readonly parameters: Uint8Array;
  /** Init code of a failed creation, if the network recorded it. */
  readonly failedInitcode: Uint8Array | undefined;
  /** Number of the status. */
  readonly status: number;
  /** Charged gas; 0 if nothing ran. */
  readonly gasUsed: bigint;
  /** Returned bytes (`call_result`); undefined where the record has none. */
  readonly output: Uint8Array | undefined;
  /** Bytes of the revert, which `error_message` shows as 0x and hex digits; undefined where it shows no bytes. */
  readonly revertData: Uint8Array | undefined;
}

export interface RecordedEthereum {
  /** Signed transaction, without call data that is in a file. */
  readonly raw: Uint8Array;
  readonly gasLimit: bigint;
  readonly nonce: bigint;
  /** Value in weibars. */
  readonly value: bigint;
  /** Receiver; undefined for a creation. */
  readonly to: string | undefined;
  /** Number of authorizations (EIP-7702). */
  readonly authorizations: number;
  readonly callData: Uint8Array;
  /** File that has the call data, as hex. */
  readonly callDataFile: bigint | undefined;
}

const HEX_BYTES = /^0x(?:[0-9a-f]{2})*$/i;

/** Reads the recorded transaction of a request. Throws `CallRefusal` (`unknown`). */
export async function selectRecorded(
  select: Select,
  reference: TransactionReference,
): Promise<RecordedTransaction> {
  const timestamp = await selectTimestamp(select, reference);
  const [result] = await select(sql`
    select contract_id, sender_id, payer_account_id, gas_limit, amount, function_parameters, failed_initcode,
      transaction_result, gas_used, call_result, error_message
    from contract_result where consensus_timestamp = ${timestamp}`);
  if (result === undefined) throw refused('unknown', `Contract result not found: ${timestamp}`);
  const [ethereum] = await select(sql`
    select data, gas_limit, nonce, value, to_address, call_data, call_data_id,
      case jsonb_typeof(authorization_list) when 'array' then jsonb_array_length(authorization_list) else 0 end
    from ethereum_transaction where consensus_timestamp = ${timestamp}`);
  const [row] = await select(sql`
    select type, payer_account_id, valid_start_ns, nonce, scheduled
    from transaction where consensus_timestamp = ${timestamp}`);
  return {
    timestamp,
    row: row && rowOf(row),
    result: resultOf(result),
    ethereum: ethereum && ethereumOf(ethereum),
  };
}

async function selectTimestamp(select: Select, reference: TransactionReference): Promise<bigint> {
  const [row] = await select(firstReferencedTime(reference));
  if (row?.[0]) return BigInt(row[0]);
  if ('hash' in reference)
    throw refused('unknown', `Contract transaction hash not found: 0x${reference.hash}`);
  const { payer, validStart } = reference.id;
  const start = `${validStart / NANOS_PER_SECOND}-${validStart % NANOS_PER_SECOND}`;
  throw refused('unknown', `Transaction not found: ${printEntityId(payer)}-${start}`);
}

function rowOf([type, payer, validStart, nonce, scheduled]: TextRows[number]): TransactionRow {
  return {
    type: Number(type),
    id: { payer: BigInt(payer ?? 0), validStart: BigInt(validStart ?? 0) },
    nonce: Number(nonce),
    isScheduled: scheduled === 't',
  };
}

function resultOf([
  contract,
  sender,
  payer,
  gas,
  amount,
  parameters,
  initcode,
  status,
  gasUsed,
  output,
  error,
]: TextRows[number]): RecordedResult {
  return {
    contract: idOf(contract),
    sender: idOf(sender),
    payer: BigInt(payer ?? 0),
    gasLimit: BigInt(gas ?? 0),
    amount: BigInt(amount ?? 0),
    parameters: bytesOf(parameters) ?? new Uint8Array(),
    failedInitcode: bytesOf(initcode),
    status: Number(status),
    gasUsed: BigInt(gasUsed ?? 0),
    output: bytesOf(output),
    revertData: HEX_BYTES.test(error ?? '') ? bytesOf(error) : undefined,
  };
}

function ethereumOf(row: TextRows[number]): RecordedEthereum {
  const [raw, gas, nonce, value, to, callData, file, authorizations] = row;
  const receiver = bytesOf(to);
  return {
    raw: bytesOf(raw) ?? new Uint8Array(),
    gasLimit: BigInt(gas ?? 0),
    nonce: BigInt(nonce ?? 0),
    value: BigInt(`0x0${hexOf(bytesOf(value))}`),
    to: receiver?.length === 20 ? hexOf(receiver) : undefined,
    callData: bytesOf(callData) ?? new Uint8Array(),
    callDataFile: idOf(file),
    authorizations: Number(authorizations),
  };
}

function idOf(text: string | null | undefined): bigint | undefined {
  return text === null || text === undefined || text === '0' ? undefined : BigInt(text);
}

/** Parses PostgreSQL's form of bytes: `\x` and hex digits. */
function bytesOf(text: string | null | undefined): Uint8Array | undefined {
  return text === null || text === undefined ? undefined : new Uint8Array(Buffer.from(text.slice(2), 'hex'));
}

function hexOf(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString('hex');
}
