import { ENTITY_ID, inRange, NUMBER } from '../../store/access/domain.ts';
import { leftJoinTable, sameKey } from '../../store/access/joined-rows.ts';
import { empty, PLANNED_FOR_VALUES, sql } from '../../store/sql.ts';
import { NFT_FIELDS } from '../holdings/nft.json.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { type Filter, list } from '../query/parameter.ts';
import { badRequest } from '../query/problem.ts';
import { rangeOf } from '../query/range.ts';
import { checkTwoKeys } from '../query/two-keys.ts';
import { pageKey } from '../route/page.ts';
import { accountList } from './account-list.ts';

const { ENTITY, integer, LONG_ZERO_ENTITY } = LEDGER.types;
const { limit, order } = LEDGER;

function spenders(filters: readonly Filter<bigint>[]) {
  return rangeOf(filters, 'any', ENTITY_ID.max, ENTITY_ID.min);
}

/** Allows one bound on each side, and no `ne`. Throws `Problem` (400). */
function checkSpenders(filters: readonly Filter<bigint>[]): void {
  const count = (...operators: string[]) =>
    filters.filter(({ operator }) => operators.includes(operator)).length;
  if (count('lt', 'lte') > 1 || count('gt', 'gte') > 1) {
    throw badRequest('Multiple range params not allowed for spender.id');
  }
  if (count('ne') > 0) throw badRequest('Not equals (ne) comparison operator is not supported');
}

/** GET /accounts/{idOrAliasOrEvmAddress}/nfts: NFTs that the account owns. */
export const listAccountNfts = accountList({
  path: '/api/v1/accounts/{idOrAliasOrEvmAddress}/nfts',
  maxAgeSeconds: 1,
  summary: 'List the NFTs of an account',
  description:
    'Ordered by token and then serial number. Bounds of `serialnumber` belong to the bound of `token.id` on the same side: `token.id=gte:5&serialnumber=gt:7` begins after serial number 7 of token 5.',
  parameters: {
    limit,
    order: order('desc'),
    serialnumber: list(
      integer(1n),
      'Serial number: one `eq`, or one bound on each side; only with `token.id`.',
    ),
    'spender.id': list(ENTITY, 'Account that may transfer the NFT; repeated with `eq`: any of them.'),
    'token.id': list(LONG_ZERO_ENTITY, 'Token: one `eq`, or one bound on each side.'),
  },
  items: 'nfts',
  fields: NFT_FIELDS,
  mustExist: false,
  check({ values, given }) {
    checkTwoKeys(
      { name: 'token.id', filters: values['token.id'] },
      { name: 'serialnumber', filters: values.serialnumber },
      given,
    );
    checkSpenders(values['spender.id']);
  },
  page: ({ values }, owner) => ({
    // A spender may be allowed to transfer a few of the account's NFTs, or most of them.
    from: sql`${values['spender.id'].length > 0 ? PLANNED_FOR_VALUES : empty}nft n`,
    alias: 'n',
    joins: leftJoinTable('entity', 'e', [sameKey('id', 'n', 'token_id')]),
    where: [sql`n.account_id = ${owner}`, ...inRange(sql`n.spender`, spenders(values['spender.id']))],
    keys: [
      pageKey('token.id', sql`n.token_id`, ENTITY_ID, values['token.id']),
      pageKey('serialnumber', sql`n.serial_number`, NUMBER, values.serialnumber),
    ],
    order: values.order,
    limit: values.limit,
    empty: spenders(values['spender.id']).empty,
  }),
});
