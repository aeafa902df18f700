import { printEntityId } from '@tain/ledger/entity-id';
import { RESULT } from '@tain/ledger/results';
import { printTimestamp } from '@tain/ledger/timestamp';
import { EMPTY_RUNNING_HASH, topicRunningHash } from '@tain/ledger/topic-hash';
import { TYPE } from '@tain/ledger/transaction-type';
import { boundsOf, type Chunk } from './chunk.ts';
import { type Difference, Differences, printBytes } from './difference.ts';
import { withoutRow } from './rows.ts';

/** A successful message of the stream, its row, and the row of the topic's previous message. */
interface Message {
  readonly at: string;
  readonly topic: string;
  readonly sequence: string | null;
  readonly running: Uint8Array;
  readonly message: Uint8Array;
  /** Version of the running hash; null: the current one, 3. */
  readonly version: number | null;
  /**
   * Payer of the message, which is part of its running hash; null when a schedule executed it, because the rows lack
   * that payer.
   */
  readonly payer: string | null;
  readonly previous_sequence: string | null;
  readonly previous_running: Uint8Array | null;
  /** Whether the topic was created in the stored stream. */
  readonly known: boolean;
}

/**
 * Successful messages of a chunk. The messages of their topics are read once, with the last one of each topic before
 * the chunk, and numbered here, because a lookup for each message costs milliseconds on several servers.
 */
const MESSAGES = `
with submitted as materialized (
  select consensus_timestamp, entity_id, scheduled
  from transaction
  where consensus_timestamp > $1 and consensus_timestamp <= $2 and type = ${TYPE.consensusSubmitMessage}
    and result = ${RESULT.success} and errata is null
), stored as (
  select topic_id, consensus_timestamp, sequence_number, running_hash, running_hash_version, message, payer_account_id
  from topic_message
  where topic_id = any(array(select entity_id from submitted group by 1))
    and consensus_timestamp > $1 and consensus_timestamp <= $2
  union all
  select p.*
  from (select entity_id from submitted group by 1) s
  cross join lateral (
    select topic_id, consensus_timestamp, sequence_number, running_hash, null::smallint, null::bytea, null::bigint
    from topic_message
    where topic_id = s.entity_id and consensus_timestamp <= $1
    order by topic_id desc, consensus_timestamp desc limit 1
  ) p
), followed as (
  select *, lag(sequence_number) over w as previous_sequence, lag(running_hash) over w as previous_running
  from stored
  window w as (partition by topic_id order by consensus_timestamp)
)
select t.consensus_timestamp::text as at, t.entity_id::text as topic, m.sequence_number::text as sequence,
  m.running_hash as running, sha384(m.message) as message, m.running_hash_version as version,
  case when not t.scheduled then m.payer_account_id end::text as payer, m.previous_sequence::text as previous_sequence,
  m.previous_running, coalesce(e.created_timestamp >= $3, false) as known
from submitted t
left join followed m on m.topic_id = t.entity_id and m.consensus_timestamp = t.consensus_timestamp
left join (
  select id, created_timestamp
  from entity
  where id = any(array(select entity_id from submitted group by 1))
) e on e.id = t.entity_id
order by t.consensus_timestamp`;

/**
 * Checks the messages of a topic: each must have a row, the sequence number after the previous one, and the running
 * hash that follows from the previous one.
 */
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
  // If the stream begins in the middle of history, earlier messages are unknown.
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
