import { MAX_INT64 } from '@tain/ledger/timestamp';
import { TYPE } from '@tain/ledger/transaction-type';
import { inRange, type Range, TIME } from '../access/domain.ts';
import type { IndexBounds } from '../access/index-scan.ts';
import { joinTable } from '../access/joined-rows.ts';
import { firstRow, type Lookup } from '../access/lookup.ts';
import type { Order } from '../access/order.ts';
import { raw, type Sql, sql } from '../sql.ts';
import { SUCCESSES } from './transactions/by-name.sql.ts';

/** Filters of a topic's messages, by number and by consensus time in nanoseconds. */
export interface MessageSearch {
  /** Packed id. */
  readonly topic: bigint;
  readonly numbers: Range;
  readonly times: Range;
}

/** FROM items and conditions that leave rows of `topic_message` as `m`. */
type Source = Omit<Lookup, 'select'>;

/** FROM item of messages. */
export const MESSAGES: Sql = sql`topic_message m`;

/** One message by its number, from 1. */
export function messageOfNumber(topic: bigint, sequenceNumber: bigint): Source {
  return {
    from: MESSAGES,
    where: [sql`m.topic_id = ${topic}`, sql`m.sequence_number = ${sequenceNumber}`],
  };
}

const SUBMIT_MESSAGE = raw(String(TYPE.consensusSubmitMessage));

/** The message of the successful submission at an instant (nanoseconds), in any topic. */
export function messageOfTime(time: bigint): Source {
  return {
    from: sql`transaction t
      ${joinTable('topic_message', 'm', [
        sql`m.topic_id = t.entity_id`,
        sql`m.consensus_timestamp = t.consensus_timestamp`,
      ])}`,
    where: [
      sql`t.consensus_timestamp = ${time > MAX_INT64 ? null : time}`,
      sql`t.type = ${SUBMIT_MESSAGE}`,
      sql`t.result in (${SUCCESSES})`,
    ],
  };
}

/** Bounds of one index of messages: by time, or by sequence number if numbers are filtered. */
export function messageBounds({ topic, numbers, times }: MessageSearch): IndexBounds {
  const { equals, lower, upper } = numbers;
  if (equals === undefined && lower === undefined && upper === undefined) {
    const bounds = boundsOfTimes(topic, times);
    return { ...bounds, where: [...bounds.where, ...inRange(sql`m.sequence_number`, numbers)] };
  }
  const isOne = times.equals !== undefined;
  const left = isOne ? times : { except: times.except, empty: times.empty };
  return {
    where: [
      sql`m.topic_id = ${topic}`,
      ...inRange(sql`m.sequence_number`, numbers),
      ...inRange(sql`m.consensus_timestamp`, left, TIME),
      ...(isOne ? [] : numbersOfTimes(topic, times)),
    ],
    by: [sql`m.sequence_number`],
  };
}

/**
 * Translates bounds of the time into bounds of the sequence number, because both increase together in a topic: messages
 * filtered by number are then found along only the index of numbers.
 */
function numbersOfTimes(topic: bigint, { lower, upper }: Range): Sql[] {
  const number = (range: Range, order: Order) => {
    const select = sql`sequence_number`;
    return sql`(${firstRow({ select, from: MESSAGES, ...boundsOfTimes(topic, range), order })})`;
  };
  const outside = { except: [], empty: false };
  return [
    ...(lower === undefined ? [] : [sql`m.sequence_number >= ${number({ ...outside, lower }, 'asc')}`]),
    ...(upper === undefined ? [] : [sql`m.sequence_number <= ${number({ ...outside, upper }, 'desc')}`]),
  ];
}

/**
 * Bounds of the time in a topic.
 *
 * Required plan: an Index Scan of `topic_message__topic_id_timestamp`, with all bounds in its Index Cond. The topic is
 * compared by `=`, other than in `indexRange`: no index is on the time alone, and for a row comparison with any values the
 * index of sequence numbers looks cheaper, with all messages of the topic sorted.
 */
function boundsOfTimes(topic: bigint, range: Range): IndexBounds {
  const column = sql`m.consensus_timestamp`;
  return { where: [sql`m.topic_id = ${topic}`, ...inRange(column, range, TIME)], by: [column] };
}
