import { BOOLEAN } from '../../query/kinds.ts';
import { defaulted } from '../../query/parameter.ts';
import { Problem } from '../../query/problem.ts';
import { type Route, route } from '../route.ts';
import { TRANSACTION_PATH } from './transaction-reference.ts';

/** Operations that execute contracts. This server has no engine for that: 501. */
async function refuse(): Promise<never> {
  throw new Problem(501, [{ message: 'Not Implemented', detail: 'This server does not execute contracts' }]);
}

const shared = { family: 'plain', maxAge: 1, cached: false, tag: 'contracts', answer: refuse } as const;

/** POST /contracts/call. */
export const callContract: Route = route({
  ...shared,
  method: 'POST',
  path: '/api/v1/contracts/call',
  summary: 'Call a contract',
  description: 'Executes a call without changing anything.',
  parameters: {},
  schema: { type: 'object', properties: { result: { type: 'string' } }, required: ['result'] },
});

const OPCODES = {
  ...shared,
  summary: 'Trace the opcodes of a transaction',
  description: 'Executes a transaction again and answers what each of its steps did.',
  pathParameters: { transactionIdOrHash: TRANSACTION_PATH },
  parameters: {
    memory: defaulted(BOOLEAN, false, 'Whether the memory at each step is shown.'),
    stack: defaulted(BOOLEAN, true, 'Whether the stack at each step is shown.'),
    storage: defaulted(BOOLEAN, false, 'Whether the storage at each step is shown.'),
  },
  schema: { type: 'object', properties: { opcodes: { type: 'array', items: { type: 'object' } } } },
} as const;

/** GET /contracts/results/{transactionIdOrHash}/opcodes. */
export const traceOpcodes: Route = route({
  ...OPCODES,
  path: '/api/v1/contracts/results/{transactionIdOrHash}/opcodes',
});

/** GET /contracts/{id}/results/opcodes: the same under its other name. */
export const traceContractOpcodes: Route = route({
  ...OPCODES,
  path: '/api/v1/contracts/{transactionIdOrHash}/results/opcodes',
});
