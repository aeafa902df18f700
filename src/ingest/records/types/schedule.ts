import { publicKeyHex } from '@tain/ledger/key-json';
import { TYPE } from '@tain/ledger/transaction-type';
import type { Item } from '../../decode/item.ts';
import { rawMessage } from '../../decode/raw-field.ts';
import type { TransactionType } from '../context.ts';
import { createEntity, deleteEntity, keyFields } from '../entity-change.ts';
import { contractResultOf } from '../evm-block.ts';
import { accountIdOf, scheduleIdOf, timestampOf } from '../ids.ts';

const BODY = 42;

/** Returns the creator: the payer, or the sender of the Ethereum transaction. */
function creatorOf(item: Item): bigint {
  const { parent } = item;
  if (parent?.type !== TYPE.ethereumTransaction) return item.payer;
  return accountIdOf(contractResultOf(parent)?.senderId) || item.payer;
}

export const scheduleCreate: TransactionType = {
  entityId: (item) => scheduleIdOf(item.record.receipt?.scheduleID),

  apply(item, id, context) {
    const body = item.body.scheduleCreate;
    if (!body || id === 0n) return;
    const key = body.adminKey && keyFields(rawMessage(item.bodyBytes, BODY, 3), publicKeyHex(body.adminKey));
    createEntity(item, id, 'SCHEDULE', { ...key, memo: body.memo ?? '' }, context);
    const creator = creatorOf(item);
    context.state.schedule.version(item.consensusTimestamp, {
      schedule_id: id,
      consensus_timestamp: item.consensusTimestamp,
      creator_account_id: creator,
      payer_account_id: context.accountId(item, body.payerAccountID) || creator,
      expiration_time: timestampOf(body.expirationTime),
      transaction_body: rawMessage(item.bodyBytes, BODY, 1) ?? Buffer.alloc(0),
      wait_for_expiry: body.waitForExpiry ?? false,
      // A damaged row of this id may have the time at which another schedule was executed.
      executed_timestamp: null,
    });
  },
};

export const scheduleSign: TransactionType = {
  entityId: (item) => scheduleIdOf(item.body.scheduleSign?.scheduleID),
};

export const scheduleDelete: TransactionType = {
  entityId: (item) => scheduleIdOf(item.body.scheduleDelete?.scheduleID),
  apply: (item, id, context) => deleteEntity(item, id, 'SCHEDULE', {}, context),
};
