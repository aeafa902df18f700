import { validStartOf } from './draft.ts';
import type { Ledger } from './ledger.ts';
import type { StreamItem } from './recorded-item.ts';
import { nodeStakeUpdate } from './staking.ts';
import { syntheticItem } from './stream-item.ts';

/**
 * Creates the record that ends a staking period. It precedes the first transaction of the new day (consensus time
 * `trigger`, payer `payer`), and looks as if that transaction had caused it.
 */
export function periodEnd(ledger: Ledger, at: bigint, trigger: bigint, payer: number): StreamItem {
  const item = syntheticItem({
    at,
    payer,
    validStart: validStartOf(trigger, payer),
    nonce: 1,
    data: { nodeStakeUpdate: nodeStakeUpdate(ledger, at) },
    memo: 'End of staking period calculation record',
  });
  ledger.onTransaction?.([item]);
  ledger.journal.mark(at);
  ledger.count(item.type, 'SUCCESS');
  return item;
}
