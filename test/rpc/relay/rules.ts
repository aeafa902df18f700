import { WEIBARS_PER_TINYBAR } from '@tain/ledger/amounts';
import { differsAsObjects } from './raw.ts';
import { type Difference, isFields, isQuantity, isWord, type Known, lastField, type Rule } from './rule.ts';
import { TRACE_RULES } from './trace-rules.ts';

const STATE_METHODS = [
  'eth_getBalance',
  'eth_getTransactionCount',
  'eth_getCode',
  'eth_getStorageAt',
  'eth_call',
];
const isRefusal = (value: unknown, text: RegExp): boolean => text.test(JSON.stringify(value ?? null));
const givesList = ({ request }: Difference): boolean => request.slice(1).some(Array.isArray);

/** Minimum gas of a call with this data: 10 for each zero byte, 40 for another (EIP-7623). */
const minimumOf = (data: string): bigint =>
  21_000n + Buffer.from(data.slice(2), 'hex').reduce((sum, byte) => sum + (byte === 0 ? 10n : 40n), 0n);
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
/**
 * Returns whether a block parameter names a block by its number, or the first one. The newest state is the same on both
 * sides.
 */
const isPast = (block: unknown): boolean => block === 'earliest' || isQuantity(block);

/** Header fields of a block since Cancun, on a ledger without blobs and beacon blocks. */
const CANCUN_HEADER: ReadonlyMap<string, string> = new Map([
  ['blobGasUsed', '0x0'],
  ['excessBlobGas', '0x0'],
  ['parentBeaconBlockRoot', `0x${'0'.repeat(64)}`],
]);

/** Returns the hash by which an item of a list names its transaction. */
function hashOf(item: unknown): string {
  if (typeof item === 'string' || !isFields(item)) return String(item);
  return String(item.transactionHash ?? item.txHash ?? item.hash);
}

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
    name: 'the calls of hooks are transactions of their block',
    declares: ({ path, relay, ours, request: [method, first] }, { hookBlocks, hookCalls }) => {
      if (path.startsWith('error')) return hookCalls.has(String(first));
      if (Array.isArray(relay) && Array.isArray(ours)) {
        const others = ours.map(hashOf).filter((hash) => !hookCalls.has(hash));
        return ours.length > others.length && JSON.stringify(others) === JSON.stringify(relay.map(hashOf));
      }
      if (method.startsWith('debug_getRaw')) return hookBlocks.has(String(first));
      return path === 'result' && relay === null && hookCalls.has(hashOf(ours));
    },
  },
  {
    name: 'the root of receipts follows from those blooms',
    declares: ({ path, request: [method], of: [, ours] }, { syntheticBlocks }) =>
      path === 'result.receiptsRoot' &&
      method.startsWith('eth_getBlockBy') &&
      syntheticBlocks.has(String(ours.hash)),
  },
  ...TRACE_RULES,
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
