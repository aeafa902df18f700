import { longToBigInt } from '@tain/ledger/long';
import type { Item } from '../../decode/item.ts';
import type { Context, TransactionType } from '../context.ts';
import { applyHookStorage } from '../hooks.ts';

/** Returns the account or contract that owns the hook. */
function ownerOf(item: Item, context: Context): bigint {
  const entity = item.body.hookStore?.hookId?.entityId;
  return entity?.contractId
    ? context.contractId(item, entity.contractId)
    : context.accountId(item, entity?.accountId);
}

export const hookStore: TransactionType = {
  entityId: ownerOf,

  apply(item, ownerId, context) {
    const body = item.body.hookStore;
    if (!body || ownerId === 0n) return;
    applyHookStorage(item, ownerId, longToBigInt(body.hookId?.hookId), body.storageUpdates ?? [], context);
  },
};
