import type pg from 'pg';
import type { CopyBuffer } from '../../store/copy/copy.ts';
import { type BinaryRow, binaryRows } from '../../store/copy/read-copy.ts';
import { type AppendOnlyTable, appendOnlyTables } from '../../store/schema/append-only-tables.ts';

/** Time columns of tables other than `consensus_timestamp`. */
const TIME_COLUMNS: Readonly<Partial<Record<AppendOnlyTable, string>>> = {
  record_file: 'consensus_end',
  sidecar_file: 'consensus_end',
};

/**
 * Offset of these tables in nanoseconds: a book is in force, and in the tables, from 1 ns after the transaction that
 * completed it.
 */
const LATER_BY: Readonly<Partial<Record<AppendOnlyTable, bigint>>> = {
  address_book_entry: 1n,
  address_book_service_endpoint: 1n,
};

/** Keys of the stream's rows, by which tables without an index on time are read. */
const KEYS: Readonly<Partial<Record<AppendOnlyTable, string>>> = {
  contract_transaction_hash: 'hash',
  hook_storage_change: 'owner_id',
  topic_message: 'topic_id',
  transaction_hash: 'hash',
  transaction_signature: 'entity_id',
};

/** Tables whose stored rows are read by keys of the stream, so that rows of other keys are never read. */
export const LOOKED_UP_TABLES: ReadonlySet<AppendOnlyTable> = new Set(Object.keys(KEYS) as AppendOnlyTable[]);

const HASH_PARTITIONS = 32;

export function timeColumnOf(table: AppendOnlyTable): string {
  return TIME_COLUMNS[table] ?? 'consensus_timestamp';
}

/** Returns the consensus time to which a row of a table at this time belongs. */
export function timeOf(table: AppendOnlyTable, at: bigint): bigint {
  return at - (LATER_BY[table] ?? 0n);
}

/** Returns all rows of an encoded table. */
export function rowsOf(encoded: CopyBuffer<object>): BinaryRow[] {
  return encoded.rows === 0 ? [] : [...binaryRows(Buffer.concat([...encoded.stream()]))];
}

/** Returns a condition: a row of a table belongs to a time between two (after, exclusive; up to, inclusive). */
export function timeCondition(
  table: AppendOnlyTable,
  after: bigint,
  upTo: bigint,
  alias: string = table,
): string {
  const time = `${alias}.${timeColumnOf(table)}`;
  const later = LATER_BY[table] ?? 0n;
  return `${time} > ${after + later} and ${time} <= ${upTo + later}`;
}

/** Returns the times of transactions that errata added, which are in no block. */
export async function selectAddedTimes(
  client: pg.ClientBase,
  after: bigint,
  upTo: bigint,
): Promise<readonly bigint[]> {
  const { rows } = await client.query<{ at: string }>(
    `select consensus_timestamp::text as at from transaction
     where ${timeCondition('transaction', after, upTo)} and errata = 'INSERT'`,
  );
  return rows.map(({ at }) => BigInt(at));
}

/**
 * Returns conditions, one for each statement, that find the stored rows of a table within consensus times (after,
 * exclusive; up to, inclusive). `expected`: the rows of the stream.
 */
export function conditionsOf(
  table: AppendOnlyTable,
  after: bigint,
  upTo: bigint,
  expected: readonly BinaryRow[],
): string[] {
  const within = timeCondition(table, after, upTo);
  const key = KEYS[table];
  if (key === undefined) return [within];
  const values = valuesOf(table, key, expected);
  if (values.length === 0) return [];
  if (table === 'transaction_hash')
    return hashConditions(values).map((condition) => `${condition} and ${within}`);
  return [`${key} = any(${arrayOf(key, values)}) and ${within}`];
}

/** Returns a condition: a row of a looked-up table has none of the keys by which the rows of the stream are looked up. */
export function otherKeyCondition(table: AppendOnlyTable, expected: readonly BinaryRow[]): string {
  const key = KEYS[table];
  return key === undefined
    ? 'false'
    : `(${key} = any(${arrayOf(key, valuesOf(table, key, expected))})) is not true`;
}

function valuesOf(table: AppendOnlyTable, key: string, rows: readonly BinaryRow[]): Buffer[] {
  const index = Object.keys(appendOnlyTables[table]).indexOf(key);
  return rows.flatMap((row) => row[index] ?? []);
}

/** Returns the SQL of an array of keys. */
function arrayOf(key: string, values: readonly Buffer[]): string {
  const texts =
    key === 'hash' ? values.map(byteText) : values.map((value) => value.readBigInt64BE().toString());
  return `'{${[...new Set(texts)].join(',')}}'::${key === 'hash' ? 'bytea' : 'bigint'}[]`;
}

/** Returns conditions by partition, and by the expression of the index. */
function hashConditions(hashes: readonly Buffer[]): string[] {
  const parts: string[][] = Array.from({ length: HASH_PARTITIONS }, () => []);
  for (const hash of hashes) parts[(hash[0] ?? 0) % HASH_PARTITIONS]?.push(byteText(hash));
  return parts.flatMap((texts, part) =>
    texts.length === 0
      ? []
      : [
          `mod(get_byte(hash, 0), ${HASH_PARTITIONS}) = ${part} and substring(hash from 1 for 32) = any('{${texts.join(',')}}'::bytea[])`,
        ],
  );
}

function byteText(bytes: Buffer): string {
  return `"\\\\x${bytes.toString('hex')}"`;
}
