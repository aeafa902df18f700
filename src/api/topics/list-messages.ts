import { limit, order } from '../../query/common-parameters.ts';
import { TIME } from '../../query/domain.ts';
import { oneOf, TIMESTAMP } from '../../query/kinds.ts';
import { defaulted, list } from '../../query/parameter.ts';
import { type Range, rangeOf } from '../../query/range.ts';
import { inRange, type Sql, sql } from '../../query/sql.ts';
import { listRoute } from '../list-route.ts';
import { key } from '../page.ts';
import { MESSAGE_FIELDS, TEXT_MESSAGE_FIELDS } from './message.json.ts';
import { SEQUENCE_NUMBER, TOPIC_ID } from './topic-path.ts';

const ENCODING = oneOf<'base64' | 'utf8'>({ base64: 'base64', 'utf-8': 'utf8', utf8: 'utf8' });

/**
 * Bounds of the sequence number as bounds of the time, since both grow together in a topic: so that
 * the walk along the time begins where the messages are.
 */
function timesOfNumbers(topic: bigint, { equals, lower, upper }: Range): Sql[] {
  if (equals !== undefined) return [];
  const time = (condition: Sql, direction: Sql) =>
    sql`(select consensus_timestamp from topic_message where topic_id = ${topic} and sequence_number ${condition} order by sequence_number ${direction} limit 1)`;
  return [
    ...(lower === undefined ? [] : [sql`m.consensus_timestamp >= ${time(sql`>= ${lower}`, sql`asc`)}`]),
    ...(upper === undefined ? [] : [sql`m.consensus_timestamp <= ${time(sql`<= ${upper}`, sql`desc`)}`]),
  ];
}

/** GET /topics/{topicId}/messages: the messages of a topic by time. */
export const listMessages = listRoute({
  path: '/api/v1/topics/{topicId}/messages',
  family: 'filters',
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
    return {
      from: sql`topic_message m`,
      where: [
        sql`m.topic_id = ${topicId}`,
        ...inRange(sql`m.sequence_number`, numbers),
        ...timesOfNumbers(topicId, numbers),
      ],
      keys: [key('timestamp', sql`m.consensus_timestamp`, TIME, values.timestamp, 'all')],
      order: values.order,
      limit: values.limit,
      empty: numbers.empty,
    };
  },
});
