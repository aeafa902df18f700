import { jsonText } from '@tain/ledger/json-text';
import { longToBigInt } from '@tain/ledger/long';
import type { AppendOnlyRow } from '../../../store/schema/append-only-tables.ts';
import { hapiAtLeast, type Item } from '../../decode/item.ts';
import type { Context, TransactionType } from '../context.ts';
import { hookRunsOf } from '../hooks.ts';
import { idOrNull } from '../ids.ts';

/** Queues the hooks of a transfer. Its other rows are those that all types have. */
function queueHooks(item: Item, _entityId: bigint, context: Context): void {
  // Hooks came with HAPI 0.68 (HIP-1195); before that, searching for them costs too much.
  if (hapiAtLeast(item, 0, 68)) context.evm.setHookRuns(item, hookRunsOf(item, context));
}

/** Sets the requested transfers, before fees. */
function setItemizedTransfer(item: Item, row: AppendOnlyRow<'transaction'>, context: Context): void {
  if (!context.options.itemizedTransfers) return;
  const requested = item.body.cryptoTransfer?.transfers?.accountAmounts ?? [];
  if (requested.length === 0) return;
  row.itemized_transfer = jsonText(
    requested.map((entry) => ({
      amount: longToBigInt(entry.amount),
      entity_id: idOrNull(context.accountId(item, entry.accountID)),
      is_approval: entry.isApproval ?? false,
    })),
  );
}

export const cryptoTransfer: TransactionType = {
  apply: queueHooks,
  applyFailed: queueHooks,
  transaction: setItemizedTransfer,
};
