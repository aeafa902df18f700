import type { Database } from '../../store/connections/database.ts';
import { RefusedChange } from './model.ts';

const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?(Z|[+-]\d\d:?\d\d)?$/;

/**
 * Parses an ISO 8601 instant; without an offset it is UTC. Throws `RefusedChange` naming the field for an invalid text, and
 * for years outside 2000–2999, which are typing errors.
 */
export function parseInstant(field: string, text: string): Date {
  const match = ISO.exec(text);
  // `Date` reads a time without an offset as local time, and a day as UTC.
  const isLocal = match !== null && text.length > 10 && match[1] === undefined;
  const date = new Date(match === null ? Number.NaN : `${text.replace(' ', 'T')}${isLocal ? 'Z' : ''}`);
  if (Number.isNaN(date.getTime()))
    throw new RefusedChange(`${field} must be an ISO 8601 time, not ${text.slice(0, 40)}`);
  const year = date.getUTCFullYear();
  if (year < 2000 || year > 2999) throw new RefusedChange(`${field} is not a plausible time`);
  return date;
}

/** Maximum lead of an instant over the clock, in milliseconds: clocks differ, and updates may be dated ahead. */
const TOLERANCE_MS = 60_000;

/** Columns with times of past events, by table. Times of planned events are not among them. */
export const INSTANTS: Readonly<Record<string, readonly string[]>> = {
  status_page: ['created_at', 'updated_at', 'accounted_until'],
  status_component: ['status_since', 'out_since', 'retired_at', 'created_at', 'updated_at'],
  status_incident: ['monitoring_at', 'resolved_at', 'created_at', 'updated_at'],
  status_incident_update: ['display_at', 'created_at', 'updated_at'],
};

/**
 * Moves events that were recorded in the future to `now` (milliseconds): the clock was ahead when they were recorded, and
 * waits from there would not end before that time. Returns whether there were any.
 */
export async function moveFutureToNow(database: Database, now: number): Promise<boolean> {
  const limit = new Date(now + TOLERANCE_MS);
  const present = new Date(now);
  return database.transaction(async (client) => {
    // This takes the lock of the page's row, as every change does.
    await client.query('select 1 from tain.status_page for update');
    let changed = 0;
    const run = async (text: string, values: unknown[]) => {
      changed += (await client.query(text, values)).rowCount ?? 0;
    };
    for (const [table, columns] of Object.entries(INSTANTS)) {
      const set = columns.map((it) => `${it} = case when ${it} > $1 then $2 else ${it} end`).join(', ');
      const where = columns.map((it) => `${it} > $1`).join(' or ');
      await run(`update tain.${table} set ${set} where ${where}`, [limit, present]);
    }
    // The start of a maintenance is its planned time.
    await run("update tain.status_incident set started_at = $2 where kind = 'incident' and started_at > $1", [
      limit,
      present,
    ]);
    if (changed > 0) await client.query('update tain.status_page set version = version + 1');
    return changed > 0;
  });
}
