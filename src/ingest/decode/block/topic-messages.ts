import { bigIntToLong, longToBigInt } from '@tain/ledger/long';
import { isSuccess } from '@tain/ledger/results';
import { TYPE } from '@tain/ledger/transaction-type';
import { MalformedError } from '@tain/ledger/wire-reader';
import { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import { rawMessage } from '../raw-field.ts';
import type { Backwards } from './backwards.ts';
import { packedIdOf } from './state-keys.ts';
import type { StateField } from './state-value.ts';
import type { BlockTransaction } from './transactions.ts';

/** Field numbers of a message's body and of the topic in it. */
const MESSAGE_BODY = 27;
const TOPIC_ID = 1;
/** The only version of the running hash that blocks use. */
const RUNNING_HASH_VERSION = 3;

const SEQUENCE_NUMBER: StateField<proto.Topic, 'sequenceNumber'> = {
  message: proto.Topic,
  name: 'sequenceNumber',
  number: 2,
};
const RUNNING_HASH: StateField<proto.Topic, 'runningHash'> = {
  message: proto.Topic,
  name: 'runningHash',
  number: 7,
};

/** Position of a message in its topic. */
export interface TopicPosition {
  readonly sequence: bigint;
  /**
   * Running hash after the message. Null when only the number is known, because the state contains only the hash after
   * the last message.
   */
  readonly runningHash: Uint8Array | null;
}

/**
 * Returns the number and running hash of a topic's message: from its trace, else from the topic's state, which is the
 * state after the last message. Empty when neither contains them. Throws `MalformedError` when they contradict each
 * other.
 */
export function topicMessage(
  transaction: BlockTransaction,
  topics: Backwards<TopicPosition>,
): proto.ITransactionReceipt {
  if (transaction.type !== TYPE.consensusSubmitMessage || !isSuccess(transaction.status)) return {};
  const idBytes = rawMessage(transaction.signed.bodyBytes, MESSAGE_BODY, TOPIC_ID);
  const id = idBytes ? proto.TopicID.decode(idBytes) : null;
  const topic = packedIdOf(id, id?.topicNum);
  const name = String(topic);
  const fromState = topics.after(transaction.state, name, (own) => {
    const found = own.topic(topic);
    const sequence = found?.field(SEQUENCE_NUMBER);
    if (!found || sequence === undefined) return null;
    return { sequence: longToBigInt(sequence), runningHash: found.field(RUNNING_HASH) ?? null };
  });
  const traced = traceOf(transaction);
  if (traced && fromState) expectSame(traced, fromState);
  const position = traced ?? fromState;
  if (!position) return {};
  topics.setBefore(name, { sequence: position.sequence - 1n, runningHash: null });
  if (!position.runningHash) return {};
  return {
    topicSequenceNumber: bigIntToLong(position.sequence),
    topicRunningHash: position.runningHash,
    topicRunningHashVersion: bigIntToLong(BigInt(RUNNING_HASH_VERSION)),
  };
}

/**
 * Throws `MalformedError` when a trace belongs to another message. The root hash does not cover the position of a
 * trace.
 */
function expectSame(traced: TopicPosition, fromState: TopicPosition): void {
  const [hash, expected] = [traced.runningHash ?? Buffer.alloc(0), fromState.runningHash];
  if (traced.sequence !== fromState.sequence || (expected && !Buffer.from(expected).equals(hash)))
    throw new MalformedError(
      `the trace of message ${traced.sequence} belongs to message ${fromState.sequence}`,
    );
}

function traceOf({ traces }: BlockTransaction): TopicPosition | null {
  for (const bytes of traces) {
    const { submitMessageTraceData: trace } = stream.TraceData.decode(bytes);
    if (!trace) continue;
    return { sequence: longToBigInt(trace.sequenceNumber), runningHash: trace.runningHash ?? null };
  }
  return null;
}
