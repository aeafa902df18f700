import type { Ledger } from '../../../packages/network-simulator/src/ledger/ledger.ts';
import type { Table } from '../../../packages/network-simulator/src/ledger/table.ts';
import type { Row } from './rows.ts';
import type { Stream } from './stream.ts';

/** A version of a row, and the consensus time of the transaction that created it. */
export interface RowVersion {
  readonly from: bigint;
  readonly row: Row;
}

/** State on which a row depends in addition to the ledger's own row. */
export interface Past<R> {
  /** Previous version of the row, as in the database; null for the first version. */
  readonly before: Row | null;
  readonly first: Readonly<R>;
}

/** Source of a table's rows: a table of the ledger, and its rows in the database. */
export interface Source {
  /** Returns the versions of all rows by key; null: removed. */
  versions(): Iterable<readonly [key: string, { readonly from: bigint; readonly row: Row | null }[]]>;
}

/** A table with one current row for each key, and former ones in `…_history`. */
export interface StateTable {
  readonly name: string;
  readonly key: readonly string[];
  readonly sources: readonly Source[];
  /** Columns that change without a new version of the row. */
  readonly unversioned: readonly string[];
  /** Columns with more than one valid form, and the expression to compare instead. `t` is the table. */
  readonly instead?: Readonly<Record<string, string>>;
}

/** Returns the rows of a table of the ledger. Keys of different tables that share a database table must differ. */
export function sourceOf<K extends number | string, R extends object>(
  table: Table<K, R>,
  keyOf: (row: Readonly<R>) => string,
  rowOf: (row: Readonly<R>, past: Past<R>) => Row,
): Source {
  return {
    *versions() {
      for (const versions of table.allVersions()) {
        const first = versions.find(({ row }) => row !== null)?.row;
        if (!first) continue;
        let before: Row | null = null;
        const rows = versions.map(({ from, row }) => {
          if (row === null) return { from, row };
          const next: Row = rowOf(row, { before, first });
          before = next;
          return { from, row: next };
        });
        yield [keyOf(first), rows];
      }
    },
  };
}

/**
 * Returns all versions by key: the last of several at one time, and the created row if one is removed at the same time.
 */
export function versionsOf(table: StateTable): Map<string, RowVersion[]> {
  const merged = new Map<string, Map<bigint, Row>>();
  for (const source of table.sources) {
    for (const [key, versions] of source.versions()) {
      let times = merged.get(key);
      if (times === undefined) {
        times = new Map();
        merged.set(key, times);
      }
      for (const { from, row } of versions) if (row !== null) times.set(from, row);
    }
  }
  return new Map(
    [...merged].map(([key, times]) => [
      key,
      [...times].map(([from, row]) => ({ from, row })).sort((a, b) => (a.from < b.from ? -1 : 1)),
    ]),
  );
}

/** Removes versions in which only `unversioned` columns changed. */
export function changesOf(versions: readonly RowVersion[], unversioned: readonly string[]): RowVersion[] {
  // If one transaction changed a row in several steps, the last one is used.
  const last = new Map(versions.map(({ from, row }) => [from, row]));
  const changes: RowVersion[] = [];
  for (const [from, row] of last) {
    const seen = Object.fromEntries(Object.entries(row).filter(([name]) => !unversioned.includes(name)));
    if (JSON.stringify(changes.at(-1)?.row) === JSON.stringify(seen)) continue;
    changes.push({ from, row: seen });
  }
  return changes;
}

export interface Model {
  readonly ledger: Ledger;
  readonly stream: Stream;
}
