import { ENTITY_ID } from '../../store/access/domain.ts';
import { sql } from '../../store/sql.ts';
import { entityId, integer, timestampRange } from '../answer/scalars.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { list } from '../query/parameter.ts';
import { badRequest } from '../query/problem.ts';
import { checkTwoKeys } from '../query/two-keys.ts';
import { pageKey } from '../route/page.ts';
import { accountList } from './account-list.ts';

const { ENTITY, LONG_ZERO_ENTITY } = LEDGER.types;
const { limit, order } = LEDGER;

/** An allowance of hbar, from `crypto_allowance`. */
const CRYPTO_ALLOWANCE_FIELDS = {
  amount: integer(sql`amount`, { nullable: false, description: 'Remaining amount in tinybars.' }),
  amount_granted: integer(sql`amount_granted`, {
    nullable: false,
    description: 'Granted amount in tinybars.',
  }),
  owner: entityId(sql`owner`, { nullable: false }),
  spender: entityId(sql`spender`, { nullable: false }),
  timestamp: timestampRange(sql`timestamp_range`, { nullable: false }),
};

/** GET /accounts/{idOrAliasOrEvmAddress}/allowances/crypto: allowances of the account's hbar. */
export const listCryptoAllowances = accountList({
  path: '/api/v1/accounts/{idOrAliasOrEvmAddress}/allowances/crypto',
  maxAgeSeconds: 1,
  summary: 'List the hbar allowances of an account',
  description: 'Allowances granted by the account whose remaining amount is not zero.',
  parameters: {
    limit,
    order: order('desc'),
    'spender.id': list(ENTITY, 'Account that may spend; repeated with `eq`: any of them.'),
  },
  items: 'allowances',
  fields: CRYPTO_ALLOWANCE_FIELDS,
  mustExist: false,
  check({ values }) {
    if (values['spender.id'].some(({ operator }) => operator === 'ne')) {
      throw badRequest('Not equal (ne) comparison operator is not supported for spender.id');
    }
  },
  page: ({ values }, owner) => ({
    from: sql`crypto_allowance`,
    where: [sql`owner = ${owner}`, sql`amount > 0`],
    keys: [pageKey('spender.id', sql`spender`, ENTITY_ID, values['spender.id'])],
    order: values.order,
    limit: values.limit,
  }),
});

/** An allowance of a fungible token, from `token_allowance`. */
const TOKEN_ALLOWANCE_FIELDS = {
  amount: integer(sql`amount`, {
    nullable: false,
    description: 'Remaining amount in the smallest unit of the token.',
  }),
  amount_granted: integer(sql`amount_granted`, { nullable: false, description: 'Granted amount.' }),
  owner: entityId(sql`owner`, { nullable: false }),
  spender: entityId(sql`spender`, { nullable: false }),
  timestamp: timestampRange(sql`timestamp_range`, { nullable: false }),
  token_id: entityId(sql`token_id`, { nullable: false }),
};

/** GET /accounts/{idOrAliasOrEvmAddress}/allowances/tokens: allowances of its fungible tokens. */
export const listTokenAllowances = accountList({
  path: '/api/v1/accounts/{idOrAliasOrEvmAddress}/allowances/tokens',
  maxAgeSeconds: 1,
  summary: 'List the fungible token allowances of an account',
  description:
    'Ordered by spender and then token. Bounds of `token.id` belong to the bound of `spender.id` on the same side: `spender.id=gte:5&token.id=gt:7` begins after token 7 of spender 5.',
  parameters: {
    limit,
    order: order('asc'),
    'spender.id': list(ENTITY, 'Account that may spend: one `eq`, or one bound on each side.'),
    'token.id': list(LONG_ZERO_ENTITY, 'Token: one `eq`, or one bound on each side; only with `spender.id`.'),
  },
  items: 'allowances',
  fields: TOKEN_ALLOWANCE_FIELDS,
  mustExist: false,
  check({ values, given }) {
    checkTwoKeys(
      { name: 'spender.id', filters: values['spender.id'] },
      { name: 'token.id', filters: values['token.id'] },
      given,
    );
  },
  page: ({ values }, owner) => ({
    from: sql`token_allowance`,
    where: [sql`owner = ${owner}`, sql`amount > 0`],
    keys: [
      pageKey('spender.id', sql`spender`, ENTITY_ID, values['spender.id']),
      pageKey('token.id', sql`token_id`, ENTITY_ID, values['token.id']),
    ],
    order: values.order,
    limit: values.limit,
  }),
});
