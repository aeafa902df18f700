import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { equalBytes, HASH_BYTES, sha384 } from './hashes.ts';
import { bytesOf, fieldsOf, hashOf, listOf, malformed, numberOf, textOf } from './proof-json.ts';
import { int32, int64 } from './record-hashes.ts';
import { ProofRefused } from './refusal.ts';
import type { TopicState } from './state-changes.ts';

/** A proven message: its number, payer, time and content. */
export interface ProvenMessage {
  readonly sequence_number: string;
  readonly payer_account_id: string;
  readonly consensus_timestamp: string;
  /** Content of the message. */
  readonly message: Uint8Array;
}

/** Maximum number of messages of a proof. */
const MAX_MESSAGES = 10_000;
const VERSION = 3n;
/** Java's serialization of an array of bytes, of a block of data, and of a second array. */
const FIRST_ARRAY = 'aced0005757200025b42acf317f8060854e00200007870';
const SECOND_ARRAY = '7571007e0000';
const BLOCK_BYTES = 76;

/** Canonical form of an id. Others are refused, because proven ids are compared as text. */
const ID = /^(0|[1-9]\d{0,18})\.(0|[1-9]\d{0,18})\.(0|[1-9]\d{0,18})$/;

const [FIRST, SECOND] = [hexToBytes(FIRST_ARRAY), hexToBytes(SECOND_ARRAY)];

/**
 * Computes the running hashes from before the first message to after the last, which must be one of `shown` (topic
 * states in signed bytes). Each running hash covers payer, topic, time, number and content of its message. Supports
 * version 3. Throws `ProofRefused`: `format` or `topic`.
 */
export function readProvenMessages(
  value: unknown,
  shown: readonly TopicState[],
): { readonly topic: string; readonly messages: readonly ProvenMessage[] } {
  const fields = fieldsOf(value, 'the topic');
  const topic = textOf(fields.topic_id, 'the topic');
  let number = numberOf(fields.sequence_number, 'the sequence number');
  let running = hashOf(fields.previous_running_hash, 'the running hash before');
  const messages: ProvenMessage[] = [];
  for (const each of listOf(fields.messages, 'the messages', MAX_MESSAGES)) {
    const given = fieldsOf(each, 'a message');
    const payer = textOf(given.payer, 'the payer');
    const time = textOf(given.consensus_timestamp, 'the consensus time');
    const message = bytesOf(given.message, 'a message');
    running = nextHash(running, { payer, topic, time, number, message });
    messages.push({
      sequence_number: number.toString(),
      payer_account_id: payer,
      consensus_timestamp: time,
      message,
    });
    number += 1n;
  }
  const last = number - 1n;
  if (messages.length === 0) malformed('it has no messages');
  const isShown = shown.some(
    ({ sequenceNumber, runningHash }) => sequenceNumber === last && equalBytes(runningHash, running),
  );
  if (!isShown)
    throw new ProofRefused('topic', `The running hash after message ${last} of topic ${topic} differs.`);
  return { topic, messages };
}

function nextHash(
  before: Uint8Array,
  {
    payer,
    topic,
    time,
    number,
    message,
  }: { payer: string; topic: string; time: string; number: bigint; message: Uint8Array },
): Uint8Array {
  const length = Uint8Array.of(0, 0, 0, HASH_BYTES);
  const [seconds, nanos] = partsOf(time, /^(0|[1-9]\d{0,18})\.(\d{9})$/);
  if (seconds === undefined || nanos === undefined) return malformed('a consensus time is invalid');
  const ids = [payer, topic].flatMap((id) => partsOf(id, ID));
  const block = [...[VERSION, ...ids, seconds].map(int64), int32(Number(nanos)), int64(number)];
  const head = Uint8Array.of(0x77, BLOCK_BYTES);
  return sha384(
    concatBytes(FIRST, length, before, head, ...block),
    concatBytes(SECOND, length, sha384(message)),
  );
}

function partsOf(text: string, form: RegExp): bigint[] {
  const parts = form.exec(text)?.slice(1);
  return parts === undefined ? malformed(`${text} is not an id or a time`) : parts.map(BigInt);
}
