import { longToBigInt } from '@tain/ledger/long';
import { saturated } from '@tain/ledger/timestamp';
import type { proto } from '@tain/protos/hapi';
import type { StateRow } from '../../../store/schema/current-state-tables.ts';
import type { AirdropGrowth, Item } from '../../decode/item.ts';
import type { Context, TransactionType } from '../context.ts';
import { tokenIdOf } from '../ids.ts';

type AirdropKey = Pick<
  StateRow<'token_airdrop'>,
  'sender_account_id' | 'receiver_account_id' | 'token_id' | 'serial_number'
>;

/** Returns the key of a pending airdrop; a fungible one has serial number 0. Null when accounts are unknown. */
function keyOf(
  item: Item,
  id: proto.IPendingAirdropId | null | undefined,
  context: Context,
): AirdropKey | null {
  const sender = context.accountId(item, id?.senderId);
  const receiver = context.accountId(item, id?.receiverId);
  if (sender === 0n || receiver === 0n) return null;
  const nft = id?.nonFungibleToken;
  return {
    sender_account_id: sender,
    receiver_account_id: receiver,
    token_id: tokenIdOf(nft ? nft.token_ID : id?.fungibleTokenType),
    serial_number: longToBigInt(nft?.serialNumber),
  };
}

/** Adds to the pending amount in the row when the block lacks the total. */
function grow(item: Item, key: AirdropKey, { by, existed }: AirdropGrowth, context: Context): void {
  const set = { ...key, amount: null, state: 'PENDING' } as const;
  context.state.token_airdrop.version(item.consensusTimestamp, set, {
    complete(row, before) {
      if (before === null && existed) {
        context.unknown('pending_airdrop');
        return;
      }
      const pending = before?.state === 'PENDING' ? before.amount : 0n;
      row.amount = pending === null ? null : saturated(pending + by);
    },
  });
}

export const tokenAirdrop: TransactionType = {
  apply(item, _id, context) {
    for (const [index, pending] of (item.record.newPendingAirdrops ?? []).entries()) {
      const key = keyOf(item, pending.pendingAirdropId, context);
      if (!key) continue;
      const growth = item.blockFacts?.airdropGrowth[index];
      if (growth) {
        grow(item, key, growth, context);
        continue;
      }
      const amount = pending.pendingAirdropId?.fungibleTokenType
        ? longToBigInt(pending.pendingAirdropValue?.amount)
        : null;
      context.state.token_airdrop.version(item.consensusTimestamp, { ...key, amount, state: 'PENDING' });
    }
  },
};

export const tokenCancelAirdrop: TransactionType = {
  apply(item, _id, context) {
    for (const id of item.body.tokenCancelAirdrop?.pendingAirdrops ?? []) {
      const key = keyOf(item, id, context);
      if (key) context.state.token_airdrop.version(item.consensusTimestamp, { ...key, state: 'CANCELLED' });
    }
  },
};

export const tokenClaimAirdrop: TransactionType = {
  apply(item, _id, context) {
    for (const id of item.body.tokenClaimAirdrop?.pendingAirdrops ?? []) {
      const key = keyOf(item, id, context);
      if (!key) continue;
      context.state.token_airdrop.version(item.consensusTimestamp, { ...key, state: 'CLAIMED' });
      // A claim associates the account, unless it is already associated.
      context.state.token_account.version(
        item.consensusTimestamp,
        {
          account_id: key.receiver_account_id,
          token_id: key.token_id,
          associated: true,
          automatic_association: false,
          balance: 0n,
          balance_timestamp: item.consensusTimestamp,
          created_timestamp: item.consensusTimestamp,
        },
        { unless: (row) => row.associated },
      );
    }
  },
};
