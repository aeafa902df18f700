import { TIME } from '../../store/access/domain.ts';
import { resultScanWithSynthetic } from '../../store/reads/contracts/result-scan.sql.ts';
import { contractsOfResults } from '../../store/reads/touched-ids.sql.ts';
import { sql } from '../../store/sql.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { referencedId } from '../route/entity-reference.ts';
import { listRoute } from '../route/list-route.ts';
import { pageKey } from '../route/page.ts';
import { contractName, isContractZero, OWNER_PATH } from './contract-id.ts';
import { RESULT_FIELDS, RESULT_JOINS } from './result.json.ts';
import { checkBlocks, RESULT_PARAMETERS, readSearch, spanOfResults } from './result-parameters.ts';

/** GET /contracts/{contractIdOrAddress}/results: results of one contract, without details. */
export const listContractResults = listRoute({
  path: '/api/v1/contracts/{contractIdOrAddress}/results',
  dialect: LEDGER,
  maxAgeSeconds: 1,
  tag: 'contracts',
  summary: 'List results of a contract',
  description:
    'Outcomes of the executions of one contract by consensus time. For a token, transfers that ran no contract are included, unless `from` is given. Id 0 lists the results of all contracts.',
  pathParameters: { contractIdOrAddress: OWNER_PATH },
  parameters: RESULT_PARAMETERS,
  checkQuery: checkBlocks,
  items: 'results',
  fields: RESULT_FIELDS,
  stream: {
    time: sql`r.consensus_timestamp`,
    family: 'contracts',
    span: spanOfResults,
    checkQuery: checkBlocks,
    touched: {
      kind: 'contracts of results',
      select: contractsOfResults,
      names: ({ pathValues }) =>
        isContractZero(pathValues.contractIdOrAddress)
          ? undefined
          : [contractName(pathValues.contractIdOrAddress)],
    },
  },
  async page({ pathValues, values }, context) {
    const reference = pathValues.contractIdOrAddress;
    // As in the public mirror node, contract 0 means all contracts.
    const contract = isContractZero(reference) ? undefined : referencedId(reference, LEDGER);
    const search = await readSearch(values, context, contract);
    return {
      scan: resultScanWithSynthetic(search),
      alias: 'r',
      joins: RESULT_JOINS,
      keys: [pageKey('timestamp', sql`r.consensus_timestamp`, TIME, search.times)],
      order: search.order,
      limit: search.limit,
      empty: search.senders !== 'all' && 'ids' in search.senders && search.senders.ids.length === 0,
    };
  },
});
