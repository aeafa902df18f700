import type { proto } from '@tain/protos/hapi';
import { validStartOf } from '../ledger/draft.ts';
import type { KeySpec, Topic } from '../ledger/entities.ts';
import { accountId, duration, long, timestamp, tokenId, topicId } from '../ledger/ids.ts';
import { keyMessage, NO_KEY } from '../ledger/key-message.ts';
import { topicNumber } from '../ledger/named.ts';
import { AUTO_RENEW_SECONDS } from '../ledger/new-account.ts';
import { check, ruled } from '../ledger/refusal.ts';
import type { Units } from '../ledger/simple-fees.ts';
import { Status } from '../ledger/status.ts';
import { countKeys, sizeOf } from './fee-units.ts';
import type { KindRules } from './kind.ts';
import { checkDistinct, createTopic, topicOf, updateTopic } from './topic-rules.ts';
import { checkMessage, submitMessage, topicMessage } from './topic-submission.ts';

const HBAR = 100_000_000;

export const consensusCreateTopic: KindRules = {
  weight: 1,
  fee: {
    of: 'ConsensusCreateTopic',
    units: ({ consensusCreateTopic: op }) => ({
      keys: countKeys(op?.adminKey, op?.submitKey, op?.feeScheduleKey),
      topicCustomFee: op?.customFees?.length ? 1 : 0,
    }),
  },

  generate(g) {
    if (!g.mayGrow('topics')) return null;
    const { random } = g;
    const payer = g.payer();
    const body: proto.IConsensusCreateTopicTransactionBody = {
      memo: g.failing() ? 'x'.repeat(101) : `topic ${random.word().toString(36)}`,
      autoRenewPeriod: duration(AUTO_RENEW_SECONDS),
    };
    const signers: number[] = [];
    if (random.chance(0.7)) {
      const admin = g.keySpec();
      body.adminKey = keyMessage(g.ledger.keys, admin);
      body.autoRenewAccount = accountId(payer.num);
      signers.push(...admin.refs);
    }
    if (random.chance(0.3)) body.submitKey = keyMessage(g.ledger.keys, g.keySpec());
    if (random.chance(0.15)) {
      body.feeScheduleKey = keyMessage(g.ledger.keys, g.keySpec());
      body.customFees = [
        {
          fixedFee: { amount: long(random.amount(1_000, HBAR)) },
          feeCollectorAccountId: accountId(payer.num),
        },
      ];
      body.feeExemptKeyList = [keyMessage(g.ledger.keys, g.keySpec())];
    }
    return { data: { consensusCreateTopic: body }, payer: payer.num, signers };
  },

  pure: ({ consensusCreateTopic: body }) => checkDistinct(body?.feeExemptKeyList ?? []),

  apply: ruled((x) => createTopic(x, x.body.consensusCreateTopic ?? {})),
};

export const consensusUpdateTopic: KindRules = {
  weight: 1,
  fee: {
    of: 'ConsensusUpdateTopic',
    units: ({ consensusUpdateTopic: op }) => ({
      keys: countKeys(op?.adminKey, op?.submitKey, op?.feeScheduleKey, ...(op?.feeExemptKeyList?.keys ?? [])),
    }),
  },

  generate(g) {
    const topic = g.topic((row) => row.adminKey !== null);
    if (topic === undefined) return null;
    const { random } = g;
    const payer = g.payer();
    const body: proto.IConsensusUpdateTopicTransactionBody = { topicID: topicId(topic.num) };
    let adminKey: KeySpec | null = null;
    const kind = random.unit();
    if (kind < 0.5) body.memo = { value: `renamed ${random.word().toString(36)}` };
    else if (kind < 0.65) body.autoRenewAccount = accountId(0);
    else if (kind < 0.75)
      body.submitKey = random.chance(0.2) ? NO_KEY : keyMessage(g.ledger.keys, g.keySpec());
    else if (kind < 0.8) body.expirationTime = timestamp(g.at + 8_000_000_000_000_000n);
    else if (kind < 0.85) {
      adminKey = g.keySpec();
      body.adminKey = keyMessage(g.ledger.keys, adminKey);
    } else if (kind < 0.9)
      body.feeExemptKeyList = {
        keys: random.chance(0.3) ? [] : [keyMessage(g.ledger.keys, g.keySpec())],
      };
    else if (kind < 0.93 && topic.feeScheduleKey !== null)
      body.feeScheduleKey = keyMessage(g.ledger.keys, g.keySpec());
    else body.autoRenewPeriod = duration(AUTO_RENEW_SECONDS + random.below(200_000));
    if (topic.feeScheduleKey !== null && random.chance(0.3)) {
      body.customFees = {
        fees: random.chance(0.3)
          ? []
          : [
              {
                fixedFee: { amount: long(random.amount(1_000, HBAR)) },
                feeCollectorAccountId: accountId(payer.num),
              },
            ],
      };
    }
    const signers = g.failing()
      ? []
      : [...(topic.adminKey?.refs ?? []), ...(topic.feeScheduleKey?.refs ?? []), ...(adminKey?.refs ?? [])];
    return { data: { consensusUpdateTopic: body }, payer: payer.num, signers };
  },

  pure({ consensusUpdateTopic: body }) {
    check(Boolean(body?.topicID), Status.INVALID_TOPIC_ID);
    checkDistinct(body?.feeExemptKeyList?.keys ?? []);
  },

  apply: ruled((x) => updateTopic(x, x.body.consensusUpdateTopic ?? {})),
};

export const consensusDeleteTopic: KindRules = {
  weight: 0.2,
  fee: { of: 'ConsensusDeleteTopic' },

  generate(g) {
    const topic = g.topic((row) => row.adminKey !== null);
    if (topic === undefined || g.ledger.topics.size < 8) return null;
    const signers = g.failing() ? [] : (topic.adminKey?.refs ?? []);
    return { data: { consensusDeleteTopic: { topicID: topicId(topic.num) } }, payer: g.payer().num, signers };
  },

  pure: ({ consensusDeleteTopic: body }) => check(Boolean(body?.topicID), Status.INVALID_TOPIC_ID),

  apply: ruled((x) => {
    const topic = topicOf(x, x.body.consensusDeleteTopic?.topicID);
    check(topic.adminKey !== null, Status.UNAUTHORIZED);
    check(x.signedBy(topic.adminKey), Status.INVALID_SIGNATURE);
    x.ledger.topics.edit(topic.num).deleted = true;
    return Status.SUCCESS;
  }),
};

export const consensusSubmitMessage: KindRules = {
  weight: 170,
  isSchedulable: true,
  fee: {
    of: 'ConsensusSubmitMessage',
    units: ({ consensusSubmitMessage: op }, { topics }): Units => {
      const bytes = sizeOf(op?.message);
      return topics.get(topicNumber(op?.topicID))?.fees.length
        ? { messageCustomFee: 1, messageCustomFeeBytes: bytes }
        : { messageBytes: bytes };
    },
  },

  generate(g) {
    const { random } = g;
    const payer = g.payer();
    if (g.failing() && random.chance(0.5)) {
      const nowhere = topicId(g.ledger.counter.nextEntity + 5);
      return {
        data: { consensusSubmitMessage: { topicID: nowhere, message: random.bytes(16) } },
        payer: payer.num,
      };
    }
    const topic = g.topic();
    if (topic === undefined) return null;
    const body: proto.IConsensusSubmitMessageTransactionBody = {
      topicID: topicId(topic.num),
      message: topicMessage(random, topic.num),
    };
    // One chunk of a longer message; all chunks have the transaction id of the first one.
    if (random.chance(0.05)) {
      const total = random.between(2, 4);
      const earlier = {
        seconds: long(g.at / 1_000_000_000n - 5n),
        nanos: random.below(1_000_000_000),
      };
      const number = random.between(1, total);
      const first = number === 1 ? timestamp(validStartOf(g.at, payer.num)) : earlier;
      const accountID = accountId(payer.num);
      body.chunkInfo = { initialTransactionID: { accountID, transactionValidStart: first }, total, number };
    }
    const withoutKey = g.failing();
    return {
      data: { consensusSubmitMessage: body },
      payer: payer.num,
      signers: withoutKey ? [] : (topic.submitKey?.refs ?? []),
      ...(topic.fees.length > 0 ? { extra: feeLimit(topic, payer.num) } : null),
    };
  },

  pure: checkMessage,

  apply: ruled((x) => submitMessage(x, x.body.consensusSubmitMessage ?? {})),
};

/** Returns the payer's limit for the topic's fees. */
function feeLimit(topic: Readonly<Topic>, payer: number): Partial<proto.ITransactionBody> {
  return {
    maxCustomFees: [
      {
        accountId: accountId(payer),
        fees: topic.fees.map((fee) => ({
          amount: long(fee.amount),
          ...(fee.token === 0 ? null : { denominatingTokenId: tokenId(fee.token) }),
        })),
      },
    ],
  };
}
