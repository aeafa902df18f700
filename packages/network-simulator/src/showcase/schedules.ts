import type { proto } from '@tain/protos/hapi';
import { accountId, long, scheduleId, timestamp } from '../ledger/ids.ts';
import { TREASURY } from '../ledger/ledger.ts';
import { hbarTransfer } from '../ledger/transfer-hbar.ts';
import type { Cast } from './cast.ts';
import type { Stage } from './stage.ts';

const HBAR = 100_000_000n;
const HOUR = 3_600_000_000_000n;
/** Time to a schedule's expiration; at most 62 days are allowed (HIP-423). */
const FAR = 60n * 24n * HOUR;

/**
 * Creates schedules in each state: waiting for a signature, executed immediately, executed at its time, deleted,
 * expired. Execution and expiry times that must have passed lie before normal traffic begins.
 */
export async function schedulesInEachState(stage: Stage, { alice }: Cast): Promise<void> {
  const payment = (from: number, to: number): proto.ISchedulableTransactionBody => ({
    transactionFee: long(HBAR),
    cryptoTransfer:
      hbarTransfer([
        [from, -HBAR],
        [to, HBAR],
      ]).cryptoTransfer ?? null,
  });
  const create = async (memo: string, further: proto.IScheduleCreateTransactionBody) => {
    const { receipt } = await stage.submit({
      payer: TREASURY,
      data: { scheduleCreate: { memo: `showcase: ${memo}`, adminKey: stage.keyMessage, ...further } },
    });
    return receipt?.scheduleID ?? scheduleId(0);
  };
  const other = waitedFor(stage);
  await create(`waits for the signature of 0.0.${other}`, {
    scheduledTransactionBody: payment(other, alice),
    expirationTime: timestamp(stage.at + FAR),
  });
  await create('executed at once', { scheduledTransactionBody: payment(TREASURY, alice) });
  await create('executed when its time came', {
    scheduledTransactionBody: payment(alice, TREASURY),
    waitForExpiry: true,
    expirationTime: timestamp(stage.at + HOUR),
  });
  const deleted = await create('deleted', {
    scheduledTransactionBody: payment(other, alice),
    expirationTime: timestamp(stage.at + FAR),
  });
  await stage.submit({ payer: TREASURY, data: { scheduleDelete: { scheduleID: deleted } } });
  await create('expired', {
    scheduledTransactionBody: payment(other, alice),
    expirationTime: timestamp(stage.at + HOUR),
    payerAccountID: accountId(TREASURY),
  });
}

/** Returns an account with its own key that has existed since the founding of the network. */
function waitedFor({ ledger }: Stage): number {
  const operator = ledger.accounts.need(TREASURY).key?.refs[0];
  for (const account of ledger.accounts.values()) {
    const own = account.key?.refs[0] !== operator;
    if (account.num > 1000 && !account.contract && !account.deleted && account.key !== null && own)
      return account.num;
  }
  throw new Error('the network was founded without accounts');
}
