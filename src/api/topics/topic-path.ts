import { LEDGER } from '../../query/dialects/ledger.ts';

const { integer, NUMERIC_ENTITY, strict } = LEDGER.types;

/** Values in the paths of a topic's messages. */
export const TOPIC_ID = {
  type: strict(NUMERIC_ENTITY),
  name: 'topic.id',
  description: 'Id of the topic.',
};

export const SEQUENCE_NUMBER = integer(1n);
