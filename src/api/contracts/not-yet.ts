import { LOOKUP } from '../../query/dialects/lookup.ts';
import type { Schema } from '../../query/json-schema.ts';
import { defaulted } from '../../query/parameter.ts';
import { Problem } from '../../query/problem.ts';
import { type Route, route } from '../route.ts';
import { TRANSACTION_PATH } from './transaction-reference.ts';

const { BOOLEAN } = LOOKUP.types;

/** Operations that execute contracts. This server has no engine for that: 501. */
async function refuse(): Promise<never> {
  throw new Problem(501, [{ message: 'Not Implemented', detail: 'This server does not execute contracts' }]);
}

const shared = { dialect: LOOKUP, maxAge: 1, cached: false, tag: 'contracts', answer: refuse } as const;

const BYTES = { type: 'string', pattern: '^0x[0-9a-fA-F]*$' } as const;
const WORDS: Schema = { type: 'array', items: { type: 'string' }, nullable: true };

const OPCODE: Schema = {
  type: 'object',
  properties: {
    depth: { type: 'integer', description: 'Depth of the call, beginning with 1.' },
    gas: { type: 'integer', format: 'int64', description: 'Gas that is left.' },
    gas_cost: { type: 'integer', format: 'int64' },
    memory: { ...WORDS, description: 'Words of the memory in hex, if asked for.' },
    op: { type: 'string', description: 'Name of the instruction.' },
    pc: { type: 'integer', description: 'Place of the instruction in the code.' },
    reason: { type: 'string', nullable: true, description: 'Why the execution was reverted, in hex.' },
    stack: { ...WORDS, description: 'Words of the stack in hex, if asked for.' },
    storage: {
      type: 'object',
      nullable: true,
      additionalProperties: { type: 'string' },
      description: 'Slots that were read or written and what they hold, if asked for.',
    },
  },
  required: ['depth', 'gas', 'gas_cost', 'memory', 'op', 'pc', 'stack', 'storage'],
};

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
  schema: {
    type: 'object',
    properties: {
      address: { ...BYTES, description: 'EVM address of the receiver; zeros for a creation.' },
      contract_id: { type: 'string', nullable: true },
      failed: { type: 'boolean', description: 'Whether the execution did not come to its end.' },
      gas: { type: 'integer', format: 'int64', description: 'Gas used.' },
      opcodes: { type: 'array', items: OPCODE },
      return_value: { ...BYTES, description: 'What the execution returned.' },
    },
    required: ['address', 'contract_id', 'failed', 'gas', 'opcodes', 'return_value'],
  },
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
