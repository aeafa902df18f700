import type { Topic } from '../../../packages/network-simulator/src/ledger/entities.ts';
import type { Item } from './compare.ts';
import { nanos, num } from './history.ts';
import { base64, id, idOrNull, specJson, time } from './texts.ts';
import { fixedFee } from './tokens.ts';
import { versionsOf } from './versions.ts';
import type { World } from './world.ts';

/** Topics and their messages. */

function topicJson(world: World, row: Readonly<Topic>): object {
  const { ledger, recorded } = world;
  const fees = recorded.filter(({ ok, field, body, record }) => {
    if (!ok) return false;
    if (field === 'consensusCreateTopic') return num(record.receipt?.topicID?.topicNum) === row.num;
    const update = body.consensusUpdateTopic;
    return !!update?.customFees && num(update.topicID?.topicNum) === row.num;
  });
  return {
    admin_key: specJson(ledger, row.adminKey),
    auto_renew_account: idOrNull(row.autoRenewAccount),
    auto_renew_period: row.autoRenewPeriod,
    created_timestamp: time(row.createdAt),
    custom_fees: {
      created_timestamp: time(fees.at(-1)?.at ?? 0n),
      fixed_fees: row.fees.map(fixedFee),
    },
    deleted: row.deleted,
    fee_exempt_key_list: row.feeExempt.map((key) => specJson(ledger, key)),
    fee_schedule_key: specJson(ledger, row.feeScheduleKey),
    memo: row.memo,
    submit_key: specJson(ledger, row.submitKey),
    timestamp: { from: time(versionsOf(world).of(row.num).at(-1) ?? 0n), to: null },
    topic_id: id(row.num),
  };
}

/** Returns all messages in the ledger, with the chunk fields of their transactions. */
function messages(world: World): { topic: number; sequence: number; at: bigint; item: Item; text: string }[] {
  const byTime = new Map(world.recorded.map((recorded) => [recorded.at, recorded]));
  return world.ledger.topicMessages.map((row) => {
    const chunk = byTime.get(row.consensusTimestamp)?.body.consensusSubmitMessage?.chunkInfo;
    const first = chunk?.initialTransactionID;
    return {
      topic: row.topic,
      sequence: row.sequenceNumber,
      at: row.consensusTimestamp,
      text: Buffer.from(row.message).toString('utf8'),
      item: {
        chunk_info: chunk
          ? {
              initial_transaction_id: {
                account_id: id(num(first?.accountID?.accountNum)),
                nonce: first?.nonce ?? 0,
                scheduled: first?.scheduled ?? false,
                transaction_valid_start: time(nanos(first?.transactionValidStart)),
              },
              number: chunk.number,
              total: chunk.total,
            }
          : null,
        consensus_timestamp: time(row.consensusTimestamp),
        message: base64(row.message),
        payer_account_id: id(row.payer),
        running_hash: base64(row.runningHash),
        running_hash_version: 3,
        sequence_number: row.sequenceNumber,
        topic_id: id(row.topic),
      },
    };
  });
}

export async function checkTopics(world: World): Promise<void> {
  const all = messages(world);
  for (const row of world.some([...world.ledger.topics.values()], 12)) {
    const path = `/topics/${row.num}`;
    await world.expectOne(path, topicJson(world, row));
    const own = all.filter(({ topic }) => topic === row.num).sort((a, b) => a.sequence - b.sequence);
    const items = (list: typeof own) => list.map(({ item }) => item);
    await world.expectList(`${path}/messages`, 'messages', items(own));
    for (const { sequence, item } of world.some(own, 2)) {
      await world.expectOne(`${path}/messages/${sequence}`, item);
      await world.expectOne(`/topics/messages/${String(item.consensus_timestamp)}`, item);
      const later = own.filter((one) => one.sequence >= sequence);
      await world.expectList(`${path}/messages?sequencenumber=gte:${sequence}`, 'messages', items(later));
    }
    for (const at of world.moments) {
      const earlier = own.filter((one) => one.at <= at);
      await world.expectList(`${path}/messages?timestamp=lte:${time(at)}`, 'messages', items(earlier));
    }
    world.expectSame(
      `${path} as text`,
      (await world.get(`${path}/messages?encoding=utf-8&limit=100`)).messages,
      own.slice(0, 100).map(({ item, text }) => ({ ...item, message: text })),
    );
  }
}
