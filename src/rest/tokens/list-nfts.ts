import { ENTITY_ID, inRange, NUMBER } from '../../store/access/domain.ts';
import { gatherOrScan } from '../../store/access/gather-or-scan.ts';
import { indexScan } from '../../store/access/index-scan.ts';
import { leftJoinTable, sameKey } from '../../store/access/joined-rows.ts';
import { keysetConditions } from '../../store/access/keyset.ts';
import { rowsByKey } from '../../store/access/lookup.ts';
import { type Sql, sql, where } from '../../store/sql.ts';
import { NFT_FIELDS } from '../holdings/nft.json.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import type { Key } from '../query/next-link.ts';
import { list, type Values } from '../query/parameter.ts';
import { rangeOf } from '../query/range.ts';
import { checkTwoKeys } from '../query/two-keys.ts';
import { listRoute } from '../route/list-route.ts';
import { type Page, pageKey } from '../route/page.ts';
import type { ApiContext } from '../route/route.ts';
import { namedToken, TOKEN_PATH, TOKENS_IN_QUERY } from './token-path.ts';

const { ENTITY, integer } = LEDGER.types;
const { limit, order } = LEDGER;

const PARAMETERS = {
  'account.id': list(ENTITY, 'The owner; repeated: all must match.'),
  limit,
  order: order('desc'),
  serialnumber: list(integer(1n), 'Serial number; repeated: all must match.'),
};

const COMMON = {
  dialect: LEDGER,
  maxAgeSeconds: 1,
  tag: 'tokens',
  items: 'nfts',
  fields: NFT_FIELDS,
} as const;

type NftValues = Values<typeof PARAMETERS>;

/** The page of NFTs along `keys`, of one token if `ofToken` is given. */
function nftsPage(
  { settings: { thresholds } }: ApiContext,
  values: NftValues,
  keys: readonly Key[],
  ofToken: readonly Sql[],
): Page {
  const owners = rangeOf(values['account.id'], 'all', ENTITY_ID.max, ENTITY_ID.min);
  const conditions = [
    ...ofToken,
    ...keysetConditions(keys),
    ...inRange(sql`n.account_id`, owners, ENTITY_ID),
  ];
  const page = {
    select: sql`n.*`,
    by: keys.map(({ column }) => column),
    order: values.order,
    limit: values.limit,
  };
  const scan = indexScan({ ...page, from: sql`nft n`, where: conditions });
  // The NFTs of one owner are in the list's order; those of owners within bounds are not.
  const bounded = (owners.lower ?? owners.upper) !== undefined && owners.equals === undefined;
  const few = rowsByKey({
    select: sql`n.*`,
    from: sql`nft n`,
    where: [sql`n.token_id = few.token_id`, sql`n.serial_number = few.serial_number`],
  });
  return {
    scan: bounded
      ? gatherOrScan({
          max: thresholds.gathered,
          gather: sql`
    select n.token_id, n.serial_number
    from nft n${where(conditions)}`,
          ofFew: indexScan({ ...page, from: sql`few cross join ${few} n`, where: [] }),
          scan,
        })
      : scan,
    alias: 'n',
    joins: leftJoinTable('entity', 'e', [sameKey('id', 'n', 'token_id')]),
    keys,
    order: values.order,
    limit: values.limit,
    empty: owners.empty,
  };
}

/** The page of NFTs of one token. */
function nftsOfToken(context: ApiContext, values: NftValues, token: bigint): Page {
  const serial = pageKey('serialnumber', sql`n.serial_number`, NUMBER, values.serialnumber, 'all');
  return nftsPage(context, values, [serial], [sql`n.token_id = ${token}`]);
}

/** GET /tokens/{tokenId}/nfts: the NFTs of a token, greatest serial number first. */
export const listTokenNfts = listRoute({
  ...COMMON,
  path: '/api/v1/tokens/{tokenId}/nfts',
  summary: 'List the NFTs of a token',
  description: 'NFTs of the token, including burned and wiped ones.',
  pathParameters: TOKEN_PATH,
  parameters: PARAMETERS,
  page: ({ pathValues, values }, context) => nftsOfToken(context, values, pathValues.tokenId),
});

/** GET /tokens/nfts: the NFTs of the token that `token.id` names, or of all tokens. */
export const listNfts = listRoute({
  ...COMMON,
  path: '/api/v1/tokens/nfts',
  summary: 'List NFTs',
  description:
    'NFTs of the token that `token.id` names, as /tokens/{tokenId}/nfts; or of all tokens, ordered by token and then serial number. Then bounds of `serialnumber` belong to the bound of `token.id` on the same side: `token.id=gte:5&serialnumber=gt:7` begins after serial number 7 of token 5.',
  parameters: { ...PARAMETERS, 'token.id': TOKENS_IN_QUERY },
  page({ values, given }, context) {
    const token = namedToken(values['token.id']);
    if (token !== undefined) return nftsOfToken(context, values, token);
    checkTwoKeys(
      { name: 'token.id', filters: values['token.id'] },
      { name: 'serialnumber', filters: values.serialnumber },
      given,
    );
    const keys = [
      pageKey('token.id', sql`n.token_id`, ENTITY_ID, values['token.id']),
      pageKey('serialnumber', sql`n.serial_number`, NUMBER, values.serialnumber),
    ];
    return nftsPage(context, values, keys, []);
  },
});
