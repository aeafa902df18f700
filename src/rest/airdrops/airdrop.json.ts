import { sql } from '../../store/access/sql.ts';
import { entityId, integer } from '../answer/scalars.ts';
import { timestampRangeOrZero } from '../answer/timestamp-or-zero.ts';

/** Serial number of an airdropped NFT; the table holds 0 for fungible tokens. */
export const SERIAL_NUMBER = sql`nullif(serial_number, 0)`;

/** An airdrop, from `token_airdrop`. */
export const AIRDROP_FIELDS = {
  amount: integer(sql`amount`, {
    description: 'Amount of a fungible token; null for an NFT.',
  }),
  receiver_id: entityId(sql`receiver_account_id`, { nullable: false }),
  sender_id: entityId(sql`sender_account_id`, { nullable: false }),
  serial_number: integer(SERIAL_NUMBER, {
    description: 'Serial number of an NFT; null for a fungible token.',
  }),
  timestamp: timestampRangeOrZero(sql`timestamp_range`, {
    nullable: false,
    description: 'Validity of the pending airdrop.',
  }),
  token_id: entityId(sql`token_id`, { nullable: false }),
};
