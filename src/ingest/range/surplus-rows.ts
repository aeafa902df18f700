import type pg from 'pg';
import { MAX_INT64 } from '../../kernel/timestamp.ts';
import { type StateTable, stateTables } from '../../schema/current-state-tables.ts';
import { MADE_UP_TREASURY_MEMO } from '../../schema/made-up-treasury.ts';
import { type RangeRows, readRange, type StoredStream } from './read-range.ts';
import { NOT_REPLAYED, type ReplayedKey, replayState } from './replay-state.ts';
import { selectChanged, sourcesOf } from './select-versions.ts';
import { type AnyRow, keyText, timesOf, timesSql } from './state-rows.ts';

/** A stored row or version that the stream does not have: its key does not change when it begins, or when it ends. */
export interface SurplusRow {
  readonly table: StateTable;
  readonly row: AnyRow;
  /** Time of its begin, or of its end. */
  readonly at: bigint;
}

interface Counted extends Pick<RangeRows, 'after' | 'upTo'> {
  /** Number of begins and ends in the batch, of stored rows that its replay read, by table. */
  readonly counts: Map<StateTable, number>;
}

/** Tables whose rows all come from blocks, unlike an operator's address book. */
const TABLES = (Object.keys(stateTables) as StateTable[]).filter(
  (table) => !NOT_REPLAYED.has(table) && table !== 'address_book',
);

/**
 * Finds surplus rows. A replay reads the stored rows of the keys that its blocks change, so it never sees rows of other
 * keys. Therefore this counts the begins and ends of the rows that each batch reads. Where a table has more of them, the
 * batch is read once more.
 */
export class SurplusRows {
  readonly #batches: Counted[] = [];

  /** Counts the rows that a batch read. Must be called with consecutive batches. */
  add({ after, upTo }: RangeRows, keys: readonly ReplayedKey[]): void {
    this.#batches.push({ after, upTo, counts: new Map() });
    for (const key of keys) this.#count(key.table, [key.before, ...key.stored], 1);
  }

  /** Counts the rows that replaced those of a key of the last batch. */
  replaced({ table, before, beforeEnded, stored, produced }: ReplayedKey): void {
    this.#count(table, [before, ...stored], -1);
    this.#count(table, [beforeEnded ?? before, ...produced], 1);
  }

  #count(table: StateTable, rows: readonly (AnyRow | null)[], sign: number): void {
    const batch = this.#batches.at(-1);
    if (batch === undefined) return;
    const times = rows.flatMap((row) => (row === null || isMadeUp(table, row) ? [] : timesOf(table, row)));
    const within = times.filter((at) => at > batch.after && at <= batch.upTo).length;
    batch.counts.set(table, (batch.counts.get(table) ?? 0) + sign * within);
  }

  /** Returns the surplus rows of all batches; `isAtEnd`: also those that begin or end after the last one. */
  async select(
    client: pg.ClientBase,
    stream: StoredStream,
    isAtEnd: boolean,
    signal: AbortSignal,
  ): Promise<SurplusRow[]> {
    const end = isAtEnd ? MAX_INT64 : (this.#batches.at(-1)?.upTo ?? 0n);
    const exceeded = new Map<Counted, StateTable[]>();
    for (const table of TABLES) {
      for (const batch of await this.#exceeded(client, table, end))
        exceeded.set(batch, [...(exceeded.get(batch) ?? []), table]);
    }
    const surplus: SurplusRow[] = [];
    for (const [{ after, upTo }, tables] of exceeded) {
      for await (const range of readRange({ client, stream, after, upTo, signal })) {
        const keys = await replayState(client, range, (_table, _key, row) => row);
        const own = new Set(keys.map(({ table, key }) => nameOf(table, key)));
        const isLast = range.upTo === this.#batches.at(-1)?.upTo;
        for (const table of tables) {
          surplus.push(...(await selectSurplus(client, table, own, range, isLast ? end : range.upTo)));
        }
      }
    }
    return surplus;
  }

  /** Returns the batches in whose time more rows of a table begin and end than their replay read. */
  async #exceeded(client: pg.ClientBase, table: StateTable, end: bigint): Promise<Counted[]> {
    const [first] = this.#batches;
    if (first === undefined) return [];
    const made = table === 'entity' ? `where t.memo <> '${MADE_UP_TREASURY_MEMO}'` : '';
    const times = sourcesOf(table).flatMap((source) =>
      timesSql(table, source !== table).map((time) => `select ${time} as at from ${source} t ${made}`),
    );
    const { rows } = await client.query<{ batch: number; count: string }>(
      `select width_bucket(at, $1::bigint[]) as batch, count(*)::text as count
       from (${times.join(' union all ')}) v
       where at > $2 and at <= $3
       group by 1`,
      [this.#batches.map(({ after }) => String(after + 1n)), first.after.toString(), end.toString()],
    );
    return rows.flatMap(({ batch, count }) => {
      const counted = this.#batches[batch - 1];
      return counted && Number(count) > (counted.counts.get(table) ?? 0) ? [counted] : [];
    });
  }
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
    return isSurplus ? [{ table, row, at: others[0] ?? upTo }] : [];
  });
}

/** Returns whether a row is that of a treasury that no transaction created. */
function isMadeUp(table: StateTable, row: AnyRow): boolean {
  return table === 'entity' && row.memo === MADE_UP_TREASURY_MEMO;
}
