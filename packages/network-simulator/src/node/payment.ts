import { proto } from '@tain/protos/hapi';
import { numOf } from '../ledger/ids.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { longToBigInt } from '../ledger/long.ts';
import { Status } from '../ledger/status.ts';
import type { Submitted } from './consensus-node.ts';
import type { SentTransaction } from './parse-transaction.ts';

/** Accounts of the network itself, which pay for no query and may send restricted queries. */
const PRIVILEGED: readonly number[] = [2, 50];

/** Returns the number of the payer of a query's payment, a serialized `Transaction`; 0 if it is missing or malformed. */
export function payerOf(payment: Uint8Array): number {
  try {
    const { signedTransactionBytes, bodyBytes } = proto.Transaction.decode(payment);
    const bytes = signedTransactionBytes.length
      ? proto.SignedTransaction.decode(signedTransactionBytes).bodyBytes
      : bodyBytes;
    return numOf(proto.TransactionBody.decode(bytes).transactionID?.accountID?.accountNum);
  } catch {
    // The malformed payment is refused later, when it is paid.
    return 0;
  }
}

export function isPrivileged(payer: number): boolean {
  return PRIVILEGED.includes(payer);
}

function amountsOf({ body }: SentTransaction): readonly (readonly [account: number, amount: bigint])[] {
  const entries = body.cryptoTransfer?.transfers?.accountAmounts ?? [];
  return entries.map(({ accountID, amount }) => [numOf(accountID?.accountNum), longToBigInt(amount)]);
}

/**
 * Checks that a payment transfers `cost` tinybars to the node in its body. Returns null, or the status of the refusal
 * (`QueryChecker.validateAccountBalances`).
 */
export function paymentProblem(sent: SentTransaction, cost: bigint): Submitted | null {
  if (!sent.body.cryptoTransfer?.transfers) return { code: Status.INVALID_QUERY_HEADER, cost: 0n };
  const node = numOf(sent.body.nodeAccountID?.accountNum);
  const paid = amountsOf(sent).find(([account, amount]) => account === node && amount >= 0n);
  if (paid === undefined) return { code: Status.INVALID_RECEIVING_NODE_ACCOUNT, cost: 0n };
  return paid[1] < cost ? { code: Status.INSUFFICIENT_TX_FEE, cost } : null;
}

/** Returns the reason why the accounts in a payment cannot pay, or null. Their signatures are checked at consensus. */
export function balanceProblem(ledger: Ledger, sent: SentTransaction): Submitted | null {
  for (const [account, amount] of amountsOf(sent)) {
    const row = ledger.accounts.get(account);
    if (row === undefined) return { code: Status.ACCOUNT_ID_DOES_NOT_EXIST, cost: 0n };
    if (row.balance + amount < 0n) return { code: Status.INSUFFICIENT_PAYER_BALANCE, cost: -amount };
  }
  return null;
}
