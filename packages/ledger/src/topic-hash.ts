import { decodeEntityId } from './entity-id.ts';
import { sha384 } from './record-stream.ts';

/**
 * Version of the topic running hash (3, up to HIP-991): consensus nodes are Java programs and hash the output of Java's object
 * serialization for the previous hash, a block of integers, and the hash of the message. Checked against messages of mainnet.
 */
export const RUNNING_HASH_VERSION = 3;

/** Running hash of a topic without messages. */
export const EMPTY_RUNNING_HASH: Uint8Array = new Uint8Array(48);
/** Stream header, and an array of bytes with its class description. */
const FIRST_ARRAY = Buffer.from('aced0005757200025b42acf317f8060854e00200007870', 'hex');
const BLOCK = 76;
/** Array of bytes of the class described before. */
const SECOND_ARRAY = Buffer.from('7571007e0000', 'hex');

/** Input of the running hash for one message. */
export interface HashedMessage {
  /** Packed ids. */
  readonly payer: bigint;
  readonly topic: bigint;
  /** Consensus time in nanoseconds. */
  readonly at: bigint;
  readonly sequenceNumber: bigint;
  /** SHA-384 of its bytes. */
  readonly hash: Uint8Array;
}

/** Running hash after a message (48 bytes), from the previous one, which may have any length in a damaged row. */
export function topicRunningHash(previous: Uint8Array, message: HashedMessage): Buffer {
  const { at: time, sequenceNumber, hash } = message;
  const [payer, topic] = [decodeEntityId(message.payer), decodeEntityId(message.topic)];
  const block = Buffer.alloc(2 + BLOCK);
  block[0] = 0x77;
  block[1] = BLOCK;
  let at = 2;
  const ids = [payer.shard, payer.realm, payer.num, topic.shard, topic.realm, topic.num];
  for (const value of [BigInt(RUNNING_HASH_VERSION), ...ids]) at = block.writeBigInt64BE(value, at);
  at = block.writeBigInt64BE(time / 1_000_000_000n, at);
  at = block.writeInt32BE(Number(time % 1_000_000_000n), at);
  block.writeBigInt64BE(sequenceNumber, at);
  return sha384(FIRST_ARRAY, lengthOf(previous), previous, block, SECOND_ARRAY, lengthOf(hash), hash);
}

function lengthOf(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(bytes.length);
  return length;
}
