import { EXECUTION } from '../query/dialects/network.ts';
import type { Schema } from '../query/json-schema.ts';
import { defaulted } from '../query/parameter.ts';
import { type Route, route } from '../route/route.ts';
import { tracedTransaction } from './traced-transaction.ts';

const { BOOLEAN } = EXECUTION.types;

const HEX = { type: 'string', pattern: '^0x[0-9a-f]*$' } as const;

const ACCOUNT: Schema = {
  type: 'object',
  properties: {
    address: { ...HEX, description: 'EVM address.' },
    balance: { ...HEX, description: 'Balance in weibars.' },
    code: {
      ...HEX,
      description:
        'Runtime code of a contract, or delegation designator of an account (EIP-7702), if requested.',
    },
    nonce: { type: 'integer', format: 'int64', description: 'Ethereum nonce; 0 if it is not known.' },
    storage: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description:
        'Values of slots that were read or written, if requested; with `diff=true` of changed slots.',
    },
  },
  required: ['address'],
};

const SHOWS = {
  code: defaulted(BOOLEAN, false, 'Whether contracts show their code, and accounts their delegation.'),
  diff: defaulted(
    BOOLEAN,
    false,
    'Whether only accounts that changed are shown: in `pre` as they were before the transaction, in `post` as after it.',
  ),
  storage: defaulted(BOOLEAN, false, 'Whether contracts show storage.'),
};

/** GET /contracts/results/{transactionIdOrHash}/prestate. */
export const tracePrestate: Route = route({
  ...tracedTransaction({
    summary: 'Trace the accounts of a transaction',
    description:
      'Executes a transaction again on the state of the ledger directly before it, and returns the accounts that it read or wrote. The request must accept gzip (406 otherwise).',
    parameters: SHOWS,
    schema: {
      type: 'object',
      properties: {
        pre: {
          type: 'array',
          items: ACCOUNT,
          description:
            'Accounts before the transaction, by ascending address. An account that it created has only its address.',
        },
        post: {
          type: 'array',
          items: ACCOUNT,
          description:
            'Changed accounts after the transaction, by ascending address; empty without `diff=true`.',
        },
      },
      required: ['pre', 'post'],
    },
    options: ({ diff, code, storage }) => ({ kind: 'prestate', diff, code, storage }),
  }),
  path: '/api/v1/contracts/results/{transactionIdOrHash}/prestate',
});
