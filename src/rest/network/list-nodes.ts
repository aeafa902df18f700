import { idInNetwork } from '@tain/ledger/network';
import { ADDRESS_BOOK_FILE } from '@tain/ledger/system-files';
import { NUMBER } from '../../store/access/domain.ts';
import { as, newestRow } from '../../store/access/lookup.ts';
import { sql } from '../../store/sql.ts';
import { NODES } from '../query/dialects/network.ts';
import {
  defaulted,
  type Filter,
  isOperator,
  list,
  type ParameterType,
  RuleBroken,
  single,
  splitOperand,
} from '../query/parameter.ts';
import { allBounds, rangeOf } from '../query/range.ts';
import { listRoute } from '../route/list-route.ts';
import { pageKey } from '../route/page.ts';
import { NODE_FIELDS } from './node.json.ts';

const { ENTITY, INT64, int32 } = NODES.types;
const { order } = NODES;

/** A file id with its operator: only `eq` is allowed, and the other operators have their own error. */
const FILE: ParameterType<Filter<bigint>> = {
  parse(text, context) {
    const operand = splitOperand(text, false);
    const operator = operand?.operator.toLowerCase() ?? '';
    if (operand === undefined || !isOperator(operator)) return undefined;
    const value = ENTITY.parse(operand.text, context, operator);
    return value === undefined || value instanceof RuleBroken ? undefined : { operator, value };
  },
  schema: ENTITY.schema,
};

/** Values above 25 are reduced to 25. */
const LIMIT = int32('limit', { min: 1, max: 25, cut: true, positive: true });

/** GET /network/nodes: the nodes of the newest address book, with their stakes. */
export const listNodes = listRoute({
  path: '/api/v1/network/nodes',
  dialect: NODES,
  maxAgeSeconds: 60,
  tag: 'network',
  summary: 'List the nodes of the network',
  description:
    'Consensus nodes by number, from the address book in force, with their stakes. At most 25 a page.',
  parameters: {
    'file.id': single(FILE, 'File of the address book: `0.0.102` (default) or `0.0.101`.'),
    'node.id': list(INT64, 'Number of the node.'),
    limit: defaulted(LIMIT, 10, 'Maximum number of items in the answer; larger values are reduced to 25.'),
    order: order('asc'),
  },
  items: 'nodes',
  fields: NODE_FIELDS,
  page({ values }, { settings }) {
    const file = values['file.id'];
    if (file !== undefined && file.operator !== 'eq') {
      throw NODES.badRequest('Only equality operator is supported for file.id');
    }
    const nodes = values['node.id'];
    if (rangeOf(nodes.filter(({ operator }) => operator !== 'eq' && operator !== 'ne')).empty) {
      throw NODES.badRequest('Invalid range provided for node.id');
    }
    const book = file?.value ?? idInNetwork(settings, ADDRESS_BOOK_FILE);
    const inForce = newestRow({
      select: sql`*`,
      from: sql`address_book`,
      where: [sql`file_id = ${book}`],
      by: [sql`start_consensus_timestamp`],
    });
    return {
      from: sql`${as(inForce, 'b')}
        join address_book_entry e on e.consensus_timestamp = b.start_consensus_timestamp
        left join node n on n.node_id = e.node_id
        left join node_stake s on s.consensus_timestamp = (select max(consensus_timestamp) from node_stake)
          and s.node_id = e.node_id`,
      keys: [pageKey('node.id', sql`e.node_id`, NUMBER, allBounds(nodes))],
      order: values.order,
      limit: values.limit,
    };
  },
});
