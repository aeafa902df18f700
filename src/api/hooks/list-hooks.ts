import { NUMBER } from '../../access/domain.ts';
import { sql } from '../../access/sql.ts';
import { JAVA_NUMBER, JAVA_PATH_ACCOUNT } from '../../query/java-kinds.ts';
import { javaLimit, javaOrder } from '../../query/java-parameters.ts';
import { allBounds } from '../../query/java-range.ts';
import { list } from '../../query/parameter.ts';
import { selectJavaAccountId } from '../entity-reference.ts';
import { listRoute } from '../list-route.ts';
import { key } from '../page.ts';
import { HOOK_FIELDS } from './hook.json.ts';

/** GET /accounts/{id}/hooks: the hooks of an account, deleted ones too, newest number first. */
export const listHooks = listRoute({
  path: '/api/v1/accounts/{idOrAliasOrEvmAddress}/hooks',
  family: 'java',
  maxAge: 1,
  tag: 'accounts',
  summary: 'List hooks of an account',
  description: 'Hooks by number, the newest first (HIP-1195).',
  pathParameters: {
    idOrAliasOrEvmAddress: {
      kind: JAVA_PATH_ACCOUNT,
      name: 'ownerId',
      description: 'Id, alias (base32) or EVM address of the account.',
    },
  },
  parameters: {
    'hook.id': list(JAVA_NUMBER, 'Number of the hook.', { most: { values: 100, as: 'hookId' } }),
    limit: javaLimit,
    order: javaOrder('desc'),
  },
  items: 'hooks',
  fields: HOOK_FIELDS,
  async page({ values, pathValues }, context) {
    const owner = await selectJavaAccountId(context, pathValues.idOrAliasOrEvmAddress);
    return {
      from: sql`hook`,
      where: [sql`owner_id = ${owner}`],
      keys: [key('hook.id', sql`hook_id`, NUMBER, allBounds(values['hook.id']))],
      order: values.order,
      limit: values.limit,
    };
  },
});
