import type pg from 'pg';
import type { Component, Incident, IncidentUpdate, State } from './model.ts';
import { LIST_LIMIT } from './public-json.ts';

/** Pool or connection that runs a query. */
export type Queryable = Pick<pg.Pool, 'query'>;

/** Returns the parameter for a column of type `jsonb`. */
export function jsonOf(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** Converts a row to the model's form: names in camel case, instants as ISO text. The statement selects the model's columns. */
export function fromRow<T>(row: object): T {
  const fields = Object.entries(row).map(([name, value]) => [
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    value instanceof Date ? value.toISOString() : value,
  ]);
  return Object.fromEntries(fields) as T;
}

const newestIncidents = (kind: Incident['kind']) => `
         select id
         from tain.status_incident
         where kind = '${kind}'
         order by created_at desc limit ${LIST_LIMIT}`;

/** Selects the ids of the incidents that pages and feeds show, besides unresolved ones. */
export const NEWEST_INCIDENTS = newestIncidents('incident');

/** Reads the whole state as of one instant; null when the page does not exist yet. */
export async function selectState(client: Queryable): Promise<State | null> {
  const page = await client.query<{ id: string; version: string; updated_at: Date }>(
    'select id, version, updated_at from tain.status_page',
  );
  const row = page.rows[0];
  if (row === undefined) return null;
  const components = await selectComponents(client);
  const retired = await client.query<{ key: string; retired_at: Date }>(
    'select key, retired_at from tain.status_component where retired_at is not null and key is not null',
  );
  const incidents = await selectIncidents(
    client,
    `where resolved_at is null or id in (
       (${NEWEST_INCIDENTS})
       union all
       (${newestIncidents('maintenance')})
     )
     order by created_at desc, id limit 1000`,
    [],
  );
  return {
    version: Number(row.version),
    page: { id: row.id, updatedAt: row.updated_at.toISOString() },
    components,
    retired: Object.fromEntries(retired.rows.map((it) => [it.key, it.retired_at.toISOString()])),
    incidents,
  };
}

/** Reads all shown components, groups before their members. */
export async function selectComponents(client: Queryable): Promise<Component[]> {
  const { rows } = await client.query(
    `select id, key, name, description, status, status_since, out_since, reason, position, group_id,
       is_group as group, showcase, to_char(start_date, 'YYYY-MM-DD') as start_date, only_show_if_degraded,
       held_by, created_at, updated_at
     from tain.status_component
     where retired_at is null
     order by position, created_at, id`,
  );
  return rows.map((row) => fromRow<Component>(row));
}

/** Reads one incident with its updates, or null. */
export async function selectIncident(client: Queryable, id: string): Promise<Incident | null> {
  return (await selectIncidents(client, 'where id = $1', [id]))[0] ?? null;
}

/** Reads incidents with their updates. `clause` is our own SQL, never external text; values go in `values`. */
async function selectIncidents(
  client: Queryable,
  clause: string,
  values: readonly unknown[],
): Promise<Incident[]> {
  const { rows } = await client.query(
    `select id, kind, name, status, impact, impact_override, component_ids, started_at, monitoring_at, resolved_at,
       scheduled_for, scheduled_until, auto_in_progress, auto_completed, backfilled, postmortem_body, auto_key,
       auto_state, created_at, updated_at
     from tain.status_incident ${clause}`,
    [...values],
  );
  if (rows.length === 0) return [];
  const { rows: updates } = await client.query(
    `select id, incident_id, status, body, affected_components, deliver_notifications, display_at, created_at,
       updated_at
     from tain.status_incident_update
     where incident_id = any($1)
     order by display_at desc, number desc`,
    [rows.map(({ id }) => id)],
  );
  const byIncident = new Map<string, IncidentUpdate[]>(rows.map(({ id }) => [id, []]));
  for (const row of updates) byIncident.get(row.incident_id)?.push(fromRow<IncidentUpdate>(row));
  return rows.map((row) => ({
    ...fromRow<Omit<Incident, 'updates'>>(row),
    updates: byIncident.get(row.id) ?? [],
  }));
}
