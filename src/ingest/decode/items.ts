import { isKnownType, readBodyType } from '@tain/ledger/body-type';
import { encodeEntityId } from '@tain/ledger/entity-id';
import type { HapiVersion } from '@tain/ledger/hapi-version';
import { longToBigInt } from '@tain/ledger/long';
import { RESPONSE_CODES } from '@tain/ledger/response-code';
import { isSuccess } from '@tain/ledger/results';
import { HOOK_CONTRACT } from '@tain/ledger/system-contracts';
import { nanosOf } from '@tain/ledger/timestamp';
import { MalformedError } from '@tain/ledger/wire-reader';
import { proto } from '@tain/protos/hapi';
import { messageOf } from '../../kernel/failure.ts';
import { eachInSteps, type Steps } from '../../kernel/limits/in-slices.ts';
import type { BlockFacts, Item } from './item.ts';
import { rawMessage } from './raw-field.ts';
import type { RawItem } from './raw-record-file.ts';
import { readTransaction } from './signed-transaction.ts';
import { beginTransaction, seeUnrecognized } from './unrecognized.ts';

const NO_SIDECARS: readonly proto.ITransactionSidecarRecord[] = [];

/** Sidecar records by consensus time in nanoseconds. */
export type SidecarRecords = ReadonlyMap<bigint, readonly proto.ITransactionSidecarRecord[]>;

/**
 * One transaction and its outcome in a stream format. All other fields of an `Item` are derived from these, in the same
 * way for every format.
 */
export interface ItemSource {
  /** Raw bytes of the `TransactionBody` message. */
  readonly bodyBytes: Buffer;
  /** Raw bytes of the `SignatureMap` message; null: there is none. */
  readonly signatureBytes: Buffer | null;
  /** Bytes of the `Transaction` message. Few rows store them, so a format that lacks them encodes them here. */
  transactionBytes(): Buffer;
  /** Returns the outcome; may be called repeatedly. Throws for bytes that are not a record. */
  record(): proto.ITransactionRecord;
  /** Bytes of the `TransactionRecord` message, raw if the format has them, else encoded. Few rows store them. */
  recordBytes(): Buffer;
  /** Bytes of the record's `ContractFunctionResult` message, in the same way; null: it has none. */
  resultBytes(): Buffer | null;
  /** Facts that only blocks have; null from a record file. */
  readonly blockFacts: BlockFacts | null;
}

/**
 * Makes the items of one block, in order, from their raw parts. Throws `MalformedError`, naming the item by its
 * position.
 */
export function* makeItems<T>(
  raws: readonly T[],
  read: (raw: T) => ItemSource,
  hapiVersion: HapiVersion | null,
  sidecars: SidecarRecords,
): Steps<Item[]> {
  const items: DecodedItem[] = [];
  yield* eachInSteps(raws, (raw, index) => {
    beginTransaction(index);
    try {
      items.push(new DecodedItem(read(raw), items, hapiVersion, sidecars));
    } catch (error) {
      // protobufjs throws errors of its own types, and RangeError when a message ends early.
      const reason = messageOf(error);
      throw new MalformedError(`transaction ${index} cannot be read: ${reason}`, { cause: error });
    }
  });
  return items;
}

/**
 * Number of items that retain their decoded messages: the most recently used ones, of all blocks. The objects of a
 * whole block would outlive the young generation, and cost more than decoding them twice.
 */
export const DECODED_ITEMS = 256;

const decoded: DecodedItem[] = [];
let oldest = 0;

/**
 * An item that decodes all of its messages once when it is created, to check that they are valid, and again on request.
 */
class DecodedItem implements Item {
  readonly consensusTimestamp: bigint;
  readonly index: number;
  readonly hapiVersion: HapiVersion | null;
  readonly type: number;
  readonly status: number;
  readonly successful: boolean;
  readonly payer: bigint;
  readonly parent: Item | null;
  readonly hookParent: Item | null;
  readonly movesTokens: boolean;
  readonly sidecars: readonly proto.ITransactionSidecarRecord[];
  /** Number of the contract in the contract result (0: none named); null without a result. */
  readonly #resultContract: bigint | null;
  /**
   * The last hook call up to this item, itself included; null: none. A search for it took seconds in a block of 33,000 children
   * of one transaction.
   */
  readonly #latestHook: DecodedItem | null;
  readonly #source: ItemSource;
  #body: proto.ITransactionBody | null = null;
  #record: proto.ITransactionRecord | null = null;
  #signatureMap: proto.ISignatureMap | null = null;
  #isRetained = false;

  constructor(
    source: ItemSource,
    before: readonly DecodedItem[],
    hapiVersion: HapiVersion | null,
    sidecars: SidecarRecords,
  ) {
    this.#source = source;
    const { record, body } = this;
    if (!record.consensusTimestamp) throw new MalformedError('its record has no consensus timestamp');
    decodeSignatures(source.signatureBytes);
    this.consensusTimestamp = nanosOfTimestamp(record.consensusTimestamp);
    this.index = before.length;
    this.hapiVersion = hapiVersion;
    this.type = readBodyType(source.bodyBytes);
    this.status = record.receipt?.status ?? 0;
    if (this.type !== 0 && !isKnownType(this.type)) seeUnrecognized('transaction type', this.type);
    if (RESPONSE_CODES[this.status] === undefined) seeUnrecognized('result', this.status);
    const parent = findParent(record, before);
    this.successful = isSuccess(this.status) && (parent === null || parent.successful);
    this.payer = payerOf(body);
    this.parent = parent;
    this.#resultContract = resultContractOf(record);
    this.movesTokens = (record.tokenTransferLists?.length ?? 0) > 0;
    this.hookParent = this.#findHookParent(before);
    const previous = before.at(-1);
    this.#latestHook = this.#resultContract === HOOK_CONTRACT ? this : previous ? previous.#latestHook : null;
    this.sidecars = sidecars.get(this.consensusTimestamp) ?? NO_SIDECARS;
  }

  get transactionBytes(): Buffer {
    return this.#source.transactionBytes();
  }

  get recordBytes(): Buffer {
    return this.#source.recordBytes();
  }

  get resultBytes(): Buffer | null {
    return this.#source.resultBytes();
  }

  get bodyBytes(): Buffer {
    return this.#source.bodyBytes;
  }

  get blockFacts(): BlockFacts | null {
    return this.#source.blockFacts;
  }

  get hasResult(): boolean {
    return this.#resultContract !== null;
  }

  get body(): proto.ITransactionBody {
    this.#retain();
    this.#body ??= proto.TransactionBody.decode(this.bodyBytes);
    return this.#body;
  }

  get record(): proto.ITransactionRecord {
    this.#retain();
    this.#record ??= this.#source.record();
    return this.#record;
  }

  get signatureMap(): proto.ISignatureMap {
    this.#retain();
    this.#signatureMap ??= decodeSignatures(this.#source.signatureBytes);
    return this.#signatureMap;
  }

  /** Adds this item to those that retain their decoded messages, in place of the oldest one. */
  #retain(): void {
    if (this.#isRetained) return;
    const replaced = decoded[oldest];
    if (replaced) replaced.#release();
    decoded[oldest] = this;
    oldest = (oldest + 1) % DECODED_ITEMS;
    this.#isRetained = true;
  }

  #release(): void {
    this.#isRetained = false;
    this.#body = null;
    this.#record = null;
    this.#signatureMap = null;
  }

  /** The hook call that a child's contract result descends from: the nearest one between it and its parent. */
  #findHookParent(before: readonly DecodedItem[]): Item | null {
    const contract = this.#resultContract;
    if (this.parent === null || contract === null || contract === HOOK_CONTRACT) return null;
    const previous = before.at(-1);
    const nearest = previous ? previous.#latestHook : null;
    return nearest !== null && nearest.index > this.parent.index ? nearest : null;
  }
}

function decodeSignatures(bytes: Buffer | null): proto.ISignatureMap {
  return bytes ? proto.SignatureMap.decode(bytes) : { sigPair: [] };
}

/** Converts a timestamp to nanoseconds. */
export function nanosOfTimestamp(timestamp: proto.ITimestamp): bigint {
  return nanosOf(longToBigInt(timestamp.seconds), timestamp.nanos ?? 0);
}

/** Returns 0, the empty id, when the transaction names no payer by number. */
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
 * Finds the parent of a child. A child directly follows its parent or an older sibling; in a batch the sibling's parent
 * can itself be the child of the batch.
 */
function findParent(record: proto.ITransactionRecord, before: readonly Item[]): Item | null {
  const previous = before.at(-1);
  if (!record.parentConsensusTimestamp || !previous) return null;
  const timestamp = nanosOfTimestamp(record.parentConsensusTimestamp);
  for (const candidate of [previous, previous.parent, previous.parent?.parent]) {
    if (candidate?.consensusTimestamp === timestamp) return candidate;
  }
  return null;
}

/** Returns the number of the contract in a record's contract result (0: none named); null without a result. */
function resultContractOf(record: proto.ITransactionRecord): bigint | null {
  const result = record.contractCallResult ?? record.contractCreateResult;
  return result ? longToBigInt(result.contractID?.contractNum) : null;
}

/** Field numbers of the result of a contract execution in a record. */
const CALL_RESULT = 7;
const CREATE_RESULT = 8;

/** Splits a transaction and its record from a record file. Throws `MalformedError` when it has no body. */
export function readRecordedItem(raw: RawItem): ItemSource {
  return new RecordedItem(raw);
}

/** An item of a record file. Returns its bytes without encoding them, and decodes the outcome on request. */
class RecordedItem implements ItemSource {
  readonly bodyBytes: Buffer;
  readonly signatureBytes: Buffer | null;
  readonly blockFacts = null;
  readonly #raw: RawItem;

  constructor(raw: RawItem) {
    const { bodyBytes, signatureBytes } = readTransaction(raw.transaction);
    this.bodyBytes = bodyBytes;
    this.signatureBytes = signatureBytes;
    this.#raw = raw;
  }

  transactionBytes(): Buffer {
    return this.#raw.transaction;
  }

  record(): proto.ITransactionRecord {
    return proto.TransactionRecord.decode(this.#raw.record);
  }

  recordBytes(): Buffer {
    return this.#raw.record;
  }

  resultBytes(): Buffer | null {
    const { record } = this.#raw;
    return rawMessage(record, CREATE_RESULT) ?? rawMessage(record, CALL_RESULT);
  }
}
