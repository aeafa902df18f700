import type { Item } from '../../decode/item.ts';
import type { Context, TransactionType } from '../context.ts';
import { hapiAtLeast } from '../hapi-version.ts';
import { hookRunsOf } from '../hook-runs.ts';

/** Transfers have the rows that all types have; what is theirs alone are the hooks they run. */
function queueHooks(item: Item, _entityId: bigint, context: Context): void {
  // Hooks came with HAPI 0.68 (HIP-1195); transfers are too many to look for them before.
  if (hapiAtLeast(item, 0, 68)) context.evm.setHookRuns(item, hookRunsOf(item, context));
}

export const cryptoTransfer: TransactionType = { apply: queueHooks, applyFailed: queueHooks };
