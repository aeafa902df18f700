import { keyedRows, sameKey } from '../../store/access/joined-rows.ts';
import { rowsByKey } from '../../store/access/lookup.ts';
import { sql } from '../../store/sql.ts';
import type { Field } from '../answer/field.ts';
import { nestedList } from '../answer/objects.ts';
import { base64, boolean, cryptoKey, entityId, text, timestamp, word } from '../answer/scalars.ts';

/** Kinds of signatures: the numbers are the fields of `SignaturePair` (basic_types.proto of HAPI). */
const SIGNATURE_TYPE: Field<string | null> = word(
  sql`case s.type when 2 then 'CONTRACT' when 3 then 'ED25519' when 4 then 'RSA_3072' when 5 then 'ECDSA_384'
    when 6 then 'ECDSA_SECP256K1' else 'UNKNOWN' end`,
  { nullable: false, enum: ['CONTRACT', 'ED25519', 'RSA_3072', 'ECDSA_384', 'ECDSA_SECP256K1', 'UNKNOWN'] },
);

/** A scheduled transaction, from `schedule c` and its `entity e`, which may be unknown. */
export const SCHEDULE_FIELDS = {
  admin_key: cryptoKey(sql`e.key`),
  consensus_timestamp: timestamp(sql`c.consensus_timestamp`, {
    nullable: false,
    description: "Time of the schedule's creation.",
  }),
  creator_account_id: entityId(sql`c.creator_account_id`, { nullable: false }),
  deleted: boolean(sql`e.deleted`),
  executed_timestamp: timestamp(sql`c.executed_timestamp`, {
    description: 'Time of the execution; null if not executed.',
  }),
  expiration_time: timestamp(sql`c.expiration_time`, { description: 'Time until which it can be executed.' }),
  memo: text(sql`e.memo`),
  payer_account_id: entityId(sql`c.payer_account_id`, { nullable: false }),
  schedule_id: entityId(sql`c.schedule_id`, { nullable: false }),
  signatures: nestedList(
    {
      consensus_timestamp: timestamp(sql`s.consensus_timestamp`, { nullable: false }),
      public_key_prefix: base64(sql`s.public_key_prefix`, { nullable: false }),
      signature: base64(sql`s.signature`, { nullable: false }),
      type: SIGNATURE_TYPE,
    },
    keyedRows('transaction_signature', [sameKey('entity_id', 'c', 'schedule_id')], 's'),
    // Signatures of one time in their stored order.
    sql`s.consensus_timestamp, s.ctid`,
  ),
  transaction_body: base64(sql`c.transaction_body`, {
    nullable: false,
    description: 'The scheduled transaction, serialized.',
  }),
  wait_for_expiry: boolean(sql`c.wait_for_expiry`, {
    nullable: false,
    description: 'Whether it is executed at its expiration, even if all signatures are collected earlier.',
  }),
};

/** Joins the entity of a schedule with one lookup for each, because both tables are long. */
export const JOIN_ENTITY = sql`left join ${rowsByKey({
  select: sql`key, deleted, memo`,
  from: sql`entity`,
  where: [sameKey('id', 'c', 'schedule_id')],
})} e on true`;
