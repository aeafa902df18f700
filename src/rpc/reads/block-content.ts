import { WEIBARS_PER_TINYBAR } from '@tain/ledger/amounts';
import { NANOS_PER_SECOND } from '@tain/ledger/timestamp';
import type { RpcContext } from '../method/context.ts';
import { mapInTurns, type Sliced } from '../method/sliced-json.ts';
import type { LogJson } from '../values/log.ts';
import { type Addresses, selectAddresses } from './addresses.ts';
import { selectNetworkGasPrice, selectResultGasPrice } from './gas-price.ts';
import type { RpcBlock } from './stored-block.ts';
import { idsOfLogs, logJson, logsBetween, type StoredLog, selectLogs } from './stored-logs.ts';
import { idsOf, type PricedGas, type StoredResult, selectResultsBetween } from './stored-results.ts';

/** A transaction as it is stored: an execution, or a token transfer that ran no contract and is known by its logs. */
export interface StoredTransaction {
  readonly hash: string;
  readonly index: bigint;
  readonly result: StoredResult | undefined;
  readonly logs: readonly StoredLog[];
}

/** A transaction of a block, with its logs in the form for clients. */
export interface BlockTransaction extends StoredTransaction {
  readonly logsJson: readonly LogJson[];
}

/** A block in Ethereum's view: executions and token transfers. */
export interface BlockContent {
  /** Transactions by their index. */
  readonly transactions: readonly BlockTransaction[];
  readonly addresses: Addresses;
}

type Reading = Pick<RpcContext, 'select' | 'settings'>;

/** Reads the whole block, whatever its size, in slices. Throws like `inTurns`. */
export async function selectBlockContent(context: Reading & Sliced, block: RpcBlock): Promise<BlockContent> {
  const stored = await selectTransactions(context, block);
  const { select, settings } = context;
  const ids = stored.flatMap(({ result, logs }) => [
    ...(result === undefined ? [] : idsOf([result], settings)),
    ...idsOfLogs(logs),
  ]);
  const addresses = await selectAddresses(select, settings, ids);
  const all = stored.flatMap(({ logs }) => logs);
  const logsJson = await mapInTurns(context, all, (log) => logJson(log, block, addresses));
  let from = 0;
  const transactions = stored.map((transaction) => {
    const until = from + transaction.logs.length;
    const own = { ...transaction, logsJson: logsJson.slice(from, until) };
    from = until;
    return own;
  });
  return { transactions, addresses };
}

/** Reads the transactions of a block by their index, without the addresses that they contain. */
export async function selectTransactions(
  context: Reading,
  block: Pick<RpcBlock, 'start' | 'end'>,
): Promise<StoredTransaction[]> {
  const [results, logs] = await Promise.all([
    selectResultsBetween(context, block.start, block.end),
    selectLogs(context, logsBetween(block.start, block.end)),
  ]);
  const byHash = new Map<string, StoredLog[]>();
  for (const log of logs) {
    const own = byHash.get(log.hash);
    if (own === undefined) byHash.set(log.hash, [log]);
    else own.push(log);
  }
  const transactionOf = (hash: string, result: StoredResult | undefined): StoredTransaction => {
    const own = byHash.get(hash) ?? [];
    byHash.delete(hash);
    return { hash, index: result?.index ?? own[0]?.transactionIndex ?? 0n, result, logs: own };
  };
  const unique = [...new Map(results.map((result) => [result.hash, result])).values()];
  const executed = unique.map((result) => transactionOf(result.hash, result));
  const transferred = [...byHash.keys()].map((hash) => transactionOf(hash, undefined));
  return [...executed, ...transferred].toSorted((a, b) => Number(a.index - b.index));
}

/** A transaction with its index, and the gas that the block's executions used up to it. */
export interface IndexedTransaction extends BlockTransaction {
  readonly cumulativeGas: bigint;
}

/** Returns the transactions of a block, in the same order, each with the gas used up to it. */
export function withCumulativeGas(transactions: BlockContent['transactions']): IndexedTransaction[] {
  let cumulativeGas = 0n;
  return transactions.map((transaction) => {
    cumulativeGas += transaction.result?.gasUsed ?? 0n;
    return { ...transaction, cumulativeGas };
  });
}

/**
 * Returns the weibars for one gas of a block: the average of its executions weighted by their gas, else the fee
 * schedule's at its end. An Ethereum transaction below the schedule's price does not count, because its submitter paid
 * the rest; clients derive the price of their next transaction from that of the block.
 */
export async function selectBlockGasPrice(
  context: Reading,
  block: RpcBlock,
  results: readonly PricedGas[],
): Promise<bigint> {
  let sum = 0n;
  let gas = 0n;
  const [isSigned, isUnpriced] = [
    results.some(({ ethereum }) => ethereum !== null),
    results.some(({ ethereum }) => ethereum === null),
  ];
  const [network, scheduled = 0n] = await Promise.all([
    isSigned ? selectNetworkGasPrice(context, block.end) : undefined,
    isUnpriced ? selectResultGasPrice(context, block.end) : undefined,
  ]);
  for (const { ethereum, gasUsed } of results) {
    const price = ethereum === null ? scheduled : priceOf(ethereum.gasPrice);
    const isSponsored = ethereum !== null && price + WEIBARS_PER_TINYBAR < (network ?? 0n);
    if (price === 0n || isSponsored || gasUsed === null || gasUsed <= 0n) continue;
    sum += price * gasUsed;
    gas += gasUsed;
  }
  if (gas === 0n) return network ?? (await selectNetworkGasPrice(context, block.end)) ?? 0n;
  return (2n * sum + gas) / (2n * gas);
}

function priceOf(bytes: string | null): bigint {
  return bytes === null || bytes.length <= 2 ? 0n : BigInt(`0x${bytes.slice(2)}`);
}

/**
 * Returns the weibars for one gas of a block's receipts: those of the fee schedule at the block's first second, else at
 * its end.
 */
export async function selectReceiptGasPrice(context: Reading, block: RpcBlock): Promise<bigint> {
  const second = block.start - (block.start % NANOS_PER_SECOND);
  return (
    (await selectNetworkGasPrice(context, second)) ?? (await selectNetworkGasPrice(context, block.end)) ?? 0n
  );
}
