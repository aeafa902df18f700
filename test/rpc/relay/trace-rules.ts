import { WEIBARS_PER_TINYBAR } from '@tain/ledger/amounts';
import { type Difference, isFields, isQuantity, isWord, lastField, type Rule } from './rule.ts';

const isTracer = ({ request: [method] }: Difference): boolean => method.startsWith('debug_trace');
/** Returns whether the code of `prestateTracer` is that of an account: none, or the designator of a delegation. */
const isCodeOfAccount = (code: unknown): boolean =>
  code === undefined || (typeof code === 'string' && /^0xef0100[0-9a-f]{40}$/.test(code));
/** Returns whether a difference is in a field of an account of `prestateTracer`; undefined: in the account itself. */
const isPrestate = ({ request, path }: Difference, field: string | undefined): boolean => {
  const [result, address, found, ...rest] = path.split('.');
  const isOwn = found === field && rest.length === (field === 'storage' ? 1 : 0);
  const tracer = (request[2] as { tracer?: unknown } | undefined)?.tracer;
  return tracer === 'prestateTracer' && result === 'result' && address !== undefined && isOwn;
};

/** Differences of `debug_trace` methods. */
export const TRACE_RULES: readonly Rule[] = [
  {
    name: 'the call trace of a synthetic transaction is a call without an error',
    declares: (difference) => {
      const [relay, ours] = difference.of;
      return (
        isTracer(difference) &&
        relay.error === 'SUCCESS' &&
        ours.error === undefined &&
        ['from', 'to', 'output', 'error', 'revertReason'].includes(lastField(difference.path))
      );
    },
  },
  {
    name: 'callTracer: an inner call that failed has its error',
    declares: ({ request: [method], path, relay, ours }) =>
      method.startsWith('debug_trace') &&
      /^result(\[\]\.result)?(\.calls\[\])+\.(error|revertReason)$/.test(path) &&
      relay === undefined &&
      typeof ours === 'string',
  },
  {
    name: 'prestateTracer: a balance is in weibars, of the time before the transaction',
    declares: (difference) => {
      const { relay, ours } = difference;
      return (
        isPrestate(difference, 'balance') &&
        isQuantity(relay) &&
        isQuantity(ours) &&
        BigInt(ours) % WEIBARS_PER_TINYBAR === 0n
      );
    },
  },
  {
    name: 'prestateTracer: a nonce is the one before the transaction, not a later one',
    declares: (difference) =>
      isPrestate(difference, 'nonce') && Number(difference.relay) > Number(difference.ours),
  },
  {
    name: 'prestateTracer: an account has the designator of its delegation as code, or no code',
    declares: (difference) =>
      isPrestate(difference, 'code') && difference.relay === '0x' && isCodeOfAccount(difference.ours),
  },
  {
    name: 'prestateTracer: slots that the transaction used, with their values before it',
    declares: (difference) =>
      isPrestate(difference, 'storage') &&
      isWord(difference.relay) &&
      (difference.ours === undefined || isWord(difference.ours)),
  },
  {
    name: 'prestateTracer: a contract that the transaction created has no earlier state',
    declares: (difference) => {
      const { relay, ours } = difference;
      return (
        isPrestate(difference, undefined) && isFields(relay) && relay.code !== '0x' && ours === undefined
      );
    },
  },
  {
    name: 'prestateTracer: accounts that only the execution names',
    declares: (difference) => {
      const { relay, ours } = difference;
      return (
        isPrestate(difference, undefined) &&
        relay === undefined &&
        isFields(ours) &&
        isCodeOfAccount(ours.code)
      );
    },
  },
  {
    // Actions name only the account that delegates, but the contract's code is part of the state that is used.
    name: 'prestateTracer: the contract to which a called account delegates',
    declares: (difference, { delegates }) => {
      const { path, relay, ours } = difference;
      return (
        isPrestate(difference, undefined) &&
        relay === undefined &&
        isFields(ours) &&
        'code' in ours &&
        delegates.has(lastField(path))
      );
    },
  },
];
