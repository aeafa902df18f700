import { EXECUTION } from '../query/dialects/network.ts';
import type { Schema } from '../query/json-schema.ts';
import { defaulted } from '../query/parameter.ts';
import { type Route, route } from '../route/route.ts';
import { tracedTransaction } from './traced-transaction.ts';

const { BOOLEAN } = EXECUTION.types;

const BYTES = { type: 'string', pattern: '^0x[0-9a-fA-F]*$' } as const;
const WORDS: Schema = { type: 'array', items: { type: 'string' }, nullable: true };

const OPCODE: Schema = {
  type: 'object',
  properties: {
    depth: { type: 'integer', description: 'Depth of the call, beginning with 0.' },
    gas: { type: 'integer', format: 'int64', description: 'Gas left after the operation.' },
    gas_cost: { type: 'integer', format: 'int64' },
    memory: { ...WORDS, description: 'Words of the memory after the operation, in hex, if requested.' },
    op: { type: 'string', description: 'Name of the operation; empty for a precompile or system contract.' },
    pc: { type: 'integer', description: 'Offset of the operation in the code.' },
    reason: { type: 'string', nullable: true, description: 'Data with which the call reverts, in hex.' },
    stack: {
      ...WORDS,
      description: 'Words of the stack after the operation, in hex, bottom first; null with `stack=false`.',
    },
    storage: {
      type: 'object',
      nullable: true,
      additionalProperties: { type: 'string' },
      description:
        'Slots of all contracts that were read or written so far, with their values, if requested.',
    },
  },
  required: ['depth', 'gas', 'gas_cost', 'memory', 'op', 'pc', 'stack', 'storage'],
};

const SHOWS = {
  memory: defaulted(BOOLEAN, false, 'Whether entries show the memory.'),
  stack: defaulted(BOOLEAN, true, 'Whether entries show the stack.'),
  storage: defaulted(BOOLEAN, false, 'Whether entries show storage.'),
};

const OPCODES = tracedTransaction({
  summary: 'Trace the opcodes of a transaction',
  description:
    'Executes a transaction again on the state of the ledger directly before it, and returns the effects of each operation. The request must accept gzip (406 otherwise).',
  parameters: SHOWS,
  schema: {
    type: 'object',
    properties: {
      address: { ...BYTES, description: 'EVM address of the receiver; zeros for a creation.' },
      contract_id: { type: 'string', nullable: true },
      failed: { type: 'boolean', description: 'Whether the execution failed.' },
      gas: { type: 'integer', format: 'int64', description: 'Gas used.' },
      opcodes: { type: 'array', items: OPCODE },
      return_value: { ...BYTES, description: 'Output of the execution.' },
    },
    required: ['address', 'contract_id', 'failed', 'gas', 'opcodes', 'return_value'],
  },
  options: ({ stack, memory, storage }) => ({ kind: 'opcodes', stack, memory, storage }),
});

/** GET /contracts/results/{transactionIdOrHash}/opcodes. */
export const traceOpcodes: Route = route({
  ...OPCODES,
  path: '/api/v1/contracts/results/{transactionIdOrHash}/opcodes',
});

/** GET /contracts/{id}/results/opcodes: another path of the same route. */
export const traceContractOpcodes: Route = route({
  ...OPCODES,
  path: '/api/v1/contracts/{transactionIdOrHash}/results/opcodes',
});
