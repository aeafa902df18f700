import type { CopyBuffer } from '../../store/copy/copy.ts';
import type { AppendOnlyRow, AppendOnlyTable } from '../../store/schema/append-only-tables.ts';
import { isStoredAlways } from './record-filter.ts';

/** Rows of a batch, encoded, by table. */
export type EncodedRows = ReadonlyMap<AppendOnlyTable, CopyBuffer<object>>;

/**
 * Tables whose rows stay objects until their block ends, because a later item may extend an earlier row: a batch names
 * its inner transactions, a log sets bits in the bloom of its execution.
 */
export const HELD_TABLES = ['transaction', 'contract_result'] as const satisfies readonly AppendOnlyTable[];
type HeldTable = (typeof HELD_TABLES)[number];

/** Collects the rows of consecutive blocks, one block at a time. */
export class BlockRows {
  private encoded: EncodedRows = new Map();
  private readonly held: { readonly [T in HeldTable]: AppendOnlyRow<T>[] } = {
    transaction: [],
    contract_result: [],
  };

  /** Rows that later ones may refer to until the block ends, but that are not stored. */
  private readonly leftOut = new Set<object>();
  private readonly tablesLeftOut: ReadonlySet<AppendOnlyTable>;
  private isItemStored = true;

  /** `tablesLeftOut`: tables whose rows are not stored. */
  constructor(tablesLeftOut: ReadonlySet<AppendOnlyTable> = new Set()) {
    this.tablesLeftOut = tablesLeftOut;
  }

  /** Begins a block, whose rows are added to `encoded`. */
  begin(encoded: EncodedRows): void {
    this.encoded = encoded;
    this.leftOut.clear();
    this.isItemStored = true;
    for (const rows of Object.values(this.held)) rows.length = 0;
  }

  /** Begins an item, or ends the last one. `isStored`: whether the rows of the item are stored. */
  beginItem(isStored: boolean): void {
    this.isItemStored = isStored;
  }

  /** Whether rows of the current item are stored. */
  get storesItem(): boolean {
    return this.isItemStored;
  }

  /** Returns whether a held row is stored. */
  isStored(row: object): boolean {
    return !this.leftOut.has(row);
  }

  add<T extends AppendOnlyTable>(table: T, row: AppendOnlyRow<T>): void {
    if (this.tablesLeftOut.has(table)) return;
    if (!this.isItemStored && !isStoredAlways(table)) {
      if (!(HELD_TABLES as readonly AppendOnlyTable[]).includes(table)) return;
      this.leftOut.add(row);
    }
    if (table === 'transaction') this.held.transaction.push(row as AppendOnlyRow<'transaction'>);
    else if (table === 'contract_result')
      this.held.contract_result.push(row as AppendOnlyRow<'contract_result'>);
    else this.encoded.get(table)?.add(row);
  }

  /** Returns the rows of the block so far, in the order in which they were added. */
  of<T extends HeldTable>(table: T): readonly AppendOnlyRow<T>[] {
    return this.held[table];
  }
}
