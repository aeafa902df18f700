import { WEIBARS_PER_TINYBAR } from '@tain/ledger/amounts';
import { responseCodeName } from '@tain/ledger/response-code';
import { isSuccess } from '@tain/ledger/results';
import { arrayOf, closedObject, HASH, type JsonSchema, nullable } from '../method/json-schema.ts';
import type { StoredAction } from '../reads/actions.ts';
import type { Addresses } from '../reads/addresses.ts';
import type { StoredLog } from '../reads/stored-logs.ts';
import type { StoredResult } from '../reads/stored-results.ts';
import { bytesHex, hash32, quantity } from '../values/hex.ts';
import {
  type CallTrace,
  transferTrace as callOfTransfer,
  closeCalls,
  failureOf,
  recipientOf,
} from './call-trace.ts';
import { fromOf, toOf, weibarsOf } from './transaction.ts';

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

/** A call within which later ones are. */
interface OpenCall {
  readonly depth: number;
  readonly traceAddress: readonly number[];
  /** Number of its calls so far. */
  calls: number;
}

/** Yields the actions of one execution in their order, each with its position in the tree of calls. */
export function* flatTraces(
  actions: readonly StoredAction[],
  transaction: TracedTransaction,
  addresses: Addresses,
): Generator<FlatTrace, void, undefined> {
  const subtraces = subtracesOf(actions);
  const outside: OpenCall = { depth: -1, traceAddress: [], calls: 0 };
  const open: OpenCall[] = [];
  for (const [index, action] of actions.entries()) {
    const { depth } = action;
    closeCalls(open, depth);
    const parent = open.at(-1) ?? outside;
    const traceAddress = depth === 0 ? [] : [...parent.traceAddress, parent.calls];
    parent.calls += 1;
    open.push({ depth, traceAddress, calls: 0 });
    yield flatTrace(action, transaction, addresses, { subtraces: subtraces[index] ?? 0, traceAddress });
  }
}

/** Returns the number of calls directly within each action. */
function subtracesOf(actions: readonly StoredAction[]): Uint32Array {
  const counts = new Uint32Array(actions.length);
  const open: { readonly depth: number; readonly index: number }[] = [];
  for (const [index, { depth }] of actions.entries()) {
    closeCalls(open, depth);
    const parent = open.at(-1);
    if (parent !== undefined) counts[parent.index] = (counts[parent.index] ?? 0) + 1;
    open.push({ depth, index });
  }
  return counts;
}

function flatTrace(
  action: StoredAction,
  transaction: TracedTransaction,
  addresses: Addresses,
  position: Position,
): FlatTrace {
  const error = action.outcome === 'revert' ? 'Reverted' : failureOf(action).error;
  return traceOf(
    {
      operation: action.operation,
      from: addresses.of(action.caller),
      to: recipientOf(action, addresses),
      value: quantity(action.value * WEIBARS_PER_TINYBAR),
      gas: quantity(action.gas),
      gasUsed: quantity(action.gasUsed),
      input: bytesHex(action.initCode ?? action.input),
      output: bytesHex(action.code ?? action.output),
      ...(action.outcome !== 'output' && { error }),
    },
    transaction,
    position,
  );
}

/**
 * Returns the only call that is known of an execution without recorded actions: the transaction itself. `output`: its result, in
 * PostgreSQL's text of bytes.
 */
export function executionTrace(
  result: StoredResult,
  output: string | null,
  transaction: TracedTransaction,
  addresses: Addresses,
): FlatTrace {
  const { contract, created, ethereum, gasLimit, gasUsed, input, status } = result;
  const isCreation = ethereum === null ? created.includes(contract) : !ethereum.to;
  const call = {
    operation: isCreation ? 'CREATE' : 'CALL',
    from: fromOf(result, addresses),
    to: toOf(result, addresses),
    value: weibarsOf(result),
    gas: quantity(gasLimit),
    gasUsed: quantity(gasUsed ?? 0n),
    input: bytesHex(input),
    output: bytesHex(output),
    ...(!isSuccess(status) && { error: responseCodeName(status) }),
  };
  return traceOf(call, transaction, OUTERMOST);
}

/** Returns a token transfer that ran no contract as a call. */
export function flatTransferTrace(
  log: StoredLog,
  transaction: TracedTransaction,
  addresses: Addresses,
): FlatTrace {
  const { type, ...call } = callOfTransfer(log, addresses);
  return traceOf({ operation: type, ...call }, transaction, OUTERMOST);
}

/** Position in the tree of a transaction's calls. */
interface Position {
  readonly subtraces: number;
  readonly traceAddress: readonly number[];
}

const OUTERMOST: Position = { subtraces: 0, traceAddress: [] };

function traceOf(
  call: { readonly operation: string } & Omit<CallTrace, 'type' | 'calls'>,
  { hash, index, blockNumber, blockHash }: TracedTransaction,
  { subtraces, traceAddress }: Position,
): FlatTrace {
  const { operation, from, to, value, gas, gasUsed, input, output, error } = call;
  const isCreation = operation.startsWith('CREATE');
  const json = {
    action: isCreation
      ? { creationMethod: operation.toLowerCase(), from, gas, init: input, value }
      : { callType: operation.toLowerCase(), from, gas, input, to, value },
    blockHash: hash32(blockHash),
    blockNumber: Number(blockNumber),
    ...(error !== undefined && { error }),
    result:
      error !== undefined ? null : isCreation ? { address: to, code: output, gasUsed } : { gasUsed, output },
    subtraces,
    traceAddress,
    transactionHash: hash32(hash),
    transactionPosition: Number(index),
    type: isCreation ? 'create' : 'call',
  };
  return { from, to, json };
}
