import type { RetentionFamily } from '../../store/schema/kept-tables.ts';
import type { Queryable } from '../../store/writer/writer.ts';

/** The state of the removal that a step works on. Times are nanoseconds. */
export interface Removing {
  /** Consensus end of the last block. */
  readonly last: bigint;
  /** Time before which rows may be removed. */
  readonly cutoff: bigint;
  /** Time before which rows are already removed. */
  readonly retainedFrom: bigint;
  /** Maximum number of rows, or of transactions with their rows, for one step. */
  readonly rows: number;
}

/** Result of a step. */
export interface Step {
  /** Number of removed rows. */
  readonly removed: number;
  /** Whether the step had nothing to do, or nothing may be done yet. */
  readonly idle: boolean;
}

export const IDLE: Step = { removed: 0, idle: true };

/** A removal of several steps, which begins with the rise of `kept_from`. */
export interface Pass {
  readonly raisedFrom: bigint;
  /** Whether rows may be removed: all responses that began before the rise have ended. */
  readonly isDue: boolean;
  readonly part: string | null;
  readonly position: string | null;
}

/**
 * Selects the unfinished pass of a family. It is due once `graceMs` milliseconds have passed and a later block is
 * stored, because a contract call can use the last block until a later one is stored.
 */
export async function selectPass(
  client: Queryable,
  family: RetentionFamily,
  last: bigint,
  graceMs: number,
): Promise<Pass | undefined> {
  const { rows } = await client.query<{ raised_from: string; due: boolean } & Pass>(
    `select raised_from::text, part, position,
       raised_block < $2 and clock_timestamp() >= raised_at + $3 * interval '1 millisecond' as due
     from tain.retention where family = $1`,
    [family, last.toString(), graceMs],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const { raised_from: from, due: isDue, part, position } = row;
  return { raisedFrom: BigInt(from), isDue, part, position };
}

/** Result of a step in one table. `position`: position from which the next step continues. */
export interface Removed {
  readonly removed: number;
  readonly isDone: boolean;
  readonly position: string | null;
}

/** Runs one step of a pass up to the cutoff, which goes through tables one after another. */
export async function stepTables<Table extends { readonly table: string }>(
  client: Queryable,
  family: RetentionFamily,
  removing: Removing,
  pass: Pass | undefined,
  rise: bigint,
  tables: readonly Table[],
  removeFrom: (table: Table, position: string | null, pass: Pass) => Promise<Removed>,
): Promise<Step> {
  const { cutoff, retainedFrom } = removing;
  if (pass === undefined) {
    if (cutoff < retainedFrom + rise || cutoff <= retainedFrom) return IDLE;
    await beginPass(client, family, removing, cutoff);
    return { removed: 0, idle: false };
  }
  if (!pass.isDue) return IDLE;
  const current = tables.find(({ table }) => table === pass.part) ?? tables[0];
  if (current === undefined) return IDLE;
  const before = pass.part === current.table ? pass.position : null;
  const { removed, isDone, position } = await removeFrom(current, before, pass);
  const next = isDone ? tables[tables.indexOf(current) + 1] : current;
  if (next === undefined) await endPass(client, family);
  else await continuePass(client, family, next.table, isDone ? null : position);
  return { removed, idle: false };
}

/** Raises `kept_from` and begins a pass. */
export async function beginPass(
  client: Queryable,
  family: RetentionFamily,
  { last, retainedFrom }: Removing,
  to: bigint,
): Promise<void> {
  await client.query(
    `insert into tain.retention (family, raised_from, raised_block, raised_at)
     values ($1, $2, $3, clock_timestamp())`,
    [family, retainedFrom.toString(), last.toString()],
  );
  await raiseRetainedFrom(client, family, to);
}

export async function raiseRetainedFrom(
  client: Queryable,
  family: RetentionFamily,
  to: bigint,
): Promise<void> {
  await client.query('update tain.kept set kept_from = $2 where family = $1 and kept_from < $2', [
    family,
    to.toString(),
  ]);
}

/** Records the progress of a pass. */
export async function continuePass(
  client: Queryable,
  family: RetentionFamily,
  part: string,
  position: string | null,
): Promise<void> {
  await client.query('update tain.retention set part = $2, position = $3 where family = $1', [
    family,
    part,
    position,
  ]);
}

export async function endPass(client: Queryable, family: RetentionFamily): Promise<void> {
  await client.query('delete from tain.retention where family = $1', [family]);
}
