import pg from 'pg';
import type { Periods, RetentionPolicy } from '../../../src/ingest/retention/policy.ts';
import { beginStep } from '../../../src/ingest/retention/run-retention.ts';
import { familiesInOrder, stepFamily } from '../../../src/ingest/retention/step.ts';
import { type ConnectionTarget, connectionConfig } from '../../../src/store/connections/database.ts';
import { detectServers } from '../../../src/store/connections/distributed.ts';
import { selectOn } from '../../../src/store/connections/select.ts';
import { RETENTION_FAMILIES } from '../../../src/store/schema/kept-tables.ts';
import type { Queryable } from '../../../src/store/writer/writer.ts';

export const NOTHING_REMOVED: Periods = Object.fromEntries(
  RETENTION_FAMILIES.map((family) => [family, null]),
) as Periods;

export function policyOf(periods: Partial<Periods>, more: Partial<RetentionPolicy> = {}): RetentionPolicy {
  return {
    periods: { ...NOTHING_REMOVED, ...periods },
    graceMs: 0,
    rise: 0n,
    shard: 0n,
    realm: 0n,
    ...more,
  };
}

/**
 * Runs the removal until nothing is left to remove, without waiting for a later block whenever the start of the retained
 * history was raised. `rows`: rows per step. `afterStep` may throw, as if the process were killed.
 */
export async function removeAll(
  target: ConnectionTarget,
  policy: RetentionPolicy,
  rows = 20,
  afterStep: (client: Queryable) => Promise<void> | void = () => undefined,
): Promise<number> {
  const client = new pg.Client(connectionConfig(target));
  await client.connect();
  await detectServers(client, selectOn(client));
  const tables = client as Queryable;
  let removed = 0;
  try {
    for (let steps = 0, idle = false; !idle; ) {
      idle = true;
      for (const family of familiesInOrder()) {
        if (++steps > 100_000) throw new Error('steps without an end');
        await client.query('update tain.retention set raised_block = 0');
        await beginStep(tables);
        const step = await stepFamily(tables, policy, family, rows, false);
        await afterStep(tables);
        await client.query('commit');
        removed += step.removed;
        idle &&= step.idle;
      }
    }
  } finally {
    await client.end();
  }
  return removed;
}
