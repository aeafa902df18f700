import type { proto } from '@tain/protos/services';
import { Status } from '../../ledger/status.ts';
import { type RecentTransactions, receiptOf } from '../recent-transactions.ts';
import { numberIn } from './lookup.ts';
import { type QuerySource, queryKind, USUAL } from './query.ts';

/** Serialized `TransactionReceipt` of a transaction that has not reached consensus yet: its status is UNKNOWN. */
const PENDING = Uint8Array.of(8, Status.UNKNOWN);

export const transactionReceipt = queryKind('transactionGetReceipt', 'transactionGetReceipt', {
  price: 0n,
  awaits: ({ transactionID }) => transactionID,
  check: ({ transactionID: id }) => (id?.accountID ? Status.OK : Status.INVALID_TRANSACTION_ID),
  answer: ({ transactionID, includeDuplicates, includeChildReceipts }, source) => {
    const found = find(transactionID, source);
    if (found === undefined) return { code: Status.RECEIPT_NOT_FOUND, fields: {} };
    return {
      fields: {
        receipt: found.record === null ? PENDING : receiptOf(found.record),
        duplicateTransactionReceipts: includeDuplicates ? found.duplicates.map(receiptOf) : [],
        childTransactionReceipts: includeChildReceipts ? found.children.map(receiptOf) : [],
      },
    };
  },
});

export const transactionRecord = queryKind('transactionGetRecord', 'transactionGetRecord', {
  price: USUAL,
  check: ({ transactionID: id }) => {
    if (!id) return Status.INVALID_TRANSACTION_ID;
    const { accountID } = id;
    const isNamed = accountID?.alias?.length || numberIn(accountID, accountID?.accountNum) !== 0;
    return isNamed ? Status.OK : Status.INVALID_ACCOUNT_ID;
  },
  answer: ({ transactionID, includeDuplicates, includeChildRecords }, source) => {
    const found = find(transactionID, source);
    if (!found?.record || found.isReduced) return { code: Status.RECORD_NOT_FOUND, fields: {} };
    return {
      fields: {
        transactionRecord: found.record,
        duplicateTransactionRecords: includeDuplicates ? [...found.duplicates] : [],
        childTransactionRecords: includeChildRecords ? [...found.children] : [],
      },
    };
  },
});

/** Returns the state of a transaction. Only transactions of clients have children and duplicates. */
function find(
  id: proto.ITransactionID | null | undefined,
  { recent }: QuerySource,
): ReturnType<RecentTransactions['find']> {
  const found = id ? recent.find(id) : undefined;
  return found && id?.nonce ? { ...found, duplicates: [], children: [] } : found;
}
