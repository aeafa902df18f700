import { NUMBER } from '../../access/domain.ts';
import { keysetConditions } from '../../access/keyset.ts';
import { firstRow } from '../../access/lookup.ts';
import { inRange, type Range } from '../../access/range.ts';
import { type Sql, sql } from '../../access/sql.ts';
import { MAX_INT64 } from '../../kernel/timestamp.ts';
import { LEDGER } from '../../query/dialects/ledger.ts';
import { list, WITHOUT_NE } from '../../query/parameter.ts';
import { rangeOf } from '../../query/range.ts';
import { listRoute } from '../route/list-route.ts';
import { key } from '../route/page.ts';
import { BLOCK_FIELDS } from './block.json.ts';

const { integer, TIMESTAMP } = LEDGER.types;
const { limit, order } = LEDGER;

/**
 * Bounds of the other column as bounds of the one that is scanned. They hold for the same blocks, and
 * keep a scan from going through all those on the wrong side of bounds that hardly meet.
 */
function translated(scanned: Sql, other: Sql, { lower, upper }: Range): Sql[] {
  const block = { select: scanned, from: sql`record_file`, by: [other] };
  const conditions: Sql[] = [];
  if (lower !== undefined) {
    conditions.push(
      sql`${scanned} >= (${firstRow({ ...block, where: [sql`${other} >= ${lower}`], order: 'asc' })})`,
    );
  }
  if (upper !== undefined) {
    conditions.push(
      sql`${scanned} <= (${firstRow({ ...block, where: [sql`${other} <= ${upper}`], order: 'desc' })})`,
    );
  }
  return conditions;
}

/** GET /blocks: blocks by number or time, newest first. */
export const listBlocks = listRoute({
  path: '/api/v1/blocks',
  dialect: LEDGER,
  maxAge: 1,
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
  page({ values, given }) {
    const times = rangeOf(values.timestamp, 'all');
    // Number and time grow together: the scan goes along the index that the first filter can use.
    const first = given.find(({ name }) => name === 'block.number' || name === 'timestamp');
    const byNumber = first?.name === 'block.number';
    const scanned = byNumber ? sql`index` : sql`consensus_end`;
    const number = key('block.number', sql`index`, NUMBER, values['block.number'], 'all');
    return {
      from: sql`record_file`,
      where: [
        ...inRange(sql`consensus_end`, times),
        ...(byNumber
          ? translated(sql`index`, sql`consensus_end`, times)
          : translated(sql`consensus_end`, sql`index`, number.range)),
      ],
      keys: [number],
      order: values.order,
      bounds: { where: keysetConditions([number]), by: [scanned] },
      limit: values.limit,
      empty: times.empty,
    };
  },
});
