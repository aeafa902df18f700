import { leftJoinTable } from '../../store/access/joined-rows.ts';
import { sql } from '../../store/sql.ts';
import { objectSchema, objectWriter } from '../answer/objects.ts';
import { NETWORK } from '../query/dialects/network.ts';
import { route } from '../route/route.ts';
import { TOPIC_FIELDS } from './topic.json.ts';

const { ENTITY_IN_PATH } = NETWORK.types;

/** GET /topics/{topicId}: a topic, deleted or not. */
export const getTopic = route({
  path: '/api/v1/topics/{topicId}',
  dialect: NETWORK,
  maxAgeSeconds: 5,
  tag: 'topics',
  summary: 'Get a topic',
  description: 'A topic with its keys, fees, memo and expiry, even if it is deleted.',
  pathParameters: {
    topicId: { type: ENTITY_IN_PATH, name: 'id', description: 'Id of the topic.' },
  },
  parameters: {},
  schema: objectSchema(TOPIC_FIELDS),
  async answer({ pathValues: { topicId } }, context) {
    const { selected, write } = objectWriter(TOPIC_FIELDS);
    const [row] = await context.lookup(
      sql`select ${selected}, t.id, e.id, c.entity_id
        from topic t ${leftJoinTable('entity', 'e', [sql`e.id = t.id`])} ${leftJoinTable('custom_fee', 'c', [sql`c.entity_id = t.id`])}
        where t.id = ${topicId}`,
    );
    if (row === undefined) throw NETWORK.notFound('Topic not found');
    const [entity, fee] = row.slice(-2);
    if (entity === null) throw NETWORK.notFound('Entity not found');
    if (fee === null) throw NETWORK.notFound('Custom fee for entity not found');
    return { body: write(row) };
  },
});
