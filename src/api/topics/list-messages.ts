import { TIME } from '../../access/domain.ts';
import { type IndexBounds, indexRange } from '../../access/index-scan.ts';
import { firstRow } from '../../access/lookup.ts';
import type { Order } from '../../access/order.ts';
import { inRange, type Range } from '../../access/range.ts';
import { type Sql, sql } from '../../access/sql.ts';
import { LEDGER } from '../../query/dialects/ledger.ts';
import { ALL, defaulted, list } from '../../query/parameter.ts';
import { rangeOf } from '../../query/range.ts';
import { listRoute } from '../route/list-route.ts';
import { key } from '../route/page.ts';
import { MESSAGE_FIELDS, TEXT_MESSAGE_FIELDS } from './message.json.ts';
import { SEQUENCE_NUMBER, TOPIC_ID } from './topic-path.ts';

const { oneOf, TIMESTAMP } = LEDGER.types;
const { limit, order } = LEDGER;

const WORD = oneOf<'base64' | 'utf8'>({ base64: 'base64', 'utf-8': 'utf8', utf8: 'utf8' });

/** An operator that compares asks for no text. */
const ENCODING: typeof WORD = {
  ...WORD,
  parse(text, context, operator) {
    const word = WORD.parse(text, context, operator);
    return word === undefined || operator === 'eq' ? word : 'base64';
  },
};

/**
 * Bounds of the time as bounds of the sequence number, since both grow together in a topic: messages
 * asked for by number are then found along the index of numbers alone.
 */
function numbersOfTimes(topic: bigint, { lower, upper }: Range): Sql[] {
  const number = (range: Range, order: Order) => {
    const select = sql`sequence_number`;
    return sql`(${firstRow({ select, from: sql`topic_message m`, ...boundsOfTimes(topic, range), order })})`;
  };
  const outside = { except: [], empty: false };
  return [
    ...(lower === undefined ? [] : [sql`m.sequence_number >= ${number({ ...outside, lower }, 'asc')}`]),
    ...(upper === undefined ? [] : [sql`m.sequence_number <= ${number({ ...outside, upper }, 'desc')}`]),
  ];
}

function boundsOfTimes(topic: bigint, range: Range): IndexBounds {
  const prefix = [{ column: sql`m.topic_id`, value: sql`${topic}` }];
  return indexRange({ prefix, column: sql`m.consensus_timestamp`, range, domain: TIME });
}

/** Bounds of one index: that of times, or of sequence numbers where these are asked for. */
function boundsOf(topic: bigint, numbers: Range, times: Range): IndexBounds {
  const { equals, lower, upper } = numbers;
  if (equals === undefined && lower === undefined && upper === undefined) {
    const bounds = boundsOfTimes(topic, times);
    return { ...bounds, where: [...bounds.where, ...inRange(sql`m.sequence_number`, numbers)] };
  }
  const isOne = equals !== undefined || times.equals !== undefined;
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

/** GET /topics/{topicId}/messages: the messages of a topic by time. */
export const listMessages = listRoute({
  path: '/api/v1/topics/{topicId}/messages',
  dialect: LEDGER,
  maxAge: 1,
  tag: 'topics',
  summary: 'List messages of a topic',
  description:
    'Messages by sequence number, the oldest first. A long message stands there in parts: `chunk_info` says which.',
  pathParameters: { topicId: TOPIC_ID },
  parameters: {
    encoding: defaulted(ENCODING, 'base64', 'How messages are written.', { operators: ALL }),
    limit,
    order: order('asc'),
    sequencenumber: list(SEQUENCE_NUMBER, 'Number of the message within the topic.'),
    timestamp: list(TIMESTAMP, 'Consensus time of the message.'),
  },
  items: 'messages',
  fields: (_context, { values }) => (values.encoding === 'utf8' ? TEXT_MESSAGE_FIELDS : MESSAGE_FIELDS),
  describedFields: MESSAGE_FIELDS,
  page({ values, pathValues: { topicId } }) {
    const numbers = rangeOf(values.sequencenumber, 'all');
    const timestamp = key('timestamp', sql`m.consensus_timestamp`, TIME, values.timestamp, 'all');
    return {
      from: sql`topic_message m`,
      bounds: boundsOf(topicId, numbers, timestamp.range),
      keys: [timestamp],
      order: values.order,
      limit: values.limit,
      empty: numbers.empty,
    };
  },
});
