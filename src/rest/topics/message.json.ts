import { encodeEntityId, printEntityId } from '@tain/ledger/entity-id';
import { longToBigInt } from '@tain/ledger/long';
import { nanosOf, printTimestamp } from '@tain/ledger/timestamp';
import { proto } from '@tain/protos/hapi';
import { sql } from '../../store/sql.ts';
import type { Field, Fields } from '../answer/field.ts';
import {
  base64,
  computed,
  entityId,
  entityIdJson,
  integer,
  timestamp,
  timestampJson,
} from '../answer/scalars.ts';
import type { Schema } from '../query/json-schema.ts';

/** JSON of the id of a chunked message's first transaction, from its protobuf in PostgreSQL's text form. */
function storedTransactionId(bytes: string): string {
  const { accountID, nonce, scheduled, transactionValidStart } = proto.TransactionID.decode(
    Buffer.from(bytes.slice(2), 'hex'),
  );
  const account = encodeEntityId(
    longToBigInt(accountID?.shardNum),
    longToBigInt(accountID?.realmNum),
    longToBigInt(accountID?.accountNum),
  );
  return JSON.stringify({
    account_id: account === 0n ? null : printEntityId(account),
    nonce: nonce ?? 0,
    scheduled: scheduled ?? false,
    transaction_valid_start: printTimestamp(
      nanosOf(longToBigInt(transactionValidStart?.seconds), transactionValidStart?.nanos ?? 0),
    ),
  });
}

function transactionIdJson(stored: string | null, payer: string | null, validStart: string | null): string {
  if (stored) {
    try {
      return storedTransactionId(stored);
    } catch {
      // The bytes are not a transaction id. The other columns have the same facts.
    }
  }
  const account = payer === null ? 'null' : entityIdJson(payer);
  const start = validStart === null ? 'null' : timestampJson(validStart);
  return `{"account_id":${account},"nonce":null,"scheduled":null,"transaction_valid_start":${start}}`;
}

const CHUNK_SCHEMA: Schema = {
  type: 'object',
  nullable: true,
  description: 'Position of this part, for a message in several parts.',
  properties: {
    initial_transaction_id: {
      type: 'object',
      properties: {
        account_id: { type: 'string', nullable: true },
        nonce: { type: 'integer', nullable: true },
        scheduled: { type: 'boolean', nullable: true },
        transaction_valid_start: { type: 'string', nullable: true },
      },
      required: ['account_id', 'nonce', 'scheduled', 'transaction_valid_start'],
    },
    number: { type: 'integer' },
    total: { type: 'integer' },
  },
  required: ['initial_transaction_id', 'number', 'total'],
};

const MESSAGE_TEXT = 'The message, in base64 or, with `encoding=utf-8`, as text.';

function messageFields(message: Field<string | null>) {
  return {
    chunk_info: computed<object | null>(
      [
        sql`m.chunk_num`,
        sql`m.chunk_total`,
        sql`m.initial_transaction_id`,
        sql`m.payer_account_id`,
        sql`m.valid_start_timestamp`,
      ],
      (number, total, stored, payer, validStart) =>
        number
          ? `{"initial_transaction_id":${transactionIdJson(stored ?? null, payer ?? null, validStart ?? null)},"number":${number},"total":${total}}`
          : 'null',
      CHUNK_SCHEMA,
    ),
    consensus_timestamp: timestamp(sql`m.consensus_timestamp`, { nullable: false }),
    message,
    payer_account_id: entityId(sql`m.payer_account_id`),
    running_hash: base64(sql`m.running_hash`, {
      nullable: false,
      description: 'Hash of this and all earlier messages of the topic.',
    }),
    running_hash_version: integer(sql`coalesce(m.running_hash_version, 3)`, { nullable: false }),
    sequence_number: integer(sql`m.sequence_number`, { nullable: false }),
    topic_id: entityId(sql`m.topic_id`, { nullable: false }),
  };
}

/** A message, from `topic_message m`. */
export const MESSAGE_FIELDS: Fields = messageFields(
  base64(sql`m.message`, { nullable: false, description: MESSAGE_TEXT }),
);

/** Fields of a message read as UTF-8; invalid bytes become replacement characters. */
export const TEXT_MESSAGE_FIELDS: Fields = messageFields(
  computed(
    [sql`m.message`],
    (bytes) => JSON.stringify(Buffer.from(bytes?.slice(2) ?? '', 'hex').toString('utf8')),
    {
      type: 'string',
      description: MESSAGE_TEXT,
    },
  ),
);
