import { TIME } from '../../store/access/domain.ts';
import { sameKey } from '../../store/access/joined-rows.ts';
import { rowsByKey } from '../../store/access/lookup.ts';
import { joinBlock } from '../../store/reads/blocks.sql.ts';
import { type ResultSearch, resultScanWithSynthetic } from '../../store/reads/contracts/result-scan.sql.ts';
import { sql } from '../../store/sql.ts';
import type { ReadQuery } from '../query/dialects/dialect.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { listRoute } from '../route/list-route.ts';
import { type Page, pageKey } from '../route/page.ts';
import { DEFAULT_API_SETTINGS } from '../route/settings.ts';
import { putGasPrices } from './gas-price.ts';
import { RESULT_JOINS } from './result.json.ts';
import { resultDetailFields } from './result-details.json.ts';
import {
  checkBlocks,
  checkHbarOnce,
  RESULT_PARAMETERS,
  readSearch,
  spanOfResults,
} from './result-parameters.ts';

function resultsPage(search: ResultSearch): Page {
  const ethereum = rowsByKey({
    select: sql`*`,
    from: sql`ethereum_transaction`,
    where: [
      sameKey('consensus_timestamp', 'r', 'consensus_timestamp'),
      sql`payer_account_id = r.payer_account_id`,
    ],
  });
  return {
    scan: resultScanWithSynthetic(search),
    alias: 'r',
    joins: sql`${RESULT_JOINS}
    left join ${ethereum} et on true
    ${joinBlock(sql`r.consensus_timestamp`)}`,
    keys: [pageKey('timestamp', sql`r.consensus_timestamp`, TIME, search.times)],
    order: search.order,
    limit: search.limit,
    empty: search.senders !== 'all' && 'ids' in search.senders && search.senders.ids.length === 0,
  };
}

/** GET /contracts/results: results of all contracts with their blocks and Ethereum transactions. */
export const listResults = listRoute({
  path: '/api/v1/contracts/results',
  dialect: LEDGER,
  maxAgeSeconds: 10,
  tag: 'contracts',
  summary: 'List results of all contracts',
  description:
    'Outcomes of contract executions by consensus time. A token transfer that ran no contract is listed as a synthetic result with its first log, unless `from` is given.',
  parameters: RESULT_PARAMETERS,
  checkQuery: checkResultQuery,
  items: 'results',
  fields: ({ settings }, { values }) => resultDetailFields({ hbar: values.hbar, single: false, settings }),
  describedFields: resultDetailFields({ hbar: true, single: false, settings: DEFAULT_API_SETTINGS }),
  stream: {
    time: sql`r.consensus_timestamp`,
    family: 'contracts',
    span: spanOfResults,
    checkQuery: checkResultQuery,
  },
  page: async ({ values }, context) => resultsPage(await readSearch(values, context, undefined)),
  complete: (rows, context) => putGasPrices(context, rows),
});

function checkResultQuery(query: ReadQuery<typeof RESULT_PARAMETERS>): void {
  checkBlocks(query);
  checkHbarOnce(query.given);
}
