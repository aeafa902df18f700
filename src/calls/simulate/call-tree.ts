import type { CallFrame, Watchers } from '@tain/evm/execution';
import { WEIBARS_PER_TINYBAR } from '@tain/ledger/amounts';
import { prefixedHex } from '@tain/ledger/integer-bytes';
import { refused } from '../../calls/refusal.ts';
import { revertText } from '../call/call-status.ts';
import type { CallEnd } from '../call/execute-call.ts';
import { failureText } from './failure-text.ts';

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
