import { ENTITY_ID } from '../../store/access/domain.ts';
import { sql } from '../../store/sql.ts';
import { boolean, entityId } from '../answer/scalars.ts';
import { timestampRangeOrZero } from '../answer/timestamp-or-zero.ts';
import { NETWORK } from '../query/dialects/network.ts';
import { defaulted, type Filter, list } from '../query/parameter.ts';
import { isCrossed, lastBounds, lastBoundsWithin } from '../query/range.ts';
import { selectEntityId } from '../route/entity-reference.ts';
import { listRoute } from '../route/list-route.ts';
import { pageKey } from '../route/page.ts';

/** An approval for all NFTs of a token, from `nft_allowance`. */
const NFT_ALLOWANCE_FIELDS = {
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

const { BOOLEAN, ENTITY, ACCOUNT_IN_PATH } = NETWORK.types;
const { limit, order } = NETWORK;

/** GET /accounts/{id}/allowances/nfts: approvals for all NFTs of a token, granted or received. */
export const listNftAllowances = listRoute({
  path: '/api/v1/accounts/{idOrAliasOrEvmAddress}/allowances/nfts',
  dialect: NETWORK,
  maxAgeSeconds: 1,
  tag: 'accounts',
  summary: 'List NFT allowances of an account',
  description:
    'Allowances for all NFTs of a token that the account granted; with `owner=false` those granted to it.',
  pathParameters: {
    idOrAliasOrEvmAddress: {
      type: ACCOUNT_IN_PATH,
      name: 'id',
      description: 'Id, alias (base32) or EVM address of the account.',
    },
  },
  parameters: {
    'account.id': list(ENTITY, 'The other account: the spender, or the owner with `owner=false`.', {
      max: { values: 2, as: 'accountIds' },
    }),
    limit,
    order: order('asc'),
    owner: defaulted(BOOLEAN, true, 'Whether the account of the path is the owner, or the spender.'),
    'token.id': list(ENTITY, 'Token, within the bounds of `account.id`.', {
      max: { values: 2, as: 'tokenIds' },
    }),
  },
  items: 'allowances',
  fields: NFT_ALLOWANCE_FIELDS,
  async page({ values, pathValues }, context) {
    const accounts = values['account.id'];
    const tokens = values['token.id'];
    checkBounds(accounts, tokens);
    const id = await selectEntityId(context, pathValues.idOrAliasOrEvmAddress, NETWORK);
    const [own, other] = values.owner ? [sql`owner`, sql`spender`] : [sql`spender`, sql`owner`];
    return {
      from: sql`nft_allowance`,
      where: [sql`approved_for_all`, sql`${own} = ${id}`],
      keys: [
        pageKey('account.id', other, ENTITY_ID, lastBounds(accounts, ENTITY_ID)),
        pageKey('token.id', sql`token_id`, ENTITY_ID, lastBoundsWithin(tokens, ENTITY_ID)),
      ],
      order: values.order,
      limit: values.limit,
    };
  },
});

type Filters = readonly Filter<bigint>[];

const LOWER = ['gt', 'gte'];
const UPPER = ['lt', 'lte'];

function has(filters: Filters, ...operators: readonly string[]): boolean {
  return filters.some(({ operator }) => operators.includes(operator));
}

function checkOperators(name: string, filters: Filters): void {
  if (has(filters, 'ne')) throw NETWORK.badRequest(`Unsupported range operator ne for ${name}`);
  for (const operators of [['eq'], LOWER, UPPER]) {
    if (filters.filter(({ operator }) => operators.includes(operator)).length > 1) {
      throw NETWORK.badRequest(
        `Only one range operator from [${operators.join(', ')}] is allowed for the given parameter for ${name}`,
      );
    }
  }
  if (has(filters, 'eq') && has(filters, ...LOWER, ...UPPER)) {
    throw NETWORK.badRequest(`Can't support both range and equal for ${name}`);
  }
}

/**
 * Checks the bounds of NFT allowances: of the other account and, within its bounds, of the token. Throws `Problem`
 * (400) with the first broken rule.
 */
function checkBounds(accounts: Filters, tokens: Filters): void {
  if (isCrossed(accounts)) throw NETWORK.badRequest('Invalid range provided for account.id');
  if (tokens.length > 0 && accounts.length === 0) {
    throw NETWORK.badRequest('token.id parameter must have account.id present');
  }
  checkOperators('account.id', accounts);
  checkOperators('token.id', tokens);
  // If the account has both bounds, the two bounds of the token belong to different accounts.
  const bothEnds = has(accounts, ...LOWER) && has(accounts, ...UPPER);
  if (!bothEnds && isCrossed(tokens)) {
    throw NETWORK.badRequest('Invalid range provided for token.id');
  }
  if (has(tokens, ...UPPER) && !has(accounts, 'eq', 'lte')) {
    throw NETWORK.badRequest('Requires the presence of an lte or eq account.id parameter');
  }
  if (has(tokens, ...LOWER) && !has(accounts, 'eq', 'gte')) {
    throw NETWORK.badRequest('Requires the presence of an gte or eq account.id parameter');
  }
}
