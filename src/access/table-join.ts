import { onSeveral } from './forms.ts';
import { all, raw, type Sql, sql } from './sql.ts';

/**
 * Joins a table (`entity e`) by conditions that an index serves. On a distributed database the planner may read the
 * whole joined table, so its rows are looked up for each preceding row.
 */
export function joinTable(table: string, on: readonly Sql[]): Sql {
  return joined('join', table, on);
}

/** Left-joins a table like `joinTable`: rows without a match remain. */
export function leftJoinTable(table: string, on: readonly Sql[]): Sql {
  return joined('left join', table, on);
}

function joined(kind: 'join' | 'left join', table: string, on: readonly Sql[]): Sql {
  const conditions = all(on);
  return onSeveral(sql`${raw(`${kind} ${table}`)} on ${conditions}`, () => {
    const alias = table.slice(table.lastIndexOf(' ') + 1);
    const rows = sql`lateral (select * from ${raw(table)} where ${conditions} offset 0)`;
    return sql`${raw(kind)} ${rows} ${raw(alias)} on true`;
  });
}
