import type pg from 'pg';
import { hasHistory, type StateTable, stateTables } from '../../store/schema/current-state-tables.ts';
import { BULK_TABLES } from '../records/batch.ts';
import type { BulkUpdate } from '../records/context.ts';
import type { StateReducer, StateReducers } from '../state/state-reducer.ts';
import type { RangeRows } from './read-range.ts';
import { selectOwned, selectVersions } from './select-versions.ts';
import { type AnyRow, asThen, beforeOf, inOrder, keyText, validityOf } from './state-rows.ts';

// Replays the changes that blocks make to current-state rows. Begins with the stored versions in force before the
// blocks, and applies changes that the ingest's own code makes again.

/** Tables that the stream's own rows describe more precisely (`contract_state_change`, `hook_storage_change`). */
export const NOT_REPLAYED: ReadonlySet<StateTable> = new Set(['contract_state', 'hook_storage']);

/** One key of a table: its stored rows of the replayed blocks, and those from the stream. */
export interface ReplayedKey {
  readonly table: StateTable;
  readonly key: AnyRow;
  /** The version in force before the blocks, as stored. */
  readonly before: AnyRow | null;
  /** The same version with its end within the blocks, from the stream; null when it did not end. */
  readonly beforeEnded: AnyRow | null;
  /** Versions that began within the blocks, in order. Without versions: the row. */
  readonly stored: readonly AnyRow[];
  readonly produced: readonly AnyRow[];
  /** The row after the blocks, from the stream; null when there is none. */
  readonly present: AnyRow | null;
  /** The present row as stored, unless a version followed after the blocks. */
  readonly storedPresent: AnyRow | null;
}

/** Progress of the replay in one table: rows by key, updated block by block. */
interface TableReplay {
  readonly keys: Map<string, AnyRow>;
  readonly stored: Map<string, AnyRow[]>;
  /** The present row of a key as of the last applied change. */
  readonly now: Map<string, AnyRow>;
  /** Versions that the blocks ended. */
  readonly ended: Map<string, AnyRow[]>;
}

/**
 * Produces the state rows of some blocks again. `known`: sets unversioned columns of the version before the blocks to
 * values that are more reliable than the stored ones.
 */
export async function replayState(
  client: pg.ClientBase,
  range: RangeRows,
  known: (table: StateTable, key: string, row: AnyRow) => AnyRow,
): Promise<ReplayedKey[]> {
  const replay = new Replay(client, range, known);
  return replay.run();
}

class Replay {
  readonly #client: pg.ClientBase;
  readonly #range: RangeRows;
  readonly #known: (table: StateTable, key: string, row: AnyRow) => AnyRow;
  readonly #made = new Map<StateTable, TableReplay>();

  constructor(
    client: pg.ClientBase,
    range: RangeRows,
    known: (table: StateTable, key: string, row: AnyRow) => AnyRow,
  ) {
    this.#client = client;
    this.#range = range;
    this.#known = known;
  }

  async run(): Promise<ReplayedKey[]> {
    const { segments } = this.#range;
    const shared = segments[0];
    if (shared === undefined) return [];
    for (const table of Object.keys(stateTables) as StateTable[]) {
      if (NOT_REPLAYED.has(table) || (BULK_TABLES as readonly StateTable[]).includes(table)) continue;
      await this.#apply(table, shared.state[table] as unknown as StateReducer<StateTable>);
    }
    for (const { state, change } of segments) {
      for (const table of BULK_TABLES) {
        await this.#apply(table, state[table] as unknown as StateReducer<StateTable>);
      }
      await this.#addNfts(state);
      if (change !== null) await this.#change(change);
    }
    return [...this.#made].flatMap(([table, made]) => replayedKeys(table, made, this.#range));
  }

  #of(table: StateTable): TableReplay {
    const made = this.#made.get(table) ?? {
      keys: new Map(),
      stored: new Map(),
      now: new Map(),
      ended: new Map(),
    };
    this.#made.set(table, made);
    return made;
  }

  /** Reads the rows of keys that were not read yet. */
  async #read(table: StateTable, keys: readonly AnyRow[]): Promise<void> {
    const made = this.#of(table);
    const missing = keys.filter((key) => !made.keys.has(keyText(table, key)));
    for (const key of missing) made.keys.set(keyText(table, key), key);
    const rows = await selectVersions(this.#client, table, missing, this.#range);
    this.#take(table, rows);
  }

  #take(table: StateTable, rows: readonly AnyRow[]): void {
    const made = this.#of(table);
    for (const row of rows) {
      const key = keyText(table, row);
      if (!made.keys.has(key)) made.keys.set(key, row);
      const others = made.stored.get(key);
      if (others) others.push(row);
      else made.stored.set(key, [row]);
    }
    for (const row of rows) {
      const key = keyText(table, row);
      const before = beforeOf(table, made.stored.get(key) ?? [], this.#range);
      if (before !== null && !made.now.has(key))
        made.now.set(key, this.#known(table, key, asThen(table, before, this.#range)));
    }
  }

  async #apply(table: StateTable, reducer: StateReducer<StateTable>): Promise<void> {
    const keys = reducer.keysToRead();
    if (keys.length === 0) return;
    await this.#read(table, keys);
    const { keys: _, now, ended } = this.#of(table);
    const existing = keys.flatMap((key) => now.get(keyText(table, key)) ?? []);
    const { history, fresh, changed } = reducer.finish(existing as never);
    for (const row of history as unknown as AnyRow[]) push(ended, keyText(table, row), row);
    for (const row of [...fresh, ...changed] as unknown as AnyRow[]) now.set(keyText(table, row), row);
  }

  /**
   * Adds transferred NFTs to balances that do not change otherwise, so that their times are known. Rows of transfers tell those of
   * fungible tokens.
   */
  async #addNfts(state: StateReducers): Promise<void> {
    const collections = new Set(state.nft.keys().map(({ token_id }) => token_id));
    const deltas = state.token_account.balanceDeltas().filter(({ token_id }) => collections.has(token_id));
    await this.#read('token_account', deltas);
    const { now } = this.#of('token_account');
    for (const { delta, at, ...key } of deltas) {
      const text = keyText('token_account', key);
      const row = now.get(text);
      if (row === undefined) continue;
      now.set(text, { ...row, balance: (row.balance as bigint) + delta, balance_timestamp: at });
    }
  }

  /** Applies a bulk update to an account's NFTs of a token and to the balances, after all earlier changes. */
  async #change(change: BulkUpdate): Promise<void> {
    const owner = change.kind === 'nft-treasury' ? change.from : change.accountId;
    const known = this.#of('nft');
    const rows = await selectOwned(this.#client, change.tokenId, owner, this.#range);
    await this.#read(
      'nft',
      rows.filter((row) => !known.keys.has(keyText('nft', row))),
    );
    const { now, ended } = known;
    let count = 0;
    for (const [key, row] of now) {
      if (row.token_id !== change.tokenId || row.account_id !== owner || row.deleted === true) continue;
      count += 1;
      const { from } = validityOf(row);
      if (from < change.at) push(ended, key, { ...row, timestamp_range: { from, to: change.at } });
      const fields =
        change.kind === 'nft-treasury' ? { account_id: change.to } : { account_id: null, deleted: true };
      const timestamp_range = { from: change.at, to: null };
      now.set(key, { ...row, ...fields, spender: null, delegating_spender: null, timestamp_range });
    }
    if (change.kind === 'nft-treasury') await this.#moveBalances(change, BigInt(count));
    if (change.kind === 'nft-treasury' || count > 0) return;
    await this.#read('token', [{ token_id: change.tokenId }]);
    const tokens = this.#of('token').now;
    const token = tokens.get(String(change.tokenId));
    if (!token) return;
    const total_supply = (token.total_supply as bigint) + change.amount;
    tokens.set(String(change.tokenId), { ...token, total_supply });
  }

  /** Moves the former treasury's balance of NFTs to the new one. */
  async #moveBalances(
    { tokenId, from, to, at }: Extract<BulkUpdate, { kind: 'nft-treasury' }>,
    count: bigint,
  ): Promise<void> {
    const keys = [from, to].map((account_id) => ({ account_id, token_id: tokenId }));
    await this.#read('token_account', keys);
    const { now } = this.#of('token_account');
    for (const key of keys) {
      const row = now.get(keyText('token_account', key));
      if (row === undefined) continue;
      const balance = key.account_id === from ? 0n : (row.balance as bigint) + count;
      now.set(keyText('token_account', row), { ...row, balance, balance_timestamp: at });
    }
  }
}

function push(rows: Map<string, AnyRow[]>, key: string, row: AnyRow): void {
  const others = rows.get(key);
  if (others) others.push(row);
  else rows.set(key, [row]);
}

function replayedKeys(
  table: StateTable,
  { keys, stored, now, ended }: TableReplay,
  range: RangeRows,
): ReplayedKey[] {
  const replayed: ReplayedKey[] = [];
  for (const [text, key] of keys) {
    const versions = stored.get(text) ?? [];
    const present = now.get(text);
    const before = beforeOf(table, versions, range);
    if (!hasHistory(table)) {
      const produced = present ? [present] : [];
      const ends = { present: present ?? null, storedPresent: versions[0] ?? null };
      replayed.push({ table, key, before, beforeEnded: null, stored: versions, produced, ...ends });
      continue;
    }
    const all = [...(ended.get(text) ?? []), ...(present ? [present] : [])];
    replayed.push({
      table,
      key,
      before,
      beforeEnded: (ended.get(text) ?? []).find((row) => validityOf(row).from <= range.after) ?? null,
      stored: inOrder(versions.filter((row) => validityOf(row).from > range.after)),
      produced: inOrder(all.filter((row) => validityOf(row).from > range.after)),
      present: present ?? null,
      storedPresent: versions.find((row) => validityOf(row).to === null) ?? null,
    });
  }
  return replayed;
}
