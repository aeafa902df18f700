import { BLOCK_NUMBER, type NamedBlock } from '../method/block-parameter.ts';
import type { RpcContext } from '../method/context.ts';
import { ANY, arrayOf, closedObject, HASH } from '../method/json-schema.ts';
import { JsonText } from '../method/json-text.ts';
import { method } from '../method/method.ts';
import { optional, required } from '../method/parameter.ts';
import { BLOCK_HASH, TRANSACTION_HASH } from '../method/parameter-types.ts';
import { ERRORS } from '../method/rpc-error.ts';
import { joinedTexts, LIST, writeSliced } from '../method/sliced-json.ts';
import {
  type ReplayTracer,
  TRACER_OPTIONS,
  type Tracer,
  type TracerConfig,
  type TracerOptions,
  traceOptionsOf,
} from '../method/tracer-options.ts';
import { callTraceTexts, transferTrace } from '../objects/call-trace.ts';
import { traceJson } from '../objects/trace.ts';
import { selectCalls, type TransactionCalls } from '../reads/actions.ts';
import { selectAddresses } from '../reads/addresses.ts';
import { type StoredTransaction, selectTransactions } from '../reads/block-content.ts';
import { traceOf } from '../reads/simulation.ts';
import { type RpcBlock, selectRpcBlock } from '../reads/stored-block.ts';
import { partiesOf, selectLogsByHash } from '../reads/stored-logs.ts';
import { type StoredResult, selectResultByHash } from '../reads/stored-results.ts';
import { hash32 } from '../values/hex.ts';

const NO_OPTIONS: TracerOptions = { tracer: undefined, config: {} };
const OPTIONS = optional('options', TRACER_OPTIONS, NO_OPTIONS, 'Tracer and its settings.');

const traceTransaction = method({
  name: 'debug_traceTransaction',
  summary:
    'Traces a transaction: each operation (opcodeLogger, the default), its calls (callTracer), or the state that it used (prestateTracer).',
  parameters: [required('hash', TRANSACTION_HASH, 'Hash of the transaction.'), OPTIONS],
  result: ANY,
  inBatch: false,
  async answer([hash, { tracer = 'opcodeLogger', config }], context) {
    const { head } = context;
    if (head === null) throw unknownTransaction(hash);
    const result = await selectResultByHash(context, hash, head.consensusEnd);
    if (result === undefined) return transferOf(context, hash, { tracer, config }, head.consensusEnd);
    if (tracer === 'callTracer') return executionOf(context, result, config);
    return replayOf(context, hash, tracer, config);
  },
});

function unknownTransaction(hash: string) {
  return ERRORS.notFound(`Failed to retrieve transaction information for ${hash}`);
}

/** Returns the trace of a token transfer that ran no contract. */
async function transferOf(
  context: RpcContext,
  hash: string,
  { tracer, config }: TracerOptions & { readonly tracer: Tracer },
  until: bigint,
): Promise<object> {
  const [first] = await selectLogsByHash(context, hash, until);
  if (first === undefined) throw unknownTransaction(hash);
  if (tracer !== 'callTracer') return noTrace(context, tracer, config);
  const { select, settings } = context;
  return transferTrace(first, await selectAddresses(select, settings, partiesOf(first, settings)));
}

async function executionOf(
  context: RpcContext,
  result: StoredResult,
  { onlyTopCall = false }: TracerConfig,
): Promise<JsonText> {
  const { time } = result;
  const calls = await selectCalls(context, [{ result, logs: [] }], time, time);
  return writeSliced(context, callTraceTexts(result, calls, onlyTopCall));
}

/** Returns the trace of a transaction of which nothing is executed. */
function noTrace(context: RpcContext, tracer: ReplayTracer, config: TracerConfig): Promise<JsonText> {
  return traceJson(context, undefined, traceOptionsOf(tracer, config), config);
}

/** Returns the trace of a transaction that is executed again. */
async function replayOf(
  context: RpcContext,
  hash: string,
  tracer: ReplayTracer,
  config: TracerConfig,
): Promise<JsonText> {
  const options = traceOptionsOf(tracer, config);
  return traceJson(context, await traceOf(context, hash, options), options, config);
}

/** Returns the traces of all transactions of a block; the opcode logger traces no blocks. */
async function answerBlock(
  context: RpcContext,
  name: NamedBlock,
  given: string,
  { tracer = 'callTracer', config }: TracerOptions,
): Promise<JsonText> {
  const block = await selectRpcBlock(context, name);
  if (block === undefined) throw ERRORS.notFound(`Block ${given} not found`);
  if (tracer === 'opcodeLogger') return new JsonText('[]');
  if (tracer === 'callTracer') return callsOfBlock(context, block, config);
  const parts: (string | Buffer)[] = [];
  for (const { hash, result } of await selectTransactions(context, block)) {
    const txHash = hash32(hash);
    const trace = await (result === undefined
      ? noTrace(context, tracer, config)
      : replayOf(context, txHash, tracer, config));
    parts.push(`${parts.length === 0 ? '[' : ','}{"txHash":"${txHash}","result":`, ...trace.parts, '}');
  }
  return new JsonText(parts.length === 0 ? '[]' : [...parts, ']']);
}

async function callsOfBlock(
  context: RpcContext,
  block: RpcBlock,
  { onlyTopCall = false }: TracerConfig,
): Promise<JsonText> {
  const calls = await selectCalls(context, selectTransactions(context, block), block.start, block.end);
  return writeSliced(context, textsOfBlock(calls, onlyTopCall));
}

function textsOfBlock(calls: TransactionCalls<StoredTransaction>, onlyTopCall: boolean): Iterable<string> {
  return joinedTexts(
    LIST,
    calls.transactions.map((transaction) => textsOfTransaction(transaction, calls, onlyTopCall)),
  );
}

function* textsOfTransaction(
  { hash, result, logs: [first] }: TransactionCalls<StoredTransaction>['transactions'][number],
  calls: TransactionCalls<StoredTransaction>,
  onlyTopCall: boolean,
): Generator<string, void, undefined> {
  yield `{"txHash":${JSON.stringify(hash32(hash))},"result":`;
  if (result !== undefined) yield* callTraceTexts(result, calls, onlyTopCall);
  else yield JSON.stringify(first === undefined ? null : transferTrace(first, calls.addresses));
  yield '}';
}

const TRACES = arrayOf(closedObject('Trace of a transaction', { txHash: HASH, result: ANY }));

const traceBlockByNumber = method({
  name: 'debug_traceBlockByNumber',
  summary: 'Traces all transactions of a block; by default their calls (callTracer).',
  parameters: [required('block', BLOCK_NUMBER, 'Number or tag of the block.'), OPTIONS],
  result: TRACES,
  inBatch: false,
  answer: ([name, options], context) =>
    answerBlock(context, name, 'tag' in name ? name.tag : `0x${name.number.toString(16)}`, options),
});

const traceBlockByHash = method({
  name: 'debug_traceBlockByHash',
  summary: 'Traces all transactions of a block; by default their calls (callTracer).',
  parameters: [required('blockHash', BLOCK_HASH, 'Hash of the block.'), OPTIONS],
  result: TRACES,
  inBatch: false,
  answer: ([hash, options], context) => answerBlock(context, { hash }, hash, options),
});

export const TRACER_METHODS = [traceTransaction, traceBlockByNumber, traceBlockByHash];
