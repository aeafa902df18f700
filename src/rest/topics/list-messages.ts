import { TIME } from '../../store/access/domain.ts';
import { MESSAGES, messageBounds } from '../../store/reads/topic-messages.sql.ts';
import { topicsOfMessages } from '../../store/reads/touched-ids.sql.ts';
import { sql } from '../../store/sql.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { ALL, defaulted, list } from '../query/parameter.ts';
import { rangeOf } from '../query/range.ts';
import { listRoute } from '../route/list-route.ts';
import { pageKey } from '../route/page.ts';
import { SEQUENCE_NUMBER, TOPIC_ID } from './get-message.ts';
import { MESSAGE_FIELDS, TEXT_MESSAGE_FIELDS } from './message.json.ts';

const { oneOf, TIMESTAMP } = LEDGER.types;
const { limit, order } = LEDGER;

const WORD = oneOf<'base64' | 'utf8'>({ base64: 'base64', 'utf-8': 'utf8', utf8: 'utf8' });

/** A value with an operator does not select the text encoding. */
const ENCODING: typeof WORD = {
  ...WORD,
  parse(text, context, operator) {
    const word = WORD.parse(text, context, operator);
    return word === undefined || operator === 'eq' ? word : 'base64';
  },
};

/** GET /topics/{topicId}/messages: the messages of a topic by time. */
export const listMessages = listRoute({
  path: '/api/v1/topics/{topicId}/messages',
  dialect: LEDGER,
  maxAgeSeconds: 1,
  tag: 'topics',
  summary: 'List messages of a topic',
  description:
    'Messages by sequence number, the oldest first. A long message is listed in parts, numbered in `chunk_info`.',
  pathParameters: { topicId: TOPIC_ID },
  parameters: {
    encoding: defaulted(ENCODING, 'base64', 'Encoding of the messages.', { operators: ALL }),
    limit,
    order: order('asc'),
    sequencenumber: list(SEQUENCE_NUMBER.type, 'Number of the message within the topic.'),
    timestamp: list(TIMESTAMP, 'Consensus time of the message.'),
  },
  items: 'messages',
  fields: (_context, { values }) => (values.encoding === 'utf8' ? TEXT_MESSAGE_FIELDS : MESSAGE_FIELDS),
  describedFields: MESSAGE_FIELDS,
  csv: true,
  stream: {
    time: sql`m.consensus_timestamp`,
    family: 'topics',
    number: { parameter: 'sequencenumber', column: sql`m.sequence_number` },
    touched: {
      kind: 'topics of messages',
      select: topicsOfMessages,
      names: ({ pathValues: { topicId } }) => [topicId.toString()],
    },
  },
  page({ values, pathValues: { topicId } }) {
    const numbers = rangeOf(values.sequencenumber, 'all');
    const timestamp = pageKey('timestamp', sql`m.consensus_timestamp`, TIME, values.timestamp, 'all');
    return {
      from: MESSAGES,
      bounds: messageBounds({ topic: topicId, numbers, times: timestamp.range }),
      keys: [timestamp],
      order: values.order,
      limit: values.limit,
      empty: numbers.empty,
      isLookup: true,
    };
  },
});
