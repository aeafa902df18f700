import type { proto } from '@tain/protos/hapi';
import { chargeFixed } from '../ledger/custom-fees.ts';
import type { FixedFee, KeySpec, Topic } from '../ledger/entities.ts';
import type { Execution } from '../ledger/execution.ts';
import { accountId, duration, long, nanosOf, numOf, timestamp, tokenId, topicId } from '../ledger/ids.ts';
import { keyMessage, NO_KEY, specOf } from '../ledger/key-message.ts';
import { AUTO_RENEW_PERIOD } from '../ledger/new-account.ts';
import { sha384 } from '../ledger/sha384.ts';
import { Status } from '../ledger/status.ts';
import { EMPTY_RUNNING_HASH, RUNNING_HASH_VERSION, topicRunningHash } from '../ledger/topic-hash.ts';
import { readFixedFees } from './fixed-fees.ts';
import type { KindRules } from './kind.ts';
import { topicMessage } from './topic-message.ts';

const HBAR = 100_000_000;
const MAX_MESSAGE = 1024;

export const consensusCreateTopic: KindRules = {
  weight: 1,

  generate(g) {
    if (!g.mayGrow('topics')) return null;
    const { random } = g;
    const payer = g.payer();
    const body: proto.IConsensusCreateTopicTransactionBody = {
      memo: g.failing() ? 'x'.repeat(101) : `topic ${random.word().toString(36)}`,
      autoRenewPeriod: duration(AUTO_RENEW_PERIOD),
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

  apply(x) {
    const body = x.body.consensusCreateTopic ?? {};
    const ring = x.ledger.keys;
    if (Buffer.byteLength(body.memo ?? '') > 100) return Status.MEMO_TOO_LONG;
    const adminKey = body.adminKey ? specOf(ring, body.adminKey) : null;
    if (adminKey !== null && !x.signedBy(adminKey)) return Status.INVALID_SIGNATURE;
    const num = x.ledger.takeEntity();
    x.ledger.topics.put(num, {
      num,
      memo: body.memo ?? '',
      adminKey,
      submitKey: body.submitKey ? specOf(ring, body.submitKey) : null,
      feeScheduleKey: body.feeScheduleKey ? specOf(ring, body.feeScheduleKey) : null,
      feeExempt: (body.feeExemptKeyList ?? []).map((key) => specOf(ring, key)).filter((key) => key !== null),
      fees: readFixedFees(body.customFees ?? []),
      autoRenewAccount: numOf(body.autoRenewAccount?.accountNum),
      autoRenewPeriod: AUTO_RENEW_PERIOD,
      expiration: null,
      sequenceNumber: 0,
      runningHash: EMPTY_RUNNING_HASH,
      deleted: false,
      createdAt: x.at,
    });
    x.receipt.topicID = topicId(num);
    return Status.SUCCESS;
  },
};

export const consensusUpdateTopic: KindRules = {
  weight: 1,

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
    else if (kind < 0.8) body.expirationTime = timestamp(g.at + 8_500_000_000_000_000n);
    else if (kind < 0.85) {
      adminKey = g.keySpec();
      body.adminKey = keyMessage(g.ledger.keys, adminKey);
    } else if (kind < 0.9)
      body.feeExemptKeyList = {
        keys: random.chance(0.3) ? [] : [keyMessage(g.ledger.keys, g.keySpec())],
      };
    else if (kind < 0.93 && topic.feeScheduleKey !== null)
      body.feeScheduleKey = keyMessage(g.ledger.keys, g.keySpec());
    else body.autoRenewPeriod = duration(AUTO_RENEW_PERIOD + random.below(1_000_000));
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

  apply(x) {
    const body = x.body.consensusUpdateTopic ?? {};
    const ring = x.ledger.keys;
    const num = numOf(body.topicID?.topicNum);
    const before = x.ledger.topics.get(num);
    if (before === undefined || before.deleted) return Status.INVALID_TOPIC_ID;
    if (before.adminKey === null) return Status.UNAUTHORIZED;
    if (!x.signedBy(before.adminKey)) return Status.INVALID_SIGNATURE;
    const adminKey = body.adminKey ? specOf(ring, body.adminKey) : null;
    if (adminKey !== null && !x.signedBy(adminKey)) return Status.INVALID_SIGNATURE;
    const topic = x.ledger.topics.edit(num);
    if (body.expirationTime) topic.expiration = nanosOf(body.expirationTime);
    if (body.feeScheduleKey) topic.feeScheduleKey = specOf(ring, body.feeScheduleKey);
    if (body.feeExemptKeyList)
      topic.feeExempt = (body.feeExemptKeyList.keys ?? [])
        .map((key) => specOf(ring, key))
        .filter((key) => key !== null);
    if (body.memo) topic.memo = body.memo.value ?? '';
    if (body.adminKey) topic.adminKey = adminKey;
    if (body.submitKey) topic.submitKey = specOf(ring, body.submitKey);
    if (body.autoRenewAccount) topic.autoRenewAccount = numOf(body.autoRenewAccount.accountNum);
    if (body.autoRenewPeriod) topic.autoRenewPeriod = numOf(body.autoRenewPeriod.seconds);
    if (body.customFees) topic.fees = readFixedFees(body.customFees.fees ?? []);
    return Status.SUCCESS;
  },
};

export const consensusDeleteTopic: KindRules = {
  weight: 0.2,

  generate(g) {
    const topic = g.topic((row) => row.adminKey !== null);
    if (topic === undefined || g.ledger.topics.size < 8) return null;
    const signers = g.failing() ? [] : (topic.adminKey?.refs ?? []);
    return { data: { consensusDeleteTopic: { topicID: topicId(topic.num) } }, payer: g.payer().num, signers };
  },

  apply(x) {
    const num = numOf(x.body.consensusDeleteTopic?.topicID?.topicNum);
    const topic = x.ledger.topics.get(num);
    if (topic === undefined || topic.deleted) return Status.INVALID_TOPIC_ID;
    if (topic.adminKey === null) return Status.UNAUTHORIZED;
    if (!x.signedBy(topic.adminKey)) return Status.INVALID_SIGNATURE;
    x.ledger.topics.edit(num).deleted = true;
    return Status.SUCCESS;
  },
};

export const consensusSubmitMessage: KindRules = {
  weight: 170,

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
    // A part of a longer message: all parts name the transaction that brought the first one.
    if (random.chance(0.05)) {
      const total = random.between(2, 4);
      body.chunkInfo = {
        initialTransactionID: {
          accountID: accountId(payer.num),
          transactionValidStart: {
            seconds: long(g.at / 1_000_000_000n - 5n),
            nanos: random.below(1_000_000_000),
          },
        },
        total,
        number: random.between(1, total),
      };
    }
    const withoutKey = g.failing();
    return {
      data: { consensusSubmitMessage: body },
      payer: payer.num,
      signers: withoutKey ? [] : (topic.submitKey?.refs ?? []),
      ...(topic.fees.length > 0 ? { extra: feeLimit(topic, payer.num) } : null),
    };
  },

  apply(x) {
    const body = x.body.consensusSubmitMessage ?? {};
    const num = numOf(body.topicID?.topicNum);
    const before = x.ledger.topics.get(num);
    if (before === undefined || before.deleted) return Status.INVALID_TOPIC_ID;
    const message = body.message ?? new Uint8Array();
    if (message.length === 0) return Status.INVALID_TOPIC_MESSAGE;
    if (message.length > MAX_MESSAGE) return Status.MESSAGE_SIZE_TOO_LARGE;
    if (before.submitKey !== null && !x.signedBy(before.submitKey)) return Status.INVALID_SIGNATURE;
    const paid = chargeTopicFees(x, before);
    if (paid !== Status.OK) return paid;
    const topic = x.ledger.topics.edit(num);
    topic.sequenceNumber += 1;
    topic.runningHash = topicRunningHash(topic.runningHash, {
      payer: x.payer,
      topic: num,
      at: x.at,
      sequenceNumber: topic.sequenceNumber,
      hash: sha384(message),
    });
    x.receipt.topicSequenceNumber = long(topic.sequenceNumber);
    x.receipt.topicRunningHash = topic.runningHash;
    x.receipt.topicRunningHashVersion = long(RUNNING_HASH_VERSION);
    x.ledger.noteMessage(topic, message, x.at, x.idPayer);
    return Status.SUCCESS;
  },
};

function chargeTopicFees(x: Execution, topic: Readonly<Topic>): Status {
  if (topic.fees.length === 0 || topic.feeExempt.some((key) => x.signedBy(key))) return Status.OK;
  const due: FixedFee[] = topic.fees.filter((fee) => fee.collector !== x.payer);
  return chargeFixed(x, due, x.payer);
}

/** What the payer agrees to pay to the topic's fee collectors. */
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
