import { MAX_INT64 } from '@tain/ledger/timestamp';
import { Failure } from '../../kernel/failure.ts';
import { formFor } from '../../store/connections/distributed.ts';
import { CopyBuffer } from '../../store/copy/copy.ts';
import { BLOCK_CHANNEL, printBlockNotice } from '../../store/schema/channels.ts';
import {
  hasHistory,
  type StateRow,
  type StateTable,
  stateTables,
} from '../../store/schema/current-state-tables.ts';
import type { Queryable, Writer } from '../../store/writer/writer.ts';
import { seedBalances } from '../balance-files/seed-balances.ts';
import { BLOCK_STREAM_VERSION, type BlockPosition, hashOf } from '../decode/decoded-block.ts';
import { type ChangedKeys, invalidateBalanceIndex, logChanges } from '../derived/changed-keys.ts';
import { afterChange, beforeChange, beginDue, type DerivedState } from '../derived/jobs.ts';
import { type Batch, BULK_TABLES, type SignatureEvidence } from '../records/batch.ts';
import type { EncodedRows } from '../records/block-rows.ts';
import type { BalanceReducer, StateReducer } from '../state/state-reducer.ts';
import { applyBulkUpdate } from './bulk-updates.ts';
import { noteLedgers } from './ledger-publications.ts';
import { noteFirstBlock, noteProofs, noteUnrecognized } from './note-proofs.ts';
import {
  addDeltasSql,
  BALANCE_TABLES,
  deltaColumns,
  deltaName,
  emptyStagingSql,
  OVERWRITTEN,
  replaceSql,
  selectStateRows,
  stagingName,
  upsertSql,
} from './state-sql.ts';

/**
 * Thrown when the stream does not continue the last block of the database. A caller that reads the resume point again
 * can continue.
 */
export class ConflictingBlocksError extends Failure {
  constructor(message: string) {
    super('database', message);
    this.name = 'ConflictingBlocksError';
  }
}

interface StoredPosition {
  readonly number: string;
  readonly end: string;
  readonly version: number;
  readonly hash: string;
  readonly root: string | null;
  readonly major: number | null;
  readonly minor: number | null;
  readonly patch: number | null;
}

/** Returns the last block that ends at or before a time (nanoseconds); null when there is none. */
export function selectLastBlock(writer: Queryable, upTo = MAX_INT64): Promise<BlockPosition | null> {
  return selectPosition(writer, 'where consensus_end <= $1 order by consensus_end desc limit 1', [
    upTo.toString(),
  ]);
}

/** Returns the block of a number; null when the database does not have it. */
export function selectPositionOf(writer: Queryable, number: bigint): Promise<BlockPosition | null> {
  return selectPosition(writer, 'where index = $1', [number.toString()]);
}

async function selectPosition(
  writer: Queryable,
  which: string,
  values: readonly string[],
): Promise<BlockPosition | null> {
  const { rows } = await writer.query<StoredPosition>(
    `select index::text as number, consensus_end::text as end, version, hash,
            encode(wrapped_record_block_hash, 'hex') as root, hapi_version_major as major,
            hapi_version_minor as minor, hapi_version_patch as patch
     from record_file ${which}`,
    [...values],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { number, end, version, hash, root, major, minor, patch } = row;
  const isRecord = version < BLOCK_STREAM_VERSION;
  return {
    number: BigInt(number),
    consensusEnd: BigInt(end),
    version,
    hapiVersion: major === null ? null : { major, minor: minor ?? 0, patch: patch ?? 0 },
    recordHash: isRecord ? hash : null,
    rootHash: isRecord ? root : hash,
  };
}

/**
 * Begins to store a batch, on a writer with an open transaction. `stored`: the last block of the database. Returns false
 * when the database already has the batch (the response to its commit was lost). Throws `Failure` when the batch does not
 * continue the last block of the database.
 */
export async function beginBatch(
  writer: Writer,
  batch: Batch,
  stored: BlockPosition | null,
): Promise<boolean> {
  const { previous, last } = batch;
  if (last !== null && isSame(stored, last)) return false;
  if (!isSame(stored, previous)) {
    throw new ConflictingBlocksError(
      `The database's last block is ${print(stored)}, but the stream continues ${print(previous)}: another process wrote to it, or it lost its latest blocks in a crash. A restarted ingest resumes from there.`,
    );
  }
  if (batch.numberShift !== 0n) {
    await writer.query('update record_file set index = index + $1', [batch.numberShift.toString()]);
    await writer.query('update tain.first_block set index = index + $1', [batch.numberShift.toString()]);
  }
  if (previous === null && batch.start !== null) await seedBalances(writer, batch.start);
  return true;
}

function encodeSums(reducer: BalanceReducer): CopyBuffer<object> {
  const buffer = new CopyBuffer<object>(deltaColumns(reducer.table));
  for (const row of reducer.balanceDeltas()) buffer.add(row);
  return buffer;
}

/**
 * Stores a batch that has begun. `derived`: the derived state when it began. `maintainsBalanceIndex`: whether the balance
 * index, if there is one, is updated with the batch; otherwise it is invalidated.
 */
export async function finishBatch(
  writer: Writer,
  batch: Batch,
  derived: DerivedState,
  maintainsBalanceIndex: boolean,
): Promise<void> {
  const { last } = batch;
  if (last === null) throw new Error('a batch without blocks');
  const commands = new Commands();
  const keys = changedKeys(batch);
  // Stakes are computed as of the update, so the history must have the states that later changes in its block replace.
  const storesHistory = batch.storesHistory || (batch.due?.stakeUpdates.length ?? 0) > 0;
  commands.add(logChanges(writer, last.consensusEnd, keys));
  const copied = beforeChange(writer, derived, keys);
  // When tables are on several servers, the writes of `beforeChange` depend on its reads.
  await formFor(writer, { one: () => commands.add(copied), several: () => commands.wait(copied) })();
  for (const { state, change } of batch.segments) {
    const tables: readonly StateTable[] = change ? BULK_TABLES : (Object.keys(state) as StateTable[]);
    const reducers = tables
      .map((table) => state[table] as StateReducer<StateTable>)
      .filter((reducer) => reducer.size > 0);
    // Reads are sent before the rows, so that the responses arrive during the transmission of the rows.
    const reads = reducers.map((reducer) => readState(writer, reducer));
    for (const read of reads) read.catch(() => undefined);
    if (state === batch.segments[0]?.state) addAppendOnlyRows(writer, batch.appended, commands);
    // Sums of transfers are added without reading rows.
    for (const table of BALANCE_TABLES) {
      const reducer: BalanceReducer = state[table];
      if (tables.includes(table)) addSums(writer, reducer, commands);
    }
    for (const [i, reducer] of reducers.entries()) {
      const existing = await commands.wait(reads[i] as Promise<StateRow<StateTable>[]>);
      storeState(writer, reducer, existing, storesHistory, commands);
    }
    // A bulk update is awaited, because it takes several statements, and later statements read the rows that it writes.
    if (change) await commands.wait(applyBulkUpdate(writer, change, storesHistory));
  }
  if (batch.contracts.length > 0) commands.add(correctTypes(writer, batch.contracts));
  commands.add(
    maintainsBalanceIndex ? afterChange(writer, derived, keys) : invalidateBuiltIndex(writer, derived),
  );
  commands.add(noteSignatures(writer, batch.signatures));
  commands.add(notifyBlock(writer, last));
  // A proof may also cover ledgers of this batch.
  commands.add(noteLedgers(writer, batch.ledgers).then(() => noteProofs(writer, batch.proofs)));
  await commands.done();
  if (batch.previous === null) await noteFirstBlock(writer);
  if (batch.due) await beginDue(writer, batch.due, keys.accounts);
  await noteUnrecognized(writer, [...batch.unrecognized.values()]);
}

/**
 * Notifies readers of the last block once the open transaction is committed. `returns`: number of the
 * database's returns, if it returned to this block, and rows after it are gone.
 */
export async function notifyBlock(
  writer: Queryable,
  { number, consensusEnd }: Pick<BlockPosition, 'number' | 'consensusEnd'>,
  returns: bigint | null = null,
): Promise<void> {
  await writer.query('select pg_notify($1, $2)', [
    BLOCK_CHANNEL,
    printBlockNotice({ number, consensusEnd, returns }),
  ]);
}

async function invalidateBuiltIndex(writer: Writer, { jobs, hasBalanceIndex }: DerivedState): Promise<void> {
  if (hasBalanceIndex || jobs.includes('balance-index')) await invalidateBalanceIndex(writer);
}

/** Returns the keys of the rows with balances that a batch changes. */
function changedKeys({ segments }: Batch): ChangedKeys {
  const accounts: bigint[] = [];
  const holders: bigint[] = [];
  const tokens: bigint[] = [];
  const entity = segments[0]?.state.entity;
  for (const key of entity?.keys() ?? []) accounts.push(key.id as bigint);
  for (const { state, change } of segments) {
    for (const key of state.token_account.keys()) {
      holders.push(key.account_id as bigint);
      tokens.push(key.token_id as bigint);
    }
    if (change?.kind !== 'nft-treasury') continue;
    holders.push(change.from, change.to);
    tokens.push(change.tokenId, change.tokenId);
  }
  return { accounts, holders, tokens };
}

/** Pending commands. A writer runs them in order, so none must be awaited singly. */
class Commands {
  private readonly all: Promise<unknown>[] = [];
  private readonly buffers: CopyBuffer<object>[] = [];

  add(command: Promise<unknown>): void {
    // The failure is thrown by `done`; the first one makes all later commands fail.
    command.catch(() => undefined);
    this.all.push(command);
  }

  /**
   * Waits for a command that others depend on. After a failure in the transaction everything else fails, so the first
   * error is thrown.
   */
  async wait<T>(command: Promise<T>): Promise<T> {
    try {
      return await command;
    } catch (error) {
      await this.done();
      throw error;
    }
  }

  /** Copies rows whose buffer is released afterwards. */
  copy(writer: Writer, table: string, rows: CopyBuffer<object>): void {
    this.buffers.push(rows);
    this.add(writer.copy(table, rows));
  }

  async done(): Promise<void> {
    for (const command of this.all) await command;
    for (const buffer of this.buffers) buffer.release();
  }
}

/** Adds the append-only rows, `record_file` last. */
function addAppendOnlyRows(writer: Writer, encoded: EncodedRows, commands: Commands): void {
  for (const [table, rows] of encoded) {
    if (table !== 'record_file') commands.add(writer.copy(table, rows));
  }
  const files = encoded.get('record_file');
  if (files) commands.add(writer.copy('record_file', files));
}

/**
 * Sets the type of earlier versions of entities to contract. Later versions have the types that their own changes
 * set.
 */
function correctTypes(writer: Writer, contracts: Batch['contracts']): Promise<unknown> {
  return writer.query(
    `update entity_history h set type = 'CONTRACT'
     from unnest($1::bigint[], $2::bigint[]) as c (id, at)
     where h.id = c.id and upper(h.timestamp_range) <= c.at and h.type <> 'CONTRACT'`,
    [contracts.map(({ id }) => id.toString()), contracts.map(({ at }) => at.toString())],
  );
}

/** Stores which nodes signed, as evidence for the status service (schema `tain`). */
async function noteSignatures(client: Queryable, signatures: readonly SignatureEvidence[]): Promise<void> {
  if (signatures.length === 0) return;
  await client.query('select tain.report_signatures($1, $2, $3, $4)', [
    signatures.map(({ consensusEnd }) => consensusEnd.toString()),
    signatures.map(({ nodeId }) => nodeId.toString()),
    signatures.map(({ nodeAccountId }) => nodeAccountId.toString()),
    signatures.map(({ outcome }) => outcome),
  ]);
}

function isSame(a: BlockPosition | null, b: BlockPosition | null): boolean {
  if (a === null || b === null) return a === b;
  return a.consensusEnd === b.consensusEnd && hashOf(a) === hashOf(b);
}

function print(position: BlockPosition | null): string {
  return position === null ? 'none' : `number ${position.number}`;
}

/** Returns the rows that a table's changes must be applied to. */
function readState<T extends StateTable>(writer: Writer, reducer: StateReducer<T>): Promise<StateRow<T>[]> {
  return OVERWRITTEN.has(reducer.table)
    ? Promise.resolve([])
    : selectStateRows(writer, reducer.table, reducer.keysToRead());
}

/** Applies a batch's changes to the rows of one table. */
function storeState<T extends StateTable>(
  writer: Writer,
  reducer: StateReducer<T>,
  existing: readonly StateRow<T>[],
  storesHistory: boolean,
  commands: Commands,
): void {
  const { table } = reducer;
  const { history, fresh, changed } = reducer.finish(existing);
  if (hasHistory(table) && storesHistory) commands.copy(writer, `${table}_history`, encode(table, history));
  const staged = OVERWRITTEN.has(table) ? fresh : changed;
  if (staged === changed) commands.copy(writer, table, encode(table, fresh));
  if (staged.length > 0) {
    commands.copy(writer, stagingName(table), encode(table, staged));
    // On several servers an insert sends each server its own rows, while an update with a join sends all rows to each.
    const storesChanged = formFor(writer, { one: replaceSql, several: (name: T) => upsertSql(name, true) });
    commands.add(writer.query(staged === changed ? storesChanged(table) : upsertSql(table, false)));
    commands.add(writer.query(emptyStagingSql(writer, stagingName(table), staged.length)));
  }
}

function encode(table: StateTable, rows: readonly object[]): CopyBuffer<object> {
  const buffer = new CopyBuffer<object>(stateTables[table]);
  for (const row of rows) buffer.add(row);
  return buffer;
}

/** Adds the sums of transfers to rows of a table that have no other changes. */
function addSums(writer: Writer, reducer: BalanceReducer, commands: Commands): void {
  const { table } = reducer;
  const rows = encodeSums(reducer);
  if (rows.rows === 0) return;
  commands.copy(writer, deltaName(table), rows);
  commands.add(writer.query(addDeltasSql(table)));
  commands.add(writer.query(emptyStagingSql(writer, deltaName(table), rows.rows)));
}
