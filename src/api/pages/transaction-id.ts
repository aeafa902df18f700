import { getResult } from '../contracts/get-result.ts';
import { listTransactions } from '../transactions/list-transactions.ts';
import type { Asking } from './ask.ts';
import { listAt, textAt } from './json.ts';

/** The id of the transaction with a consensus time; null where there is none. */
export async function transactionIdAt(time: string, ask: Asking['ask']): Promise<string | null> {
  const { status, value } = await ask(listTransactions, {}, `timestamp=${time}&limit=1`);
  return status === 200 ? textAt(listAt(value, 'transactions')[0], 'transaction_id') : null;
}

/**
 * The id of the transaction that has a hash of 32 bytes, as those who call contracts know it (64 hex digits); null where
 * there is none.
 */
export async function transactionIdOf(digits: string, ask: Asking['ask']): Promise<string | null> {
  const { status, value } = await ask(getResult, { transactionIdOrHash: `0x${digits}` });
  const time = status === 200 || status === 206 ? textAt(value, 'timestamp') : null;
  return time === null ? null : transactionIdAt(time, ask);
}
