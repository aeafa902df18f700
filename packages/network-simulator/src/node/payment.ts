import { proto } from '@tain/protos/hapi';
import { numOf } from '../ledger/ids.ts';

/** Accounts of the network itself: they pay for no query, and may ask those that others may not. */
const PRIVILEGED: readonly number[] = [2, 50];

/** Number of the account that a query's payment, a serialized `Transaction`, is from; 0: it says none, or is none. */
export function payerOf(payment: Uint8Array): number {
  try {
    const { signedTransactionBytes, bodyBytes } = proto.Transaction.decode(payment);
    const bytes = signedTransactionBytes.length
      ? proto.SignedTransaction.decode(signedTransactionBytes).bodyBytes
      : bodyBytes;
    return numOf(proto.TransactionBody.decode(bytes).transactionID?.accountID?.accountNum);
  } catch {
    // It is checked, and refused, where it is paid.
    return 0;
  }
}

export function isPrivileged(payer: number): boolean {
  return PRIVILEGED.includes(payer);
}
