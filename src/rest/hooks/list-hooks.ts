import { NUMBER } from '../../store/access/domain.ts';
import { sql } from '../../store/access/sql.ts';
import { allBounds } from '../query/bounds.ts';
import { NETWORK } from '../query/dialects/network.ts';
import { list } from '../query/parameter.ts';
import { selectEntityId } from '../route/entity-reference.ts';
import { listRoute } from '../route/list-route.ts';
import { pageKey } from '../route/page.ts';
import { HOOK_FIELDS } from './hook.json.ts';

const { INT64, ACCOUNT_IN_PATH } = NETWORK.types;
const { limit, order } = NETWORK;

/** GET /accounts/{id}/hooks: the hooks of an account, including deleted ones, newest number first. */
export const listHooks = listRoute({
  path: '/api/v1/accounts/{idOrAliasOrEvmAddress}/hooks',
  dialect: NETWORK,
  maxAgeSeconds: 1,
  tag: 'accounts',
  summary: 'List hooks of an account',
  description: 'Hooks by number, the newest first (HIP-1195).',
  pathParameters: {
    idOrAliasOrEvmAddress: {
      type: ACCOUNT_IN_PATH,
      name: 'ownerId',
      description: 'Id, alias (base32) or EVM address of the account.',
    },
  },
  parameters: {
    'hook.id': list(INT64, 'Number of the hook.', { max: { values: 100, as: 'hookId' } }),
    limit,
    order: order('desc'),
  },
  items: 'hooks',
  fields: HOOK_FIELDS,
  async page({ values, pathValues }, context) {
    const owner = await selectEntityId(context, pathValues.idOrAliasOrEvmAddress, NETWORK);
    return {
      from: sql`hook`,
      where: [sql`owner_id = ${owner}`],
      keys: [pageKey('hook.id', sql`hook_id`, NUMBER, allBounds(values['hook.id']))],
      order: values.order,
      limit: values.limit,
    };
  },
});
