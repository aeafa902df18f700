import { TIME } from '../../access/domain.ts';
import { rowsByKey } from '../../access/lookup.ts';
import { sql } from '../../access/sql.ts';
import { LEDGER } from '../../query/dialects/ledger.ts';
import { joinBlock } from '../../reads/blocks.sql.ts';
import {
  type ResultSearch,
  resultScan,
  resultScanWithSynthetic,
} from '../../reads/contracts/result-scan.sql.ts';
import { objectSchema } from '../answer/objects.ts';
import { LINKS_SCHEMA } from '../route/list-route.ts';
import { linksJson, type Page, pageKey, selectPage } from '../route/page.ts';
import { type ApiContext, route } from '../route/route.ts';
import { DEFAULT_API_SETTINGS } from '../route/settings.ts';
import { joinAddress } from './addresses.sql.ts';
import { putGasPrices } from './gas-price.ts';
import { resultDetailFields } from './result-details.json.ts';
import { checkBlocks, checkHbarOnce, RESULT_PARAMETERS, readSearch } from './result-parameters.ts';

function resultsPage(search: ResultSearch): Page {
  const ethereum = rowsByKey({
    select: sql`*`,
    from: sql`ethereum_transaction`,
    where: [sql`consensus_timestamp = r.consensus_timestamp`, sql`payer_account_id = r.payer_account_id`],
  });
  return {
    scan: search.senders === 'all' ? resultScanWithSynthetic(search) : resultScan(search),
    alias: 'r',
    joins: sql`${joinAddress('e', sql`r.contract_id`)}
    left join ${ethereum} et on true
    ${joinBlock(sql`r.consensus_timestamp`)}`,
    keys: [pageKey('timestamp', sql`r.consensus_timestamp`, TIME, search.times)],
    order: search.order,
    limit: search.limit,
    empty: search.senders !== 'all' && 'ids' in search.senders && search.senders.ids.length === 0,
  };
}

/** GET /contracts/results: results of all contracts with their blocks and Ethereum transactions. */
export const listResults = route({
  path: '/api/v1/contracts/results',
  dialect: LEDGER,
  maxAge: 10,
  tag: 'contracts',
  summary: 'List results of all contracts',
  description:
    'Outcomes of contract executions by consensus time. A transfer of tokens that ran no contract is shown as the result that its first log stands for, unless `from` is given.',
  parameters: RESULT_PARAMETERS,
  checkQuery(query) {
    checkBlocks(query);
    checkHbarOnce(query.given);
  },
  schema: {
    type: 'object',
    properties: {
      results: {
        type: 'array',
        items: objectSchema(
          resultDetailFields({ hbar: true, single: false, settings: DEFAULT_API_SETTINGS }),
        ),
      },
      links: LINKS_SCHEMA,
    },
    required: ['results', 'links'],
  },
  async answer({ path, given, values }, context) {
    const search = await readSearch(values, context, undefined);
    const fields = resultDetailFields({ hbar: values.hbar, single: false, settings: context.settings });
    const priced: ApiContext = {
      ...context,
      async select(query) {
        const rows = await context.select(query);
        await putGasPrices(context, rows);
        return rows;
      },
    };
    const { items, next } = await selectPage(
      priced,
      { path, given, dialect: LEDGER },
      fields,
      resultsPage(search),
    );
    return { body: `{"results":[${items}],"links":${linksJson(next)}}`, next };
  },
});
