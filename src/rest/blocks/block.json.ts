import { sql } from '../../store/sql.ts';
import { object } from '../answer/objects.ts';
import { hex, integer, text, timestamp, word } from '../answer/scalars.ts';

/** A block, from `record_file`. */
export const BLOCK_FIELDS = {
  count: integer(sql`count`, { nullable: false, description: 'Number of transactions in the block.' }),
  gas_used: integer(sql`nullif(gas_used, -1)`, {
    description: 'Gas used by the contract transactions of the block; null if unknown.',
  }),
  hapi_version: word(sql`hapi_version_major || '.' || hapi_version_minor || '.' || hapi_version_patch`, {
    description: 'Version of the protobuf API of the network at that time.',
  }),
  hash: word(sql`'0x' || hash`, { nullable: false, description: 'Hash of the block, 48 bytes.' }),
  logs_bloom: hex(sql`logs_bloom`, { description: 'Bloom filter of the logs of the block, 256 bytes.' }),
  name: text(sql`name`, { nullable: false, description: 'Name of the stream file that holds the block.' }),
  number: integer(sql`index`, { nullable: false, description: 'Number of the block.' }),
  previous_hash: word(sql`'0x' || prev_hash`, {
    nullable: false,
    description: 'Hash of the previous block.',
  }),
  size: integer(sql`coalesce(size, length(bytes))`, { description: 'Size of the stream file in bytes.' }),
  timestamp: object({
    from: timestamp(sql`consensus_start`, {
      nullable: false,
      description: 'Consensus time of the first transaction.',
    }),
    to: timestamp(sql`consensus_end`, { description: 'Consensus time of the last transaction.' }),
  }),
};
