import type pg from 'pg';
import { type Column, kindOf } from '../../db/column.ts';
import { type BinaryRow, binaryRows, jsonFields, printField, readCopy } from '../../db/read-copy.ts';
import { printTimestamp } from '../../kernel/timestamp.ts';
import { type AppendOnlyTable, appendOnlyTables } from '../../schema/append-only-tables.ts';
import { selectNftDissociations, unitRows } from '../range/dissociations.ts';
import { conditionsOf, rowsOf, timeColumnOf, timeOf } from '../range/locate-rows.ts';
import type { RangeRows } from '../range/read-range.ts';
import { canonicalJson } from './canonical-json.ts';
import { type Difference, earliest } from './difference.ts';
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

/** Compares the rows of some blocks with those that the stream gives. The first difference in time, or null. */
export async function compareWithStream(
  client: pg.ClientBase,
  schema: StoredSchema,
  range: RangeRows,
): Promise<Difference | null> {
  const added = await selectAdded(client, range);
  const lostNfts = await selectNftDissociations(client, range.dissociations);
  let first: Difference | null = null;
  for (const [table, encoded] of range.rows) {
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
    first = earliest(
      first,
      form.compare(
        expected,
        stored.filter((row) => !added.has(form.timeOf(row))),
      ),
    );
  }
  return first;
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

  compare(expected: readonly BinaryRow[], stored: readonly BinaryRow[]): Difference | null {
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
    const missing = [...wanted.values()].flat();
    return this.#differenceOf(this.#first(missing), this.#first(extra));
  }

  #first(rows: readonly BinaryRow[]): BinaryRow | null {
    let first: BinaryRow | null = null;
    for (const row of rows) if (first === null || this.timeOf(row) < this.timeOf(first)) first = row;
    return first;
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

  #differenceOf(missing: BinaryRow | null, extra: BinaryRow | null): Difference | null {
    const first = missing ?? extra;
    if (first === null) return null;
    const [a, b] = [missing, extra].map((row) => (row === null ? null : this.timeOf(row)));
    if (missing !== null && extra !== null && a === b) return this.#columnDifference(missing, extra);
    const isMissing = b === null || b === undefined || (a !== null && a !== undefined && a < b);
    const row = (isMissing ? missing : extra) as BinaryRow;
    const at = this.timeOf(row);
    return {
      at,
      subject: `a row of ${this.table} at ${printTimestamp(at)}`,
      expected: isMissing ? 'one as in the stream' : 'none, as in the stream',
      found: isMissing ? 'none' : 'one',
    };
  }

  #columnDifference(expected: BinaryRow, found: BinaryRow): Difference {
    const names = Object.keys(this.columns);
    const differs = names.findIndex(
      (_, i) =>
        !this.#ignored.has(i) && this.#fieldKeyOf(expected, i, true) !== this.#fieldKeyOf(found, i, false),
    );
    const at = this.timeOf(expected);
    const name = names[differs] ?? '';
    const kind = kindOf(this.columns[name] ?? 'text');
    return {
      at,
      subject: `${name} of a row of ${this.table} at ${printTimestamp(at)}`,
      expected: print(kind, expected[differs] ?? null),
      found: print(kind, found[differs] ?? null),
    };
  }
}

/** Characters of a value in a sentence. */
const SHOWN = 40;

function print(kind: Parameters<typeof printField>[0], field: Buffer | null): string {
  const text = field === null ? 'nothing' : printField(kind, field);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
