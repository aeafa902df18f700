import type pg from 'pg';
import { CopyBuffer, copyRows } from '../../db/copy.ts';
import { Failure } from '../../errors.ts';
import { type Batch, type BlockPosition, SET_TABLES, type SignatureEvidence } from '../batch.ts';
import { computeClosing } from '../derived/compute-closing.ts';
import type { StateFold } from '../fold/state-fold.ts';
import { hasHistory, type StateTable, stateTables } from '../tables.ts';
import { applySetChange } from './set-changes.ts';
import {
  addDeltasSql,
  type BalanceTable,
  deltaColumns,
  deltaName,
  OVERWRITTEN,
  replaceSql,
  selectRows,
  stagingName,
  upsertSql,
} from './state-sql.ts';

/** Channel on which other processes hear of new blocks: payload `<block number> <consensus end in ns>`. */
export const BLOCK_CHANNEL = 'tain_block';

/** The last block that a database has; null when it has none. */
export async function selectLastBlock(client: pg.ClientBase): Promise<BlockPosition | null> {
  const { rows } = await client.query<{ number: string; end: string; hash: string; version: number }>(
    `select index::text as number, consensus_end::text as end, hash, version
     from record_file order by consensus_end desc limit 1`,
  );
  const [row] = rows;
  if (!row) return null;
  const { hash, version } = row;
  return { number: BigInt(row.number), consensusEnd: BigInt(row.end), hash, version };
}

/**
 * Stores a batch on a connection with an open transaction, `record_file` last. Returns false, and
 * stores nothing, when the database has the batch already (a commit whose answer was lost).
 * Throws `Failure` when the database has other blocks than the batch continues.
 */
export async function storeBatch(client: pg.ClientBase, batch: Batch): Promise<boolean> {
  const { previous, last } = batch;
  if (last === null || batch.blocks === 0) return false;
  const stored = await selectLastBlock(client);
  if (isSame(stored, last)) return false;
  if (!isSame(stored, previous)) {
    throw new Failure(
      'database',
      `The database's last block is ${print(stored)}, but the stream continues ${print(previous)}: another process wrote to it.`,
    );
  }
  if (batch.numberShift !== 0n) {
    await client.query('update record_file set index = index + $1', [batch.numberShift.toString()]);
  }
  for (const [table, rows] of batch.plain) {
    if (table !== 'record_file') await copyRows(client, table, rows);
  }
  for (const { state, change } of batch.segments) {
    const tables = change ? SET_TABLES : (Object.keys(state) as StateTable[]);
    for (const table of tables) {
      const fold = state[table] as StateFold<StateTable>;
      if (fold.size > 0) await storeState(client, fold, change !== null);
    }
    if (change) await applySetChange(client, change);
  }
  const files = batch.plain.get('record_file');
  if (files) await copyRows(client, 'record_file', files);
  if (batch.closing) await computeClosing(client, batch.closing);
  await noteSignatures(client, batch.signatures);
  await client.query('select pg_notify($1, $2)', [BLOCK_CHANNEL, `${last.number} ${last.consensusEnd}`]);
  return true;
}

/** Leaves what the nodes signed to the status service (schema `tain`). */
async function noteSignatures(
  client: pg.ClientBase,
  signatures: readonly SignatureEvidence[],
): Promise<void> {
  if (signatures.length === 0) return;
  await client.query('select tain.note_signatures($1, $2, $3, $4)', [
    signatures.map(({ consensusEnd }) => consensusEnd.toString()),
    signatures.map(({ nodeId }) => nodeId.toString()),
    signatures.map(({ nodeAccountId }) => nodeAccountId.toString()),
    signatures.map(({ outcome }) => outcome),
  ]);
}

function isSame(a: BlockPosition | null, b: BlockPosition | null): boolean {
  return a?.consensusEnd === b?.consensusEnd && a?.hash === b?.hash;
}

function print(position: BlockPosition | null): string {
  return position === null ? 'none' : `number ${position.number}`;
}

/**
 * Brings the rows of one table to what a batch's changes make of them. `again`: this table's staging
 * is used again in the same transaction, so it must be left empty.
 */
async function storeState<T extends StateTable>(
  client: pg.ClientBase,
  fold: StateFold<T>,
  again: boolean,
): Promise<void> {
  const { table } = fold;
  const overwritten = OVERWRITTEN.has(table);
  const existing = overwritten ? [] : await selectRows(client, table, fold.keysToRead());
  const { history, fresh, changed } = fold.finish(existing);
  if (hasHistory(table)) await copyRows(client, `${table}_history`, encode(table, history));
  if (overwritten) {
    await copyRows(client, stagingName(table), encode(table, fresh));
    await client.query(upsertSql(table));
    return;
  }
  await copyRows(client, table, encode(table, fresh));
  if (changed.length > 0) {
    await copyRows(client, stagingName(table), encode(table, changed));
    await client.query(replaceSql(table));
    if (again) await client.query(`delete from ${stagingName(table)}`);
  }
  if (table === 'entity' || table === 'token_account') await addDeltas(client, table, fold, again);
}

function encode<Row extends object>(table: StateTable, rows: readonly Row[]): CopyBuffer<Row> {
  const buffer = new CopyBuffer<Row>(stateTables[table]);
  for (const row of rows) buffer.add(row);
  return buffer;
}

async function addDeltas<T extends StateTable>(
  client: pg.ClientBase,
  table: BalanceTable,
  fold: StateFold<T>,
  again: boolean,
): Promise<void> {
  const deltas = fold.balanceDeltas();
  if (deltas.length === 0) return;
  const buffer = new CopyBuffer<Record<string, unknown>>(deltaColumns(table));
  for (const { key, delta, at } of deltas) buffer.add({ ...key, delta, at });
  await copyRows(client, deltaName(table), buffer);
  await client.query(addDeltasSql(table));
  if (again) await client.query(`delete from ${deltaName(table)}`);
}
