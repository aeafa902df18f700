import { WEIBARS_PER_TINYBAR } from '../../../src/ledger/amounts.ts';
import type { Difference, Fields } from './compare.ts';
import { differsAsObjects } from './raw.ts';

/** Facts about the history that a response alone does not contain. */
export interface Known {
  /**
   * Hashes of blocks with a token transfer without a contract execution, whose receipts have another bloom in the
   * relay.
   */
  readonly syntheticBlocks: ReadonlySet<string>;
  /** Addresses to which accounts delegate or delegated (EIP-7702). */
  readonly delegates: ReadonlySet<string>;
}

/** A deliberate difference from the relay, named in docs/differences.md. */
export interface Rule {
  readonly name: string;
  declares(difference: Difference, known: Known): boolean;
}

const STATE_METHODS = [
  'eth_getBalance',
  'eth_getTransactionCount',
  'eth_getCode',
  'eth_getStorageAt',
  'eth_call',
];
const isRefusal = (value: unknown, text: RegExp): boolean => text.test(JSON.stringify(value ?? null));
const lastField = (path: string): string => path.split('.').at(-1) ?? '';
const isTracer = ({ request: [method] }: Difference): boolean => method.startsWith('debug_trace');
const givesList = ({ request }: Difference): boolean => request.slice(1).some(Array.isArray);

const isQuantity = (value: unknown): value is string =>
  typeof value === 'string' && /^0x(0|[1-9a-f][0-9a-f]*)$/.test(value);
const isWord = (value: unknown): boolean => typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value);
/** Returns whether the code of `prestateTracer` is that of an account: none, or the designator of a delegation. */
const isCodeOfAccount = (code: unknown): boolean =>
  code === undefined || (typeof code === 'string' && /^0xef0100[0-9a-f]{40}$/.test(code));
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
/**
 * Returns whether a block parameter names a block by its number, or the first one. The newest state is the same on both
 * sides.
 */
const isPast = (block: unknown): boolean => block === 'earliest' || isQuantity(block);
/** Returns whether a difference is in a field of an account of `prestateTracer`; undefined: in the account itself. */
const isPrestate = ({ request, path }: Difference, field: string | undefined): boolean => {
  const [result, address, found, ...rest] = path.split('.');
  const isOwn = found === field && rest.length === (field === 'storage' ? 1 : 0);
  const tracer = (request[2] as { tracer?: unknown } | undefined)?.tracer;
  return tracer === 'prestateTracer' && result === 'result' && address !== undefined && isOwn;
};

export const RULES: readonly Rule[] = [
  {
    name: 'synthetic transactions have the same values in every answer',
    declares: ({ path, of: [, here] }) =>
      ['gas', 'gasPrice', 'input'].includes(lastField(path)) &&
      here.gas === '0x61a80' &&
      here.gasPrice === '0xfe' &&
      here.input === '0x0000000000000000',
  },
  {
    name: 'synthetic receipts have a bloom of their logs',
    declares: ({ path, there, of: [, here] }) =>
      lastField(path) === 'logsBloom' && /^0x0+$/.test(String(there)) && here.gasUsed === '0x0',
  },
  {
    name: 'the root of receipts follows from those blooms',
    declares: ({ path, request: [method], of: [, here] }, { syntheticBlocks }) =>
      path === 'result.receiptsRoot' &&
      method.startsWith('eth_getBlockBy') &&
      syntheticBlocks.has(String(here.hash)),
  },
  {
    name: 'the call trace of a synthetic transaction is a call without an error',
    declares: (difference) => {
      const [there, here] = difference.of;
      return (
        isTracer(difference) &&
        there.error === 'SUCCESS' &&
        here.error === undefined &&
        ['from', 'to', 'output', 'error', 'revertReason'].includes(lastField(difference.path))
      );
    },
  },
  {
    name: 'callTracer: an inner call that failed has its error',
    declares: ({ request: [method], path, there, here }) =>
      method.startsWith('debug_trace') &&
      /^result(\[\]\.result)?(\.calls\[\])+\.(error|revertReason)$/.test(path) &&
      there === undefined &&
      typeof here === 'string',
  },
  {
    name: 'prestateTracer: a balance is in weibars, of the time before the transaction',
    declares: (difference) => {
      const { there, here } = difference;
      return (
        isPrestate(difference, 'balance') &&
        isQuantity(there) &&
        isQuantity(here) &&
        BigInt(here) % WEIBARS_PER_TINYBAR === 0n
      );
    },
  },
  {
    name: 'prestateTracer: a nonce is that before the transaction, there a later one',
    declares: (difference) =>
      isPrestate(difference, 'nonce') && Number(difference.there) > Number(difference.here),
  },
  {
    name: 'prestateTracer: an account has the designator of its delegation as code, or no code',
    declares: (difference) =>
      isPrestate(difference, 'code') && difference.there === '0x' && isCodeOfAccount(difference.here),
  },
  {
    name: 'prestateTracer: slots that the transaction used, with their values before it',
    declares: (difference) =>
      isPrestate(difference, 'storage') &&
      isWord(difference.there) &&
      (difference.here === undefined || isWord(difference.here)),
  },
  {
    name: 'prestateTracer: a contract that the transaction created was not there before',
    declares: (difference) => {
      const { there, here } = difference;
      return (
        isPrestate(difference, undefined) && isFields(there) && there.code !== '0x' && here === undefined
      );
    },
  },
  {
    name: 'prestateTracer: accounts that only the execution names',
    declares: (difference) => {
      const { there, here } = difference;
      return (
        isPrestate(difference, undefined) &&
        there === undefined &&
        isFields(here) &&
        isCodeOfAccount(here.code)
      );
    },
  },
  {
    // Actions name only the account that delegates, but the contract's code is part of the state that is used.
    name: 'prestateTracer: the contract to which a called account delegates',
    declares: (difference, { delegates }) => {
      const { path, there, here } = difference;
      return (
        isPrestate(difference, undefined) &&
        there === undefined &&
        isFields(here) &&
        'code' in here &&
        delegates.has(lastField(path))
      );
    },
  },
  {
    name: 'an authorization has yParity as it was signed, and no y_parity',
    declares: ({ path, there, here, of: [authorization, own] }) =>
      (path.endsWith('authorizationList[].y_parity') && here === undefined && own.yParity === there) ||
      (path.endsWith('authorizationList[].yParity') && there === '0x0' && authorization.y_parity === here),
  },
  {
    name: 'balances are exact at any block',
    declares: ({ request: [method, , block], path, there, here }) =>
      method === 'eth_getBalance' &&
      path === 'result' &&
      isPast(block) &&
      isQuantity(there) &&
      isQuantity(here) &&
      BigInt(here) % WEIBARS_PER_TINYBAR === 0n,
  },
  {
    name: 'the number of transactions is that of the block',
    declares: ({ request: [method, , block], path, there, here }) =>
      method === 'eth_getTransactionCount' &&
      path === 'result' &&
      isPast(block) &&
      isQuantity(there) &&
      isQuantity(here),
  },
  {
    name: 'the delegation of an account is that of the block',
    declares: ({ request: [method, , block], path, there, here }) =>
      method === 'eth_getCode' &&
      path === 'result' &&
      isPast(block) &&
      [there, here].every((code) => typeof code === 'string' && code.startsWith('0xef0100')),
  },
  {
    name: 'what is deleted has no code',
    declares: ({ request: [method], path, here }) =>
      method === 'eth_getCode' && path === 'result' && here === '0x',
  },
  {
    name: 'a block is optional and latest by default',
    declares: ({ request: [method], path, of: [there] }) =>
      STATE_METHODS.includes(method) &&
      path.startsWith('error') &&
      isRefusal(there, /Missing value for required parameter [12]"/),
  },
  {
    name: 'eth_estimateGas takes overrides, and checks three parameters one by one',
    declares: ({ request: [method, ...params], path, there, here }) =>
      method === 'eth_estimateGas' &&
      params.length === 3 &&
      path === 'error.message' &&
      there === 'Invalid params' &&
      isRefusal(here, /^"Invalid parameter /),
  },
  {
    name: 'eth_estimateGas looks at its block as eth_call does',
    declares: ({ request: [method, ...params], path, there, here }) =>
      method === 'eth_estimateGas' &&
      params.length === 2 &&
      path === 'error.message' &&
      isRefusal(there, /^"Invalid parameter 1: Expected 0x prefixed hexadecimal block number/) &&
      isRefusal(here, /^"Invalid parameter (1: Expected|'[^']*' for Block(Number|Hash)Object)/),
  },
  {
    name: 'eth_estimateGas takes a block by its hash',
    declares: ({ request: [method, , block], path, of: [there] }) =>
      method === 'eth_estimateGas' &&
      (isWord(block) || isFields(block)) &&
      path.startsWith('error') &&
      isRefusal(there, /Invalid parameter 1: Expected 0x prefixed hexadecimal block number/),
  },
  {
    name: 'eth_getCode takes a block by its hash',
    declares: ({ request: [method, , block], path, there }) =>
      method === 'eth_getCode' && isWord(block) && path === 'error' && isRefusal(there, /-39012/),
  },
  {
    name: 'overrides are read',
    declares: ({ request: [method, , , overrides], path }) =>
      method === 'eth_call' && overrides !== undefined && path.startsWith('error'),
  },
  {
    name: 'an error about an EIP-1898 object names its key',
    declares: ({ path, here }) =>
      path === 'error.message' && isRefusal(here, /for BlockNumberObject|for BlockHashObject/),
  },
  {
    name: 'an EIP-1898 object is accepted',
    declares: ({ request: [method, ...params], path, there }) =>
      (STATE_METHODS.includes(method) || /^(eth_getBlockReceipts$|debug_getRaw)/.test(method)) &&
      params.some((one) => isFields(one) && ('blockHash' in one || 'blockNumber' in one)) &&
      path === 'error' &&
      isRefusal(there, /-32602/),
  },
  {
    name: 'an unknown block hash is an unknown block',
    declares: ({ request: [method], path, there, here }) =>
      STATE_METHODS.includes(method) &&
      ((path === 'error.code' && there === -32_603 && here === -39_012) ||
        (path === 'error.message' && isRefusal(there, /Cannot read properties of null/))),
  },
  {
    name: 'an empty list of addresses matches any',
    declares: ({ request: [method, filter], path, there, here }) =>
      method === 'eth_getLogs' &&
      isFields(filter) &&
      isEmptyList(filter.address) &&
      path === 'result' &&
      isEmptyList(there) &&
      Array.isArray(here),
  },
  {
    name: 'the id of a filter is random',
    declares: ({ request: [method], path, there, here }) =>
      ['eth_newFilter', 'eth_newBlockFilter'].includes(method) &&
      path === 'result' &&
      isQuantity(there) &&
      isQuantity(here),
  },
  {
    name: 'raw answers differ where objects do',
    declares: ({ request: [method], there, here }) => differsAsObjects(method, there, here),
  },
  {
    name: 'web3_sha3 takes whole bytes',
    declares: ({ request: [method], path }) => method === 'web3_sha3' && path.startsWith('error'),
  },
  {
    name: 'a list of one string is no string',
    declares: (difference) => givesList(difference) && isRefusal(difference.here, /-32602|, value: \[/),
  },
  {
    name: 'no other service refuses an index',
    declares: ({ there }) => isRefusal(there, /Mirror node upstream failure/),
  },
  {
    name: 'parameters of txpool methods are not looked at',
    declares: ({ request: [method], path }) => method.startsWith('txpool_') && path.startsWith('error'),
  },
];

/** Returns the first rule that declares a difference; undefined: the difference is not deliberate. */
export function ruleOf(difference: Difference, known: Known): Rule | undefined {
  return RULES.find((rule) => rule.declares(difference, known));
}
