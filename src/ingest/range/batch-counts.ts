import type pg from 'pg';
import type { RangeRows } from './read-range.ts';

/** The blocks of a batch, to be read again. */
export type BatchBounds = Pick<RangeRows, 'after' | 'upTo' | 'previous'>;

interface Counted<Table extends string> extends BatchBounds {
  readonly counts: Map<Table, number>;
}

/**
 * Numbers of stored rows that the batches of a range read by the keys of the stream. A table that has more rows within
 * the time of a batch has rows of other keys there, which only a scan of the table finds.
 */
export class BatchCounts<Table extends string> {
  readonly #batches: Counted<Table>[] = [];

  /** The last batch. */
  get last(): BatchBounds | undefined {
    return this.#batches.at(-1);
  }

  /** Begins a batch. Must be called with consecutive ones. */
  begin({ after, upTo, previous }: BatchBounds): void {
    this.#batches.push({ after, upTo, previous, counts: new Map() });
  }

  /** Adds a number of rows of a table to the last batch. */
  add(table: Table, rows: number): void {
    const counts = this.#batches.at(-1)?.counts;
    counts?.set(table, (counts.get(table) ?? 0) + rows);
  }

  /**
   * Returns the batches that have more rows than they read, with those tables. `times`: for each table a SELECT of the
   * times of its rows as `at`. `upTo`: time of the last row that counts, in nanoseconds; rows after the last batch belong
   * to it.
   */
  async exceeded(
    client: pg.ClientBase,
    times: ReadonlyMap<Table, string>,
    upTo: bigint,
  ): Promise<Map<BatchBounds, Table[]>> {
    const exceeded = new Map<BatchBounds, Table[]>();
    const [first] = this.#batches;
    if (first === undefined) return exceeded;
    for (const [table, text] of times) {
      const { rows } = await client.query<{ batch: number; count: string }>(
        `select width_bucket(at, $1::bigint[]) as batch, count(*)::text as count
         from (${text}) v
         where at > $2 and at <= $3
         group by 1`,
        [this.#batches.map((batch) => String(batch.after + 1n)), first.after.toString(), upTo.toString()],
      );
      for (const { batch: i, count } of rows) {
        const batch = this.#batches[i - 1];
        if (batch === undefined || Number(count) <= (batch.counts.get(table) ?? 0)) continue;
        exceeded.set(batch, [...(exceeded.get(batch) ?? []), table]);
      }
    }
    return exceeded;
  }
}
