import type { TransactionType } from '../context.ts';
import { deleteEntity, ifSet } from '../entity-change.ts';
import { idOrNull } from '../ids.ts';

export const accountDelete: TransactionType = {
  entityId: (item, context) => context.accountId(item, item.body.cryptoDelete?.deleteAccountID),

  apply(item, id, context) {
    const obtainer = context.accountId(item, item.body.cryptoDelete?.transferAccountID);
    deleteEntity(item, id, 'ACCOUNT', ifSet({ obtainer_id: idOrNull(obtainer) }), context);
  },
};
