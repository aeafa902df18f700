import { type PlainRow, type PlainTable, plainTables } from '../tables.ts';

/**
 * Rows to add for one block. They stay objects until the block ends, because a later item may add to
 * an earlier one's rows (a batch names its inner transactions, a log its place in a bloom).
 */
export class BlockRows {
  private readonly tables: { readonly [T in PlainTable]: PlainRow<T>[] };

  constructor() {
    this.tables = Object.fromEntries(Object.keys(plainTables).map((table) => [table, []])) as never;
  }

  add<T extends PlainTable>(table: T, row: PlainRow<T>): void {
    (this.tables[table] as PlainRow<T>[]).push(row);
  }

  /** The rows of a table, in the order in which they were added. */
  of<T extends PlainTable>(table: T): PlainRow<T>[] {
    return this.tables[table];
  }

  clear(): void {
    for (const rows of Object.values(this.tables)) rows.length = 0;
  }
}
