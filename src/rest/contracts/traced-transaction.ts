import type { TransactionReference } from '@tain/ledger/transaction-id';
import { unexecuted } from '../../calls/contract-call.ts';
import { refused } from '../../calls/refusal.ts';
import type { TraceOptions } from '../../calls/simulation.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { EXECUTION } from '../query/dialects/network.ts';
import type { Schema } from '../query/json-schema.ts';
import { type ParameterTable, type PathParameter, RuleBroken, type Values } from '../query/parameter.ts';
import type { Answer, ApiContext, ApiRequest } from '../route/route.ts';
import { answerOfTrace, executesNothing } from './call/outcomes.ts';
import { EXECUTION_PATH } from './transaction-reference.ts';

const { strict } = LEDGER.types;

/** Rejects an empty reference, and one of an unknown form, with the error texts of the public mirror node. */
const REFERENCE: PathParameter<TransactionReference> = {
  ...EXECUTION_PATH,
  type: {
    ...EXECUTION_PATH.type,
    parse(text, context, operator) {
      if (text.trim() === '') return new RuleBroken('Missing transaction ID or hash');
      return (
        strict(EXECUTION_PATH.type).parse(text, context, operator) ??
        new RuleBroken(`Unsupported ID format: '${text}'`)
      );
    },
  },
};

const NO_GZIP = unexecuted(refused('not-acceptable', 'Accept-Encoding: gzip header is required'));

interface TracedTransaction<Shows extends ParameterTable> {
  readonly summary: string;
  readonly description: string;
  readonly parameters: Shows;
  readonly schema: Schema;
  readonly options: (values: Values<Shows>) => TraceOptions;
}

/** Returns a route, without its path, that executes a recorded transaction again. */
export function tracedTransaction<const Shows extends ParameterTable>({
  options,
  ...described
}: TracedTransaction<Shows>) {
  return {
    ...described,
    dialect: EXECUTION,
    maxAgeSeconds: 1,
    cached: false,
    limitsItself: true,
    tag: 'contracts',
    pathParameters: { transactionIdOrHash: REFERENCE },
    async answer(
      { pathValues, values, acceptEncoding }: ApiRequest<Shows, { transactionIdOrHash: typeof REFERENCE }>,
      { traceTransaction: trace, capabilities, client, signal }: ApiContext,
    ): Promise<Answer> {
      if (trace === undefined) throw executesNothing();
      // As in the public mirror node, a server whose traces are off refuses them whatever the client accepts.
      const isOff = capabilities().features.opcode_traces === false;
      if (!isOff && acceptEncoding?.toLowerCase().includes('gzip') !== true) return answerOfTrace(NO_GZIP);
      const transaction = pathValues.transactionIdOrHash;
      return answerOfTrace(await trace({ transaction, options: options(values) }, { client, signal }));
    },
  } as const;
}
