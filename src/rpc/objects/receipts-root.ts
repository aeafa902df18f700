import { integerBytes, prefixedHex, shortestBytes } from '@tain/ledger/integer-bytes';
import { rlpBytes } from '@tain/ledger/rlp';
import { type BlockTransaction, type IndexedTransaction, withCumulativeGas } from '../reads/block-content.ts';
import { hexBytes, ZERO_WORD } from '../values/hex.ts';
import { bloomBytes, type LogJson } from '../values/log.ts';
import { trieRoot } from '../values/trie-root.ts';
import { bloomText, statusText } from './receipt.ts';

const NO_ROOT = hexBytes(ZERO_WORD);

/**
 * Returns the `receiptsRoot` of a block: the root of a trie of its receipts in the relay's own encoding, which has a
 * zero byte for zero gas, and a root of zeros instead of the status if no contract ran. Zeros without any receipt.
 */
export function receiptsRoot(transactions: readonly BlockTransaction[]): string {
  return rootOfReceipts(withCumulativeGas(transactions).map(receiptOf));
}

/** Fields of a receipt that are encoded in the trie. */
export interface EncodedReceipt {
  readonly index: bigint;
  /** Whether it succeeded; undefined where no contract ran. */
  readonly isSuccess: boolean | undefined;
  readonly cumulativeGas: bigint;
  readonly bloom: Uint8Array;
  readonly logs: readonly Pick<LogJson, 'address' | 'topics' | 'data'>[];
  readonly type: number;
}

/** Returns the root of a trie of receipts, as `receiptsRoot`. */
export function rootOfReceipts(receipts: readonly EncodedReceipt[]): string {
  if (receipts.length === 0) return ZERO_WORD;
  const byIndex = new Map(receipts.map((receipt) => [receipt.index, receipt]));
  const list = [...byIndex.values()].map(
    (receipt) => [rlpBytes(shortestBytes(receipt.index)), encoded(receipt)] as const,
  );
  return prefixedHex(trieRoot(list));
}

function receiptOf({ index, result, logsJson: logs, cumulativeGas }: IndexedTransaction): EncodedReceipt {
  return {
    index,
    isSuccess: result === undefined ? undefined : statusText(result) !== '0x0',
    cumulativeGas,
    bloom: receiptBloom(result, logs),
    logs,
    type: result?.ethereum?.type ?? 0,
  };
}

function encoded({ isSuccess, cumulativeGas, ...rest }: EncodedReceipt): Uint8Array {
  const outcome = isSuccess === undefined ? NO_ROOT : isSuccess ? Uint8Array.of(1) : new Uint8Array();
  return receiptBytes({ ...rest, outcome, cumulativeGas: integerBytes(cumulativeGas) });
}

/** Returns the bloom of a receipt: that of its execution, else that of its logs. */
export function receiptBloom(
  result: BlockTransaction['result'],
  logs: BlockTransaction['logsJson'],
): Uint8Array {
  return result === undefined ? bloomBytes(logs) : hexBytes(bloomText(result.bloom));
}

/** Returns the bytes of a receipt (EIP-2718). `outcome`: a status or a root. */
export function receiptBytes({
  outcome,
  cumulativeGas,
  bloom,
  logs,
  type,
}: Pick<EncodedReceipt, 'bloom' | 'logs' | 'type'> & {
  readonly outcome: Uint8Array;
  readonly cumulativeGas: Uint8Array;
}): Uint8Array {
  const body = rlpBytes([
    outcome,
    cumulativeGas,
    bloom,
    logs.map(({ address, topics, data }) => [hexBytes(address), topics.map(hexBytes), hexBytes(data)]),
  ]);
  return type === 0 ? body : Buffer.concat([Uint8Array.of(type), body]);
}
