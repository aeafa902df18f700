import { WEIBARS_PER_TINYBAR } from '@tain/ledger/amounts';
import type { Difference, Fields } from './compare.ts';
import { differsAsObjects } from './raw.ts';

/** Facts about the history that a response alone does not contain. */
export interface Known {
  /**
   * Hashes of blocks with a token transfer without a contract execution, whose receipts have another bloom in the
   * relay.
   */
  readonly syntheticBlocks: ReadonlySet<string>;
  /** Hashes of blocks with calls of hooks, which the relay's blocks do not have. */
  readonly hookBlocks: ReadonlySet<string>;
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
/** Minimum gas of a call with this data: 10 for each zero byte, 40 for another (EIP-7623). */
const minimumOf = (data: string): bigint =>
  21_000n + Buffer.from(data.slice(2), 'hex').reduce((sum, byte) => sum + (byte === 0 ? 10n : 40n), 0n);
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

/** Header fields of a block since Cancun, on a ledger without blobs and beacon blocks. */
const CANCUN_HEADER: ReadonlyMap<string, string> = new Map([
  ['blobGasUsed', '0x0'],
  ['excessBlobGas', '0x0'],
  ['parentBeaconBlockRoot', `0x${'0'.repeat(64)}`],
]);

export const RULES: readonly Rule[] = [
  {
    name: 'blocks have the header fields of Cancun',
    declares: ({ path, relay, ours: value, of: [, ours] }) =>
      relay === undefined &&
      isFields(ours) &&
      'sha3Uncles' in ours &&
      CANCUN_HEADER.get(lastField(path)) === value,
  },
  {
    name: 'synthetic transactions have the same values in every answer',
    declares: ({ path, of: [, ours] }) =>
      ['gas', 'gasPrice', 'input'].includes(lastField(path)) &&
      ours.gas === '0x61a80' &&
      ours.input === '0x0000000000000000',
  },
  {
    name: 'synthetic receipts have a bloom of their logs',
    declares: ({ path, relay, of: [, ours] }) =>
      lastField(path) === 'logsBloom' && /^0x0+$/.test(String(relay)) && ours.gasUsed === '0x0',
  },
  {
    name: 'the bloom of a block has the bits of its synthetic logs',
    declares: ({ path, relay, ours: value, request: [method], of: [, ours] }, { syntheticBlocks }) =>
      path === 'result.logsBloom' &&
      method.startsWith('eth_getBlockBy') &&
      syntheticBlocks.has(String(ours.hash)) &&
      (BigInt(String(value)) | BigInt(String(relay))) === BigInt(String(value)),
  },
  {
    name: 'the gas of a block includes that of its hooks',
    declares: ({ path, relay, ours: value, of: [, ours] }, { hookBlocks }) =>
      ['gasUsed', 'cumulativeGasUsed'].includes(lastField(path)) &&
      hookBlocks.has(String(ours.blockHash ?? ours.hash)) &&
      BigInt(String(value)) > BigInt(String(relay)),
  },
  {
    name: 'the root of receipts follows from those blooms',
    declares: ({ path, request: [method], of: [, ours] }, { syntheticBlocks }) =>
      path === 'result.receiptsRoot' &&
      method.startsWith('eth_getBlockBy') &&
      syntheticBlocks.has(String(ours.hash)),
  },
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
  {
    name: 'an authorization has yParity as it was signed, and no y_parity',
    declares: ({ path, relay, ours, of: [authorization, own] }) =>
      (path.endsWith('authorizationList[].y_parity') && ours === undefined && own.yParity === relay) ||
      (path.endsWith('authorizationList[].yParity') && relay === '0x0' && authorization.y_parity === ours),
  },
  {
    name: 'balances are exact at any block',
    declares: ({ request: [method, , block], path, relay, ours }) =>
      method === 'eth_getBalance' &&
      path === 'result' &&
      isPast(block) &&
      isQuantity(relay) &&
      isQuantity(ours) &&
      BigInt(ours) % WEIBARS_PER_TINYBAR === 0n,
  },
  {
    name: 'the number of transactions is that at the block',
    declares: ({ request: [method, , block], path, relay, ours }) =>
      method === 'eth_getTransactionCount' &&
      path === 'result' &&
      isPast(block) &&
      isQuantity(relay) &&
      isQuantity(ours),
  },
  {
    name: 'the delegation of an account is that at the block',
    declares: ({ request: [method, , block], path, relay, ours }) =>
      method === 'eth_getCode' &&
      path === 'result' &&
      isPast(block) &&
      [relay, ours].every((code) => typeof code === 'string' && code.startsWith('0xef0100')),
  },
  {
    name: 'a deleted contract has no code',
    declares: ({ request: [method], path, ours }) =>
      method === 'eth_getCode' && path === 'result' && ours === '0x',
  },
  {
    name: 'a block is optional and latest by default',
    declares: ({ request: [method], path, of: [relay] }) =>
      STATE_METHODS.includes(method) &&
      path.startsWith('error') &&
      isRefusal(relay, /Missing value for required parameter [12]"/),
  },
  {
    name: 'eth_estimateGas is at least the minimum gas of a transaction (EIP-7623)',
    declares: ({ request: [method, call], path, relay, ours }) =>
      method === 'eth_estimateGas' &&
      path === 'result' &&
      isFields(call) &&
      isQuantity(relay) &&
      isQuantity(ours) &&
      BigInt(ours) > BigInt(relay) &&
      BigInt(ours) === minimumOf(String(call.input ?? call.data)),
  },
  {
    name: 'eth_estimateGas takes overrides, and checks three parameters one by one',
    declares: ({ request: [method, ...params], path, relay, ours }) =>
      method === 'eth_estimateGas' &&
      params.length === 3 &&
      path === 'error.message' &&
      relay === 'Invalid params' &&
      isRefusal(ours, /^"Invalid parameter /),
  },
  {
    name: 'eth_estimateGas checks its block as eth_call does',
    declares: ({ request: [method, ...params], path, relay, ours }) =>
      method === 'eth_estimateGas' &&
      params.length === 2 &&
      path === 'error.message' &&
      isRefusal(relay, /^"Invalid parameter 1: Expected 0x prefixed hexadecimal block number/) &&
      isRefusal(ours, /^"Invalid parameter (1: Expected|'[^']*' for Block(Number|Hash)Object)/),
  },
  {
    name: 'eth_estimateGas takes a block by its hash',
    declares: ({ request: [method, , block], path, of: [relay] }) =>
      method === 'eth_estimateGas' &&
      (isWord(block) || isFields(block)) &&
      path.startsWith('error') &&
      isRefusal(relay, /Invalid parameter 1: Expected 0x prefixed hexadecimal block number/),
  },
  {
    name: 'eth_getCode takes a block by its hash',
    declares: ({ request: [method, , block], path, relay }) =>
      method === 'eth_getCode' && isWord(block) && path === 'error' && isRefusal(relay, /-39012/),
  },
  {
    name: 'overrides are applied',
    declares: ({ request: [method, , , overrides], path }) =>
      method === 'eth_call' && overrides !== undefined && path.startsWith('error'),
  },
  {
    name: 'an error about an EIP-1898 object names its key',
    declares: ({ path, ours }) =>
      path === 'error.message' && isRefusal(ours, /for BlockNumberObject|for BlockHashObject/),
  },
  {
    name: 'an EIP-1898 object is accepted',
    declares: ({ request: [method, ...params], path, relay }) =>
      (STATE_METHODS.includes(method) || /^(eth_getBlockReceipts$|debug_getRaw)/.test(method)) &&
      params.some((one) => isFields(one) && ('blockHash' in one || 'blockNumber' in one)) &&
      path === 'error' &&
      isRefusal(relay, /-32602/),
  },
  {
    name: 'an unknown block hash is an unknown block',
    declares: ({ request: [method], path, relay, ours }) =>
      STATE_METHODS.includes(method) &&
      ((path === 'error.code' && relay === -32_603 && ours === -39_012) ||
        (path === 'error.message' && isRefusal(relay, /Cannot read properties of null/))),
  },
  {
    name: 'an empty list of addresses matches any',
    declares: ({ request: [method, filter], path, relay, ours }) =>
      method === 'eth_getLogs' &&
      isFields(filter) &&
      isEmptyList(filter.address) &&
      path === 'result' &&
      isEmptyList(relay) &&
      Array.isArray(ours),
  },
  {
    name: 'the id of a filter is random',
    declares: ({ request: [method], path, relay, ours }) =>
      ['eth_newFilter', 'eth_newBlockFilter'].includes(method) &&
      path === 'result' &&
      isQuantity(relay) &&
      isQuantity(ours),
  },
  {
    name: 'raw answers differ in the fields in which objects differ',
    declares: ({ request: [method], relay, ours }) => differsAsObjects(method, relay, ours),
  },
  {
    name: 'web3_sha3 refuses half bytes',
    declares: ({ request: [method], path }) => method === 'web3_sha3' && path.startsWith('error'),
  },
  {
    name: 'a list of one string is not accepted as a string',
    declares: (difference) => givesList(difference) && isRefusal(difference.ours, /-32602|, value: \[/),
  },
  {
    name: 'no other service refuses an index',
    declares: ({ relay }) => isRefusal(relay, /Mirror node upstream failure/),
  },
  {
    name: 'parameters of txpool methods are not checked',
    declares: ({ request: [method], path }) => method.startsWith('txpool_') && path.startsWith('error'),
  },
];

/** Returns the first rule that declares a difference; undefined: the difference is not deliberate. */
export function ruleOf(difference: Difference, known: Known): Rule | undefined {
  return RULES.find((rule) => rule.declares(difference, known));
}
