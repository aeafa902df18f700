import { ENTITY_ID } from '../../access/domain.ts';
import { sql } from '../../access/sql.ts';
import { JAVA_BOOLEAN, JAVA_ENTITY, JAVA_PATH_ACCOUNT } from '../../query/java-kinds.ts';
import { javaLimit, javaOrder } from '../../query/java-parameters.ts';
import { lastBounds, lastBoundsWithin } from '../../query/java-range.ts';
import { defaulted, list } from '../../query/parameter.ts';
import { selectJavaAccountId } from '../entity-reference.ts';
import { listRoute } from '../list-route.ts';
import { key } from '../page.ts';
import { checkBounds } from './check-bounds.ts';
import { NFT_ALLOWANCE_FIELDS } from './nft-allowance.json.ts';

/** GET /accounts/{id}/allowances/nfts: approvals for all NFTs of a token, given or got. */
export const listNftAllowances = listRoute({
  path: '/api/v1/accounts/{idOrAliasOrEvmAddress}/allowances/nfts',
  family: 'java',
  maxAge: 1,
  tag: 'accounts',
  summary: 'List NFT allowances of an account',
  description:
    'Allowances for all NFTs of a token that the account granted; with `owner=false` those granted to it.',
  pathParameters: {
    idOrAliasOrEvmAddress: {
      kind: JAVA_PATH_ACCOUNT,
      name: 'id',
      description: 'Id, alias (base32) or EVM address of the account.',
    },
  },
  parameters: {
    'account.id': list(JAVA_ENTITY, 'The other account: the spender, or the owner with `owner=false`.', {
      most: { values: 2, as: 'accountIds' },
    }),
    limit: javaLimit,
    order: javaOrder('asc'),
    owner: defaulted(JAVA_BOOLEAN, true, 'Whether the account of the path is the owner, or the spender.'),
    'token.id': list(JAVA_ENTITY, 'Token, within the bounds of `account.id`.', {
      most: { values: 2, as: 'tokenIds' },
    }),
  },
  items: 'allowances',
  fields: NFT_ALLOWANCE_FIELDS,
  async page({ values, pathValues }, context) {
    const accounts = values['account.id'];
    const tokens = values['token.id'];
    checkBounds(accounts, tokens);
    const id = await selectJavaAccountId(context, pathValues.idOrAliasOrEvmAddress);
    const [own, other] = values.owner ? [sql`owner`, sql`spender`] : [sql`spender`, sql`owner`];
    return {
      from: sql`nft_allowance`,
      where: [sql`approved_for_all`, sql`${own} = ${id}`],
      keys: [
        key('account.id', other, ENTITY_ID, lastBounds(accounts, ENTITY_ID)),
        key('token.id', sql`token_id`, ENTITY_ID, lastBoundsWithin(tokens, ENTITY_ID)),
      ],
      order: values.order,
      limit: values.limit,
    };
  },
});
