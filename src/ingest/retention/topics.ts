import { removableTables } from '../../store/schema/kept-tables.ts';
import type { Queryable } from '../../store/writer/writer.ts';
import { type Pass, type Removing, type Step, stepTables } from './removal.ts';

const FAMILY = 'topics';
/** Maximum number of topics that one step reads. */
const MAX_KEYS = 200;

/**
 * Removes old rows of tables that are ordered by a key and the time, key by key. Each key is found by one step along
 * the index. The newest rows of a key never have a gap, because the oldest are removed first.
 */
export function stepTopics(
  client: Queryable,
  removing: Removing,
  pass: Pass | undefined,
  rise: bigint,
): Promise<Step> {
  const { retainedFrom, rows: max } = removing;
  const tables = removableTables(FAMILY, 'key');
  return stepTables(client, FAMILY, removing, pass, rise, tables, async (current, after) => {
    let position = after;
    let removed = 0;
    for (let keys = 0; keys < MAX_KEYS && removed < max; keys += 1) {
      const key = await nextKey(client, current.table, current.removal.key, position);
      if (key === undefined) return { removed, isDone: true, position: null };
      const count = await removeOldest(client, current, key, retainedFrom, max - removed);
      removed += count;
      // The step removed as many rows as it may, so there may be more rows of this key.
      if (removed < max) position = key;
    }
    return { removed, isDone: false, position };
  });
}

async function nextKey(
  client: Queryable,
  table: string,
  key: string,
  after: string | null,
): Promise<string | undefined> {
  const { rows } = await client.query<{ key: string }>(
    `select ${key}::text as key
     from ${table}
     where ${key} > $1
     order by ${key} limit 1`,
    [after ?? '-1'],
  );
  return rows[0]?.key;
}

async function removeOldest(
  client: Queryable,
  { table, removal: { key, column } }: ReturnType<typeof removableTables<'key'>>[number],
  value: string,
  before: bigint,
  max: number,
): Promise<number> {
  const { rowCount } = await client.query(
    // `ctid` is unique only within a partition, so the key is compared, too.
    `delete from ${table}
     where ${key} = $1 and ${column} < $2 and ctid = any(array(
       select ctid
       from ${table}
       where ${key} = $1 and ${column} < $2
       order by ${column} limit $3))`,
    [value, before.toString(), max],
  );
  return rowCount ?? 0;
}
