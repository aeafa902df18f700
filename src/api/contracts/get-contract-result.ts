import { MAX_INT64 } from '../../kernel/timestamp.ts';
import type { Kind } from '../../query/kind.ts';
import { BOOLEAN, TIMESTAMP } from '../../query/kinds.ts';
import { ALL, defaulted } from '../../query/parameter.ts';
import { notFound } from '../../query/problem.ts';
import { sql } from '../../query/sql.ts';
import { route } from '../route.ts';
import { CONTRACT_PATH, idOf } from './contract-id.ts';
import { checkHbarOnce, hbar, invalidHbar } from './result-parameters.ts';
import { RESULT_DETAIL_SCHEMA, selectResult } from './select-result.ts';

/** `hbar` of this route: a bad value is told in words of its own, before anything else of the query. */
const HBAR: Kind<boolean> = {
  ...BOOLEAN,
  parse(text, context, operator) {
    const value = operator === 'eq' ? BOOLEAN.parse(text, context, operator) : undefined;
    if (typeof value === 'boolean') return value;
    throw invalidHbar(operator === 'eq' ? text : `${operator}:${text}`);
  },
};

/** GET /contracts/{contractIdOrAddress}/results/{timestamp}: a contract's result at an instant. */
export const getContractResult = route({
  path: '/api/v1/contracts/{contractIdOrAddress}/results/{timestamp}',
  family: 'plain',
  maxAge: 600,
  tag: 'contracts',
  summary: 'Get the result of a contract at a consensus time',
  description: 'With logs and state changes. Status 206 where the network told no outcome.',
  pathParameters: {
    contractIdOrAddress: CONTRACT_PATH,
    timestamp: { kind: TIMESTAMP, description: 'Consensus time.' },
  },
  parameters: { hbar: defaulted(HBAR, true, hbar.description, { operators: ALL }) },
  schema: RESULT_DETAIL_SCHEMA,
  furtherAnswers: { 206: RESULT_DETAIL_SCHEMA },
  async answer({ pathValues: { contractIdOrAddress, timestamp }, values, given }, context) {
    checkHbarOnce(given);
    if (timestamp > MAX_INT64) throw notFound();
    return selectResult(
      context,
      sql`select *, entity_id as asked_id from contract_transaction where consensus_timestamp = ${timestamp} and entity_id = ${idOf(contractIdOrAddress)}`,
      values.hbar,
    );
  },
});
