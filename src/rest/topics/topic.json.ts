import { type KeyJson, keyJson } from '@tain/ledger/key-json';
import { Reader } from '@tain/protos/wire';
import { sql } from '../../store/sql.ts';
import { fixedFees } from '../answer/custom-fees.ts';
import { object } from '../answer/objects.ts';
import { boolean, computed, cryptoKey, entityId, integer, text } from '../answer/scalars.ts';
import { timestampOrZero, timestampRangeOrZero } from '../answer/timestamp-or-zero.ts';

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
export const TOPIC_FIELDS = {
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
