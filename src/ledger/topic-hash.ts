import { decodeEntityId } from '../kernel/entity-id.ts';
import { sha384 } from '../kernel/record-stream.ts';

/**
 * The running hash of a topic, version 3 (HIP-991 and before): the consensus nodes are Java programs and hash
 * the output of Java's object serialization for the previous hash, a block of integers, and the hash of the
 * message. Checked against messages of the public main network.
 */
export const RUNNING_HASH_VERSION = 3;

const HASH = 48;
/** The running hash of a topic without messages. */
export const EMPTY_RUNNING_HASH: Uint8Array = new Uint8Array(HASH);
/** Stream header, array of bytes with its class description, length. */
const FIRST_ARRAY = Buffer.from('aced0005757200025b42acf317f8060854e002000078700000', 'hex');
const BLOCK = 76;
/** Array of bytes of the class described first, length. */
const SECOND_ARRAY = Buffer.from('7571007e00000000', 'hex');
const BLOCK_AT = FIRST_ARRAY.length + 2 + HASH;
const SECOND_AT = BLOCK_AT + 2 + BLOCK;

const scratch = (() => {
  const bytes = Buffer.alloc(SECOND_AT + SECOND_ARRAY.length + 2 + HASH);
  FIRST_ARRAY.copy(bytes);
  bytes.writeUInt16BE(HASH, FIRST_ARRAY.length);
  bytes[BLOCK_AT] = 0x77;
  bytes[BLOCK_AT + 1] = BLOCK;
  SECOND_ARRAY.copy(bytes, SECOND_AT);
  bytes.writeUInt16BE(HASH, SECOND_AT + SECOND_ARRAY.length);
  return bytes;
})();

/** A message as its topic's running hash sees it. */
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

/** The running hash after a message (48 bytes), from the one before it. */
export function topicRunningHash(previous: Uint8Array, message: HashedMessage): Buffer {
  const { at: time, sequenceNumber, hash } = message;
  const [payer, topic] = [decodeEntityId(message.payer), decodeEntityId(message.topic)];
  scratch.set(previous, FIRST_ARRAY.length + 2);
  let at = BLOCK_AT + 2;
  const ids = [payer.shard, payer.realm, payer.num, topic.shard, topic.realm, topic.num];
  for (const value of [BigInt(RUNNING_HASH_VERSION), ...ids]) {
    scratch.writeBigInt64BE(value, at);
    at += 8;
  }
  scratch.writeBigInt64BE(time / 1_000_000_000n, at);
  scratch.writeInt32BE(Number(time % 1_000_000_000n), at + 8);
  scratch.writeBigInt64BE(sequenceNumber, at + 12);
  scratch.set(hash, SECOND_AT + SECOND_ARRAY.length + 2);
  return sha384(scratch);
}
