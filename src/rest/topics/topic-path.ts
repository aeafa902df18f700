import { LEDGER } from '../query/dialects/ledger.ts';

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
