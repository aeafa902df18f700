import type pg from 'pg';
import type { Database } from '../../store/connections/database.ts';
import { type ComponentStatus, newId } from './model.ts';
import { jsonOf, type Queryable } from './select-state.ts';

/** Actor of changes that follow from evidence and clock. */
export const EVIDENCE = 'evidence';

/** Evidence on one component at the last poll. */
export interface ComponentEvidence {
  readonly key: string;
  /** Status by evidence; null without evidence. */
  readonly status: ComponentStatus | null;
  readonly reason: string;
  /** Whether its role had a recent heartbeat. */
  readonly isAlive: boolean;
}

export interface ChangeOptions {
  readonly now: Date;
  /** Author: `person <name>`, or `EVIDENCE`. */
  readonly actor: string;
  /** Whether `under_maintenance` and `maintenance` may occur. */
  readonly maintenanceValues: boolean;
  /** Evidence on components. Default: none. */
  readonly findings?: readonly ComponentEvidence[];
  /** Version on which the change was planned. If the state has another version, `Outdated` is thrown. */
  readonly expectedVersion?: number;
}

/** Context of every change of the state: its transaction, its instant, its actor. */
export interface Change extends ChangeOptions {
  readonly client: pg.PoolClient;
}

/** One change of the state, within its transaction. */
export type Work = (change: Change) => Promise<unknown>;

/** Thrown when the state was changed elsewhere since it was read; nothing was written. */
export class Outdated extends Error {
  constructor() {
    super('the status was changed by another process meanwhile');
    this.name = 'Outdated';
  }
}

/** Creates the page's row when there is none. */
export async function ensurePage(client: Queryable, now: Date): Promise<void> {
  await client.query(
    `insert into tain.status_page (id, created_at, updated_at) values ($1, $2, $2) on conflict do nothing`,
    [newId(), now],
  );
}

/**
 * Runs one change in one transaction under the lock of the page's row, so that changes are serial. Each change creates
 * a new version, by which other processes detect it.
 */
export async function change<T>(
  database: Database,
  options: ChangeOptions,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  const { now, expectedVersion } = options;
  return database.transaction(async (client) => {
    await client.query('select tain.commit_durably()');
    await ensurePage(client, now);
    const { rows } = await client.query<{ version: string }>(
      `update tain.status_page set version = version + 1, updated_at = greatest(updated_at, $1)
       returning version`,
      [now],
    );
    if (expectedVersion !== undefined && Number(rows[0]?.version) !== expectedVersion + 1) {
      throw new Outdated();
    }
    return work({ ...options, client });
  });
}

/** Records the author of a change, with the values before and after. */
export async function recordAudit(
  { client, now, actor }: Change,
  action: string,
  target: string,
  before: unknown,
  after: unknown,
): Promise<void> {
  await client.query(
    `insert into tain.status_audit (at, actor, action, target, before, after)
     values ($1, $2, $3, $4, $5, $6)`,
    [now, actor, action, target, jsonOf(before), jsonOf(after)],
  );
}
