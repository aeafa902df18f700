import { WEIBARS_PER_TINYBAR } from '@tain/ledger/amounts';
import { arrayOf, closedObject, HASH, type JsonSchema, nullable } from '../method/json-schema.ts';
import type { StoredAction } from '../reads/actions.ts';
import type { Addresses } from '../reads/addresses.ts';
import { bytesHex, hash32, quantity } from '../values/hex.ts';
import { failureOf, indexAfter, recipientOf } from './call-trace.ts';

/** A transaction whose calls are listed. */
export interface TracedTransaction {
  /** Hash of the transaction in hex digits. */
  readonly hash: string;
  readonly index: bigint;
  readonly blockNumber: bigint;
  /** Hash of the block in hex digits. */
  readonly blockHash: string;
}

/** A call or creation in the form of the `trace_` methods (OpenEthereum's format), with its parties. */
export interface FlatTrace {
  readonly from: string;
  readonly to: string | null;
  readonly json: Readonly<Record<string, unknown>>;
}

const INTEGER: JsonSchema = { type: 'integer' };
const OBJECT: JsonSchema = { type: 'object' };

/** Schema of lists of calls. */
export const FLAT_TRACES = arrayOf(
  closedObject(
    'Trace of a call',
    {
      action: OBJECT,
      blockHash: HASH,
      blockNumber: INTEGER,
      error: { type: 'string' },
      result: nullable(OBJECT),
      subtraces: INTEGER,
      traceAddress: arrayOf(INTEGER),
      transactionHash: HASH,
      transactionPosition: INTEGER,
      type: { type: 'string', enum: ['call', 'create'] },
    },
    ['error'],
  ),
);

/** Lists the actions of one execution in their order, each with its position in the tree of calls. */
export function flatTraces(
  actions: readonly StoredAction[],
  transaction: TracedTransaction,
  addresses: Addresses,
): FlatTrace[] {
  const traces: FlatTrace[] = [];
  const list = (start: number, end: number, parents: readonly number[]): number => {
    let index = start;
    let sibling = 0;
    for (;;) {
      const action = index < end ? actions[index] : undefined;
      if (action === undefined) return sibling;
      const next = indexAfter(actions, index, end);
      const isOutermost = action.depth === 0;
      const traceAddress = isOutermost ? [] : [...parents, sibling];
      const at = traces.length;
      // The action's position is reserved before those of its calls, which are counted first.
      traces.push({ from: '', to: null, json: {} });
      const subtraces = list(index + 1, next, traceAddress);
      traces[at] = flatTrace(action, transaction, addresses, { subtraces, traceAddress });
      index = next;
      sibling += 1;
    }
  };
  list(0, actions.length, []);
  return traces;
}

function flatTrace(
  action: StoredAction,
  { hash, index, blockNumber, blockHash }: TracedTransaction,
  addresses: Addresses,
  position: { readonly subtraces: number; readonly traceAddress: readonly number[] },
): FlatTrace {
  const from = addresses.of(action.caller);
  const to = recipientOf(action, addresses);
  const isCreation = action.operation.startsWith('CREATE');
  const value = quantity(action.value * WEIBARS_PER_TINYBAR);
  const gas = quantity(action.gas);
  const gasUsed = quantity(action.gasUsed);
  const input = bytesHex(action.initCode ?? action.input);
  const output = bytesHex(action.code ?? action.output);
  const hasFailed = action.outcome !== 'output';
  const json = {
    action: isCreation
      ? { creationMethod: action.operation.toLowerCase(), from, gas, init: input, value }
      : { callType: action.operation.toLowerCase(), from, gas, input, to, value },
    blockHash: hash32(blockHash),
    blockNumber: Number(blockNumber),
    ...(hasFailed && { error: action.outcome === 'revert' ? 'Reverted' : failureOf(action).error }),
    result: hasFailed ? null : isCreation ? { address: to, code: output, gasUsed } : { gasUsed, output },
    ...position,
    transactionHash: hash32(hash),
    transactionPosition: Number(index),
    type: isCreation ? 'create' : 'call',
  };
  return { from, to, json };
}
