import { join, sql } from '../../access/sql.ts';
import { JAVA_PATH_ENTITY } from '../../query/java-kinds.ts';
import { notFoundDetail } from '../../query/problem.ts';
import { objectSchema, objectWriter } from '../answer/objects.ts';
import { route } from '../route.ts';
import { TOPIC_FIELDS } from './topic.json.ts';

/** GET /topics/{topicId}: a topic, deleted or not. */
export const getTopic = route({
  path: '/api/v1/topics/{topicId}',
  family: 'java',
  maxAge: 5,
  tag: 'topics',
  summary: 'Get a topic',
  description: 'Its keys, fees, memo and expiry. Deleted topics are shown, too.',
  pathParameters: {
    topicId: { kind: JAVA_PATH_ENTITY, name: 'id', description: 'Id of the topic.' },
  },
  parameters: {},
  schema: objectSchema(TOPIC_FIELDS),
  async answer({ pathValues: { topicId } }, context) {
    const { columns, write } = objectWriter(TOPIC_FIELDS);
    const [row] = await context.select(
      sql`select ${join([...columns])}, t.id, e.id, c.entity_id
        from topic t left join entity e on e.id = t.id left join custom_fee c on c.entity_id = t.id
        where t.id = ${topicId}`,
    );
    if (row === undefined) throw notFoundDetail('Topic not found');
    const [entity, fee] = row.slice(-2);
    if (entity === null) throw notFoundDetail('Entity not found');
    if (fee === null) throw notFoundDetail('Custom fee for entity not found');
    return { body: write(row) };
  },
});
