import { WEIBARS_PER_TINYBAR } from '@tain/ledger/amounts';
import { prefixedHex } from '@tain/ledger/integer-bytes';
import { responseCodeName } from '@tain/ledger/response-code';
import { isSuccess } from '@tain/ledger/results';
import type { StoredAction, TransactionCalls } from '../reads/actions.ts';
import type { Addresses } from '../reads/addresses.ts';
import { addressOfTopic, type StoredLog } from '../reads/stored-logs.ts';
import type { StoredResult } from '../reads/stored-results.ts';
import { bytesHex, quantity } from '../values/hex.ts';
import { errorOf } from './receipt.ts';
import { fromOf, toOf, weibarsOf } from './transaction.ts';

/** A call in the form of geth's `callTracer`, with the calls that it made nested in it. */
export interface CallTrace {
  readonly type: string;
  readonly from: string;
  readonly to: string | null;
  readonly value: string;
  readonly gas: string;
  readonly gasUsed: string;
  readonly input: string;
  readonly output: string;
  readonly error?: string;
  readonly revertReason?: string;
  readonly calls?: readonly CallTrace[];
}

/** Gas of a transaction whose execution is not known. */
const NO_GAS = '0x61a80';

/** Yields the text of the trace of an execution (`CallTrace`), from its transaction and its recorded calls. */
export function* callTraceTexts(
  result: StoredResult,
  calls: Omit<TransactionCalls<unknown>, 'transactions'>,
  onlyTopCall: boolean,
): Generator<string, void, undefined> {
  const { addresses } = calls;
  const actions = calls.actions.get(result.time) ?? [];
  const status = responseCodeName(result.status);
  const from = fromOf(result, addresses);
  const to = toOf(result, addresses);
  const [outermost] = actions;
  if (outermost === undefined) {
    const trace = { ...unexecuted(from, to), error: status, revertReason: status, output: hexOfText(status) };
    yield JSON.stringify(trace);
    return;
  }
  const error = isSuccess(result.status) ? null : errorOf(result);
  const trace: Omit<CallTrace, 'calls'> = {
    type: outermost.operation,
    from,
    to,
    value: weibarsOf(result),
    gas: quantity(result.gasLimit),
    gasUsed: quantity(result.gasUsed),
    input: bytesHex(result.input),
    output: error === null ? bytesHex(calls.outputs.get(result.time) ?? null) : hexOrHexOfText(error),
    ...(error !== null && { error: status, revertReason: messageOf(error) }),
  };
  yield `${JSON.stringify(trace).slice(0, -1)},"calls":[`;
  if (!onlyTopCall) yield* nestedTexts(actions, addresses);
  yield ']}';
}

/** Returns the trace of a token transfer that ran no contract, created from its first log. */
export function transferTrace({ contract, topics }: StoredLog, addresses: Addresses): CallTrace {
  const [, sender, receiver] = topics;
  const token = addresses.of(contract);
  const partyOf = (topic: string) => addresses.resolved(addressOfTopic(topic));
  const isTransfer = sender !== undefined && receiver !== undefined;
  return unexecuted(isTransfer ? partyOf(sender) : token, isTransfer ? partyOf(receiver) : token);
}

function unexecuted(from: string, to: string | null): CallTrace {
  return {
    type: to === null ? 'CREATE' : 'CALL',
    from,
    to,
    gas: NO_GAS,
    gasUsed: '0x0',
    value: '0x0',
    input: '0x',
    output: '0x',
    calls: [],
  };
}

/** A call whose text has begun, without its last brace. */
interface BegunCall {
  readonly depth: number;
  /** Number of its calls so far. */
  calls: number;
}

/** Yields the texts of the calls within an execution, each with its own calls: items of a JSON list. The first action is the execution. */
function* nestedTexts(
  actions: readonly StoredAction[],
  addresses: Addresses,
): Generator<string, void, undefined> {
  const execution: BegunCall = { depth: -1, calls: 0 };
  const begun: BegunCall[] = [];
  const endOf = ({ calls }: BegunCall): string => (calls === 0 ? '}' : ']}');
  for (const [index, action] of actions.entries()) {
    if (index === 0) continue;
    const ended = closeCalls(begun, action.depth).map(endOf).join('');
    const parent = begun.at(-1) ?? execution;
    const separator = parent.calls > 0 ? ',' : parent === execution ? '' : ',"calls":[';
    parent.calls += 1;
    begun.push({ depth: action.depth, calls: 0 });
    yield ended + separator + JSON.stringify(actionTrace(action, addresses)).slice(0, -1);
  }
  yield begun.toReversed().map(endOf).join('');
}

/** Removes the calls that have ended before an action of a depth, and returns them, the innermost first. */
export function closeCalls<T extends { readonly depth: number }>(open: T[], depth: number): T[] {
  let count = 0;
  while ((open.at(-1 - count)?.depth ?? -1) >= depth) count += 1;
  return open.splice(open.length - count).reverse();
}

function actionTrace(action: StoredAction, addresses: Addresses): CallTrace {
  return {
    type: action.operation,
    from: addresses.of(action.caller),
    to: recipientOf(action, addresses),
    gas: quantity(action.gas),
    gasUsed: quantity(action.gasUsed),
    input: bytesHex(action.initCode ?? action.input),
    output: bytesHex(action.code ?? action.output),
    value: quantity(action.value * WEIBARS_PER_TINYBAR),
    ...(action.outcome !== 'output' && failureOf(action)),
  };
}

/** Returns the error of an action that failed, in geth's words if it was reverted. */
export function failureOf({ outcome, output }: StoredAction): Pick<CallTrace, 'error' | 'revertReason'> {
  const bytes = Buffer.from(output?.slice(2) ?? '', 'hex');
  if (outcome === 'error') return { error: bytes.toString('latin1') };
  const reason = messageOf(bytesHex(output));
  return { error: 'execution reverted', ...(reason !== '' && { revertReason: reason }) };
}

/**
 * Returns the address of an action's recipient: that of the entity, else the one that was called; null where there is
 * none.
 */
export function recipientOf(
  { recipient, recipientAddress }: StoredAction,
  addresses: Addresses,
): string | null {
  if (recipientAddress !== null)
    return addresses.resolved(`0x${recipientAddress.slice(2).padStart(40, '0')}`);
  return recipient === 0n ? null : addresses.of(recipient);
}

const ERROR_SELECTOR = '0x08c379a0';

/**
 * Returns the text of an error: that of `Error(string)`, none for other bytes, and a text that is not hex unchanged.
 */
function messageOf(error: string): string {
  if (!error.startsWith('0x')) return error;
  if (!error.startsWith(ERROR_SELECTOR)) return '';
  const bytes = Buffer.from(error.slice(ERROR_SELECTOR.length), 'hex');
  if (bytes.length < 64) return '';
  const length = bytes.readUInt32BE(60);
  return bytes.subarray(64, 64 + length).toString('utf8');
}

function hexOfText(text: string): string {
  return prefixedHex(Buffer.from(text));
}

function hexOrHexOfText(error: string): string {
  const digits = error.startsWith('0x') ? error.slice(2) : error;
  return /^[0-9A-Fa-f]+$/.test(digits) ? error : hexOfText(error);
}
