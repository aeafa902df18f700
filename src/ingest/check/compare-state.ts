import type pg from 'pg';
import { hasHistory, type StateTable, stateTables } from '../../store/schema/current-state-tables.ts';
import type { RangeRows } from '../range/read-range.ts';
import { type ReplayedKey, replayState } from '../range/replay-state.ts';
import { type AnyRow, ENDS, keyText, UNVERSIONED, validityOf } from '../range/state-rows.ts';
import { SurplusRows } from '../range/surplus-rows.ts';
import { type Difference, Differences } from './difference.ts';
import { isKnown, PendingValues, UNKNOWN } from './pending-values.ts';
import { columnDifference, isSame, nameOf, versionDifference } from './row-differences.ts';

/** A key whose rows differ, with the differences. */
export interface DifferingKey {
  readonly replayed: ReplayedKey;
  readonly differences: readonly Difference[];
  /** Whether it is a balance of NFTs, whose time the replay knows. */
  readonly isOfNfts: boolean;
}

/** Columns without versions that `balances.ts` compares more precisely, but for the times of balances of NFTs. */
const BALANCE_COLUMNS: ReadonlySet<string> = new Set(['balance', 'balance_timestamp']);
/**
 * Columns without versions to which changes add. Their values are tracked even while the present row has them: that may be the
 * value before a change that the row lacks.
 */
const ADDED_TO: Readonly<Partial<Record<StateTable, string>>> = {
  crypto_allowance: 'amount',
  token_allowance: 'amount',
};
/** Tables without versions whose rows change as a whole. */
const CHANGING: ReadonlySet<StateTable> = new Set(['contract', 'ledger']);

/**
 * Compares the state that blocks produce with the stored one, batch after batch: each version of a row with the
 * previous one and the changes of its block. Values without versions are tracked from where they are known, and
 * compared at the end.
 */
export class StateComparison {
  readonly #client: pg.ClientBase;
  readonly #pending = new PendingValues();
  /** Rows that no batch replays. */
  readonly surplus = new SurplusRows();

  constructor(client: pg.ClientBase) {
    this.#client = client;
  }

  /** Number of values that could not be tracked. */
  get untracked(): number {
    return this.#pending.untracked;
  }

  /** Compares a batch. Must be called in a snapshot of the database, with consecutive batches. */
  async compare(range: RangeRows): Promise<Differences> {
    const found = new Differences();
    for (const { differences } of await this.differingKeys(range)) {
      for (const difference of differences) found.add(difference);
    }
    found.described.sort((a, b) => (a.at < b.at ? -1 : 1));
    return found;
  }

  /** Compares a batch as `compare` does; returns the differences by key, with the rows. */
  async differingKeys(range: RangeRows): Promise<DifferingKey[]> {
    const keys = await replayState(this.#client, range, (table, key, row) => this.#known(table, key, row));
    this.surplus.add(range, keys);
    const compared = keys.map((replayed) => ({ replayed, differences: this.#compareKey(replayed, range) }));
    const collections = await this.#selectCollections(compared);
    const differing: DifferingKey[] = [];
    for (const { replayed, differences } of compared) {
      const isOfNfts = replayed.table === 'token_account' && collections.has(replayed.key.token_id as bigint);
      if (hasHistory(replayed.table)) this.#track(replayed, range, isOfNfts);
      if (differences.length > 0) differing.push({ replayed, differences, isOfNfts });
    }
    for (const id of range.contracts) this.#pending.settle(`entity|${id}`, 'type');
    return differing;
  }

  /** Yields the values that the present rows must have and do not have, after the last batch, with table and key. */
  *wrongValues(): Generator<{ table: StateTable; key: AnyRow; column: string; value: unknown }> {
    for (const [column, { table, key, value }] of this.#pending.all()) {
      if (column !== 'type') yield { table, key, column, value };
    }
  }

  /** Returns the differences that are still pending, after the last batch. `isAtEnd`: no later block is stored. */
  pending(isAtEnd: boolean): Differences {
    const found = new Differences();
    for (const [column, { difference }] of this.#pending.all()) {
      if (isAtEnd || column === 'type') found.add(difference);
    }
    return found;
  }

  /** Adds known values to a row: columns without versions are unknown unless they were tracked. */
  #known(table: StateTable, key: string, row: AnyRow): AnyRow {
    const tracked = this.#pending.of(`${table}|${key}`);
    const known: Record<string, unknown> = { ...row };
    for (const column of UNVERSIONED[table] ?? []) {
      if (!BALANCE_COLUMNS.has(column)) known[column] = UNKNOWN;
    }
    for (const [column, { value }] of tracked ?? []) if (column !== 'type') known[column] = value;
    return known;
  }

  #compareKey(replayed: ReplayedKey, range: RangeRows): Difference[] {
    return hasHistory(replayed.table)
      ? this.#compareVersions(replayed, range)
      : this.#compareRow(replayed, range);
  }

  /** Returns the collections of NFTs among the tokens of balances that differ, or whose stored time is too early. */
  async #selectCollections(
    compared: readonly Omit<DifferingKey, 'isOfNfts'>[],
  ): Promise<ReadonlySet<bigint>> {
    const tokens = compared
      .filter(
        ({ replayed: { table, present, storedPresent }, differences }) =>
          table === 'token_account' &&
          present !== null &&
          (differences.length > 0 || isEarlier(storedPresent, present)),
      )
      .map(({ replayed }) => String(replayed.key.token_id));
    if (tokens.length === 0) return new Set();
    const { rows } = await this.#client.query<{ id: string }>(
      `select token_id::text as id from token where token_id = any($1) and type = 'NON_FUNGIBLE_UNIQUE'`,
      [[...new Set(tokens)]],
    );
    return new Set(rows.map(({ id }) => BigInt(id)));
  }

  #compareVersions(
    { table, key, before, beforeEnded, stored, produced }: ReplayedKey,
    range: RangeRows,
  ): Difference[] {
    const differences: Difference[] = [];
    const others = [...stored];
    const name = nameOf(table, key);
    if (before !== null) {
      const { to } = validityOf(before);
      const first = produced[0];
      const end = first ? validityOf(first).from : null;
      const endsAsExpected = end === null ? to === null || to > range.upTo : to === end;
      // A missing end is also visible in the following version, if that is stored.
      if (!endsAsExpected && (to === null || !others.some((row) => validityOf(row).from === to))) {
        differences.push({
          at: end ?? to ?? range.upTo,
          table,
          column: 'timestamp_range',
          subject: `the end of the version of ${name} that began at ${validityOf(before).from}`,
          expected: end === null ? 'none' : String(end),
          found: to === null ? 'none' : String(to),
        });
      }
    }
    for (const column of before === null || beforeEnded === null ? [] : (UNVERSIONED[table] ?? [])) {
      if (BALANCE_COLUMNS.has(column) || !isKnown(beforeEnded?.[column])) continue;
      if (isSame(table, column, beforeEnded?.[column], before?.[column])) continue;
      const at = validityOf(beforeEnded as AnyRow).to ?? range.upTo;
      differences.push(columnDifference(table, name, column, at, beforeEnded ?? {}, before ?? {}));
    }
    for (const version of produced) {
      const { from, to } = validityOf(version);
      const i = others.findIndex((row) => validityOf(row).from === from);
      const other = i === -1 ? undefined : others.splice(i, 1)[0];
      if (other === undefined) {
        differences.push(versionDifference(table, name, from, true));
        continue;
      }
      const ended = validityOf(other).to;
      const endsAlike = to === null ? ended === null || ended > range.upTo : ended === to;
      if (!endsAlike) {
        differences.push({
          at: from,
          table,
          column: 'timestamp_range',
          subject: `the end of the version of ${name} that began at ${from}`,
          expected: to === null ? 'none' : String(to),
          found: ended === null ? 'none' : String(ended),
        });
      }
      differences.push(...this.#compareColumns(table, name, version, other, range));
    }
    for (const other of others)
      differences.push(versionDifference(table, name, validityOf(other).from, false));
    return differences;
  }

  #compareColumns(
    table: StateTable,
    name: string,
    version: AnyRow,
    other: AnyRow,
    range: RangeRows,
  ): Difference[] {
    const { from, to } = validityOf(version);
    const unversioned = UNVERSIONED[table] ?? [];
    const differences: Difference[] = [];
    for (const column of Object.keys(stateTables[table])) {
      if (column === 'timestamp_range' || BALANCE_COLUMNS.has(column)) continue;
      // A version that has ended shows the values of unversioned columns at its end.
      if (unversioned.includes(column) && (to === null || !isKnown(version[column]))) continue;
      if (isSame(table, column, version[column], other[column])) continue;
      const difference = columnDifference(table, name, column, from, version, other);
      // An entity that turns out to be a contract has been one from the beginning.
      if (table === 'entity' && column === 'type' && other.type === 'CONTRACT') {
        if (!range.contracts.includes(version.id as bigint)) {
          this.#pending.add(`entity|${version.id}`, column, {
            table,
            key: { id: version.id },
            difference,
            value: version.type,
          });
        }
        continue;
      }
      differences.push(difference);
    }
    return differences;
  }

  /** Tracks the columns without versions. */
  #track({ table, key, present, storedPresent }: ReplayedKey, range: RangeRows, isOfNfts: boolean): void {
    if (present === null) return;
    const name = nameOf(table, key);
    const id = `${table}|${keyText(table, key)}`;
    for (const column of UNVERSIONED[table] ?? []) {
      // Later blocks only make it later, so that few are tracked: those that are wrong whatever follows.
      const isWrongTime = column === 'balance_timestamp' && isOfNfts && isEarlier(storedPresent, present);
      if (BALANCE_COLUMNS.has(column) && !isWrongTime) continue;
      const value = present[column];
      const isStored = storedPresent !== null && isSame(table, column, value, storedPresent[column]);
      if (!isKnown(value) || (isStored && ADDED_TO[table] !== column)) {
        this.#pending.settle(id, column);
        continue;
      }
      const difference = isStored
        ? null
        : columnDifference(table, name, column, range.upTo, present, storedPresent ?? {});
      this.#pending.add(id, column, { table, key, difference, value });
    }
  }

  /** Compares a row without versions. */
  #compareRow({ table, key, stored, produced }: ReplayedKey, range: RangeRows): Difference[] {
    const [row] = produced;
    const [other] = stored;
    const name = nameOf(table, key);
    if (row === undefined) return [];
    if (other === undefined) return [versionDifference(table, name, range.upTo, true)];
    const differences: Difference[] = [];
    const id = `${table}|${keyText(table, key)}`;
    for (const column of Object.keys(stateTables[table])) {
      const end = other[column];
      const endsLater =
        ENDS[table] === column && row[column] === null && typeof end === 'bigint' && end > range.upTo;
      if (endsLater || isSame(table, column, row[column], end)) {
        this.#pending.settle(id, column);
        continue;
      }
      const difference = columnDifference(table, name, column, range.upTo, row, other);
      if (CHANGING.has(table)) this.#pending.add(id, column, { table, key, difference, value: row[column] });
      else differences.push(difference);
    }
    return differences;
  }
}

/** Returns whether a stored balance has an earlier time than the stream says. */
function isEarlier(stored: AnyRow | null, present: AnyRow | null): boolean {
  const timeOf = (row: AnyRow): bigint => (row.balance_timestamp ?? 0n) as bigint;
  return stored !== null && present !== null && timeOf(stored) < timeOf(present);
}
