import { proto } from '@hiero-ledger/proto';
import { encodeEntityId } from '../../kernel/entity-id.ts';
import { longToBigInt } from '../../kernel/long.ts';
import { nanosOf } from '../../kernel/timestamp.ts';
import type { HapiVersion, Item } from '../item.ts';
import { MalformedError } from './byte-reader.ts';
import './key-depth.ts';
import type { RawItem } from './raw-record-file.ts';
import { readTransactionType } from './transaction-type.ts';
import { WireReader } from './wire-reader.ts';

const SUCCESS = 22;
const FEE_SCHEDULE_FILE_PART_UPLOADED = 104;
const SUCCESS_BUT_MISSING_EXPECTED_OPERATION = 220;

/** The system contract that calls the hooks of accounts (HIP-1195). */
const HOOK_CONTRACT = 0x16dn;

const NO_SIDECARS: readonly proto.ITransactionSidecarRecord[] = [];

/** Sidecar records by consensus time in nanoseconds. */
export type SidecarRecords = ReadonlyMap<bigint, readonly proto.ITransactionSidecarRecord[]>;

/** Decodes the items of one block, in order. Throws `MalformedError`, naming the item by its position. */
export function readItems(
  raws: readonly RawItem[],
  hapiVersion: HapiVersion | null,
  sidecars: SidecarRecords,
): Item[] {
  const items: Item[] = [];
  for (const raw of raws) {
    try {
      items.push(readItem(raw, items, hapiVersion, sidecars));
    } catch (error) {
      // protobufjs throws errors of its own kinds, and RangeError where a message ends early.
      const reason = error instanceof Error ? error.message : String(error);
      throw new MalformedError(`transaction ${items.length} cannot be read: ${reason}`, { cause: error });
    }
  }
  return items;
}

function readItem(
  raw: RawItem,
  before: readonly Item[],
  hapiVersion: HapiVersion | null,
  sidecars: SidecarRecords,
): Item {
  const record = proto.TransactionRecord.decode(raw.record);
  const { bodyBytes, signatureMap } = readTransaction(raw.transaction);
  const body = proto.TransactionBody.decode(bodyBytes);
  if (!record.consensusTimestamp) throw new MalformedError('its record has no consensus timestamp');
  const consensusTimestamp = timestampOf(record.consensusTimestamp);
  const status = record.receipt?.status ?? 0;
  const parent = findParent(record, before);
  return {
    consensusTimestamp,
    index: before.length,
    hapiVersion,
    transactionBytes: raw.transaction,
    recordBytes: raw.record,
    bodyBytes,
    body,
    signatureMap,
    record,
    type: readTransactionType(bodyBytes),
    status,
    successful: isSuccess(status) && (parent === null || parent.successful),
    payer: payerOf(body),
    parent,
    hookParent: findHookParent(record, parent, before),
    sidecars: sidecars.get(consensusTimestamp) ?? NO_SIDECARS,
  };
}

/** Where the body and the signatures of a transaction are, over the years: newest form first. */
function readTransaction(bytes: Buffer): { bodyBytes: Buffer; signatureMap: proto.ISignatureMap } {
  let body: Buffer | null = null;
  let signatures: Buffer | null = null;
  let bodyBytes: Buffer | null = null;
  let signedBytes: Buffer | null = null;
  const reader = new WireReader(bytes);
  while (reader.next()) {
    if (reader.field === 1) body = reader.content('the body');
    else if (reader.field === 3) signatures = reader.content('the signatures');
    else if (reader.field === 4) bodyBytes = reader.content('the body bytes');
    else if (reader.field === 5) signedBytes = reader.content('the signed transaction');
    else reader.skip();
  }
  if (signedBytes && signedBytes.length > 0) return readSignedTransaction(signedBytes);
  const content = bodyBytes && bodyBytes.length > 0 ? bodyBytes : body;
  if (!content) throw new MalformedError('it has no body');
  return { bodyBytes: content, signatureMap: readSignatureMap(signatures) };
}

function readSignedTransaction(bytes: Buffer): { bodyBytes: Buffer; signatureMap: proto.ISignatureMap } {
  let signatures: Buffer | null = null;
  let bodyBytes: Buffer | null = null;
  const reader = new WireReader(bytes);
  while (reader.next()) {
    if (reader.field === 1) bodyBytes = reader.content('the body bytes');
    else if (reader.field === 2) signatures = reader.content('the signatures');
    else reader.skip();
  }
  return { bodyBytes: bodyBytes ?? Buffer.alloc(0), signatureMap: readSignatureMap(signatures) };
}

function readSignatureMap(bytes: Buffer | null): proto.ISignatureMap {
  return bytes ? proto.SignatureMap.decode(bytes) : { sigPair: [] };
}

/** Nanoseconds. */
export function timestampOf(timestamp: proto.ITimestamp): bigint {
  return nanosOf(longToBigInt(timestamp.seconds), timestamp.nanos ?? 0);
}

function isSuccess(status: number): boolean {
  return (
    status === SUCCESS ||
    status === FEE_SCHEDULE_FILE_PART_UPLOADED ||
    status === SUCCESS_BUT_MISSING_EXPECTED_OPERATION
  );
}

/** 0, the empty id, where the transaction names no payer by number. */
function payerOf(body: proto.ITransactionBody): bigint {
  const id = body.transactionID?.accountID;
  if (!id) return 0n;
  try {
    return encodeEntityId(longToBigInt(id.shardNum), longToBigInt(id.realmNum), longToBigInt(id.accountNum));
  } catch {
    return 0n;
  }
}

/**
 * A child follows its parent or an older sibling at once; in a batch the sibling's parent can
 * itself be the child of the batch.
 */
function findParent(record: proto.ITransactionRecord, before: readonly Item[]): Item | null {
  const previous = before.at(-1);
  if (!record.parentConsensusTimestamp || !previous) return null;
  const timestamp = timestampOf(record.parentConsensusTimestamp);
  for (const candidate of [previous, previous.parent, previous.parent?.parent]) {
    if (candidate?.consensusTimestamp === timestamp) return candidate;
  }
  return null;
}

/** The hook call that a child's contract result descends from: the nearest one between it and its parent. */
function findHookParent(
  record: proto.ITransactionRecord,
  parent: Item | null,
  before: readonly Item[],
): Item | null {
  if (parent === null) return null;
  const contract = resultContractOf(record);
  if (contract === null || contract === HOOK_CONTRACT) return null;
  for (let index = before.length - 1; index > parent.index; index -= 1) {
    const item = before[index];
    if (item && resultContractOf(item.record) === HOOK_CONTRACT) return item;
  }
  return null;
}

/** Number of the contract that a record's contract result is of (0: none named), null without a result. */
function resultContractOf(record: proto.ITransactionRecord): bigint | null {
  const result = record.contractCallResult ?? record.contractCreateResult;
  return result ? longToBigInt(result.contractID?.contractNum) : null;
}
