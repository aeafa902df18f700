import { sql } from '../../store/sql.ts';
import { base64, boolean, entityId, integer, timestamp } from '../answer/scalars.ts';

/** An NFT, from `nft n` and its token's `entity e`, which may be unknown. */
export const NFT_FIELDS = {
  account_id: entityId(sql`n.account_id`, { description: 'The owner.' }),
  created_timestamp: timestamp(sql`n.created_timestamp`),
  delegating_spender: entityId(sql`n.delegating_spender`, {
    description: 'Account that delegated its own right to transfer to the spender.',
  }),
  deleted: boolean(sql`n.deleted or coalesce(e.deleted, false)`, {
    description: 'Whether the NFT is burned or wiped, or its token deleted.',
  }),
  metadata: base64(sql`n.metadata`),
  modified_timestamp: timestamp(sql`lower(n.timestamp_range)`, { nullable: false }),
  serial_number: integer(sql`n.serial_number`, { nullable: false }),
  spender: entityId(sql`n.spender`, { description: 'Account that may transfer the NFT.' }),
  token_id: entityId(sql`n.token_id`, { nullable: false }),
};
