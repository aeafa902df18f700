import { MAX_INT64 } from '../../kernel/timestamp.ts';
import { limit, order } from '../../query/common-parameters.ts';
import { NUMBER } from '../../query/domain.ts';
import { integer, TIMESTAMP } from '../../query/kinds.ts';
import { list, WITHOUT_NE } from '../../query/parameter.ts';
import { rangeOf } from '../../query/range.ts';
import { inRange, raw, sql } from '../../query/sql.ts';
import { listRoute } from '../list-route.ts';
import { key } from '../page.ts';
import { BLOCK_FIELDS } from './block.json.ts';

/** GET /blocks: blocks by number or time, newest first. */
export const listBlocks = listRoute({
  path: '/api/v1/blocks',
  family: 'filters',
  maxAge: 1,
  tag: 'blocks',
  summary: 'List blocks',
  parameters: {
    'block.number': list(integer(0n, MAX_INT64, true), 'Number of the block, decimal or `0x` hexadecimal.', {
      operators: WITHOUT_NE,
    }),
    limit,
    order: order('desc'),
    timestamp: list(TIMESTAMP, 'Consensus time of the last transaction of the block.'),
  },
  items: 'blocks',
  fields: BLOCK_FIELDS,
  page({ values, given }) {
    const times = rangeOf(values.timestamp, 'all');
    // Number and time grow together: the walk goes along the index that the first filter can use.
    const first = given.find(({ name }) => name === 'block.number' || name === 'timestamp');
    const walk = first?.name === 'block.number' ? sql`index` : sql`consensus_end`;
    return {
      from: sql`record_file`,
      where: inRange(sql`consensus_end`, times),
      keys: [key('block.number', sql`index`, NUMBER, values['block.number'], 'all')],
      order: values.order,
      orderBy: sql`order by ${walk} ${raw(values.order)}`,
      limit: values.limit,
      empty: times.empty,
    };
  },
});
