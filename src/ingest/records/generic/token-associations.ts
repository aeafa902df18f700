import { TYPE } from '@tain/ledger/transaction-type';
import type { Item } from '../../decode/item.ts';
import type { Context } from '../context.ts';
import { accountIdOf, tokenIdOf } from '../ids.ts';

/** Adds automatic associations of a transfer. The module of token creation adds those of a new token. */
export function addAutomaticAssociations(item: Item, { state }: Context): void {
  const associations = item.record.automaticTokenAssociations;
  if (!associations?.length || item.type === TYPE.tokenCreation) return;
  for (const association of associations) {
    state.token_account.version(item.consensusTimestamp, {
      account_id: accountIdOf(association.accountId),
      token_id: tokenIdOf(association.tokenId),
      associated: true,
      automatic_association: true,
      balance: 0n,
      balance_timestamp: item.consensusTimestamp,
      created_timestamp: item.consensusTimestamp,
    });
  }
}
