import { ENTITY_ID } from '../../store/access/domain.ts';
import { sql } from '../../store/sql.ts';
import { entityId, integer, timestampRange } from '../answer/scalars.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { list } from '../query/parameter.ts';
import { badRequest } from '../query/problem.ts';
import { pageKey } from '../route/page.ts';
import { accountList } from './account-list.ts';

const { ENTITY } = LEDGER.types;
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
