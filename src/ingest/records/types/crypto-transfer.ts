import type { Item } from '../../decode/item.ts';
import type { Context, TransactionType } from '../context.ts';
import { hapiAtLeast } from '../hapi-version.ts';
import { hookRunsOf } from '../hook-runs.ts';

/** Transfers have the rows of all types; only hooks are their own. */
function queueHooks(item: Item, _entityId: bigint, context: Context): void {
  // Hooks came with HAPI 0.68 (HIP-1195); before that, looking for them costs too much.
  if (hapiAtLeast(item, 0, 68)) context.evm.setHookRuns(item, hookRunsOf(item, context));
}

export const cryptoTransfer: TransactionType = { apply: queueHooks, applyFailed: queueHooks };
