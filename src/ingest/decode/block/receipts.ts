import { MalformedError } from '@tain/ledger/malformed-error';
import { isSameId, readTransactionId } from '@tain/verify/message-fields';
import { readReceipts } from '@tain/verify/state-changes';
import { rawBytes } from '../raw-field.ts';
import type { SignedTransaction } from '../signed-transaction.ts';

/** Field of `TransactionBody`. */
const TRANSACTION_ID = 1;

/**
 * Compares the receipts that nodes queue in the state with the transactions that results were paired with. A list of m
 * receipts has the time of the last of m results, and names their transactions in order (all real blocks; consensus
 * node, `RecordCacheImpl`). Both are covered by the root hash, unlike the position of a result among inputs, which
 * matters in a batch: its inner transactions have no inputs, but their children have. Throws `MalformedError`.
 */
export function expectReceipts(
  transactions: readonly { readonly time: bigint; readonly signed: SignedTransaction }[],
  stateChanges: readonly Buffer[],
): void {
  const positionOf = new Map(transactions.map(({ time }, position) => [time, position]));
  for (const content of stateChanges) {
    const receipts = readReceipts(content);
    const last = receipts && positionOf.get(receipts.at);
    if (receipts === null || last === null || last === undefined) continue;
    const { entries } = receipts;
    for (const [index, { id }] of entries.entries()) {
      const transaction = transactions[last - entries.length + 1 + index];
      const own = transaction && rawBytes(transaction.signed.bodyBytes, TRANSACTION_ID);
      if (own && !isSameId(readTransactionId(own), id))
        throw new MalformedError(`a result does not belong to transaction ${id.id}, which its receipt names`);
    }
  }
}
