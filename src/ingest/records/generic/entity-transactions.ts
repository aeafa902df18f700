import { decodeEntityId } from '@tain/ledger/entity-id';
import { FEE_AND_REWARD_ACCOUNTS } from '@tain/ledger/network';
import { TYPE } from '@tain/ledger/transaction-type';
import type { Item } from '../../decode/item.ts';
import type { Context } from '../context.ts';
import { accountIdOf, tokenIdOf } from '../ids.ts';
import { resultNumber, typeNumber } from '../small-int.ts';

/**
 * Adds the entities that a transaction touched: its own entity, payer, node, and all entities whose balances or NFTs
 * changed.
 */
export function addEntityTransactions(item: Item, entityId: bigint, { rows }: Context): void {
  const ids = new Set<bigint>([item.payer, accountIdOf(item.body.nodeAccountID)]);
  // Topics are left out: their messages have an index by topic.
  if (item.type !== TYPE.consensusSubmitMessage) ids.add(entityId);
  const { record } = item;
  for (const entry of record.transferList?.accountAmounts ?? []) ids.add(accountIdOf(entry.accountID));
  for (const entry of record.paidStakingRewards ?? []) ids.add(accountIdOf(entry.accountID));
  for (const list of record.tokenTransferLists ?? []) {
    ids.add(tokenIdOf(list.token));
    for (const entry of list.transfers ?? []) ids.add(accountIdOf(entry.accountID));
    for (const nft of list.nftTransfers ?? []) {
      ids.add(accountIdOf(nft.senderAccountID));
      ids.add(accountIdOf(nft.receiverAccountID));
    }
  }
  for (const fee of record.assessedCustomFees ?? []) {
    ids.add(accountIdOf(fee.feeCollectorAccountId));
    ids.add(tokenIdOf(fee.tokenId));
    for (const payer of fee.effectivePayerAccountId ?? []) ids.add(accountIdOf(payer));
  }
  for (const id of ids) {
    const { num } = decodeEntityId(id);
    if (num === 0n || FEE_AND_REWARD_ACCOUNTS.has(num)) continue;
    rows.add('entity_transaction', {
      consensus_timestamp: item.consensusTimestamp,
      entity_id: id,
      payer_account_id: item.payer,
      result: resultNumber(item),
      type: typeNumber(item),
    });
  }
}
