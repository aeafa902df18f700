import { sql } from '../../access/sql.ts';
import type { ApiContext } from './route.ts';
import type { ApiSettings } from './settings.ts';

/** What was found, for each server: its settings are one object as long as it runs. */
const found = new WeakMap<ApiSettings, Promise<boolean>>();

/**
 * Whether the database has the tables of schema `tain` that queries use: one that a public mirror node
 * made is served as it is, without them.
 */
export function hasOwnTables(context: ApiContext): Promise<boolean> {
  const { settings } = context;
  const known = found.get(settings);
  if (known !== undefined) return known;
  const checked = context
    .select(sql`select to_regclass('tain.balance_index') is not null`)
    .then(([row]) => row?.[0] === 't');
  found.set(settings, checked);
  checked.catch(() => found.delete(settings));
  return checked;
}
