import { sql } from '../../store/sql.ts';
import { BLOCK_NUMBER, type NamedBlock } from '../method/block-parameter.ts';
import type { RpcContext } from '../method/context.ts';
import { HASH, nullable } from '../method/json-schema.ts';
import { method } from '../method/method.ts';
import { required } from '../method/parameter.ts';
import { BLOCK_HASH, HEX, HEX_BYTES, TRANSACTION_HASH } from '../method/parameter-types.ts';
import { syntheticTransactionJson, TRANSACTION, transactionJson } from '../objects/transaction.ts';
import { selectAddresses } from '../reads/addresses.ts';
import { selectBlockGasPrice } from '../reads/block-content.ts';
import { selectResultGasPrice } from '../reads/gas-price.ts';
import { type RpcBlock, selectRpcBlock, selectRpcBlockAt } from '../reads/stored-block.ts';
import {
  logsBetween,
  type StoredLog,
  selectLogAddresses,
  selectLogs,
  selectLogsByHash,
} from '../reads/stored-logs.ts';
import {
  idsOf,
  type StoredResult,
  selectPricedGas,
  selectResultByHash,
  selectResultsBetween,
} from '../reads/stored-results.ts';
import { sendTransaction } from '../sending/send-transaction.ts';
import { pendingBlock, waitingJson } from './pending-block.ts';

type Json = Readonly<Record<string, unknown>>;

/** Maximum index of a transaction in a block: the column is an int32. */
const MAX_INDEX = 2n ** 31n - 1n;

const byHash = method({
  name: 'eth_getTransactionByHash',
  summary:
    'Returns a transaction by its hash; one that this process sent and that is in no block yet has no block.',
  parameters: [required('hash', TRANSACTION_HASH, 'Hash of the transaction.')],
  result: nullable(TRANSACTION),
  answer: async ([hash], context) => {
    const pending = context.pending.find(hash);
    const found = await answerTransaction(context, hash);
    return found ?? (pending === undefined ? null : waitingJson(context, pending));
  },
});

/** Reads a transaction by its hash; null for an unknown one. */
export async function answerTransaction(context: RpcContext, hash: string): Promise<Json | null> {
  const { head } = context;
  if (head === null) return null;
  const result = await selectResultByHash(context, hash, head.consensusEnd);
  // A transaction that was rejected before its execution is in no block.
  if (result !== undefined && result.index === null) return null;
  if (result !== undefined) {
    const block = await selectRpcBlockAt(context, result.time);
    return block === undefined ? null : executedJson(context, result, block, true);
  }
  const [first] = await selectLogsByHash(context, hash, head.consensusEnd);
  const block = first && (await selectRpcBlockAt(context, first.time));
  return first === undefined || block === undefined ? null : transferredJson(context, first, block);
}

async function executedJson(
  context: RpcContext,
  result: StoredResult,
  block: RpcBlock,
  hidesCreated: boolean,
): Promise<Json> {
  const { select, settings } = context;
  const addresses = await selectAddresses(select, settings, idsOf([result], settings));
  const gasPrice = result.ethereum === null ? await selectResultGasPrice(context, result.time) : undefined;
  return transactionJson(result, { block, addresses, chainId: settings.chainId, gasPrice }, hidesCreated);
}

async function transferredJson(context: RpcContext, log: StoredLog, block: RpcBlock): Promise<Json> {
  const [addresses, executions] = await Promise.all([
    selectLogAddresses(context, [log]),
    selectPricedGas(context, block),
  ]);
  const gasPrice = await selectBlockGasPrice(context, block, executions);
  return syntheticTransactionJson(log, { block, addresses, chainId: context.settings.chainId, gasPrice });
}

/** Returns the transaction at an index of a block, or null. */
async function answerAt(context: RpcContext, name: NamedBlock, indexHex: string): Promise<Json | null> {
  const index = indexHex === '0x' ? 0n : BigInt(indexHex);
  const next = pendingBlock(name, context);
  if (next !== undefined) {
    const one = index > MAX_INDEX ? undefined : next.waiting[Number(index)];
    return one === undefined ? null : waitingJson(context, one);
  }
  const block = await selectRpcBlock(context, name);
  if (block === undefined || index > MAX_INDEX) return null;
  const [result] = await selectResultsBetween(context, block.start, block.end, index);
  if (result !== undefined) return executedJson(context, result, block, false);
  const at = [...logsBetween(block.start, block.end), sql`cl.transaction_index = ${index}`];
  const [first] = await selectLogs(context, at, 1);
  return first === undefined ? null : transferredJson(context, first, block);
}

const INDEX = required('index', HEX, 'Index of the transaction in the block.');

const byNumberAndIndex = method({
  name: 'eth_getTransactionByBlockNumberAndIndex',
  summary: 'Returns a transaction by its index in a block.',
  parameters: [required('block', BLOCK_NUMBER, 'Number or tag of the block.'), INDEX],
  result: nullable(TRANSACTION),
  answer: ([name, index], context) => answerAt(context, name, index),
});

const byHashAndIndex = method({
  name: 'eth_getTransactionByBlockHashAndIndex',
  summary: 'Returns a transaction by its index in a block.',
  parameters: [required('blockHash', BLOCK_HASH, 'Hash of the block.'), INDEX],
  result: nullable(TRANSACTION),
  answer: ([hash, index], context) => answerAt(context, { hash }, index),
});

export const TRANSACTION_METHODS = [byHash, byNumberAndIndex, byHashAndIndex];

const sendRaw = method({
  name: 'eth_sendRawTransaction',
  summary: 'Sends a signed transaction. Returns its hash once its block is visible.',
  parameters: [required('transaction', HEX_BYTES, 'Bytes of the signed transaction.')],
  result: HASH,
  awaitsBlock: true,
  answer: ([raw], context) => sendTransaction(context, Buffer.from(raw.slice(2), 'hex')),
});

export const SEND_METHODS = [sendRaw];
