import { messageOfNumber, messageOfTime } from '../../store/reads/topic-messages.sql.ts';
import { LEDGER, LOOKUP } from '../query/dialects/ledger.ts';
import { itemRoute } from '../route/item-route.ts';
import { MESSAGE_FIELDS } from './message.json.ts';

const { integer, NUMERIC_ENTITY } = LEDGER.types;

/** Values in the paths of a topic's messages. An id out of range is reported after the query is checked. */
export const TOPIC_ID = {
  type: NUMERIC_ENTITY,
  name: 'topic.id',
  description: 'Id of the topic.',
};

export const SEQUENCE_NUMBER = {
  type: integer(1n),
  name: 'sequencenumber',
  description: 'Number of the message within the topic, from 1.',
};

const { strict, TIMESTAMP } = LOOKUP.types;

/** GET /topics/{topicId}/messages/{sequenceNumber}: one message of a topic. */
export const getMessage = itemRoute({
  path: '/api/v1/topics/{topicId}/messages/{sequenceNumber}',
  dialect: LOOKUP,
  maxAgeSeconds: 600,
  immutable: true,
  tag: 'topics',
  summary: 'Get a message by its number',
  description: 'Numbers begin with 1 in each topic.',
  queryFirst: true,
  pathParameters: {
    topicId: TOPIC_ID,
    sequenceNumber: SEQUENCE_NUMBER,
  },
  parameters: {},
  fields: MESSAGE_FIELDS,
  from: ({ pathValues: { topicId, sequenceNumber } }) => messageOfNumber(topicId, sequenceNumber),
});

/** GET /topics/messages/{timestamp}: the message of the successful submission at an instant. */
export const getMessageAtTime = itemRoute({
  path: '/api/v1/topics/messages/{timestamp}',
  dialect: LOOKUP,
  maxAgeSeconds: 600,
  immutable: true,
  tag: 'topics',
  summary: 'Get a message by its consensus time',
  description: 'The time is exact, in seconds with up to nine decimals; no two messages have the same.',
  queryFirst: true,
  pathParameters: {
    timestamp: {
      type: strict(TIMESTAMP),
      name: 'consensus_timestamp',
      description: 'Consensus time of the message.',
    },
  },
  parameters: {},
  fields: MESSAGE_FIELDS,
  from: ({ pathValues: { timestamp } }) => messageOfTime(timestamp),
});
