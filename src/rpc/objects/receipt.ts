import { prefixedHex } from '@tain/ledger/integer-bytes';
import { responseCodeName } from '@tain/ledger/response-code';
import { isSuccess } from '@tain/ledger/results';
import {
  ADDRESS_SCHEMA,
  arrayOf,
  BLOOM,
  closedObject,
  HASH,
  nullable,
  QUANTITY,
} from '../method/json-schema.ts';
import type { Addresses } from '../reads/addresses.ts';
import type { RpcBlock } from '../reads/stored-block.ts';
import type { StoredLog } from '../reads/stored-logs.ts';
import type { StoredResult } from '../reads/stored-results.ts';
import {
  bytesHex,
  EMPTY_BLOOM,
  EMPTY_TRIE_ROOT,
  hash32,
  longZero,
  quantity,
  ZERO_ADDRESS,
} from '../values/hex.ts';
import { bloomOf, LOG, type LogJson } from '../values/log.ts';
import { fromOf, toOf } from './transaction.ts';

export interface ReceiptSource {
  readonly block: RpcBlock;
  readonly addresses: Addresses;
  readonly logs: readonly LogJson[];
  /** Gas that the block's executions used, up to this one. */
  readonly cumulativeGas: bigint;
  /** Weibars for one gas by the fee schedule at the beginning of the block. */
  readonly gasPrice: bigint;
}

export const RECEIPT = closedObject(
  'receipt',
  {
    blockHash: HASH,
    blockNumber: QUANTITY,
    from: ADDRESS_SCHEMA,
    to: nullable(ADDRESS_SCHEMA),
    cumulativeGasUsed: QUANTITY,
    gasUsed: QUANTITY,
    contractAddress: nullable(ADDRESS_SCHEMA),
    logs: arrayOf(LOG),
    logsBloom: BLOOM,
    transactionHash: HASH,
    transactionIndex: QUANTITY,
    effectiveGasPrice: QUANTITY,
    root: HASH,
    status: QUANTITY,
    type: QUANTITY,
    revertReason: { title: 'hex encoded bytes', type: 'string' },
  },
  ['revertReason'],
);

/** Methods of the token service that create a token: three versions each of createFungibleToken, createNonFungibleToken, and both WithCustomFees. */
const TOKEN_CREATIONS: ReadonlySet<string> = new Set([
  '27d97be3',
  'c23baeb6',
  '0fb65bf3',
  'ef2d1098',
  'b937581a',
  '2af0c59a',
  '9dc711e0',
  '9c89bb35',
  'ea83f293',
  '5bc7c0e6',
  '45733969',
  'abb54eb5',
]);
/** Length of PostgreSQL's `\x` and the digits of a selector. */
const SELECTOR_END = 10;

/** Returns the receipt of an execution. */
export function receiptJson(result: StoredResult, source: ReceiptSource): Readonly<Record<string, unknown>> {
  const { block, addresses, logs, cumulativeGas, gasPrice } = source;
  const reason = reasonOf(result);
  return {
    blockHash: hash32(block.hash),
    blockNumber: quantity(block.number),
    from: fromOf(result, addresses),
    to: result.created.includes(result.contract) ? null : toOf(result, addresses),
    cumulativeGasUsed: quantity(cumulativeGas),
    gasUsed: quantity(result.gasUsed),
    contractAddress: contractAddressOf(result, addresses),
    logs,
    logsBloom: bloomText(result.bloom),
    transactionHash: hash32(result.hash),
    transactionIndex: quantity(result.index),
    effectiveGasPrice: quantity(gasPrice),
    root: EMPTY_TRIE_ROOT,
    status: statusText(result),
    type: quantity(result.ethereum?.type ?? 0),
    ...(reason !== null && { revertReason: reason }),
  };
}

/** Returns the receipt of a token transfer that ran no contract, created from its logs; the payer is its sender. */
export function syntheticReceiptJson(
  [first]: readonly [StoredLog, ...StoredLog[]],
  { block, addresses, logs, cumulativeGas, gasPrice }: ReceiptSource,
): Readonly<Record<string, unknown>> {
  const address = addresses.of(first.contract);
  return {
    blockHash: hash32(block.hash),
    blockNumber: quantity(block.number),
    from: first.payer === 0n ? ZERO_ADDRESS : addresses.of(first.payer),
    to: address,
    cumulativeGasUsed: quantity(cumulativeGas),
    gasUsed: '0x0',
    contractAddress: address,
    logs,
    logsBloom: bloomOf(logs),
    transactionHash: hash32(first.hash),
    transactionIndex: quantity(first.transactionIndex),
    effectiveGasPrice: quantity(gasPrice),
    root: EMPTY_TRIE_ROOT,
    status: '0x1',
    type: '0x0',
  };
}

/** Returns a stored bloom filter; null is an empty one. */
export function bloomText(bloom: string | null): string {
  return bloom === null || bloom.length <= 2 ? EMPTY_BLOOM : bytesHex(bloom);
}

export function statusText({ status }: Pick<StoredResult, 'status'>): string {
  return isSuccess(status) ? '0x1' : '0x0';
}

/** Returns the error of a failed execution: its message, or for an Ethereum transaction the name of its status. */
export function errorOf({ error, ethereum, status }: StoredResult): string | null {
  return error ?? (ethereum !== null && !isSuccess(status) ? responseCodeName(status) : null);
}

/** Returns the address of the contract, also of one that was only called; for a created token the token's address. */
function contractAddressOf(result: StoredResult, addresses: Addresses): string | null {
  const selector = result.input?.slice(2, SELECTOR_END) ?? '';
  if (TOKEN_CREATIONS.has(selector))
    return `0x${result.outputEnd?.slice(2).padStart(40, '0') ?? longZero(0n).slice(2)}`;
  return result.contract === 0n ? null : addresses.of(result.contract);
}

/** Returns an error as hex: unchanged if it is hex, else the hex of its characters. */
function reasonOf(result: StoredResult): string | null {
  const error = errorOf(result);
  if (error === null) return null;
  const digits = error.startsWith('0x') ? error.slice(2) : error;
  return /^[0-9A-Fa-f]+$/.test(digits) ? error : prefixedHex(Buffer.from(error));
}
