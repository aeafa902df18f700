import type { Queryable } from '../../db/writer/writer.ts';
import { NANOS_PER_STAKING_PERIOD, STAKING_PERIODS_KEPT } from '../../ledger/staking.ts';
import { type RemovableTable, removableTables } from '../../schema/kept-tables.ts';
import { beginPass, continuePass, endPass, IDLE, type Pass, type Removing, type Step } from './removal.ts';
import { removalStatements } from './removal-statements.ts';
import { removeBetween, removeReplaced } from './slices.ts';

const FAMILY = 'history';

/** Tables from which pending rewards are computed, a year back. */
const OF_REWARDS: ReadonlySet<string> = new Set(['node_stake', 'entity_stake_history']);

/**
 * Removes versions that ended before `kept_from`, table after table. Versions in force at that time or later are
 * retained, so the state at any time from then on can be returned.
 */
export async function stepHistory(
  client: Queryable,
  removing: Removing,
  pass: Pass | undefined,
  rise: bigint,
): Promise<Step> {
  const { cutoff, keptFrom, rows } = removing;
  if (pass === undefined) {
    if (cutoff < keptFrom + rise || cutoff <= keptFrom) return IDLE;
    await beginPass(client, FAMILY, removing, cutoff);
    return { removed: 0, idle: false };
  }
  if (!pass.isDue) return IDLE;
  const tables = removableTables(FAMILY, 'validity', 'time', 'replaced');
  const current = tables.find(({ table }) => table === pass.part) ?? tables[0];
  if (current === undefined) return IDLE;
  const before = OF_REWARDS.has(current.table) ? await yearOfStakes(client, keptFrom) : keptFrom;
  const { removed, position } = await removePart(client, current, pass, before, rows);
  const next = position === null ? tables[tables.indexOf(current) + 1] : current;
  if (next === undefined) await endPass(client, FAMILY);
  else await continuePass(client, FAMILY, next.table, position);
  return { removed, idle: false };
}

/** Returns `before`, or a year before the last stakes if that is earlier; 0 without stakes. */
async function yearOfStakes(client: Queryable, before: bigint): Promise<bigint> {
  const { rows } = await client.query<{ day: string | null }>(
    'select max(epoch_day)::text as day from node_stake',
  );
  const day = rows[0]?.day;
  if (day === null || day === undefined) return 0n;
  const year = (BigInt(day) - BigInt(STAKING_PERIODS_KEPT) - 1n) * NANOS_PER_STAKING_PERIOD;
  return year < before ? year : before;
}

/** `position`: the position from which this table continues, null when it is finished. */
async function removePart(
  client: Queryable,
  { table, removal }: RemovableTable<'validity' | 'time' | 'replaced'>,
  { raisedFrom, position }: Pass,
  before: bigint,
  max: number,
): Promise<{ readonly removed: number; readonly position: string | null }> {
  if (removal.by === 'validity') {
    const { rowCount } = await client.query(removalStatements(client).removeEnded(table), [
      before.toString(),
      max,
    ]);
    const removed = rowCount ?? 0;
    return { removed, position: removed < max ? null : '' };
  }
  if (removal.by === 'time') {
    return { removed: await removeBetween(client, table, removal.column, 0n, before), position: null };
  }
  const from = position ? BigInt(position) : raisedFrom;
  const { rows } = await client.query<{ at: string }>(
    `select ${removal.column}::text as at
     from ${table}
     where ${removal.column} >= $1 and ${removal.column} < $2
     order by ${removal.column} offset $3 limit 1`,
    [from.toString(), before.toString(), max],
  );
  // Later than that time, so that a step always makes progress.
  const to = rows[0] === undefined ? before : BigInt(rows[0].at) + 1n;
  const removed = await removeReplaced(client, { table, removal }, from, to);
  return { removed, position: to < before ? to.toString() : null };
}
