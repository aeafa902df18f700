import { publicKeyHex } from '@tain/ledger/key-json';
import type { StateRow } from '../../../store/schema/current-state-tables.ts';
import { hapiAtLeast } from '../../decode/item.ts';
import { rawMessage } from '../../decode/raw-field.ts';
import type { TransactionType } from '../context.ts';
import { tokenFeeColumns } from '../custom-fees.ts';
import { deleteEntity, ifSet, keyFields, updateEntity } from '../entity-change.ts';
import { secondsOf, timestampOf, tokenIdOf } from '../ids.ts';

const BODY = 36;

export const tokenUpdate: TransactionType = {
  entityId: (item) => tokenIdOf(item.body.tokenUpdate?.token),

  apply(item, id, context) {
    const body = item.body.tokenUpdate;
    if (!body || id === 0n) return;
    const key = (field: number) => rawMessage(item.bodyBytes, BODY, field);
    const fields = {
      ...ifSet({
        // An empty id clears the account.
        auto_renew_account_id: body.autoRenewAccount && context.accountId(item, body.autoRenewAccount),
        auto_renew_period: secondsOf(body.autoRenewPeriod),
        expiration_timestamp: timestampOf(body.expiry),
        memo: body.memo && (body.memo.value ?? ''),
      }),
      ...(body.adminKey && keyFields(key(5), publicKeyHex(body.adminKey))),
    };
    updateEntity(item, id, 'TOKEN', fields, context);

    const set: Partial<StateRow<'token'>> = { token_id: id };
    if (body.name) set.name = body.name;
    if (body.symbol) set.symbol = body.symbol;
    if (body.treasury) set.treasury_account_id = context.accountId(item, body.treasury);
    if (body.kycKey) set.kyc_key = key(6);
    if (body.freezeKey) set.freeze_key = key(7);
    if (body.wipeKey) set.wipe_key = key(8);
    if (body.supplyKey) set.supply_key = key(9);
    if (body.feeScheduleKey) set.fee_schedule_key = key(14);
    if (body.pauseKey) set.pause_key = key(15);
    if (hapiAtLeast(item, 0, 49)) {
      if (body.metadata) set.metadata = body.metadata.value ?? Buffer.alloc(0);
      if (body.metadataKey) set.metadata_key = key(17);
    }
    context.state.token.version(item.consensusTimestamp, set);
  },
};

export const tokenDelete: TransactionType = {
  entityId: (item) => tokenIdOf(item.body.tokenDeletion?.token),
  apply: (item, id, context) => deleteEntity(item, id, 'TOKEN', {}, context),
};

export const tokenPause: TransactionType = {
  entityId: (item) => tokenIdOf(item.body.tokenPause?.token),
  apply(item, id, { state }) {
    state.token.version(item.consensusTimestamp, { token_id: id, pause_status: 'PAUSED' });
  },
};

export const tokenUnpause: TransactionType = {
  entityId: (item) => tokenIdOf(item.body.tokenUnpause?.token),
  apply(item, id, { state }) {
    state.token.version(item.consensusTimestamp, { token_id: id, pause_status: 'UNPAUSED' });
  },
};

export const tokenFeeScheduleUpdate: TransactionType = {
  entityId: (item) => tokenIdOf(item.body.tokenFeeScheduleUpdate?.tokenId),
  apply(item, id, { state }) {
    const fees = tokenFeeColumns(item.body.tokenFeeScheduleUpdate?.customFees ?? [], id);
    if (fees && id !== 0n) state.custom_fee.version(item.consensusTimestamp, { entity_id: id, ...fees });
  },
};
