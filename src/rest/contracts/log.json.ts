import { join, type Sql, sql } from '../../store/sql.ts';
import type { Field } from '../answer/field.ts';
import { entityId, integer, json, timestamp, word } from '../answer/scalars.ts';
import { addressText, hexOrEmpty, joinAddress, paddedWord } from './addresses.sql.ts';
import { ADDRESS_SCHEMA, HEX_SCHEMA } from './result.json.ts';

/** FROM items of logs: the log as `cl`, the entity of its contract as `le`. */
export const LOG_SOURCE = sql`contract_log cl ${joinAddress('le', 'cl')}`;

const TOPIC_COLUMNS = [sql`cl.topic0`, sql`cl.topic1`, sql`cl.topic2`, sql`cl.topic3`];

/** The existing topics as JSON: stored without leading zeros, shown as 32 bytes. */
const TOPICS_IN_SQL = sql`'[' || concat_ws(',', ${join(TOPIC_COLUMNS.map(quotedWord))}) || ']'`;

function quotedWord(bytes: Sql): Sql {
  return sql`'"' || ${paddedWord(bytes)} || '"'`;
}

const topics: Field<readonly string[]> = json(
  TOPICS_IN_SQL,
  { type: 'array', items: HEX_SCHEMA, maxItems: 4 },
  '[]',
);

/** A log within its result. */
export const LOG_FIELDS = {
  address: word(addressText(sql`le.evm_address`, sql`cl.contract_id`), {
    ...ADDRESS_SCHEMA,
    nullable: false,
    description: 'EVM address of the contract that emitted the log.',
  }),
  bloom: word(hexOrEmpty(sql`cl.bloom`), { ...HEX_SCHEMA, nullable: false }),
  contract_id: entityId(sql`cl.contract_id`),
  data: word(sql`case when length(cl.data) = 0 then '0x' else ${paddedWord(sql`cl.data`)} end`, {
    ...HEX_SCHEMA,
    nullable: false,
    description: 'Data of the log, padded to at least 32 bytes unless empty.',
  }),
  index: integer(sql`cl.index`, { nullable: false, description: 'Index in the block.' }),
  topics,
};

/** A log in a list of logs; its block as `b`. */
export const LISTED_LOG_FIELDS = {
  ...LOG_FIELDS,
  block_hash: word(sql`'0x' || coalesce(b.hash, '')`, { ...HEX_SCHEMA, nullable: false }),
  block_number: integer(sql`b.index`),
  root_contract_id: entityId(sql`cl.root_contract_id`, {
    description: 'The contract whose execution emitted the log.',
  }),
  timestamp: timestamp(sql`cl.consensus_timestamp`, { nullable: false }),
  transaction_hash: word(hexOrEmpty(sql`cl.transaction_hash`), { ...HEX_SCHEMA, nullable: false }),
  transaction_index: integer(sql`cl.transaction_index`, {
    description: 'Index of the transaction in the block.',
  }),
};
