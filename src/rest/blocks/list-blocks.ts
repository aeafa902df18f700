import { MAX_INT64 } from '@tain/ledger/timestamp';
import { NUMBER } from '../../store/access/domain.ts';
import { BLOCK_NUMBER, blockRows } from '../../store/reads/blocks.sql.ts';
import { sql } from '../../store/sql.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { list, WITHOUT_NE } from '../query/parameter.ts';
import { rangeOf } from '../query/range.ts';
import { listRoute } from '../route/list-route.ts';
import { pageKey } from '../route/page.ts';
import { BLOCK_FIELDS } from './block.json.ts';

const { integer, TIMESTAMP } = LEDGER.types;
const { limit, order } = LEDGER;

/** GET /blocks: blocks by number or time, newest first. */
export const listBlocks = listRoute({
  path: '/api/v1/blocks',
  dialect: LEDGER,
  maxAgeSeconds: 1,
  tag: 'blocks',
  summary: 'List blocks',
  description: 'Blocks by number, the newest first. `timestamp` compares the last consensus time of a block.',
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
  stream: {
    time: sql`consensus_end`,
    family: 'blocks',
    number: { parameter: 'block.number', column: BLOCK_NUMBER },
  },
  page({ values, given }) {
    const times = rangeOf(values.timestamp, 'all');
    // Number and time increase together, so the scan uses the index of the first given filter.
    const first = given.find(({ name }) => name === 'block.number' || name === 'timestamp');
    const along = first?.name === 'block.number' ? 'number' : 'time';
    const number = pageKey('block.number', BLOCK_NUMBER, NUMBER, values['block.number'], 'all');
    return {
      ...blockRows({ numbers: number.range, times, along }),
      keys: [number],
      order: values.order,
      limit: values.limit,
      empty: times.empty,
      isLookup: true,
    };
  },
});
