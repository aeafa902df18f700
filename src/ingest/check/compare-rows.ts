import { parseBlockPath } from '@tain/ledger/block-stream';
import { asBuffer } from '@tain/ledger/integer-bytes';
import { printTimestamp } from '@tain/ledger/timestamp';
import type pg from 'pg';
import { type Column, kindOf } from '../../store/copy/column.ts';
import { type BinaryRow, binaryRows, jsonFields, printField, readCopy } from '../../store/copy/read-copy.ts';
import {
  type AppendOnlyTable,
  appendOnlyKeys,
  appendOnlyTables,
} from '../../store/schema/append-only-tables.ts';
import { TABLE_RETENTION } from '../../store/schema/kept-tables.ts';
import { selectLosses } from '../range/dissociations.ts';
import { conditionsOf, rowsOf, selectAddedTimes, timeColumnOf, timeOf } from '../range/locate-rows.ts';
import type { RangeRows } from '../range/read-range.ts';
import { stripLeadingZeros } from '../records/words.ts';
import { canonicalJson } from './canonical-json.ts';
import { type Difference, Differences, printValue, rowDifference } from './difference.ts';
import type { RetainedSince } from './retained-since.ts';
import { printKeyValue } from './row-differences.ts';
import type { StoredSchema } from './stored-schema.ts';

const COLUMNS = Object.keys(appendOnlyTables.record_file);
const [NAME, SIZE, END] = ['name', 'size', 'consensus_end'].map((name) => COLUMNS.indexOf(name)) as [
  number,
  number,
  number,
];

/**
 * Returns the stream's rows of `record_file` with the names and sizes of the stored ones (`storedNames`: name and
 * size by consensus end), if these are of the same block read from another source: a block node sends a block
 * uncompressed (`.blk`), buckets have it compressed (`.blk.gz`, `.blk.zstd`), and older ones name it with fewer
 * digits.
 */
function withStoredNames(
  expected: readonly BinaryRow[],
  storedNames: ReadonlyMap<string, { readonly name: Buffer; readonly size: Buffer | null }>,
): BinaryRow[] {
  return expected.map((row) => {
    const name = row[NAME];
    const other = storedNames.get(row[END]?.toString('hex') ?? '');
    if (!name || other === undefined || name.equals(other.name)) return row;
    const number = parseBlockPath(name.toString());
    if (number === null || number !== parseBlockPath(other.name.toString())) return row;
    return row.map((field, i) => (i === NAME ? other.name : i === SIZE ? other.size : field));
  });
}

/** Columns with the time of storing, which is not part of the content. */
const NOT_COMPARED: Readonly<Partial<Record<AppendOnlyTable, readonly string[]>>> = {
  record_file: ['load_start', 'load_end'],
};

/** Columns that are equal whatever leading zeros they have: former releases stored them as a record names them. */
const WITHOUT_LEADING_ZEROS: Readonly<Partial<Record<AppendOnlyTable, readonly string[]>>> = {
  contract_state_change: ['slot'],
};

/** Tables and columns that a public mirror stores only if configured to, or by other rules. */
const NOT_IN_PUBLIC_MIRROR: ReadonlySet<string> = new Set([
  'entity_transaction',
  'sidecar_file',
  'transaction_hash',
  'record_file.bytes',
  'record_file.digest_algorithm',
  'record_file.size',
  'transaction.itemized_transfer',
  'transaction.transaction_bytes',
  'transaction.transaction_record_bytes',
]);

/**
 * Compares the rows of some blocks with those of the stream, as far as they are retained. `read` receives the number of
 * stored rows of each table that was read.
 */
export async function compareWithStream(
  client: pg.ClientBase,
  schema: StoredSchema,
  retained: RetainedSince,
  range: RangeRows,
  read: (table: AppendOnlyTable, rows: number) => void,
): Promise<Differences> {
  const added = new Set(await selectAddedTimes(client, range.after, range.upTo));
  const { nfts, unitRows } = await selectLosses(client, range.dissociations);
  const differences = new Differences();
  for (const [table, encoded] of range.rows) {
    const since = await retainedAfter(table, retained);
    if (since === null || since >= range.upTo) continue;
    if (!schema.hasTable(table) || (!schema.isOurs && NOT_IN_PUBLIC_MIRROR.has(table))) continue;
    const expected = rowsOf(encoded);
    if (table === 'token_transfer') expected.push(...rowsOf(unitRows));
    const form = new RowForm(table, schema);
    if (table === 'transaction')
      for (const { at, tokenId, accountId, amount } of nfts) form.addNft(at, { tokenId, accountId, amount });
    const stored: BinaryRow[] = [];
    for (const condition of conditionsOf(table, range.after, range.upTo, expected)) {
      stored.push(...binaryRows(await readCopy(client, table, form.columns, condition)));
    }
    read(table, stored.length);
    differences.addAll(
      form.compare(
        form.named(expected, stored).filter((row) => form.timeOfExpected(row) > since),
        stored.filter((row) => form.timeOf(row) > since && !added.has(form.timeOf(row))),
      ),
    );
  }
  return differences;
}

/** Returns the time after which all rows of a table are stored; null when settings leave some out. */
export async function retainedAfter(table: AppendOnlyTable, retained: RetainedSince): Promise<bigint | null> {
  const removal = TABLE_RETENTION[table];
  return removal !== undefined && 'family' in removal ? retained.after(removal.family) : -1n;
}

interface LostNft {
  readonly tokenId: bigint;
  readonly accountId: bigint;
  readonly amount: bigint;
}

/** Compares the rows of a table as multisets, by the columns that are compared. */
class RowForm {
  readonly table: AppendOnlyTable;
  /** Columns that the database has. */
  readonly columns: Readonly<Record<string, Column>>;
  /** Position of each of these columns in a row of the stream. */
  readonly #positions: readonly number[];
  readonly #ignored: ReadonlySet<number>;
  readonly #json: ReadonlySet<number>;
  readonly #withoutLeadingZeros: ReadonlySet<number>;
  readonly #time: number;
  readonly #lostNfts = new Map<bigint, LostNft>();

  constructor(table: AppendOnlyTable, schema: StoredSchema) {
    const all = Object.entries(appendOnlyTables[table]) as [string, Column][];
    const present = all.filter(([name]) => schema.hasColumn(table, name));
    this.table = table;
    this.columns = Object.fromEntries(present);
    const names = present.map(([name]) => name);
    this.#positions = names.map((name) => all.findIndex(([other]) => other === name));
    const ignores = (name: string): boolean =>
      (NOT_COMPARED[table]?.includes(name) ?? false) ||
      (!schema.isOurs && NOT_IN_PUBLIC_MIRROR.has(`${table}.${name}`));
    this.#ignored = new Set(names.flatMap((name, i) => (ignores(name) ? [i] : [])));
    this.#json = new Set(jsonFields(this.columns));
    this.#withoutLeadingZeros = new Set(
      (WITHOUT_LEADING_ZEROS[table] ?? []).map((name) => names.indexOf(name)),
    );
    this.#time = names.indexOf(timeColumnOf(table));
  }

  /**
   * Adds an NFT that the account of the transaction at `at` lost. It comes after the NFT transfers of the transaction's
   * record.
   */
  addNft(at: bigint, nft: LostNft): void {
    this.#lostNfts.set(at, nft);
  }

  timeOf(row: BinaryRow): bigint {
    return timeOf(this.table, row[this.#time]?.readBigInt64BE() ?? 0n);
  }

  /** Returns the rows of blocks with the names and sizes of the stored ones. */
  named(expected: readonly BinaryRow[], stored: readonly BinaryRow[]): readonly BinaryRow[] {
    if (this.table !== 'record_file') return expected;
    const names = Object.keys(this.columns);
    const [name, size] = [names.indexOf('name'), names.indexOf('size')];
    return withStoredNames(
      expected,
      new Map(
        stored.flatMap((row) => {
          const text = row[name];
          return text
            ? [[row[this.#time]?.toString('hex') ?? '', { name: text, size: row[size] ?? null }]]
            : [];
        }),
      ),
    );
  }

  timeOfExpected(row: BinaryRow): bigint {
    return timeOf(this.table, row[this.#positions[this.#time] ?? 0]?.readBigInt64BE() ?? 0n);
  }

  compare(expected: readonly BinaryRow[], stored: readonly BinaryRow[]): Differences {
    const unmatched = new Map<string, BinaryRow[]>();
    for (const row of expected) {
      const projected = this.#positions.map((position) => row[position] ?? null);
      const key = this.#keyOf(projected, true);
      const same = unmatched.get(key);
      if (same) same.push(projected);
      else unmatched.set(key, [projected]);
    }
    const extra: BinaryRow[] = [];
    for (const row of stored) {
      const same = unmatched.get(this.#keyOf(row, false));
      if (same === undefined || same.pop() === undefined) extra.push(row);
    }
    return this.#differencesOf(this.#byTime([...unmatched.values()].flat()), this.#byTime(extra));
  }

  #byTime(rows: readonly BinaryRow[]): Map<bigint, BinaryRow[]> {
    const times = new Map<bigint, BinaryRow[]>();
    for (const row of rows) {
      const same = times.get(this.timeOf(row));
      if (same) same.push(row);
      else times.set(this.timeOf(row), [row]);
    }
    return times;
  }

  /** Pairs each missing row of a time with the most similar extra one, and reports the columns that differ. */
  #differencesOf(missing: Map<bigint, BinaryRow[]>, extra: Map<bigint, BinaryRow[]>): Differences {
    const differences = new Differences();
    const times = [...new Set([...missing.keys(), ...extra.keys()])].sort((a, b) => (a < b ? -1 : 1));
    for (const time of times) {
      const others = extra.get(time) ?? [];
      for (const row of missing.get(time) ?? []) {
        const [like] = others
          .slice(0, MAX_CANDIDATES)
          .map((other, i) => ({ other, i, columns: this.#differingColumns(row, other) }))
          .sort((a, b) => a.columns.length - b.columns.length);
        if (like === undefined) differences.add(this.#rowDifference(row, true));
        else others.splice(like.i, 1);
        for (const column of like?.columns ?? [])
          differences.add(this.#columnDifference(row, like?.other ?? [], column));
      }
      for (const row of others) differences.add(this.#rowDifference(row, false));
    }
    return differences;
  }

  /** Returns a key that is equal for equal rows. */
  #keyOf(row: BinaryRow, isExpected: boolean): string {
    let key = '';
    for (let i = 0; i < row.length; i += 1) {
      if (!this.#ignored.has(i)) key += this.#fieldKeyOf(row, i, isExpected);
    }
    return key;
  }

  #fieldKeyOf(row: BinaryRow, i: number, isExpected: boolean): string {
    if (this.#json.has(i)) return `${this.#jsonOf(row, i, isExpected)}|`;
    let field = row[i] ?? null;
    if (field === null) return '-|';
    if (this.#withoutLeadingZeros.has(i)) field = asBuffer(stripLeadingZeros(field));
    return `${field.length}:${field.toString('latin1')}|`;
  }

  #jsonOf(row: BinaryRow, i: number, isExpected: boolean): string {
    const field = row[i] ?? null;
    const text = field === null ? null : printField('jsonb', field);
    const lost =
      isExpected && Object.keys(this.columns)[i] === 'nft_transfer'
        ? this.#lostNfts.get(this.timeOf(row))
        : undefined;
    if (lost === undefined) return text === null ? '-' : canonicalJson(text);
    const { tokenId, accountId, amount } = lost;
    const nft = `{"is_approval":false,"receiver_account_id":null,"sender_account_id":${accountId},"serial_number":${amount},"token_id":${tokenId}}`;
    const before = text === null ? '' : text.trim().slice(1, -1);
    return canonicalJson(before === '' ? `[${nft}]` : `[${before},${nft}]`);
  }

  #rowDifference(row: BinaryRow, isMissing: boolean): Difference {
    return rowDifference(this.timeOf(row), this.table, this.#subjectOf(row), isMissing);
  }

  /** Names a row by its key and time. */
  #subjectOf(row: BinaryRow): string {
    return nameOfRow(this.table, this.columns, row, this.timeOf(row));
  }

  #differingColumns(expected: BinaryRow, found: BinaryRow): number[] {
    return Object.keys(this.columns).flatMap((_, i) =>
      !this.#ignored.has(i) && this.#fieldKeyOf(expected, i, true) !== this.#fieldKeyOf(found, i, false)
        ? [i]
        : [],
    );
  }

  #columnDifference(expected: BinaryRow, found: BinaryRow, column: number): Difference {
    const at = this.timeOf(expected);
    const name = Object.keys(this.columns)[column] ?? '';
    const kind = kindOf(this.columns[name] ?? 'text');
    return {
      at,
      table: this.table,
      column: name,
      subject: `${name} of ${this.#subjectOf(expected)}`,
      expected: print(kind, expected[column] ?? null),
      found: print(kind, found[column] ?? null),
    };
  }
}

/** Maximum number of extra rows of one time that are searched for the most similar one. */
const MAX_CANDIDATES = 100;

/** Names a row of some columns by its key and time. */
export function nameOfRow(
  table: AppendOnlyTable,
  columns: Readonly<Record<string, Column>>,
  row: BinaryRow,
  at: bigint,
): string {
  const names = Object.keys(columns);
  const key = appendOnlyKeys[table].flatMap((name) => {
    const column = columns[name];
    const field = row[names.indexOf(name)];
    if (column === undefined || !field) return [];
    const kind = kindOf(column);
    const value =
      kind === 'bytea' ? field : kind === 'int8' ? field.readBigInt64BE() : printField(kind, field);
    return [`${name} ${printKeyValue(name, kind, value)}`];
  });
  return `a row of ${table}${key.length === 0 ? '' : ` (${key.join(', ')})`} at ${printTimestamp(at)}`;
}

function print(kind: Parameters<typeof printField>[0], field: Buffer | null): string {
  return printValue(field === null ? null : printField(kind, field));
}
