import { TIME } from '../../access/domain.ts';
import { indexWalk, type Walk } from '../../access/index-scan.ts';
import type { Order } from '../../access/order.ts';
import { inRange, type Range } from '../../access/range.ts';
import { raw, type Sql, sql, where } from '../../access/sql.ts';
import { LEDGER } from '../../query/dialects/ledger.ts';
import { defaulted, list } from '../../query/parameter.ts';
import { rangeOf } from '../../query/range.ts';
import { listRoute } from '../list-route.ts';
import { key } from '../page.ts';
import { MESSAGE_FIELDS, TEXT_MESSAGE_FIELDS } from './message.json.ts';
import { SEQUENCE_NUMBER, TOPIC_ID } from './topic-path.ts';

const { oneOf, TIMESTAMP } = LEDGER.types;
const { limit, order } = LEDGER;

const ENCODING = oneOf<'base64' | 'utf8'>({ base64: 'base64', 'utf-8': 'utf8', utf8: 'utf8' });

/**
 * Bounds of the time as bounds of the sequence number, since both grow together in a topic: messages
 * asked for by number are then found along the index of numbers alone.
 */
function numbersOfTimes(topic: bigint, { lower, upper }: Range): Sql[] {
  const number = (range: Range, order: Order) => {
    const walk = walkByTime(topic, range, order);
    return sql`(select sequence_number from topic_message m${where(walk.conditions)} ${walk.orderBy} limit 1)`;
  };
  const outside = { except: [], empty: false };
  return [
    ...(lower === undefined ? [] : [sql`m.sequence_number >= ${number({ ...outside, lower }, 'asc')}`]),
    ...(upper === undefined ? [] : [sql`m.sequence_number <= ${number({ ...outside, upper }, 'desc')}`]),
  ];
}

function walkByTime(topic: bigint, range: Range, order: Order): Walk {
  const pinned = [{ column: sql`m.topic_id`, value: sql`${topic}` }];
  return indexWalk({ pinned, along: sql`m.consensus_timestamp`, range, domain: TIME, order });
}

/** Conditions and ORDER BY that one index serves: that of times, or of sequence numbers where these are asked for. */
function walkOf(topic: bigint, numbers: Range, times: Range, order: Order): Walk {
  const { equals, lower, upper } = numbers;
  if (equals === undefined && lower === undefined && upper === undefined) {
    const walk = walkByTime(topic, times, order);
    return { ...walk, conditions: [...walk.conditions, ...inRange(sql`m.sequence_number`, numbers)] };
  }
  const isOne = equals !== undefined || times.equals !== undefined;
  const left = isOne ? times : { except: times.except, empty: times.empty };
  return {
    conditions: [
      sql`m.topic_id = ${topic}`,
      ...inRange(sql`m.sequence_number`, numbers),
      ...inRange(sql`m.consensus_timestamp`, left, TIME),
      ...(isOne ? [] : numbersOfTimes(topic, times)),
    ],
    orderBy: sql`order by m.sequence_number ${raw(order)}`,
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
    encoding: defaulted(ENCODING, 'base64', 'How messages are written.', { operators: ['eq'] }),
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
    const { conditions, orderBy } = walkOf(topicId, numbers, timestamp.range, values.order);
    return {
      from: sql`topic_message m`,
      where: conditions,
      orderBy,
      walked: true,
      keys: [timestamp],
      order: values.order,
      limit: values.limit,
      empty: numbers.empty,
    };
  },
});
