import { NUMBER } from '../../store/access/domain.ts';
import { sql } from '../../store/sql.ts';
import { boolean, cryptoKey, entityId, integer, word } from '../answer/scalars.ts';
import { timestampOrZero, timestampRangeOrZero } from '../answer/timestamp-or-zero.ts';
import { NETWORK } from '../query/dialects/network.ts';
import { list } from '../query/parameter.ts';
import { allBounds } from '../query/range.ts';
import { selectEntityId } from '../route/entity-reference.ts';
import { listRoute } from '../route/list-route.ts';
import { pageKey } from '../route/page.ts';

/** A hook of an account (HIP-1195), from `hook`. */
const HOOK_FIELDS = {
  admin_key: cryptoKey(sql`admin_key`),
  contract_id: entityId(sql`contract_id`, { description: 'Contract that the hook runs.' }),
  created_timestamp: timestampOrZero(sql`created_timestamp`),
  deleted: boolean(sql`deleted`, { nullable: false }),
  extension_point: word(sql`extension_point`, { nullable: false, enum: ['ACCOUNT_ALLOWANCE_HOOK'] }),
  hook_id: integer(sql`hook_id`, { nullable: false }),
  owner_id: entityId(sql`owner_id`, { nullable: false }),
  timestamp_range: timestampRangeOrZero(sql`timestamp_range`, { nullable: false }),
  type: word(sql`type`, { nullable: false, enum: ['EVM'] }),
};

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
