import type pg from 'pg';
import { type Column, kindOf } from '../../db/copy/column.ts';
import { type BinaryRow, binaryRows, jsonFields, printField, readCopy } from '../../db/copy/read-copy.ts';
import { printTimestamp } from '../../kernel/timestamp.ts';
import { type AppendOnlyTable, appendOnlyTables } from '../../schema/append-only-tables.ts';
import { KEPT_TABLES } from '../../schema/kept-tables.ts';
import { selectNftDissociations, unitRows } from '../range/dissociations.ts';
import { conditionsOf, rowsOf, timeColumnOf, timeOf } from '../range/locate-rows.ts';
import type { RangeRows } from '../range/read-range.ts';
import { withStoredNames } from './block-names.ts';
import { canonicalJson } from './canonical-json.ts';
import { type Difference, Differences } from './difference.ts';
import type { KeptSince } from './kept-since.ts';
import type { StoredSchema } from './stored-schema.ts';

/** When a row was stored says nothing of what it is. */
const NOT_COMPARED: Readonly<Partial<Record<AppendOnlyTable, readonly string[]>>> = {
  record_file: ['load_start', 'load_end'],
};

/** What a public mirror stores only if it is told to, or keeps in its own way. */
const NOT_OF_OTHERS: ReadonlySet<string> = new Set([
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

/** Compares the rows of some blocks with those that the stream gives, as far as they are kept. */
export async function compareWithStream(
  client: pg.ClientBase,
  schema: StoredSchema,
  kept: KeptSince,
  range: RangeRows,
): Promise<Differences> {
  const added = await selectAdded(client, range);
  const lostNfts = await selectNftDissociations(client, range.dissociations);
  const differences = new Differences();
  for (const [table, encoded] of range.rows) {
    const since = await keptAfter(table, kept);
    if (since === null || since >= range.upTo) continue;
    if (!schema.hasTable(table) || (!schema.isOurs && NOT_OF_OTHERS.has(table))) continue;
    const expected = rowsOf(encoded);
    if (table === 'token_transfer') {
      const units = range.dissociations.filter((dissociation) => !lostNfts.has(dissociation));
      expected.push(...rowsOf(unitRows(units)));
    }
    const form = new RowForm(table, schema);
    if (table === 'transaction')
      for (const { at, tokenId, accountId, amount } of lostNfts) {
        form.addNft(at, { tokenId, accountId, amount });
      }
    const stored: BinaryRow[] = [];
    for (const condition of conditionsOf(table, range.after, range.upTo, expected)) {
      stored.push(...binaryRows(await readCopy(client, table, form.columns, condition)));
    }
    differences.addAll(
      form.compare(
        form.named(expected, stored).filter((row) => form.timeOfExpected(row) > since),
        stored.filter((row) => form.timeOf(row) > since && !added.has(form.timeOf(row))),
      ),
    );
  }
  return differences;
}

/** After which time rows of a table are all stored; null where settings leave some out. */
async function keptAfter(table: AppendOnlyTable, kept: KeptSince): Promise<bigint | null> {
  const removal = KEPT_TABLES[table];
  return removal !== undefined && 'family' in removal ? kept.after(removal.family) : -1n;
}

/** Times of the transactions that errata added, which are in no block. */
async function selectAdded(client: pg.ClientBase, { after, upTo }: RangeRows): Promise<ReadonlySet<bigint>> {
  const { rows } = await client.query<{ at: string }>(
    `select consensus_timestamp::text as at from transaction
     where consensus_timestamp > $1 and consensus_timestamp <= $2 and errata = 'INSERT'`,
    [after.toString(), upTo.toString()],
  );
  return new Set(rows.map(({ at }) => BigInt(at)));
}

interface LostNft {
  readonly tokenId: bigint;
  readonly accountId: bigint;
  readonly amount: bigint;
}

/** How rows of a table are compared: as a multiset, of the columns that count. */
class RowForm {
  readonly table: AppendOnlyTable;
  /** Those that the database has. */
  readonly columns: Readonly<Record<string, Column>>;
  /** For each of them its place in a row of the stream. */
  readonly #places: readonly number[];
  readonly #ignored: ReadonlySet<number>;
  readonly #json: ReadonlySet<number>;
  readonly #time: number;
  readonly #lostNfts = new Map<bigint, LostNft>();

  constructor(table: AppendOnlyTable, schema: StoredSchema) {
    const all = Object.entries(appendOnlyTables[table]) as [string, Column][];
    const kept = all.filter(([name]) => schema.hasColumn(table, name));
    this.table = table;
    this.columns = Object.fromEntries(kept);
    const names = kept.map(([name]) => name);
    this.#places = names.map((name) => all.findIndex(([other]) => other === name));
    const ignores = (name: string): boolean =>
      (NOT_COMPARED[table]?.includes(name) ?? false) ||
      (!schema.isOurs && NOT_OF_OTHERS.has(`${table}.${name}`));
    this.#ignored = new Set(names.flatMap((name, i) => (ignores(name) ? [i] : [])));
    this.#json = new Set(jsonFields(this.columns));
    this.#time = names.indexOf(timeColumnOf(table));
  }

  /** The transaction at a time has, after what its record says, an NFT that its account lost. */
  addNft(at: bigint, nft: LostNft): void {
    this.#lostNfts.set(at, nft);
  }

  timeOf(row: BinaryRow): bigint {
    return timeOf(this.table, row[this.#time]?.readBigInt64BE() ?? 0n);
  }

  /** Rows of blocks as they are named where the stored ones were read. */
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
    return timeOf(this.table, row[this.#places[this.#time] ?? 0]?.readBigInt64BE() ?? 0n);
  }

  compare(expected: readonly BinaryRow[], stored: readonly BinaryRow[]): Differences {
    const wanted = new Map<string, BinaryRow[]>();
    for (const row of expected) {
      const projected = this.#places.map((place) => row[place] ?? null);
      const key = this.#keyOf(projected, true);
      const same = wanted.get(key);
      if (same) same.push(projected);
      else wanted.set(key, [projected]);
    }
    const extra: BinaryRow[] = [];
    for (const row of stored) {
      const same = wanted.get(this.#keyOf(row, false));
      if (same === undefined || same.pop() === undefined) extra.push(row);
    }
    return this.#differencesOf(this.#byTime([...wanted.values()].flat()), this.#byTime(extra));
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

  /** Of rows of one time that is missing which is most like one too many: its columns differ. */
  #differencesOf(missing: Map<bigint, BinaryRow[]>, extra: Map<bigint, BinaryRow[]>): Differences {
    const differences = new Differences();
    const times = [...new Set([...missing.keys(), ...extra.keys()])].sort((a, b) => (a < b ? -1 : 1));
    for (const time of times) {
      const others = extra.get(time) ?? [];
      for (const row of missing.get(time) ?? []) {
        const [like] = others
          .slice(0, MOST_ALIKE)
          .map((other, i) => ({ other, i, columns: this.#differingColumns(row, other) }))
          .sort((a, b) => a.columns.length - b.columns.length);
        if (like === undefined) differences.add(this.#rowDifference(time, true));
        else others.splice(like.i, 1);
        for (const column of like?.columns ?? [])
          differences.add(this.#columnDifference(row, like?.other ?? [], column));
      }
      for (const _ of others) differences.add(this.#rowDifference(time, false));
    }
    return differences;
  }

  /** Rows with the same key are the same. */
  #keyOf(row: BinaryRow, isExpected: boolean): string {
    let key = '';
    for (let i = 0; i < row.length; i += 1) {
      if (!this.#ignored.has(i)) key += this.#fieldKeyOf(row, i, isExpected);
    }
    return key;
  }

  #fieldKeyOf(row: BinaryRow, i: number, isExpected: boolean): string {
    if (this.#json.has(i)) return `${this.#jsonOf(row, i, isExpected)}|`;
    const field = row[i] ?? null;
    return field === null ? '-|' : `${field.length}:${field.toString('latin1')}|`;
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

  #rowDifference(at: bigint, isMissing: boolean): Difference {
    return {
      at,
      table: this.table,
      subject: `a row of ${this.table} at ${printTimestamp(at)}`,
      expected: isMissing ? 'one as in the stream' : 'none, as in the stream',
      found: isMissing ? 'none' : 'one',
    };
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
      subject: `${name} of a row of ${this.table} at ${printTimestamp(at)}`,
      expected: print(kind, expected[column] ?? null),
      found: print(kind, found[column] ?? null),
    };
  }
}

/** Most rows of one time among which the one is looked for that another is most like. */
const MOST_ALIKE = 100;

/** Characters of a value in a sentence. */
const SHOWN = 40;

function print(kind: Parameters<typeof printField>[0], field: Buffer | null): string {
  const text = field === null ? 'nothing' : printField(kind, field);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
