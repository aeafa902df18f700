import { MAX_INT64 } from '@tain/ledger/timestamp';
import { sql } from '../../store/sql.ts';
import { LEDGER, LOOKUP } from '../query/dialects/ledger.ts';
import { notFound } from '../query/problem.ts';
import type { RequestParameter } from '../query/query-string.ts';
import { referencedId } from '../route/entity-reference.ts';
import { route } from '../route/route.ts';
import { OWNER_PATH } from './contract-id.ts';
import { checkHbarOnce, hbar, invalidHbar } from './result-parameters.ts';
import { RESULT_DETAIL_SCHEMA, selectResult } from './select-result.ts';

const { TIMESTAMP } = LOOKUP.types;

const HBAR_FORM = /^(?:eq:)?(?:true|false)$/i;

/** Reports an invalid `hbar` with its own text, before path and query are checked. */
function checkHbar(given: readonly RequestParameter[]): void {
  checkHbarOnce(given);
  const [text = 'true'] = given.find(({ name }) => name === 'hbar')?.values ?? [];
  if (!HBAR_FORM.test(text)) throw invalidHbar(text);
}

/** GET /contracts/{contractIdOrAddress}/results/{timestamp}: a contract's result at an instant. */
export const getContractResult = route({
  path: '/api/v1/contracts/{contractIdOrAddress}/results/{timestamp}',
  dialect: LOOKUP,
  maxAgeSeconds: 600,
  tag: 'contracts',
  summary: 'Get the result of a contract at a consensus time',
  description:
    'The result with logs and state changes. Status 206 if the network reported no outcome, or tokens moved without a contract.',
  pathParameters: {
    contractIdOrAddress: OWNER_PATH,
    timestamp: { type: TIMESTAMP, description: 'Consensus time.' },
  },
  parameters: { hbar },
  checkGiven: checkHbar,
  schema: RESULT_DETAIL_SCHEMA,
  furtherAnswers: { 206: RESULT_DETAIL_SCHEMA },
  async answer({ pathValues: { contractIdOrAddress, timestamp }, values }, context) {
    if (timestamp > MAX_INT64) throw notFound();
    const contract = referencedId(contractIdOrAddress, LEDGER);
    return selectResult(
      context,
      {
        participation: sql`
    select *, entity_id as asked_id
    from contract_transaction
    where consensus_timestamp = ${timestamp} and entity_id = ${contract}`,
        movements: {
          times: sql`select ${timestamp}::bigint as consensus_timestamp`,
          party: contract,
          logged: false,
        },
      },
      values.hbar,
    );
  },
});
