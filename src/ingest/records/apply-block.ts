import { setImmediate } from 'node:timers/promises';
import { RESULT } from '@tain/ledger/results';
import { TYPE } from '@tain/ledger/transaction-type';
import type { BlockPosition } from '../decode/decoded-block.ts';
import type { Item } from '../decode/item.ts';
import type { ProvenBlock } from '../verify/proven-block.ts';
import { type EncodedRows, HELD_TABLES } from './block-rows.ts';
import type { Context } from './context.ts';
import { addContractResult, addContractTransactions } from './generic/contract-results.ts';
import {
  addCryptoTransfers,
  addStakingRewards,
  debitCryptoAllowances,
  debitTokenAllowances,
} from './generic/crypto-transfers.ts';
import { addInitialState } from './generic/initial-state.ts';
import { addAddressBooks, recordFileRow, sidecarRows } from './generic/record-file.ts';
import { addSidecars } from './generic/sidecars.ts';
import { addTransferLogs } from './generic/synthetic-logs.ts';
import { addAssessedFees, addAutomaticAssociations, addTokenTransfers } from './generic/token-transfers.ts';
import {
  addEntityTransactions,
  addSignatures,
  addTransactionHashes,
  transactionRow,
} from './generic/transaction-row.ts';
import { scheduleIdOf } from './ids.ts';
import { isSelected } from './record-filter.ts';
import { transactionTypeOf } from './registry.ts';
import { recoverAuthorities } from './types/ethereum.ts';

/** The parts of a proven block that become rows. */
export type BlockParts = Pick<
  ProvenBlock,
  'block' | 'number' | 'numberShift' | 'addressBooks' | 'signatures' | 'proof' | 'ledgers'
>;

/** Time at which the storing of a block began and ended, in milliseconds since 1970. */
export interface LoadTime {
  readonly start: number;
  readonly end: () => number;
}

/** Number of items, and milliseconds, after which the loop yields to other work, such as sending the previous batch. */
const YIELD_AFTER_ITEMS = 128;
const YIELD_AFTER_MS = 10;

/**
 * Adds all rows and changes of one block, which follows `previous`. The references of the block must have been looked
 * up before.
 */
export async function applyBlock(
  file: BlockParts,
  context: Context,
  encoded: EncodedRows,
  previous: BlockPosition | null,
  time: LoadTime,
): Promise<void> {
  context.rows.begin(encoded);
  context.evm.reset();
  for (const reducer of Object.values(context.state)) reducer.nextBlock();
  const { items, initialState } = file.block;
  if (initialState) addInitialState(initialState, context);
  let begun = performance.now();
  let sinceYield = 0;
  for (const item of items) {
    if (item.type === TYPE.ethereumTransaction) await recoverAuthorities(item, context);
    applyItem(item, context);
    sinceYield += 1;
    if (sinceYield < YIELD_AFTER_ITEMS && performance.now() - begun < YIELD_AFTER_MS) continue;
    await setImmediate();
    sinceYield = 0;
    begun = performance.now();
  }
  context.rows.beginItem(true);
  nameInnerTransactions(context);
  addAddressBooks(file.addressBooks, context);
  for (const row of sidecarRows(file.block)) context.rows.add('sidecar_file', row);
  for (const table of HELD_TABLES) {
    const rows = context.rows.of(table);
    for (let i = 0; i < rows.length; i += 1) {
      const row = rows[i] as object;
      if (context.rows.isStored(row)) encoded.get(table)?.add(row);
      if (i % YIELD_AFTER_ITEMS === YIELD_AFTER_ITEMS - 1) await setImmediate();
    }
  }
  context.rows.add('record_file', recordFileRow(file, previous, context.evm, time.start, time.end()));
}

/** Adds payer and valid start of each inner transaction to the row of its batch. */
function nameInnerTransactions({ rows }: Context): void {
  const transactions = rows.of('transaction');
  const batches = transactions.filter((row) => row.type === TYPE.atomicBatch);
  if (batches.length === 0) return;
  const byTimestamp = new Map(batches.map((row) => [row.consensus_timestamp, row]));
  for (const row of transactions) {
    if (row.parent_consensus_timestamp === null || row.nonce !== 0) continue;
    const batch = byTimestamp.get(row.parent_consensus_timestamp);
    if (!batch) continue;
    batch.inner_transactions = [
      ...(batch.inner_transactions ?? []),
      row.payer_account_id,
      row.valid_start_ns,
    ];
  }
}

/** Adds the rows and changes of one item. Items must be applied in the order of their blocks. */
function applyItem(item: Item, context: Context): void {
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
