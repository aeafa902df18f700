import { encodeEntityId, MAX_NUM } from '@tain/ledger/entity-id';
import { type LongLike, longToBigInt } from '@tain/ledger/long';
import { nanosOf } from '@tain/ledger/timestamp';
import type { proto } from '@tain/protos/hapi';

/**
 * Reads the ledger's id messages as packed ids. An absent id, one without a number (such as an alias) and one out of
 * range are all 0: the empty id.
 */
type Num = LongLike | null | undefined;

function packed(shard: Num, realm: Num, num: Num): bigint {
  if (num === null || num === undefined) return 0n;
  const n = longToBigInt(num);
  if (isZero(shard) && isZero(realm)) return n > 0n && n <= MAX_NUM ? n : 0n;
  try {
    return encodeEntityId(longToBigInt(shard), longToBigInt(realm), n);
  } catch (error) {
    if (error instanceof RangeError) return 0n;
    throw error;
  }
}

function isZero(value: Num): boolean {
  return value === null || value === undefined || (value.low === 0 && value.high === 0);
}

export function accountIdOf(id: proto.IAccountID | null | undefined): bigint {
  return id ? packed(id.shardNum, id.realmNum, id.accountNum) : 0n;
}

export function contractIdOf(id: proto.IContractID | null | undefined): bigint {
  return id ? packed(id.shardNum, id.realmNum, id.contractNum) : 0n;
}

export function fileIdOf(id: proto.IFileID | null | undefined): bigint {
  return id ? packed(id.shardNum, id.realmNum, id.fileNum) : 0n;
}

export function topicIdOf(id: proto.ITopicID | null | undefined): bigint {
  return id ? packed(id.shardNum, id.realmNum, id.topicNum) : 0n;
}

export function tokenIdOf(id: proto.ITokenID | null | undefined): bigint {
  return id ? packed(id.shardNum, id.realmNum, id.tokenNum) : 0n;
}

export function scheduleIdOf(id: proto.IScheduleID | null | undefined): bigint {
  return id ? packed(id.shardNum, id.realmNum, id.scheduleNum) : 0n;
}

/** Returns the empty id as null, for columns that refer to an entity. */
export function idOrNull(id: bigint): bigint | null {
  return id === 0n ? null : id;
}

/** Converts a `Timestamp` to nanoseconds; null when there is none. Saturates. */
export function timestampOf(value: proto.ITimestamp | null | undefined): bigint | null {
  return value ? nanosOf(longToBigInt(value.seconds), value.nanos ?? 0) : null;
}

/** Converts a `Duration` to seconds; null when there is none. */
export function secondsOf(value: proto.IDuration | null | undefined): bigint | null {
  return value ? longToBigInt(value.seconds) : null;
}

/** Returns a protobuf 64-bit integer if it was sent, else null. */
export function bigIntOrNull(value: LongLike | null | undefined): bigint | null {
  return value === null || value === undefined ? null : longToBigInt(value);
}
