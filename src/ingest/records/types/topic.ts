import { longToBigInt } from '@tain/ledger/long';
import type { proto } from '@tain/protos/hapi';
import type { StateRow } from '../../../store/schema/current-state-tables.ts';
import type { Item } from '../../decode/item.ts';
import { rawFields, rawMessage } from '../../decode/raw-field.ts';
import type { Context, TransactionType } from '../context.ts';
import { fixedFeesText } from '../custom-fees.ts';
import { createEntity, deleteEntity, ifSet, updateEntity } from '../entity-change.ts';
import { idOrNull, secondsOf, timestampOf, topicIdOf } from '../ids.ts';
import { smallInt } from '../words.ts';

const CREATE_BODY = 24;
const UPDATE_BODY = 25;

export const topicCreate: TransactionType = {
  entityId: (item) => topicIdOf(item.record.receipt?.topicID),

  apply(item, id, context) {
    const body = item.body.consensusCreateTopic;
    if (!body || id === 0n) return;
    const fields = {
      ...ifSet({
        auto_renew_account_id: idOrNull(context.accountId(item, body.autoRenewAccount)),
        auto_renew_period: secondsOf(body.autoRenewPeriod),
      }),
      memo: body.memo ?? '',
    };
    createEntity(item, id, 'TOPIC', fields, context);
    context.state.topic.version(item.consensusTimestamp, {
      id,
      created_timestamp: item.consensusTimestamp,
      admin_key: body.adminKey ? rawMessage(item.bodyBytes, CREATE_BODY, 2) : null,
      submit_key: body.submitKey ? rawMessage(item.bodyBytes, CREATE_BODY, 3) : null,
      fee_schedule_key: body.feeScheduleKey ? rawMessage(item.bodyBytes, CREATE_BODY, 8) : null,
      fee_exempt_key_list: exemptKeyList(item),
    });
    setFixedFees(item, id, body.customFees ?? [], context);
  },
};

/** Returns the keys in field 9 of a create as a serialized `FeeExemptKeyList`, whose field is 1. */
function exemptKeyList(item: Item): Buffer {
  const body = rawMessage(item.bodyBytes, CREATE_BODY);
  const keys = body ? rawFields(body, 9) : [];
  return Buffer.concat(keys.flatMap((key) => [Buffer.from([0x0a, ...varint(key.length)]), key]));
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}

function setFixedFees(
  item: Item,
  id: bigint,
  fees: readonly proto.IFixedCustomFee[],
  { state }: Context,
): void {
  state.custom_fee.version(item.consensusTimestamp, { entity_id: id, fixed_fees: fixedFeesText(fees) });
}

export const topicUpdate: TransactionType = {
  entityId: (item) => topicIdOf(item.body.consensusUpdateTopic?.topicID),

  apply(item, id, context) {
    const body = item.body.consensusUpdateTopic;
    if (!body || id === 0n) return;
    const fields = ifSet({
      // An empty id clears the account.
      auto_renew_account_id: body.autoRenewAccount && context.accountId(item, body.autoRenewAccount),
      auto_renew_period: secondsOf(body.autoRenewPeriod),
      expiration_timestamp: timestampOf(body.expirationTime),
      memo: body.memo && (body.memo.value ?? ''),
    });
    updateEntity(item, id, 'TOPIC', fields, context);
    const set: Partial<StateRow<'topic'>> = { id };
    if (body.adminKey) set.admin_key = rawMessage(item.bodyBytes, UPDATE_BODY, 6);
    if (body.submitKey) set.submit_key = rawMessage(item.bodyBytes, UPDATE_BODY, 7);
    if (body.feeScheduleKey) set.fee_schedule_key = rawMessage(item.bodyBytes, UPDATE_BODY, 10);
    if (body.feeExemptKeyList) set.fee_exempt_key_list = rawMessage(item.bodyBytes, UPDATE_BODY, 11);
    context.state.topic.version(item.consensusTimestamp, set);
    if (body.customFees) setFixedFees(item, id, body.customFees.fees ?? [], context);
  },
};

export const topicDelete: TransactionType = {
  entityId: (item) => topicIdOf(item.body.consensusDeleteTopic?.topicID),
  apply: (item, id, context) => deleteEntity(item, id, 'TOPIC', {}, context),
};

const MESSAGE_BODY = 27;
const DEFAULT_HASH_VERSION = 3;
/** The largest version that the column can hold. A larger version is stored as this one. */
const MAX_HASH_VERSION = 32_767;

export const topicMessage: TransactionType = {
  entityId: (item) => topicIdOf(item.body.consensusSubmitMessage?.topicID),

  apply(item, id, { rows, problem, unknown }) {
    const body = item.body.consensusSubmitMessage;
    const { receipt } = item.record;
    if (!body || !receipt) return;
    if (item.blockFacts && !receipt.topicRunningHash?.length) {
      problem(item, `a message of topic ${id} whose running hash is not in the block`);
      unknown('topic_message');
      return;
    }
    const chunk = body.chunkInfo;
    rows.add('topic_message', {
      consensus_timestamp: item.consensusTimestamp,
      message: body.message ?? Buffer.alloc(0),
      running_hash: receipt.topicRunningHash ?? Buffer.alloc(0),
      sequence_number: longToBigInt(receipt.topicSequenceNumber),
      running_hash_version: hashVersion(Number(longToBigInt(receipt.topicRunningHashVersion))),
      chunk_num: chunk ? (chunk.number ?? 0) : null,
      chunk_total: chunk ? (chunk.total ?? 0) : null,
      payer_account_id: item.payer,
      valid_start_timestamp: null,
      topic_id: id,
      initial_transaction_id: chunk?.initialTransactionID
        ? rawMessage(item.bodyBytes, MESSAGE_BODY, 3, 1)
        : null,
    });
  },
};

/** Returns the stored version of the running hash: null for the current one; the first version had no number. */
function hashVersion(version: number): number | null {
  if (version === DEFAULT_HASH_VERSION) return null;
  return version === 0 ? 1 : smallInt(version, MAX_HASH_VERSION);
}
