import { longToBigInt } from '@tain/ledger/long';
import type { Item } from '../../decode/item.ts';
import type { Context } from '../context.ts';
import { accountIdOf, idOrNull, tokenIdOf } from '../ids.ts';

/** Adds custom fees that were charged; without a token they were paid in hbar. */
export function addAssessedFees(item: Item, { rows }: Context): void {
  for (const fee of item.record.assessedCustomFees ?? []) {
    rows.add('assessed_custom_fee', {
      amount: longToBigInt(fee.amount),
      collector_account_id: accountIdOf(fee.feeCollectorAccountId),
      consensus_timestamp: item.consensusTimestamp,
      token_id: idOrNull(tokenIdOf(fee.tokenId)),
      effective_payer_account_ids: (fee.effectivePayerAccountId ?? []).map(accountIdOf),
      payer_account_id: item.payer,
    });
  }
}
