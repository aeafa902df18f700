import { type KeyJson, keyJson } from '@tain/ledger/key-json';
import { Reader } from '@tain/protos/wire';
import { leftJoinTable } from '../../store/access/joined-rows.ts';
import { sql } from '../../store/sql.ts';
import { fixedFees } from '../answer/custom-fees.ts';
import { object, objectSchema, objectWriter } from '../answer/objects.ts';
import { boolean, computed, cryptoKey, entityId, integer, text } from '../answer/scalars.ts';
import { timestampOrZero, timestampRangeOrZero } from '../answer/timestamp-or-zero.ts';
import { NETWORK } from '../query/dialects/network.ts';
import { route } from '../route/route.ts';

const KEYS_TAG = (1 << 3) | 2;

/**
 * JSON of the keys in a serialized protobuf `KeyList`, given in PostgreSQL's text form (`\x…`). `[]` for null and for
 * bytes that are not a key list.
 */
function keyListJson(text: string | null | undefined): string {
  if (text === null || text === undefined) return '[]';
  const keys: string[] = [];
  try {
    const reader = new Reader(Buffer.from(text.slice(2), 'hex'));
    while (reader.pos < reader.len) {
      const tag = reader.uint32();
      if (tag === KEYS_TAG) {
        keys.push(JSON.stringify(keyJson(Buffer.from(reader.bytes()).toString('hex'))));
      } else reader.skipType(tag & 7);
    }
  } catch {
    return '[]';
  }
  return `[${keys.join(',')}]`;
}

const adminKey = cryptoKey(sql`t.admin_key`);

/** A topic, from `topic t`, `entity e` and `custom_fee c`. */
const TOPIC_FIELDS = {
  admin_key: adminKey,
  auto_renew_account: entityId(sql`e.auto_renew_account_id`, {
    description: 'Account that pays for renewal.',
  }),
  auto_renew_period: integer(sql`e.auto_renew_period`, {
    description: 'Seconds by which the network extends the life of the topic at its renewal.',
  }),
  created_timestamp: timestampOrZero(sql`e.created_timestamp`),
  custom_fees: object({
    created_timestamp: timestampOrZero(sql`lower(c.timestamp_range)`),
    fixed_fees: fixedFees(sql`c.fixed_fees`),
  }),
  deleted: boolean(sql`e.deleted`),
  fee_exempt_key_list: computed<readonly KeyJson[]>([sql`t.fee_exempt_key_list`], keyListJson, {
    type: 'array',
    items: adminKey.schema,
    description: 'Keys whose holders submit messages without paying the custom fees.',
  }),
  fee_schedule_key: cryptoKey(sql`t.fee_schedule_key`),
  memo: text(sql`e.memo`, { nullable: false }),
  submit_key: cryptoKey(sql`t.submit_key`),
  timestamp: timestampRangeOrZero(sql`e.timestamp_range`, { nullable: false }),
  topic_id: entityId(sql`e.id`, { nullable: false }),
};

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
