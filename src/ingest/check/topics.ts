import { printEntityId } from '../../kernel/entity-id.ts';
import { printTimestamp } from '../../kernel/timestamp.ts';
import { TYPE } from '../../kernel/transaction-type.ts';
import { RESULT } from '../../ledger/results.ts';
import { EMPTY_RUNNING_HASH, topicRunningHash } from '../../ledger/topic-hash.ts';
import { boundsOf, type Chunk } from './chunk.ts';
import { type Difference, Differences, printBytes } from './difference.ts';
import { withoutRow } from './rows.ts';

/** A successful message of the stream, its row, and the row of the topic's message before it. */
interface Message {
  readonly at: string;
  readonly topic: string;
  readonly sequence: string | null;
  readonly running: Uint8Array;
  readonly message: Uint8Array;
  /** Null: the current version, 3. */
  readonly version: number | null;
  /** Null where a schedule ran it: its payer, whom the running hash knows, is not in the rows. */
  readonly payer: string | null;
  readonly previous_sequence: string | null;
  readonly previous_running: Uint8Array | null;
  /** Whether the topic was created in the stream that is stored. */
  readonly known: boolean;
}

const MESSAGES = `
select t.consensus_timestamp::text as at, t.entity_id::text as topic, m.sequence_number::text as sequence,
  m.running_hash as running, sha384(m.message) as message, m.running_hash_version as version,
  case when not t.scheduled then m.payer_account_id end::text as payer, p.sequence_number::text as previous_sequence,
  p.running_hash as previous_running, coalesce(e.created_timestamp >= $3, false) as known
from transaction t
left join topic_message m on m.topic_id = t.entity_id and m.consensus_timestamp = t.consensus_timestamp
left join lateral (
  select sequence_number, running_hash
  from topic_message
  where topic_id = t.entity_id and consensus_timestamp < t.consensus_timestamp
  order by topic_id desc, consensus_timestamp desc limit 1
) p on true
left join entity e on e.id = t.entity_id
where t.consensus_timestamp > $1 and t.consensus_timestamp <= $2 and t.type = ${TYPE.consensusSubmitMessage}
  and t.result = ${RESULT.success} and t.errata is null
order by t.consensus_timestamp`;

/** Each message of a topic has a row, the sequence number after the one before it, and the running hash of both. */
export async function compareTopics(chunk: Chunk): Promise<Differences> {
  const differences = new Differences();
  const { rows } = await chunk.client.query<Message>(MESSAGES, [...boundsOf(chunk), chunk.begin.toString()]);
  for (const row of rows) differences.add(compareMessage(row));
  return differences;
}

function compareMessage(row: Message): Difference | null {
  const at = BigInt(row.at);
  if (row.sequence === null) return withoutRow('topic_message', { at: row.at });
  const topic = BigInt(row.topic);
  const of = `of topic ${printEntityId(topic)} at ${printTimestamp(at)}`;
  const sequenceNumber = BigInt(row.sequence);
  const isFirst = row.previous_sequence === null;
  // Where the stream begins in the middle of history, nothing is known of earlier messages.
  if (isFirst && !row.known) return null;
  const expected = BigInt(row.previous_sequence ?? 0) + 1n;
  if (sequenceNumber !== expected) {
    const found = String(sequenceNumber);
    const subject = `the sequence number of the message ${of}`;
    return {
      at,
      table: 'topic_message',
      column: 'sequence_number',
      subject,
      expected: String(expected),
      found,
    };
  }
  if (row.version !== null || row.payer === null) return null;
  const running = topicRunningHash(row.previous_running ?? EMPTY_RUNNING_HASH, {
    payer: BigInt(row.payer),
    topic,
    at,
    sequenceNumber,
    hash: row.message,
  });
  if (running.equals(row.running)) return null;
  return {
    at,
    table: 'topic_message',
    column: 'running_hash',
    subject: `the running hash of the message ${of}`,
    expected: printBytes(running),
    found: printBytes(row.running),
  };
}
