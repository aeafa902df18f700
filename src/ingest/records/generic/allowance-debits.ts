import { longToBigInt } from '@tain/ledger/long';
import { saturated } from '@tain/ledger/timestamp';
import type { Item } from '../../decode/item.ts';
import type { Context } from '../context.ts';
import { contractResultOf } from '../evm-block.ts';
import { accountIdOf, tokenIdOf } from '../ids.ts';

/** Returns the spender of an allowance: the sender of the contract call, else the payer. */
function spenderOf(item: Item): bigint {
  return accountIdOf(contractResultOf(item)?.senderId) || item.payer;
}

/** Reduces hbar allowances by the amounts transferred with them. */
export function debitCryptoAllowances(item: Item, { state, accountId }: Context): void {
  for (const entry of item.body.cryptoTransfer?.transfers?.accountAmounts ?? []) {
    const amount = longToBigInt(entry.amount);
    if (!entry.isApproval || amount >= 0n) continue;
    const owner = accountId(item, entry.accountID);
    state.crypto_allowance.adjust({ owner, spender: spenderOf(item) }, (row) => {
      row.amount = saturated(row.amount + amount);
    });
  }
}

/** Reduces allowances of fungible tokens by the amounts transferred with them. */
export function debitTokenAllowances(item: Item, { state, accountId }: Context): void {
  for (const list of item.body.cryptoTransfer?.tokenTransfers ?? []) {
    const token = tokenIdOf(list.token);
    for (const entry of list.transfers ?? []) {
      const amount = longToBigInt(entry.amount);
      if (!entry.isApproval || amount >= 0n) continue;
      const owner = accountId(item, entry.accountID);
      state.token_allowance.adjust({ owner, spender: spenderOf(item), token_id: token }, (row) => {
        row.amount = saturated(row.amount + amount);
      });
    }
  }
}
