import { MalformedError } from '@tain/ledger/wire-reader';
import {
  bit32,
  type ProvenId,
  part,
  type Reader,
  read,
  readEntityId,
  readId,
  readRepeated,
  readTimestamp,
  readTransactionId,
  timeText,
  whole,
  zigZag,
} from './message-fields.ts';
import type { TopicState } from './state-changes.ts';

export interface ProvenTransfer {
  readonly account: string;
  /** Amount in tinybars, or in the token's smallest unit. */
  readonly amount: string;
  readonly is_approval: boolean;
}

export interface ProvenNftTransfer {
  readonly sender: string;
  readonly receiver: string;
  readonly serial_number: string;
}

export interface ProvenTokenTransfers {
  readonly token: string;
  readonly transfers: readonly ProvenTransfer[];
  readonly nft_transfers: readonly ProvenNftTransfer[];
}

function readTransfer(bytes: Uint8Array): ProvenTransfer {
  let [account, amount, isApproval] = ['0.0.0', 0n, false];
  read(bytes, (reader) => {
    if (reader.field === 1) account = readId(part(reader));
    else if (reader.field === 2) amount = zigZag(whole(reader));
    else if (reader.field === 3) isApproval = whole(reader) !== 0n;
    else return false;
    return true;
  });
  return { account, amount: amount.toString(), is_approval: isApproval };
}

/** Decodes a `TransferList`. */
function readTransfers(bytes: Uint8Array): ProvenTransfer[] {
  return readRepeated(bytes, 1).map(readTransfer);
}

function readNftTransfer(bytes: Uint8Array): ProvenNftTransfer {
  let [sender, receiver, serial] = ['0.0.0', '0.0.0', 0n];
  read(bytes, (reader) => {
    if (reader.field === 1) sender = readId(part(reader));
    else if (reader.field === 2) receiver = readId(part(reader));
    else if (reader.field === 3) serial = whole(reader);
    else return false;
    return true;
  });
  return { sender, receiver, serial_number: serial.toString() };
}

function readTokenTransfers(bytes: Uint8Array): ProvenTokenTransfers {
  let token = '0.0.0';
  const transfers: ProvenTransfer[] = [];
  const nftTransfers: ProvenNftTransfer[] = [];
  read(bytes, (reader) => {
    if (reader.field === 1) token = readEntityId(part(reader));
    else if (reader.field === 2) transfers.push(readTransfer(part(reader)));
    else if (reader.field === 3) nftTransfers.push(readNftTransfer(part(reader)));
    else return false;
    return true;
  });
  return { token, transfers, nft_transfers: nftTransfers };
}

/** Outcome of a transaction. */
export interface ProvenResult {
  /** Number of its `ResponseCodeEnum`; 22 is SUCCESS. */
  readonly status: number;
  readonly consensus_timestamp: string;
  readonly parent_consensus_timestamp: string | null;
  /** Fee in tinybars. */
  readonly charged_tx_fee: string;
  readonly transfers: readonly ProvenTransfer[];
  readonly token_transfers: readonly ProvenTokenTransfers[];
}

/** Fields with the same meaning in `TransactionResult` (blocks) and `TransactionRecord` (record files). */
interface ResultFields {
  readonly time: number;
  readonly parent: number;
  readonly fee: number;
  readonly transfers: number;
  readonly tokenTransfers: number;
}
const RESULT: ResultFields = { time: 2, parent: 3, fee: 6, transfers: 7, tokenTransfers: 8 };
const RECORD: ResultFields = { time: 3, parent: 15, fee: 6, transfers: 10, tokenTransfers: 11 };

function readOutcome(
  bytes: Uint8Array,
  fields: ResultFields,
  takeFurther: (reader: Reader) => boolean,
): Omit<ProvenResult, 'status'> & { readonly at: bigint } {
  let at: bigint | null = null;
  let parent: bigint | null = null;
  let fee = 0n;
  let transfers: ProvenTransfer[] = [];
  const tokenTransfers: ProvenTokenTransfers[] = [];
  read(bytes, (reader) => {
    const { field } = reader;
    if (takeFurther(reader)) return true;
    if (field === fields.time) at = readTimestamp(part(reader));
    else if (field === fields.parent) parent = readTimestamp(part(reader));
    else if (field === fields.fee) fee = BigInt.asUintN(64, whole(reader));
    else if (field === fields.transfers) transfers = readTransfers(part(reader));
    else if (field === fields.tokenTransfers) tokenTransfers.push(readTokenTransfers(part(reader)));
    else return false;
    return true;
  });
  if (at === null) throw new MalformedError('has no consensus time');
  return {
    at,
    consensus_timestamp: timeText(at),
    parent_consensus_timestamp: parent === null ? null : timeText(parent),
    charged_tx_fee: fee.toString(),
    transfers,
    token_transfers: tokenTransfers,
  };
}

/** A result with its consensus time in nanoseconds. */
export type TimedResult = ProvenResult & { readonly at: bigint };

/** Decodes a `TransactionResult` of a block. */
export function readResult(bytes: Uint8Array): TimedResult {
  let status = 0;
  const outcome = readOutcome(bytes, RESULT, (reader) => {
    if (reader.field !== 1) return false;
    status = bit32(whole(reader));
    return true;
  });
  return { status, ...outcome };
}

export interface ReadRecord extends TimedResult {
  readonly id: ProvenId | null;
  readonly transactionHash: Uint8Array;
  /** State of the topic in the receipt of a message. */
  readonly topic: (TopicState & { readonly version: bigint }) | null;
}

/** Decodes a `TransactionRecord` of a record file. */
export function readRecord(bytes: Uint8Array): ReadRecord {
  let receipt: ReturnType<typeof readReceipt> = { status: 0, topic: null };
  let id: ProvenId | null = null;
  let transactionHash: Uint8Array = new Uint8Array();
  const outcome = readOutcome(bytes, RECORD, (reader) => {
    if (reader.field === 1) receipt = readReceipt(part(reader));
    else if (reader.field === 2) transactionHash = part(reader);
    else if (reader.field === 4) id = readTransactionId(part(reader));
    else return false;
    return true;
  });
  return { ...receipt, id, transactionHash, ...outcome };
}

/** Decodes a `TransactionReceipt`. */
function readReceipt(bytes: Uint8Array): Pick<ReadRecord, 'status' | 'topic'> {
  let status = 0;
  let [sequenceNumber, version] = [0n, 0n];
  let runningHash: Uint8Array = new Uint8Array();
  read(bytes, (reader) => {
    if (reader.field === 1) status = bit32(whole(reader));
    else if (reader.field === 7) sequenceNumber = whole(reader);
    else if (reader.field === 8) runningHash = part(reader);
    else if (reader.field === 9) version = whole(reader);
    else return false;
    return true;
  });
  return { status, topic: runningHash.length === 0 ? null : { sequenceNumber, runningHash, version } };
}
