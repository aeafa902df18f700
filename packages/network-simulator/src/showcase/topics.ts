import type { proto } from '@tain/protos/hapi';
import { accountId, duration, long, numOf, tokenId, topicId } from '../ledger/ids.ts';
import { TREASURY } from '../ledger/ledger.ts';
import { AUTO_RENEW_SECONDS } from '../ledger/new-account.ts';
import type { Cast } from './cast.ts';
import type { Stage } from './stage.ts';

const HBAR = 100_000_000n;

/**
 * Creates topics whose messages cost a fixed fee, in hbars or a token, with keys that are exempt (HIP-991). Submits one
 * message to each.
 */
export async function topicsWithFees(stage: Stage, { alice, collector, dollar }: Cast): Promise<void> {
  const feeCollectorAccountId = accountId(collector);
  const inHbar = { feeCollectorAccountId, fixedFee: { amount: long(HBAR / 10n) } };
  const inDollars = {
    feeCollectorAccountId,
    fixedFee: { amount: long(10), denominatingTokenId: tokenId(dollar) },
  };
  await topic(stage, alice, { memo: 'showcase: a message costs a tenth of an hbar', customFees: [inHbar] });
  await topic(stage, alice, { memo: 'showcase: a message costs 0.10 SHOW', customFees: [inDollars] });
  await topic(stage, alice, {
    memo: "showcase: a message costs both; the operator's key is exempt",
    customFees: [inHbar, inDollars],
    feeExemptKeyList: [stage.keyMessage],
  });
}

async function topic(
  stage: Stage,
  author: number,
  body: proto.IConsensusCreateTopicTransactionBody,
): Promise<void> {
  const { keyMessage } = stage;
  const { receipt } = await stage.submit({
    payer: TREASURY,
    data: {
      consensusCreateTopic: {
        adminKey: keyMessage,
        feeScheduleKey: keyMessage,
        autoRenewAccount: accountId(TREASURY),
        autoRenewPeriod: duration(AUTO_RENEW_SECONDS),
        ...body,
      },
    },
  });
  const topicID = topicId(numOf(receipt?.topicID?.topicNum));
  await stage.submit({
    payer: author,
    data: { consensusSubmitMessage: { topicID, message: Buffer.from('a message that was paid for') } },
    extra: {
      maxCustomFees: [
        {
          accountId: accountId(author),
          fees: (body.customFees ?? []).flatMap(({ fixedFee }) => fixedFee ?? []),
        },
      ],
    },
  });
}
