import { NANOS_PER_STAKING_PERIOD, STAKING_PERIODS_RETAINED } from '@tain/ledger/staking';
import { type RemovableTable, removableTables } from '../../store/schema/kept-tables.ts';
import type { Queryable } from '../../store/writer/writer.ts';
import { type Pass, type Removed, type Removing, type Step, stepTables } from './removal.ts';
import { removalStatements } from './removal-statements.ts';
import { removeBetween, removeReplaced } from './slices.ts';

const FAMILY = 'history';

/** Tables from which pending rewards are computed, up to a year back. */
const REWARD_TABLES: ReadonlySet<string> = new Set(['node_stake', 'entity_stake_history']);

/**
 * Removes versions that ended before `kept_from`, table after table. Versions in force at that time or later are
 * retained, so the state at any time from then on can be returned.
 */
export function stepHistory(
  client: Queryable,
  removing: Removing,
  pass: Pass | undefined,
  rise: bigint,
): Promise<Step> {
  const { retainedFrom, rows } = removing;
  const tables = removableTables(FAMILY, 'validity', 'time', 'replaced');
  return stepTables(
    client,
    FAMILY,
    removing,
    pass,
    rise,
    tables,
    async (current, position, { raisedFrom }) => {
      const before = REWARD_TABLES.has(current.table)
        ? await yearOfStakes(client, retainedFrom)
        : retainedFrom;
      return removePart(client, current, position === null ? raisedFrom : BigInt(position), before, rows);
    },
  );
}

/** Returns `before`, or a year before the last stakes if that is earlier; 0 without stakes. */
async function yearOfStakes(client: Queryable, before: bigint): Promise<bigint> {
  const { rows } = await client.query<{ day: string | null }>(
    'select max(epoch_day)::text as day from node_stake',
  );
  const day = rows[0]?.day;
  if (day === null || day === undefined) return 0n;
  const year = (BigInt(day) - BigInt(STAKING_PERIODS_RETAINED) - 1n) * NANOS_PER_STAKING_PERIOD;
  return year < before ? year : before;
}

/** `from`: time from which `replaced` rows are removed. */
async function removePart(
  client: Queryable,
  { table, removal }: RemovableTable<'validity' | 'time' | 'replaced'>,
  from: bigint,
  before: bigint,
  max: number,
): Promise<Removed> {
  if (removal.by === 'validity') {
    const statement = removalStatements(client).removeEnded(table, removal.indexed);
    const { rowCount } = await client.query(statement, [before.toString(), max]);
    const removed = rowCount ?? 0;
    return { removed, isDone: removed < max, position: null };
  }
  if (removal.by === 'time') {
    const removed = await removeBetween(client, table, removal.column, 0n, before);
    return { removed, isDone: true, position: null };
  }
  const { rows } = await client.query<{ at: string }>(
    `select ${removal.column}::text as at
     from ${table}
     where ${removal.column} >= $1 and ${removal.column} < $2
     order by ${removal.column} offset $3 limit 1`,
    [from.toString(), before.toString(), max],
  );
  // The bound is later than that time, so that a step always makes progress.
  const to = rows[0] === undefined ? before : BigInt(rows[0].at) + 1n;
  const removed = await removeReplaced(client, { table, removal }, from, to);
  return { removed, isDone: to >= before, position: to.toString() };
}
