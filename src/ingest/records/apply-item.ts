import { RESULT } from '@tain/ledger/results';
import type { Item } from '../decode/item.ts';
import type { Context } from './context.ts';
import { debitCryptoAllowances, debitTokenAllowances } from './generic/allowance-debits.ts';
import { addContractResult, addContractTransactions } from './generic/contract-results.ts';
import { addCryptoTransfers, addStakingRewards } from './generic/crypto-transfers.ts';
import { addEntityTransactions } from './generic/entity-transactions.ts';
import { addSidecars } from './generic/sidecars.ts';
import { addSignatures } from './generic/signatures.ts';
import { addTransferLogs } from './generic/synthetic-logs.ts';
import { addAssessedFees, addAutomaticAssociations, addTokenTransfers } from './generic/token-transfers.ts';
import { addTransactionHashes, transactionRow } from './generic/transaction-row.ts';
import { scheduleIdOf } from './ids.ts';
import { isSelected } from './record-filter.ts';
import { transactionTypeOf } from './registry.ts';

/** Adds the rows and changes of one item. Items must be applied in the order of their blocks. */
export function applyItem(item: Item, context: Context): void {
  const { evm, rows, state } = context;
  evm.begin(item);
  const type = transactionTypeOf(item.type);
  const entityId = type.entityId?.(item, context) ?? 0n;
  const { filter } = context.options;
  rows.beginItem(isSelected(item, entityId, filter));
  const row = transactionRow(item, entityId, context);
  type.transaction?.(item, row, context);
  if (item.successful) type.apply?.(item, entityId, context);
  else type.applyFailed?.(item, entityId, context);

  addCryptoTransfers(item, context);
  addStakingRewards(item, context);
  if (item.record.scheduleRef) {
    state.schedule.adjust({ schedule_id: scheduleIdOf(item.record.scheduleRef) }, (schedule) => {
      schedule.executed_timestamp = item.consensusTimestamp;
    });
  }
  if (item.successful) {
    addSignatures(item, entityId, context);
    debitCryptoAllowances(item, context);
  }
  if (item.successful || item.status === RESULT.failInvalid) {
    addAutomaticAssociations(item, context);
    addTokenTransfers(item, row, context);
    addAssessedFees(item, context);
    debitTokenAllowances(item, context);
  }
  const involved = addContractResult(item, entityId, context);
  if ((item.successful || item.status === RESULT.failInvalid) && !filter.without.has('synthetic-logs')) {
    addTransferLogs(item, context);
  }
  addSidecars(item, context, involved);
  addContractTransactions(item, involved, context);
  if (context.options.entityTransactions) addEntityTransactions(item, entityId, context);
  rows.add('transaction', row);
  addTransactionHashes(item, context);
}
