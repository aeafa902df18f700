import type { CallView } from '../../calls/simulation.ts';
import { CALLED_BLOCK, LATEST } from '../method/block-parameter.ts';
import { CALL_OBJECT, STATE_OVERRIDES } from '../method/call-types.ts';
import { ADDRESS_SCHEMA, ANY, arrayOf, closedObject, HASH, QUANTITY } from '../method/json-schema.ts';
import { method } from '../method/method.ts';
import { optional, required } from '../method/parameter.ts';
import { TRACED_CALL_OPTIONS, type TracedCallOptions, traceOptionsOf } from '../method/tracer-options.ts';
import { traceJson } from '../objects/trace.ts';
import {
  simulate,
  simulatedBlock,
  simulatedCall,
  simulatedFrom,
  simulatedOverrides,
} from '../reads/simulation.ts';

/** Methods that execute one call and return more than its output. */

const CALL = required(
  'transaction',
  CALL_OBJECT,
  'The call; `input` takes precedence over `data`. Amounts are weibars.',
);
const BLOCK = optional(
  'block',
  CALLED_BLOCK,
  LATEST,
  'Block on whose state the call runs; the newest by default.',
);
const NO_OPTIONS: TracedCallOptions = {
  tracer: undefined,
  config: {},
  stateOverrides: new Map(),
  blockOverrides: {},
};

const traceCall = method({
  name: 'debug_traceCall',
  summary:
    'Executes a call without changing anything and traces it: each operation (opcodeLogger, the default), its calls (callTracer), or the state that it used (prestateTracer).',
  parameters: [
    CALL,
    BLOCK,
    optional(
      'options',
      TRACED_CALL_OPTIONS,
      NO_OPTIONS,
      'Tracer and its settings; `stateOverrides` and `blockOverrides` apply to the call.',
    ),
  ],
  result: ANY,
  inBatch: false,
  async answer([transaction, block, options], context) {
    const view = viewOf(options);
    const trace = await simulate(context, {
      kind: 'traced-call',
      block: simulatedFrom(block),
      call: simulatedCall(transaction, context.settings),
      overrides: simulatedOverrides(options.stateOverrides),
      blockOverrides: simulatedBlock(options.blockOverrides),
      view,
    });
    return view.kind === 'opcodes' || view.kind === 'prestate'
      ? traceJson(context, trace, view, options.config)
      : trace;
  },
});

function viewOf({ tracer = 'opcodeLogger', config }: TracedCallOptions): CallView {
  if (tracer === 'callTracer') return { kind: 'calls', onlyTop: config.onlyTopCall ?? false };
  return traceOptionsOf(tracer, config);
}

const ACCESS_LIST = closedObject(
  'Access list',
  {
    accessList: arrayOf(closedObject('Access', { address: ADDRESS_SCHEMA, storageKeys: arrayOf(HASH) })),
    error: { type: 'string' },
    gasUsed: QUANTITY,
  },
  ['error'],
);

const createAccessList = method({
  name: 'eth_createAccessList',
  summary:
    'Executes a call without changing anything and lists the addresses and slots that it uses (EIP-2930).',
  parameters: [
    CALL,
    BLOCK,
    optional('stateOverrides', STATE_OVERRIDES, undefined, 'Overrides of the state, by address.'),
  ],
  result: ACCESS_LIST,
  answer: ([transaction, block, overrides], context) =>
    simulate(context, {
      kind: 'traced-call',
      block: simulatedFrom(block),
      call: simulatedCall(transaction, context.settings),
      overrides: simulatedOverrides(overrides),
      blockOverrides: {},
      view: { kind: 'access-list' },
    }),
});

export const SIMULATED_CALL_METHODS = [traceCall, createAccessList];
