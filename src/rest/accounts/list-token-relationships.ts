import { ENTITY_ID } from '../../store/access/domain.ts';
import { sameKey } from '../../store/access/joined-rows.ts';
import { rowByKey } from '../../store/access/lookup.ts';
import { sql } from '../../store/sql.ts';
import { boolean, entityId, integer, named, timestamp } from '../answer/scalars.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { list } from '../query/parameter.ts';
import { badRequest } from '../query/problem.ts';
import { pageKey } from '../route/page.ts';
import { accountList } from './account-list.ts';

const { LONG_ZERO_ENTITY } = LEDGER.types;
const { limit, order } = LEDGER;

const FREEZE_STATUSES = ['NOT_APPLICABLE', 'FROZEN', 'UNFROZEN'];
const KYC_STATUSES = ['NOT_APPLICABLE', 'GRANTED', 'REVOKED'];

function nameOf(names: readonly string[]): (code: number) => string {
  return (code) => names[code] ?? 'NOT_APPLICABLE';
}

/** An association of an account `a` (`token_account`) with a token `t`, which may be unknown. */
const TOKEN_RELATIONSHIP_FIELDS = {
  automatic_association: boolean(sql`a.automatic_association`, {
    description: 'Whether a transfer made the association automatically.',
  }),
  balance: integer(sql`a.balance`, {
    nullable: false,
    description: 'Balance in the smallest unit of the token; for NFTs their number.',
  }),
  created_timestamp: timestamp(sql`a.created_timestamp`),
  decimals: integer(sql`t.decimals`),
  freeze_status: named(sql`coalesce(a.freeze_status, t.freeze_status)`, nameOf(FREEZE_STATUSES), {
    enum: FREEZE_STATUSES,
  }),
  kyc_status: named(sql`coalesce(a.kyc_status, t.kyc_status)`, nameOf(KYC_STATUSES), { enum: KYC_STATUSES }),
  token_id: entityId(sql`a.token_id`, { nullable: false }),
};

/**
 * The token is looked up for each association, because the planner prefers to read all tokens for a page of a hundred.
 */
const TOKEN = rowByKey({
  select: sql`decimals, freeze_status, kyc_status`,
  from: sql`token`,
  where: [sameKey('token_id', 'a', 'token_id')],
});

/** GET /accounts/{idOrAliasOrEvmAddress}/tokens: the tokens that the account is associated with. */
export const listTokenRelationships = accountList({
  path: '/api/v1/accounts/{idOrAliasOrEvmAddress}/tokens',
  maxAgeSeconds: 1,
  summary: 'List the tokens of an account',
  description: 'Present associations of the account, with balances, by token.',
  parameters: {
    limit,
    order: order('asc'),
    'token.id': list(LONG_ZERO_ENTITY, 'Token; repeated with `eq`: any of them.'),
  },
  items: 'tokens',
  fields: TOKEN_RELATIONSHIP_FIELDS,
  mustExist: true,
  check({ values }) {
    if (values['token.id'].some(({ operator }) => operator === 'ne')) {
      throw badRequest('Not equal (ne) comparison operator is not supported for token.id');
    }
  },
  page: ({ values }, owner) => ({
    from: sql`token_account a`,
    alias: 'a',
    joins: sql`left join ${TOKEN} t on true`,
    where: [sql`a.account_id = ${owner}`, sql`a.associated`],
    keys: [pageKey('token.id', sql`a.token_id`, ENTITY_ID, values['token.id'])],
    order: values.order,
    limit: values.limit,
  }),
});
