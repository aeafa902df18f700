import type { TransactionType } from '../context.ts';
import { accountIdOf } from '../ids.ts';

/** Live hashes were never in use; public mirrors store only the transaction. */
export const liveHashAdd: TransactionType = {
  entityId: (item) => accountIdOf(item.body.cryptoAddLiveHash?.liveHash?.accountId),
};

export const liveHashDelete: TransactionType = {
  entityId: (item) => accountIdOf(item.body.cryptoDeleteLiveHash?.accountOfLiveHash),
};
