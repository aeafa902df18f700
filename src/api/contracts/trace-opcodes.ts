import type { TransactionReference } from '../../kernel/transaction-id.ts';
import { EXECUTION } from '../../query/dialects/execution.ts';
import { LEDGER } from '../../query/dialects/ledger.ts';
import type { Schema } from '../../query/json-schema.ts';
import { defaulted } from '../../query/parameter.ts';
import { RuleBroken } from '../../query/parameter-type.ts';
import type { PathParameter } from '../../query/path-parameter.ts';
import { type Answer, type ApiContext, type ApiRequest, type Route, route } from '../route/route.ts';
import { executesNothing } from './executes-nothing.ts';
import { TRANSACTION_PATH } from './transaction-reference.ts';

const { BOOLEAN } = EXECUTION.types;
const { strict } = LEDGER.types;

const BYTES = { type: 'string', pattern: '^0x[0-9a-fA-F]*$' } as const;
const WORDS: Schema = { type: 'array', items: { type: 'string' }, nullable: true };

const OPCODE: Schema = {
  type: 'object',
  properties: {
    depth: { type: 'integer', description: 'Depth of the call, beginning with 0.' },
    gas: { type: 'integer', format: 'int64', description: 'Gas that is left after it.' },
    gas_cost: { type: 'integer', format: 'int64' },
    memory: { ...WORDS, description: 'Words of the memory after it, in hex, if asked for.' },
    op: { type: 'string', description: 'Name of the operation; empty for a contract that is not code.' },
    pc: { type: 'integer', description: 'Place of the operation in the code.' },
    reason: { type: 'string', nullable: true, description: 'What the call reverts with, in hex.' },
    stack: {
      ...WORDS,
      description: 'Words of the stack after it, in hex, the bottom first; left out with `stack=false`.',
    },
    storage: {
      type: 'object',
      nullable: true,
      additionalProperties: { type: 'string' },
      description:
        'Slots of all contracts that were read or written so far and what they hold, if asked for.',
    },
  },
  required: ['depth', 'gas', 'gas_cost', 'memory', 'op', 'pc', 'stack', 'storage'],
};

/** Where no transaction is named, or not in a form that is known. */
const REFERENCE: PathParameter<TransactionReference> = {
  ...TRANSACTION_PATH,
  type: {
    ...TRANSACTION_PATH.type,
    parse(text, context, operator) {
      if (text.trim() === '') return new RuleBroken('Missing transaction ID or hash');
      return (
        strict(TRANSACTION_PATH.type).parse(text, context, operator) ??
        new RuleBroken(`Unsupported ID format: '${text}'`)
      );
    },
  },
};

const SHOWS = {
  memory: defaulted(BOOLEAN, false, 'Whether entries show the memory.'),
  stack: defaulted(BOOLEAN, true, 'Whether entries show the stack.'),
  storage: defaulted(BOOLEAN, false, 'Whether entries show storage.'),
};

const OPCODES = {
  dialect: EXECUTION,
  maxAge: 1,
  cached: false,
  limitsItself: true,
  tag: 'contracts',
  summary: 'Trace the opcodes of a transaction',
  description:
    'Executes a transaction again on the ledger as it was just before it, and answers what each operation did. The request must accept gzip (406 otherwise).',
  pathParameters: { transactionIdOrHash: REFERENCE },
  parameters: SHOWS,
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
  async answer(
    {
      pathValues,
      values,
      acceptEncoding,
    }: ApiRequest<typeof SHOWS, { transactionIdOrHash: typeof REFERENCE }>,
    { traceOpcodes: trace, client, left }: ApiContext,
  ): Promise<Answer> {
    if (trace === undefined) throw executesNothing();
    const { stack, memory, storage } = values;
    const transaction = pathValues.transactionIdOrHash;
    return trace({ transaction, stack, memory, storage, acceptEncoding, client, signal: left });
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
