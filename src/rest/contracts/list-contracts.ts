import { word } from '../../store/access/condition.ts';
import { ENTITY_ID } from '../../store/access/domain.ts';
import { indexRange } from '../../store/access/index-scan.ts';
import { leftJoinTable, sameKey } from '../../store/access/joined-rows.ts';
import { sql } from '../../store/sql.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { list } from '../query/parameter.ts';
import { listRoute } from '../route/list-route.ts';
import { pageKey } from '../route/page.ts';
import { CONTRACT_FIELDS } from './contract.json.ts';
import { CONTRACT, selectReferencedIds } from './contract-id.ts';

const { limit, order } = LEDGER;

/** GET /contracts: contracts by id, newest first. */
export const listContracts = listRoute({
  path: '/api/v1/contracts',
  dialect: LEDGER,
  maxAgeSeconds: 10,
  tag: 'contracts',
  summary: 'List contracts',
  description: 'Contracts by number, the newest first, without their code. Deleted ones are included.',
  parameters: {
    'contract.id': list(
      CONTRACT,
      'Contract by id or, with `eq`, EVM address without `0x`; repeated: any of them.',
    ),
    limit,
    order: order('desc'),
  },
  items: 'contracts',
  fields: CONTRACT_FIELDS,
  async page({ values }, context) {
    const id = sql`e.id`;
    const ids = pageKey(
      'contract.id',
      id,
      ENTITY_ID,
      await selectReferencedIds(context, values['contract.id']),
    );
    // The index on types is used, because other indexes have accounts between the contracts.
    const prefix = [{ column: sql`e.type`, value: word('CONTRACT', 'entity_type') }];
    const bounds = indexRange({
      prefix,
      column: id,
      range: ids.range,
      domain: ENTITY_ID,
    });
    return {
      from: sql`entity e`,
      alias: 'e',
      joins: leftJoinTable('contract', 'c', [sameKey('id', 'e', 'id')]),
      bounds,
      keys: [ids],
      order: values.order,
      limit: values.limit,
    };
  },
});
