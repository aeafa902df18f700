import { LEDGER } from '../query/dialects/ledger.ts';
import { type Filter, list, single } from '../query/parameter.ts';
import { invalidParameters } from '../query/problem.ts';

const { afterPrefix, integer, LONG_ZERO_ENTITY, strict } = LEDGER.types;

/*
 * A token is named in the path, or by `token.id` in the query: /tokens/{tokenId}/nfts and
 * /tokens/nfts?token.id=… are the same list.
 */

const TOKEN_ID = {
  type: afterPrefix(strict(LONG_ZERO_ENTITY)),
  description: 'Token as `shard.realm.num`, `realm.num`, `num`, or long-zero EVM address.',
  name: 'tokenid',
} as const;

/** The serial number of an NFT in a path. */
export const SERIAL_NUMBER = {
  type: integer(1n),
  description: 'Serial number of the NFT.',
  name: 'serialnumber',
} as const;

/** The token in the paths of its resources. */
export const TOKEN_PATH = { tokenId: TOKEN_ID } as const;

/** The token and the NFT in the paths of the NFT's resources. */
export const NFT_PATH = { tokenId: TOKEN_ID, serialNumber: SERIAL_NUMBER } as const;

/** `token.id` of lists that cover all tokens unless it names one. */
export const TOKENS_IN_QUERY = list(
  LONG_ZERO_ENTITY,
  'Token: one `eq` names the token of the list; one bound on each side is a range of tokens.',
);

/** `token.id` where a token is required. */
export const TOKEN_IN_QUERY = single(LONG_ZERO_ENTITY, 'Token of the NFT; required.');

/** Returns the packed id of the token that a list's `token.id` names; undefined for a list across tokens. */
export function namedToken(filters: readonly Filter<bigint>[]): bigint | undefined {
  const [only, ...more] = filters;
  return only?.operator === 'eq' && more.length === 0 ? only.value : undefined;
}

/** Returns the required token. Throws `Problem` (400) if it is missing. */
export function requiredToken(token: bigint | undefined): bigint {
  if (token === undefined) throw invalidParameters('token.id');
  return token;
}
