import type { proto } from '@tain/protos/services';
import type { Schedule } from '../../ledger/entities.ts';
import { accountId, scheduleId, timestamp } from '../../ledger/ids.ts';
import { Status } from '../../ledger/status.ts';
import { ledgerId, optionalKey } from './entity-fields.ts';
import { found, numberIn } from './lookup.ts';
import { queryKind, USUAL } from './query.ts';

const NANOS_PER_SECOND = 1_000_000_000n;

export const scheduleInfo = queryKind('scheduleGetInfo', 'scheduleGetInfo', {
  price: USUAL,
  check: ({ scheduleID }, { ledger }) =>
    ledger.schedules.has(numberIn(scheduleID, scheduleID?.scheduleNum))
      ? Status.OK
      : Status.INVALID_SCHEDULE_ID,
  answer: ({ scheduleID }, { ledger }) => {
    const row = found(ledger.schedules.get(numberIn(scheduleID, scheduleID?.scheduleNum)));
    return {
      fields: {
        scheduleInfo: {
          scheduleID: scheduleId(row.num),
          ...end(row),
          expirationTime: timestamp(row.expiration - (row.expiration % NANOS_PER_SECOND)),
          scheduledTransactionBody: row.body,
          memo: row.memo,
          adminKey: optionalKey(ledger, row.adminKey),
          signers: { keys: row.signed.map((ref) => ledger.keys.get(ref).message) },
          creatorAccountID: accountId(row.creator),
          payerAccountID: accountId(row.payer),
          scheduledTransactionID: {
            accountID: accountId(row.creator),
            transactionValidStart: timestamp(row.validStart),
            scheduled: true,
          },
          ledgerId: ledgerId(ledger),
          waitForExpiry: row.waitForExpiry,
        },
      },
    };
  },
});

/** Returns the time of execution or deletion; neither for an open or expired schedule. */
function end({ executedAt, deletedAt }: Readonly<Schedule>): proto.IScheduleInfo {
  if (executedAt !== null) return { executionTime: timestamp(executedAt) };
  return deletedAt === null ? {} : { deletionTime: timestamp(deletedAt) };
}
