import { MAX_INT64 } from '@tain/ledger/timestamp';
import type pg from 'pg';
import { hasHistory, type StateTable, stateTables } from '../../store/schema/current-state-tables.ts';
import { MADE_UP_TREASURY_MEMO } from '../../store/schema/made-up-treasury.ts';
import { type RangeRows, readRange, type StoredStream } from './read-range.ts';
import { NOT_REPLAYED, type ReplayedKey, replayState } from './replay-state.ts';
import { selectChanged, sourcesOf } from './select-versions.ts';
import { type AnyRow, ENDS, keyText, rowsSql, timesOf, timesSql } from './state-rows.ts';

/** A stored row or version that the stream does not have: its key does not change when it begins, or when it ends. */
export interface SurplusRow {
  readonly table: StateTable;
  readonly row: AnyRow;
  /** Time of its begin, or of its end. */
  readonly at: bigint;
  /** Column with that end, if only this is surplus, in a row without versions. */
  readonly column: string | null;
}

/** Times at which rows begin and end, of the tables whose rows all come from blocks, unlike an operator's address book. */
const TIMES: ReadonlyMap<StateTable, string> = new Map(
  (Object.keys(stateTables) as StateTable[])
    .filter((table) => !NOT_REPLAYED.has(table) && table !== 'address_book')
    .map((table) => {
      const made = table === 'entity' ? `where t.memo <> '${MADE_UP_TREASURY_MEMO}'` : '';
      const times = sourcesOf(table).flatMap((source) =>
        timesSql(table, source !== table).map(
          (time) => `select ${time} as at from ${rowsSql(table, source)} ${made}`,
        ),
      );
      return [table, times.join(' union all ')];
    }),
);

/**
 * Finds surplus rows. A replay reads the stored rows of the keys that its blocks change, so it never sees rows of other
 * keys. Therefore this counts the begins and ends of the rows that each batch reads. Where a table has more of them, the
 * batch is read once more.
 */
export class SurplusRows {
  readonly #read = new BatchCounts<StateTable>();

  /** Counts the rows that a batch read. Must be called with consecutive batches. */
  add(batch: RangeRows, keys: readonly ReplayedKey[]): void {
    this.#read.begin(batch);
    for (const key of keys) this.#count(key.table, readRows(key), 1);
  }

  /** Counts the rows that replaced those of a key of the last batch. */
  replaced(key: ReplayedKey): void {
    const { table, before, beforeEnded, produced } = key;
    this.#count(table, readRows(key), -1);
    this.#count(table, hasHistory(table) ? [beforeEnded ?? before, ...produced] : produced, 1);
  }

  #count(table: StateTable, rows: readonly (AnyRow | null)[], sign: number): void {
    const batch = this.#read.last;
    if (batch === undefined) return;
    const times = rows.flatMap((row) => (row === null || isMadeUp(table, row) ? [] : timesOf(table, row)));
    this.#read.add(table, sign * times.filter((at) => at > batch.after && at <= batch.upTo).length);
  }

  /** Returns the surplus rows of all batches; `isAtEnd`: also those that begin or end after the last one. */
  async select(
    client: pg.ClientBase,
    stream: StoredStream,
    isAtEnd: boolean,
    signal: AbortSignal,
  ): Promise<SurplusRow[]> {
    const { last } = this.#read;
    const end = isAtEnd ? MAX_INT64 : (last?.upTo ?? 0n);
    const surplus: SurplusRow[] = [];
    for (const [{ after, upTo, previous }, tables] of await this.#read.exceeded(client, TIMES, end)) {
      for await (const range of readRange({ client, stream, after, upTo, previous, signal })) {
        const keys = await replayState(client, range, (_table, _key, row) => row);
        const own = new Set(keys.map(({ table, key }) => nameOf(table, key)));
        const isLast = range.upTo === last?.upTo;
        for (const table of tables) {
          surplus.push(...(await selectSurplus(client, table, own, range, isLast ? end : range.upTo)));
        }
      }
    }
    return surplus;
  }
}

/** Returns the rows that a replay read, each once: without versions, the row before the blocks is the stored one. */
function readRows({ table, before, stored }: ReplayedKey): readonly (AnyRow | null)[] {
  return hasHistory(table) ? [before, ...stored] : stored;
}

function nameOf(table: StateTable, key: AnyRow): string {
  return `${table}|${keyText(table, key)}`;
}

/** Returns the surplus rows of a table after a batch's begin, up to `end`. `own`: names of the keys that the batch changes. */
async function selectSurplus(
  client: pg.ClientBase,
  table: StateTable,
  own: ReadonlySet<string>,
  { after, upTo }: RangeRows,
  end: bigint,
): Promise<SurplusRow[]> {
  const rows = await selectChanged(client, table, { after, upTo: end });
  return rows.flatMap((row) => {
    if (isMadeUp(table, row)) return [];
    const isOwn = own.has(nameOf(table, row));
    const within = timesOf(table, row).filter((at) => at > after && at <= end);
    const others = within.filter((at) => !isOwn || at > upTo);
    // A contract that was never created has no time.
    const isSurplus = others.length > 0 || (within.length === 0 && !isOwn);
    if (!isSurplus) return [];
    const [at = upTo] = others;
    const ends = ENDS[table];
    const column = ends !== undefined && row[ends] === at ? ends : null;
    return [{ table, row, at, column }];
  });
}

/** Returns whether a row is that of a treasury that no transaction created. */
function isMadeUp(table: StateTable, row: AnyRow): boolean {
  return table === 'entity' && row.memo === MADE_UP_TREASURY_MEMO;
}

/** The blocks of a batch, to be read again. */
type BatchBounds = Pick<RangeRows, 'after' | 'upTo' | 'previous'>;

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
