import type { CallFrame, HaltReason, Outcome, Watchers } from '@tain/evm/execution';
import { WEIBARS_PER_TINYBAR } from '@tain/ledger/amounts';
import { prefixedHex } from '@tain/ledger/integer-bytes';
import { refused } from '../../calls/refusal.ts';
import { revertText } from '../call/call-status.ts';
import type { CallEnd } from '../call/execute-call.ts';

/** A call in the form of geth's `callTracer` (`eth/tracers/native/call.go`): empty members are omitted. */
interface CallJson {
  readonly from: string;
  readonly gas: string;
  gasUsed: string;
  readonly to?: string;
  readonly input: string;
  readonly output?: string;
  readonly error?: string;
  readonly revertReason?: string;
  calls?: CallJson[];
  readonly value?: string;
  readonly type: string;
}

/** Maximum bytes of input and output of all calls, including the overhead of each call. */
const MAX_BYTES = 8 * 1024 * 1024;
const CALL_BYTES = 300;

/** Collects the calls of an execution, and nests them. */
export class CallTree {
  readonly #onlyTop: boolean;
  readonly #frames: CallFrame[] = [];
  #bytes = 0;

  constructor(onlyTop: boolean) {
    this.#onlyTop = onlyTop;
  }

  /** Throws `CallRefusal` (`invalid`) when there are too many calls for a response. */
  readonly watchers: Watchers = {
    frame: (frame) => {
      if (this.#onlyTop && frame.depth > 0) return;
      this.#bytes += frame.input.length + frame.output.length + CALL_BYTES;
      if (this.#bytes > MAX_BYTES) throw refused('invalid', `The trace has more than ${MAX_BYTES} bytes`);
      // The output is copied, because it is a view of memory that changes afterwards.
      this.#frames.push({ ...frame, output: frame.output.slice() });
    },
  };

  /** Returns the outermost call with its nested calls; `gas` and `end` are the transaction's. */
  top(gas: bigint, end: CallEnd): object {
    const frames = this.#frames.sort((a, b) => a.index - b.index);
    const root: CallJson[] = [];
    /** The open call of each depth. */
    const open: { readonly json: CallJson; readonly value: bigint }[] = [];
    for (const frame of frames) {
      const parent = open[frame.depth - 1];
      const value = frame.type === 'DELEGATECALL' ? (parent?.value ?? 0n) : frame.value;
      const json = callJson(frame, value, frame.depth === 0 ? gas : frame.gas);
      open.length = frame.depth;
      open.push({ json, value });
      if (parent === undefined) root.push(json);
      else {
        parent.json.calls ??= [];
        parent.json.calls.push(json);
      }
    }
    const [top] = root;
    if (top === undefined) return {};
    top.gasUsed = hexOf(end.gasUsed);
    return top;
  }
}

function callJson(frame: CallFrame, value: bigint, gas: bigint): CallJson {
  const { type, from, to, input, output, outcome } = frame;
  const error = failureText(outcome);
  const reason = outcome.kind === 'revert' ? revertText(output) : '';
  const outputBytes = error === undefined || outcome.kind === 'revert' ? output : new Uint8Array();
  return {
    from: `0x${from}`,
    gas: hexOf(gas),
    gasUsed: hexOf(outcome.kind === 'halt' ? frame.gas : frame.gasUsed),
    ...(to !== undefined && { to: `0x${to}` }),
    input: prefixedHex(input),
    ...(outputBytes.length > 0 && { output: prefixedHex(outputBytes) }),
    ...(error !== undefined && { error }),
    ...(reason !== '' && { revertReason: reason }),
    // A static call has no value.
    ...(type !== 'STATICCALL' && { value: hexOf(value * WEIBARS_PER_TINYBAR) }),
    type,
  };
}

function hexOf(value: bigint): string {
  return `0x${value.toString(16)}`;
}

/**
 * Texts of geth (`core/vm/errors.go`), by which clients recognize why code ended. Reasons that only the ledger has are
 * reported by name.
 */
const TEXTS: Partial<Readonly<Record<HaltReason, string>>> = {
  INSUFFICIENT_GAS: 'out of gas',
  INVALID_OPERATION: 'invalid opcode',
  INSUFFICIENT_STACK_ITEMS: 'stack underflow',
  TOO_MANY_STACK_ITEMS: 'stack limit reached',
  INVALID_JUMP_DESTINATION: 'invalid jump destination',
  ILLEGAL_STATE_CHANGE: 'write protection',
  OUT_OF_BOUNDS: 'return data out of bounds',
  CODE_TOO_LARGE: 'max code size exceeded',
  INVALID_CODE: 'invalid code: must not begin with 0xef',
  CREATE_COLLISION: 'contract address collision',
  INSUFFICIENT_BALANCE: 'insufficient balance for transfer',
  TOO_MANY_CALLS: 'max call depth exceeded',
};

/** Returns the reason of a failed call in the words of geth, or undefined for another outcome. */
export function failureText(outcome: Outcome | undefined): string | undefined {
  if (outcome === undefined || outcome.kind === 'success') return undefined;
  return outcome.kind === 'revert' ? 'execution reverted' : (TEXTS[outcome.reason] ?? outcome.reason);
}
