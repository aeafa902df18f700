import { MAX_INT64 } from '@tain/ledger/timestamp';
import { firstRow } from '../../store/access/lookup.ts';
import {
  referencedParticipation,
  referencedTimes,
} from '../../store/reads/contracts/transaction-reference.sql.ts';
import { sql } from '../../store/sql.ts';
import { LOOKUP } from '../query/dialects/ledger.ts';
import { defaulted } from '../query/parameter.ts';
import { notFound } from '../query/problem.ts';
import { route } from '../route/route.ts';
import { checkHbarOnce, hbar } from './result-parameters.ts';
import { RESULT_DETAIL_SCHEMA, selectResult } from './select-result.ts';
import { TRANSACTION_OR_TIME_PATH } from './transaction-reference.ts';

const { integer } = LOOKUP.types;

/** GET /contracts/results/{transactionIdOrHash}: one result, by transaction id, hash or time. */
export const getResult = route({
  path: '/api/v1/contracts/results/{transactionIdOrHash}',
  dialect: LOOKUP,
  maxAgeSeconds: 600,
  tag: 'contracts',
  summary: 'Get a result by transaction id, hash or consensus time',
  description:
    'The result with logs and state changes. Status 206 if the network reported no outcome, or tokens moved without a contract.',
  queryFirst: true,
  pathParameters: { transactionIdOrHash: TRANSACTION_OR_TIME_PATH },
  parameters: {
    hbar,
    nonce: defaulted(
      integer(0n, 2_147_483_647n),
      0n,
      'Nonce, for a transaction id: 0 for the submitted transaction, greater for its children.',
    ),
  },
  checkQuery: ({ given }) => checkHbarOnce(given),
  schema: RESULT_DETAIL_SCHEMA,
  furtherAnswers: { 206: RESULT_DETAIL_SCHEMA },
  async answer({ pathValues: { transactionIdOrHash: reference }, values }, context) {
    if (!('time' in reference)) {
      const participation = referencedParticipation(reference, values.nonce);
      return selectResult(
        context,
        {
          participation: sql`select ct.*, null::bigint as asked_id from (${participation}) ct`,
          movements: { times: referencedTimes(reference, values.nonce), logged: 'hash' in reference },
        },
        values.hbar,
      );
    }
    const { time } = reference;
    if (time > MAX_INT64) throw notFound();
    return selectResult(
      context,
      {
        participation: firstRow({
          select: sql`*, null::bigint as asked_id`,
          from: sql`contract_transaction`,
          where: [sql`consensus_timestamp = ${time}`],
          by: [sql`entity_id`],
          order: 'asc',
        }),
        movements: { times: sql`select ${time}::bigint as consensus_timestamp`, logged: false },
      },
      values.hbar,
    );
  },
});
