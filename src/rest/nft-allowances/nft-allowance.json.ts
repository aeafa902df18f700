import { sql } from '../../store/access/sql.ts';
import { boolean, entityId } from '../answer/scalars.ts';
import { timestampRangeOrZero } from '../answer/timestamp-or-zero.ts';

/** An approval for all NFTs of a token, from `nft_allowance`. */
export const NFT_ALLOWANCE_FIELDS = {
  approved_for_all: boolean(sql`approved_for_all`, {
    nullable: false,
    description: 'Whether the spender may transfer every NFT of the token that the owner has.',
  }),
  owner: entityId(sql`owner`, { nullable: false }),
  spender: entityId(sql`spender`, { nullable: false }),
  timestamp: timestampRangeOrZero(sql`timestamp_range`, {
    nullable: false,
    description: 'Validity of the approval.',
  }),
  token_id: entityId(sql`token_id`, { nullable: false }),
};
