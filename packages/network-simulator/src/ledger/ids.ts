import type { proto } from '@tain/protos/hapi';
import Long from 'long';
import { longToBigInt } from './long.ts';

/**
 * Conversions of numbers and times to protobuf messages. The demo network has shard 0 and realm 0, so a plain `number`
 * identifies an entity.
 */
export function long(value: bigint | number): Long {
  return typeof value === 'number' ? Long.fromNumber(value) : Long.fromBigInt(value);
}

export function accountId(num: number): proto.IAccountID {
  return { accountNum: long(num) };
}

/** Returns the id of an account named by its alias or EVM address. */
export function aliasId(alias: Uint8Array): proto.IAccountID {
  return { alias };
}

export function contractId(num: number): proto.IContractID {
  return { contractNum: long(num) };
}

export function tokenId(num: number): proto.ITokenID {
  return { tokenNum: long(num) };
}

export function topicId(num: number): proto.ITopicID {
  return { topicNum: long(num) };
}

export function fileId(num: number): proto.IFileID {
  return { fileNum: long(num) };
}

export function scheduleId(num: number): proto.IScheduleID {
  return { scheduleNum: long(num) };
}

export function nftId(token: number, serial: number): proto.INftID {
  return { token_ID: tokenId(token), serialNumber: long(serial) };
}

/** Encodes nanoseconds since 1970. */
export function timestamp(nanos: bigint): proto.ITimestamp {
  return { seconds: long(nanos / 1_000_000_000n), nanos: Number(nanos % 1_000_000_000n) };
}

/** Decodes nanoseconds since 1970; 0 for an absent time. */
export function nanosOf(time: proto.ITimestamp | null | undefined): bigint {
  return longToBigInt(time?.seconds) * 1_000_000_000n + BigInt(time?.nanos ?? 0);
}

export function duration(seconds: number): proto.IDuration {
  return { seconds: long(seconds) };
}

/** Returns the number in an id message; 0 for an absent one. */
export function numOf(value: Long | null | undefined): number {
  return value === null || value === undefined ? 0 : value.toNumber();
}

/** Returns the long-zero address of an entity: 20 bytes that contain only its number. */
export function longZero(num: number): Buffer {
  const address = Buffer.alloc(20);
  address.writeBigUInt64BE(BigInt(num), 12);
  return address;
}
