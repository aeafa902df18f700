import { sql } from '../../store/access/sql.ts';
import { boolean, cryptoKey, entityId, integer, word } from '../answer/scalars.ts';
import { timestampOrZero, timestampRangeOrZero } from '../answer/timestamp-or-zero.ts';

/** A hook of an account (HIP-1195), from `hook`. */
export const HOOK_FIELDS = {
  admin_key: cryptoKey(sql`admin_key`),
  contract_id: entityId(sql`contract_id`, { description: 'Contract that the hook runs.' }),
  created_timestamp: timestampOrZero(sql`created_timestamp`),
  deleted: boolean(sql`deleted`, { nullable: false }),
  extension_point: word(sql`extension_point`, { nullable: false, enum: ['ACCOUNT_ALLOWANCE_HOOK'] }),
  hook_id: integer(sql`hook_id`, { nullable: false }),
  owner_id: entityId(sql`owner_id`, { nullable: false }),
  timestamp_range: timestampRangeOrZero(sql`timestamp_range`, { nullable: false }),
  type: word(sql`type`, { nullable: false, enum: ['EVM'] }),
};
