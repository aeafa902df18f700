import type { Queryable } from '../../db/writer/writer.ts';
import type { KeptFamily } from '../../schema/kept-tables.ts';

/** The state of the removal that a step works on. Times are nanoseconds. */
export interface Removing {
  /** Consensus end of the last block. */
  readonly last: bigint;
  /** Rows of earlier times may go. */
  readonly cutoff: bigint;
  /** What is removed already. */
  readonly keptFrom: bigint;
  /** Rows, or transactions with their rows, that one step may take. */
  readonly rows: number;
}

/** What a step did. */
export interface Step {
  /** Rows removed. */
  readonly removed: number;
  /** Whether there was nothing to do, or nothing may be done yet. */
  readonly idle: boolean;
}

export const IDLE: Step = { removed: 0, idle: true };

/** A removal that takes several steps, from the rise of `kept_from` on. */
export interface Pass {
  readonly raisedFrom: bigint;
  /** Whether rows may leave: no answer that began before the rise is still being made. */
  readonly isDue: boolean;
  readonly part: string | null;
  readonly position: string | null;
}

/**
 * The pass of a family that is under way. It is due once `grace` milliseconds are over and a later block is stored:
 * calls of contracts see one block for as long as it is the last one.
 */
export async function selectPass(
  client: Queryable,
  family: KeptFamily,
  last: bigint,
  grace: number,
): Promise<Pass | undefined> {
  const { rows } = await client.query<{ raised_from: string; due: boolean } & Pass>(
    `select raised_from::text, part, position,
       raised_block < $2 and clock_timestamp() >= raised_at + $3 * interval '1 millisecond' as due
     from tain.retention where family = $1`,
    [family, last.toString(), grace],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const { raised_from: from, due: isDue, part, position } = row;
  return { raisedFrom: BigInt(from), isDue, part, position };
}

/** Raises `kept_from` and begins a pass. */
export async function beginPass(
  client: Queryable,
  family: KeptFamily,
  { last, keptFrom }: Removing,
  to: bigint,
): Promise<void> {
  await client.query(
    `insert into tain.retention (family, raised_from, raised_block, raised_at)
     values ($1, $2, $3, clock_timestamp())`,
    [family, keptFrom.toString(), last.toString()],
  );
  await raiseKeptFrom(client, family, to);
}

export async function raiseKeptFrom(client: Queryable, family: KeptFamily, to: bigint): Promise<void> {
  await client.query('update tain.kept set kept_from = $2 where family = $1 and kept_from < $2', [
    family,
    to.toString(),
  ]);
}

/** Notes how far a pass has come. */
export async function continuePass(
  client: Queryable,
  family: KeptFamily,
  part: string,
  position: string | null,
): Promise<void> {
  await client.query('update tain.retention set part = $2, position = $3 where family = $1', [
    family,
    part,
    position,
  ]);
}

export async function endPass(client: Queryable, family: KeptFamily): Promise<void> {
  await client.query('delete from tain.retention where family = $1', [family]);
}
