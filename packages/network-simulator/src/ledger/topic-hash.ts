import { sha384 } from './sha384.ts';

/**
 * Running hash of a topic, version 3, as computed by consensus nodes: SHA-384 of the output of a Java
 * `ObjectOutputStream` for the previous hash, a block of integers, and the hash of the message.
 */
export const RUNNING_HASH_VERSION = 3;

/** The running hash of a topic without messages. */
export const EMPTY_RUNNING_HASH: Uint8Array = new Uint8Array(48);

/** `STREAM_MAGIC`, `STREAM_VERSION`, then `TC_ARRAY` with the description of class `[B`. */
const STREAM_AND_FIRST_ARRAY = Buffer.from('aced0005757200025b42acf317f8060854e002000078700000', 'hex');
const BLOCK_DATA = 0x77;
/** `TC_ARRAY` with a reference to that class. */
const SECOND_ARRAY = Buffer.from('7571007e00000000', 'hex');

/** Inputs of a message to its topic's running hash. Ids are numbers in shard and realm 0, `at` is in nanoseconds. */
export interface HashedMessage {
  readonly payer: number;
  readonly topic: number;
  readonly at: bigint;
  readonly sequenceNumber: number;
  /** SHA-384 of the message's bytes. */
  readonly hash: Uint8Array;
}

/** Computes the running hash after a message (48 bytes), from the previous one. */
export function topicRunningHash(previous: Uint8Array, message: HashedMessage): Buffer {
  const integers = Buffer.concat([
    int64(RUNNING_HASH_VERSION),
    ...[0, 0, message.payer].map(int64),
    ...[0, 0, message.topic].map(int64),
    int64(message.at / 1_000_000_000n),
    int32(message.at % 1_000_000_000n),
    int64(message.sequenceNumber),
  ]);
  return sha384(
    STREAM_AND_FIRST_ARRAY,
    int16(previous.length),
    previous,
    Uint8Array.of(BLOCK_DATA, integers.length),
    integers,
    SECOND_ARRAY,
    int16(message.hash.length),
    message.hash,
  );
}

function int64(value: bigint | number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(value));
  return bytes;
}

function int32(value: bigint): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(Number(value));
  return bytes;
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
