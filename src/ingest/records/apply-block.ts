import { setImmediate } from 'node:timers/promises';
import { TYPE } from '@tain/ledger/transaction-type';
import type { BlockPosition } from '../decode/decoded-block.ts';
import type { ProvenBlock } from '../verify/proven-block.ts';
import { applyItem } from './apply-item.ts';
import { type EncodedRows, HELD_TABLES } from './block-rows.ts';
import type { Context } from './context.ts';
import { addAddressBooks } from './generic/address-books.ts';
import { addInitialState } from './generic/initial-state.ts';
import { recordFileRow, sidecarRows } from './generic/record-file.ts';

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

/** Number of items after which the loop yields to other work, such as sending the previous batch. */
const YIELD_AFTER_ITEMS = 128;

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
  for (const [i, item] of items.entries()) {
    applyItem(item, context);
    if (i % YIELD_AFTER_ITEMS === YIELD_AFTER_ITEMS - 1) await setImmediate();
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
