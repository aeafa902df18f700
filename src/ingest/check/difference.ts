/** Something in the database that is not as it must be, at a consensus time (nanoseconds). */
export interface Difference {
  readonly at: bigint;
  /** The table whose rows differ. */
  readonly table: string;
  /** The column that differs; absent where a whole row is missing or too many, or where several make one value. */
  readonly column?: string;
  /** What differs, as the beginning of a sentence: `the count of its transactions`. */
  readonly subject: string;
  readonly expected: string;
  readonly found: string;
}

/** Maximum number of differences that one comparison describes; more are counted. */
const MAX_DESCRIBED = 1000;

/** What one comparison found: its differences in the order of time as far as they are described, and the count of all. */
export class Differences {
  readonly described: Difference[] = [];
  count = 0;

  /** `count`: how many it stands for. */
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
   * Adds what a statement found, whose rows carry the count of all that there are (`total`, of `count(*) over ()`) since
   * it is limited to `MAX_DESCRIBED`.
   */
  addRows<Row extends { readonly total: string }>(
    rows: readonly Row[],
    differenceOf: (row: Row) => Difference,
  ): void {
    for (const row of rows) this.add(differenceOf(row));
    this.count += Number(rows[0]?.total ?? 0) - rows.length;
  }
}

/** What a statement says of all rows that it finds: their number, and no more of them than are described. */
export const TOTAL = 'count(*) over ()::text as total';
export const LIMIT = `limit ${MAX_DESCRIBED}`;

/** Bytes for a sentence: the beginning of their hex digits. */
export function printBytes(bytes: Uint8Array | null): string {
  return bytes === null ? 'nothing' : printHash(Buffer.from(bytes).toString('hex'));
}

const SHOWN_DIGITS = 16;

/** Hex digits for a sentence: their beginning. */
export function printHash(digits: string): string {
  if (digits === '') return 'no bytes';
  return digits.length > SHOWN_DIGITS ? `0x${digits.slice(0, SHOWN_DIGITS)}…` : `0x${digits}`;
}
