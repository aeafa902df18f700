import { later } from '@tain/ledger/timestamp';
import type pg from 'pg';
import type { Column } from '../../store/copy/column.ts';
import { binaryRows, readCopy } from '../../store/copy/read-copy.ts';
import {
  type AppendOnlyTable,
  appendOnlyKeys,
  appendOnlyTables,
} from '../../store/schema/append-only-tables.ts';
import {
  LOOKED_UP_TABLES,
  otherKeyCondition,
  rowsOf,
  selectAddedTimes,
  timeCondition,
} from '../range/locate-rows.ts';
import { type RangeRows, readRange, type StoredStream } from '../range/read-range.ts';
import { BatchCounts } from '../range/surplus-rows.ts';
import { nameOfRow, retainedAfter } from './compare-rows.ts';
import { Differences, rowDifference } from './difference.ts';
import type { RetainedSince } from './retained-since.ts';

/**
 * Finds rows whose keys are not in the stream, in the tables that are read by key because they have no index on time.
 * It counts the rows that each batch reads; where a table has more of them, the batch is read once more.
 */
export class SurplusLookups {
  readonly #read = new BatchCounts<AppendOnlyTable>();

  /** Begins a batch. Must be called with consecutive ones. */
  begin(batch: RangeRows): void {
    this.#read.begin(batch);
  }

  /** Counts rows of a table that were read in the last batch. */
  add(table: AppendOnlyTable, rows: number): void {
    if (LOOKED_UP_TABLES.has(table)) this.#read.add(table, rows);
  }

  /** Returns the differences of surplus rows in all batches, as far as the rows of their times are retained. */
  async select(
    client: pg.ClientBase,
    stream: StoredStream,
    retained: RetainedSince,
    signal: AbortSignal,
  ): Promise<Differences> {
    const found = new Differences();
    const end = this.#read.last?.upTo ?? 0n;
    const since = new Map<AppendOnlyTable, bigint>();
    for (const table of LOOKED_UP_TABLES) {
      const after = await retainedAfter(table, retained);
      if (after !== null) since.set(table, after);
    }
    const times = [...since].map(
      ([table, after]) =>
        [
          table,
          `select consensus_timestamp as at from ${table} where consensus_timestamp > ${after}`,
        ] as const,
    );
    const exceeded = await this.#read.exceeded(client, new Map(times), end);
    for (const [{ after, upTo, previous }, tables] of exceeded) {
      for await (const range of readRange({ client, stream, after, upTo, previous, signal })) {
        for (const table of tables)
          found.addAll(await compareTable(client, table, range, since.get(table) ?? 0n));
      }
    }
    return found;
  }
}

/** Returns the differences of the rows of a table in some blocks that have keys which the stream does not have. */
async function compareTable(
  client: pg.ClientBase,
  table: AppendOnlyTable,
  { rows, after, upTo }: RangeRows,
  since: bigint,
): Promise<Differences> {
  const found = new Differences();
  const encoded = rows.get(table);
  const added = new Set(await selectAddedTimes(client, after, upTo));
  const all: Readonly<Record<string, Column>> = appendOnlyTables[table];
  const columns = Object.fromEntries(
    ['consensus_timestamp', ...appendOnlyKeys[table]].map((name) => [name, all[name] as Column]),
  );
  const condition = `${timeCondition(table, later(after, since), upTo)}
    and ${otherKeyCondition(table, encoded === undefined ? [] : rowsOf(encoded))}`;
  for (const row of binaryRows(await readCopy(client, table, columns, condition))) {
    const at = row[0]?.readBigInt64BE() ?? 0n;
    if (!added.has(at)) found.add(rowDifference(at, table, nameOfRow(table, columns, row, at), false));
  }
  return found;
}
