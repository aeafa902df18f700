import { responseCodeName } from '@tain/ledger/response-code';
import { sql } from '../../store/sql.ts';
import { ANY_BLOCK } from '../method/block-parameter.ts';
import type { RpcContext } from '../method/context.ts';
import { arrayOf, nullable } from '../method/json-schema.ts';
import { method } from '../method/method.ts';
import { required } from '../method/parameter.ts';
import { TRANSACTION_HASH } from '../method/parameter-types.ts';
import { RpcError } from '../method/rpc-error.ts';
import { listTexts, writeSliced } from '../method/sliced-json.ts';
import { errorOf, RECEIPT, receiptJson, syntheticReceiptJson } from '../objects/receipt.ts';
import { selectAddresses } from '../reads/addresses.ts';
import {
  type BlockContent,
  selectBlockContent,
  selectReceiptGasPrice,
  withCumulativeGas,
} from '../reads/block-content.ts';
import { type RpcBlock, selectRpcBlock, selectRpcBlockAt } from '../reads/stored-block.ts';
import {
  logJson,
  type StoredLog,
  selectLogAddresses,
  selectLogs,
  selectLogsByHash,
} from '../reads/stored-logs.ts';
import {
  idsOf,
  type StoredResult,
  selectCumulativeGas,
  selectResultByHash,
} from '../reads/stored-results.ts';

const receipt = method({
  name: 'eth_getTransactionReceipt',
  summary: 'Returns the receipt of a transaction.',
  parameters: [required('hash', TRANSACTION_HASH, 'Hash of the transaction.')],
  result: nullable(RECEIPT),
  async answer([hash], context) {
    const { head } = context;
    if (head === null) return null;
    const result = await selectResultByHash(context, hash, head.consensusEnd);
    if (result !== undefined) {
      if (result.index === null) throw rejected(hash, result);
      return executedReceipt(context, result);
    }
    const [first, ...others] = await selectLogsByHash(context, hash, head.consensusEnd);
    return first === undefined ? null : transferredReceipt(context, [first, ...others]);
  },
});

/** Returns the error of a transaction that consensus rejected before its execution, so that it is in no block. */
function rejected(txHash: string, result: StoredResult): RpcError {
  const status = responseCodeName(result.status);
  return new RpcError(-32_003, `Transaction rejected: ${status}`, {
    txHash,
    detail: errorOf(result) ?? status,
    hederaStatus: status,
  });
}

async function executedReceipt(context: RpcContext, result: StoredResult): Promise<object | null> {
  const block = await selectRpcBlockAt(context, result.time);
  if (block === undefined) return null;
  const { select, settings } = context;
  const logs = await selectLogs(context, [sql`cl.consensus_timestamp = ${result.time}`]);
  const ids = [...idsOf([result], settings), ...logs.map(({ contract }) => contract)];
  const [addresses, cumulativeGas, gasPrice] = await Promise.all([
    selectAddresses(select, settings, ids),
    selectCumulativeGas(context, block.start, block.end, result.index ?? 0n),
    selectReceiptGasPrice(context, block),
  ]);
  const shownLogs = logs.map((log) => logJson(log, block, addresses));
  return receiptJson(result, { block, addresses, logs: shownLogs, cumulativeGas, gasPrice });
}

async function transferredReceipt(
  context: RpcContext,
  logs: readonly [StoredLog, ...StoredLog[]],
): Promise<object | null> {
  const block = await selectRpcBlockAt(context, logs[0].time);
  if (block === undefined) return null;
  const [addresses, cumulativeGas, gasPrice] = await Promise.all([
    selectLogAddresses(context, logs),
    selectCumulativeGas(context, block.start, block.end, logs[0].transactionIndex),
    selectReceiptGasPrice(context, block),
  ]);
  const shownLogs = logs.map((log) => logJson(log, block, addresses));
  return syntheticReceiptJson(logs, { block, addresses, logs: shownLogs, cumulativeGas, gasPrice });
}

const blockReceipts = method({
  name: 'eth_getBlockReceipts',
  summary: 'Returns the receipts of all transactions of a block, in their order.',
  parameters: [required('block', ANY_BLOCK, 'The block.')],
  result: nullable(arrayOf(RECEIPT)),
  async answer([name], context) {
    const block = await selectRpcBlock(context, name);
    if (block === undefined) return null;
    const key = `receipts ${block.hash}`;
    const known = context.cache.get(key);
    if (known !== undefined) return known;
    const content = await selectBlockContent(context, block);
    const gasPrice = await selectReceiptGasPrice(context, block);
    const written = await writeSliced(
      context,
      listTexts(receiptsOf(block, content, gasPrice), (one) => one),
    );
    context.cache.set(key, written);
    return written;
  },
});

/** Yields the receipts of a block. */
function* receiptsOf(
  block: RpcBlock,
  { transactions, addresses }: BlockContent,
  gasPrice: bigint,
): Generator<object, void, undefined> {
  for (const { result, logs, logsJson, cumulativeGas } of withCumulativeGas(transactions)) {
    const [first, ...others] = logs;
    const source = { block, addresses, logs: logsJson, cumulativeGas, gasPrice };
    if (result !== undefined) yield receiptJson(result, source);
    else if (first !== undefined) yield syntheticReceiptJson([first, ...others], source);
  }
}

export const RECEIPT_METHODS = [receipt, blockReceipts];
