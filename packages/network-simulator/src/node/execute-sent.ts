import { Execution, type Rules } from '../ledger/execution.ts';
import { numOf } from '../ledger/ids.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { StreamItem } from '../ledger/recorded-item.ts';
import { Status } from '../ledger/status.ts';
import { itemsOf } from '../ledger/stream-item.ts';
import { submitSigned } from '../ledger/submit.ts';
import { checkAgain, paysNoFees } from './pre-check.ts';
import type { Arrival } from './queue.ts';

/**
 * Executes a sent transaction at its consensus time `at`, and returns its items of the stream. `sendersNow`: senders'
 * time, in nanoseconds like `at`. Entities that it creates belong to its sender. An error of this program leaves a record with FAIL_INVALID and nothing else.
 */
export async function executeSent(
  ledger: Ledger,
  rules: Rules,
  { sent, signatures, privilege }: Arrival,
  { at, sendersNow }: { readonly at: bigint; readonly sendersNow: bigint },
): Promise<StreamItem[]> {
  const { field, body, signedBytes } = sent;
  const input = {
    field,
    body,
    at,
    signers: signatures,
    signedBytes,
    ...(privilege?.kind === 'create-at' && { createAt: privilege.address }),
    ...(privilege?.kind === 'set' && { sets: privilege.what }),
  };
  const payer = numOf(body.transactionID?.accountID?.accountNum);
  const problem = checkAgain(sent, signatures, { ledger, now: sendersNow });
  const isFree = problem !== null || paysNoFees(payer);
  const { journal } = ledger;
  const end = journal.begin();
  let holds = false;
  journal.isSent = true;
  try {
    const items = await submitSigned(ledger, rules, input, {
      node: isFree ? null : numOf(body.nodeAccountID?.accountNum),
      problem: problem ?? (body.batchKey ? Status.BATCH_KEY_SET_ON_NON_INNER_TRANSACTION : null),
    });
    holds = true;
    return items;
  } catch (error) {
    const x = new Execution(ledger, { ...input, rules });
    rules.onFault?.(error, x);
    x.status = Status.FAIL_INVALID;
    const items = itemsOf(x);
    ledger.count(field, 'FAIL_INVALID');
    ledger.onTransaction?.(items);
    return items;
  } finally {
    journal.isSent = false;
    end(holds);
  }
}
