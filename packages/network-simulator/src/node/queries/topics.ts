import { accountId, duration, long, topicId } from '../../ledger/ids.ts';
import { Status } from '../../ledger/status.ts';
import { expiry, ledgerId, optionalAccount, optionalKey, requiredKey } from './entity-fields.ts';
import { found, numberIn } from './lookup.ts';
import { queryKind, USUAL } from './query.ts';
import { fixedFee } from './tokens.ts';

export const topicInfo = queryKind('consensusGetTopicInfo', 'consensusGetTopicInfo', {
  price: USUAL,
  check: ({ topicID }, { ledger }) =>
    ledger.topics.get(numberIn(topicID, topicID?.topicNum))?.deleted === false
      ? Status.OK
      : Status.INVALID_TOPIC_ID,
  answer: ({ topicID }, { ledger }) => {
    const row = found(ledger.topics.get(numberIn(topicID, topicID?.topicNum)));
    return {
      fields: {
        topicID: topicId(row.num),
        topicInfo: {
          memo: row.memo,
          runningHash: row.runningHash,
          sequenceNumber: long(row.sequenceNumber),
          expirationTime: expiry(row),
          adminKey: optionalKey(ledger, row.adminKey),
          submitKey: optionalKey(ledger, row.submitKey),
          feeScheduleKey: optionalKey(ledger, row.feeScheduleKey),
          feeExemptKeyList: row.feeExempt.map((key) => requiredKey(ledger, key)),
          autoRenewPeriod: duration(row.autoRenewPeriod),
          autoRenewAccount: optionalAccount(row.autoRenewAccount),
          ledgerId: ledgerId(ledger),
          customFees: row.fees.map((fee) => ({
            fixedFee: fixedFee(fee),
            feeCollectorAccountId: accountId(fee.collector),
          })),
        },
      },
    };
  },
});
