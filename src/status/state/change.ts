import type pg from 'pg';
import type { Database } from '../../db/connections/database.ts';
import { type ComponentStatus, newId } from './model.ts';
import type { Queryable } from './select-state.ts';

/** Actor of changes that follow from evidence and clock. */
export const EVIDENCE = 'evidence';

/** Context of every change of the state: its transaction, its instant, its actor. */
export interface Change {
  readonly client: pg.PoolClient;
  readonly now: Date;
  /** Author: `person <name>`, or `EVIDENCE`. */
  readonly actor: string;
  /** Whether `under_maintenance` and `maintenance` may occur. */
  readonly maintenanceValues: boolean;
  /** Returns the evidence on a component (by key) at the last poll, or null. */
  readonly seen: (key: string) => Seen | null;
  /** Whether a component's role had a recent heartbeat. */
  readonly isAlive: (key: string) => boolean;
}

/** Status of one component by evidence, and the reason. */
export interface Seen {
  readonly status: ComponentStatus;
  readonly reason: string;
}

export interface ChangeOptions {
  readonly now: Date;
  readonly actor: string;
  readonly maintenanceValues: boolean;
  /** Returns the evidence on a component. Default: none. */
  readonly seen?: Change['seen'];
  readonly isAlive?: Change['isAlive'];
  /** Version on which the change was planned. If the state has another version, `Outdated` is thrown. */
  readonly expectedVersion?: number;
}

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
  return database.transaction(async (client) => {
    await ensurePage(client, options.now);
    const { rows } = await client.query<{ version: string }>(
      `update tain.status_page set version = version + 1, updated_at = greatest(updated_at, $1)
       returning version`,
      [options.now],
    );
    const page = rows[0];
    if (page === undefined) throw new Error('tain.status_page has no row');
    if (options.expectedVersion !== undefined && Number(page.version) !== options.expectedVersion + 1) {
      throw new Outdated();
    }
    return work({
      client,
      now: options.now,
      actor: options.actor,
      maintenanceValues: options.maintenanceValues,
      seen: options.seen ?? (() => null),
      isAlive: options.isAlive ?? (() => false),
    });
  });
}

/** Records the author of a change, with the values before and after. */
export async function recordAudit(
  change: Change,
  action: string,
  target: string,
  before: unknown,
  after: unknown,
): Promise<void> {
  await change.client.query(
    `insert into tain.status_audit (at, actor, action, target, before, after)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      change.now,
      change.actor,
      action,
      target,
      before === null ? null : JSON.stringify(before),
      after === null ? null : JSON.stringify(after),
    ],
  );
}
