import { NUMBER } from '../../store/access/domain.ts';
import { sql } from '../../store/sql.ts';
import { NODES } from '../query/dialects/network.ts';
import { list, single } from '../query/parameter.ts';
import { allBounds } from '../query/range.ts';
import { listRoute } from '../route/list-route.ts';
import { pageKey } from '../route/page.ts';
import { REGISTERED_NODE_FIELDS } from './registered-node.json.ts';

const { INT64, oneOf } = NODES.types;
const { limit, order } = NODES;

/** Kinds of registered nodes by the number that `registered_node.type` holds. */
const TYPE = oneOf({ BLOCK_NODE: 1, GENERAL_SERVICE: 2, MIRROR_NODE: 3, RPC_RELAY: 4, UNKNOWN: -1 });

/** GET /network/registered-nodes: registered nodes other than the consensus nodes. */
export const listRegisteredNodes = listRoute({
  path: '/api/v1/network/registered-nodes',
  dialect: NODES,
  maxAgeSeconds: 60,
  tag: 'network',
  summary: 'List registered nodes',
  description:
    'Nodes that offer services other than consensus (HIP-1137): block nodes, mirror nodes, relays and others, by number.',
  parameters: {
    limit,
    order: order('asc'),
    'registerednode.id': list(INT64, 'Number of the registered node.', {
      max: { values: 2, as: 'registeredNodeIds' },
    }),
    type: single(TYPE, 'Service of the node.'),
  },
  items: 'registered_nodes',
  fields: REGISTERED_NODE_FIELDS,
  page({ values }) {
    const ids = values['registerednode.id'];
    if (ids.length > 1 && ids.some(({ operator }) => operator === 'eq')) {
      throw NODES.badRequest("The 'eq' operator cannot be combined with other operators");
    }
    const range = allBounds(ids);
    if (range.empty) throw NODES.badRequest('Invalid range: lower bound exceeds upper bound');
    return {
      from: sql`registered_node`,
      where: [
        sql`deleted is false`,
        ...(values.type === undefined ? [] : [sql`type @> array[${values.type}]::smallint[]`]),
      ],
      keys: [pageKey('registerednode.id', sql`registered_node_id`, NUMBER, range)],
      order: values.order,
      limit: values.limit,
    };
  },
});
