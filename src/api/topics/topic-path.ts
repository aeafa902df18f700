import { integer, NUMERIC_ENTITY, strict } from '../../query/kinds.ts';

/** Values in the paths of a topic's messages. */
export const TOPIC_ID = {
  kind: strict(NUMERIC_ENTITY),
  name: 'topic.id',
  description: 'Id of the topic.',
};

export const SEQUENCE_NUMBER = integer(1n);
