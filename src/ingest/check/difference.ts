/** A wrong value in the database, at a consensus time (nanoseconds). */
export interface Difference {
  readonly at: bigint;
  /** The table whose rows differ. */
  readonly table: string;
  /** The column that differs; absent when a whole row is missing or extra, or when several columns form one value. */
  readonly column?: string;
  /** Subject of the difference, as the beginning of a sentence: `the count of its transactions`. */
  readonly subject: string;
  readonly expected: string;
  readonly found: string;
}

/** Maximum number of differences that one comparison describes; the rest are only counted. */
const MAX_DESCRIBED = 1000;

/**
 * Result of one comparison: its differences in the order of time, as far as they are described, and the number of all.
 */
export class Differences {
  readonly described: Difference[] = [];
  count = 0;

  /** Adds a difference that stands for `count` of them. */
  add(difference: Difference | null, count = 1): void {
    if (difference === null) return;
    this.count += count;
    if (this.described.length < MAX_DESCRIBED) this.described.push(difference);
  }

  addAll(others: Differences): void {
    const before = this.described.length;
    for (const difference of others.described) this.add(difference);
    this.count += others.count - others.described.length;
    if (before > 0 && others.count > 0)
      this.described.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  }

  /**
   * Adds the rows of a statement that is limited to `MAX_DESCRIBED`; each row has the number of all (`total`, of
   * `count(*) over ()`).
   */
  addRows<Row extends { readonly total: string }>(
    rows: readonly Row[],
    differenceOf: (row: Row) => Difference,
  ): void {
    for (const row of rows) this.add(differenceOf(row));
    this.count += Number(rows[0]?.total ?? 0) - rows.length;
  }
}

/** Column with the number of all rows of a statement, and its limit to those that are described. */
export const TOTAL = 'count(*) over ()::text as total';
export const LIMIT = `limit ${MAX_DESCRIBED}`;

/** Difference of a row that the stream has and the table lacks, or the other way round. */
export function rowDifference(at: bigint, table: string, subject: string, isMissing: boolean): Difference {
  return {
    at,
    table,
    subject,
    expected: isMissing ? 'one as in the stream' : 'none, as in the stream',
    found: isMissing ? 'none' : 'one',
  };
}

/** Maximum length of a value in a sentence, in characters. */
const MAX_VALUE_LENGTH = 40;

/** Formats the text of a value for a sentence; null: there is none. */
export function printValue(text: string | null): string {
  if (text === null) return 'nothing';
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}

/** Formats bytes for a sentence: the beginning of their hex digits. */
export function printBytes(bytes: Uint8Array | null): string {
  return bytes === null ? 'nothing' : printHash(Buffer.from(bytes).toString('hex'));
}

const MAX_HASH_DIGITS = 16;

/** Formats hex digits for a sentence: their beginning. */
export function printHash(digits: string): string {
  if (digits === '') return 'no bytes';
  return digits.length > MAX_HASH_DIGITS ? `0x${digits.slice(0, MAX_HASH_DIGITS)}…` : `0x${digits}`;
}
