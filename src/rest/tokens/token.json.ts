import { sql } from '../../store/sql.ts';
import { base64, cryptoKey, entityId, integer, text, word } from '../answer/scalars.ts';

export const TOKEN_TYPES = ['FUNGIBLE_COMMON', 'NON_FUNGIBLE_UNIQUE'] as const;

/** Metadata of `token t`; the empty text when there are none. */
export const METADATA = base64(sql`coalesce(t.metadata, ''::bytea)`, {
  nullable: false,
  description: 'Metadata of the token, defined by its issuer.',
});

/** A token in a list, from `token t` and its `entity e`. */
export const TOKEN_FIELDS = {
  admin_key: cryptoKey(sql`e.key`),
  decimals: integer(sql`t.decimals`, { nullable: false }),
  metadata: METADATA,
  name: text(sql`t.name`, { nullable: false }),
  symbol: text(sql`t.symbol`, { nullable: false }),
  token_id: entityId(sql`t.token_id`, { nullable: false }),
  type: word(sql`t.type`, { nullable: false, enum: TOKEN_TYPES }),
};
