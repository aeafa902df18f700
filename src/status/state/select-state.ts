import type pg from 'pg';
import type {
  AffectedComponent,
  Component,
  ComponentStatus,
  Impact,
  Incident,
  IncidentKind,
  IncidentStatus,
  IncidentUpdate,
  State,
} from './model.ts';
import { LIST_LIMIT } from './public-json.ts';

/** A pool or one connection: what a query needs. */
export type Queryable = Pick<pg.Pool, 'query'>;

interface ComponentRow {
  id: string;
  key: string | null;
  name: string;
  description: string | null;
  status: ComponentStatus;
  status_since: Date;
  out_since: Date | null;
  reason: string | null;
  position: number;
  group_id: string | null;
  is_group: boolean;
  showcase: boolean;
  start_date: string | null;
  only_show_if_degraded: boolean;
  held_by: string | null;
  created_at: Date;
  updated_at: Date;
}

interface IncidentRow {
  id: string;
  kind: IncidentKind;
  name: string;
  status: IncidentStatus;
  impact: Impact;
  impact_override: Impact | null;
  component_ids: string[];
  started_at: Date;
  monitoring_at: Date | null;
  resolved_at: Date | null;
  scheduled_for: Date | null;
  scheduled_until: Date | null;
  auto_in_progress: boolean;
  auto_completed: boolean;
  backfilled: boolean;
  postmortem_body: string | null;
  auto_key: string | null;
  auto_state: Record<string, ComponentStatus> | null;
  created_at: Date;
  updated_at: Date;
}

interface UpdateRow {
  id: string;
  incident_id: string;
  status: IncidentStatus;
  body: string;
  affected_components: AffectedComponent[] | null;
  deliver_notifications: boolean;
  display_at: Date;
  created_at: Date;
  updated_at: Date;
}

const newestIncidents = (kind: Incident['kind']) => `
         select id
         from tain.status_incident
         where kind = '${kind}'
         order by created_at desc limit ${LIST_LIMIT}`;

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
       (${newestIncidents('incident')})
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

/** All components that are shown, groups before their members. */
export async function selectComponents(client: Queryable): Promise<Component[]> {
  const { rows } = await client.query<ComponentRow>(
    `select id, key, name, description, status, status_since, out_since, reason, position, group_id,
       is_group, showcase, to_char(start_date, 'YYYY-MM-DD') as start_date, only_show_if_degraded, held_by,
       created_at, updated_at
     from tain.status_component
     where retired_at is null
     order by position, created_at, id`,
  );
  return rows.map((row) => ({
    id: row.id,
    key: row.key,
    name: row.name,
    description: row.description,
    status: row.status,
    statusSince: row.status_since.toISOString(),
    outSince: row.out_since?.toISOString() ?? null,
    reason: row.reason,
    position: row.position,
    groupId: row.group_id,
    group: row.is_group,
    showcase: row.showcase,
    startDate: row.start_date,
    onlyShowIfDegraded: row.only_show_if_degraded,
    heldBy: row.held_by,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }));
}

/** One incident with its updates, or null. */
export async function selectIncident(client: Queryable, id: string): Promise<Incident | null> {
  return (await selectIncidents(client, 'where id = $1', [id]))[0] ?? null;
}

/** Incidents with their updates. `clause` is SQL of ours, never text from outside; values go in `values`. */
export async function selectIncidents(
  client: Queryable,
  clause: string,
  values: readonly unknown[],
): Promise<Incident[]> {
  const { rows } = await client.query<IncidentRow>(`select * from tain.status_incident ${clause}`, [
    ...values,
  ]);
  if (rows.length === 0) return [];
  const updates = await client.query<UpdateRow>(
    `select * from tain.status_incident_update where incident_id = any($1)
      order by display_at desc, number desc`,
    [rows.map((row) => row.id)],
  );
  const byIncident = new Map<string, IncidentUpdate[]>();
  for (const update of updates.rows) {
    const list = byIncident.get(update.incident_id) ?? [];
    list.push({
      id: update.id,
      incidentId: update.incident_id,
      status: update.status,
      body: update.body,
      affectedComponents: update.affected_components,
      deliverNotifications: update.deliver_notifications,
      displayAt: update.display_at.toISOString(),
      createdAt: update.created_at.toISOString(),
      updatedAt: update.updated_at.toISOString(),
    });
    byIncident.set(update.incident_id, list);
  }
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    name: row.name,
    status: row.status,
    impact: row.impact,
    impactOverride: row.impact_override,
    componentIds: row.component_ids,
    startedAt: row.started_at.toISOString(),
    monitoringAt: row.monitoring_at?.toISOString() ?? null,
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    scheduledFor: row.scheduled_for?.toISOString() ?? null,
    scheduledUntil: row.scheduled_until?.toISOString() ?? null,
    autoInProgress: row.auto_in_progress,
    autoCompleted: row.auto_completed,
    backfilled: row.backfilled,
    postmortemBody: row.postmortem_body,
    autoKey: row.auto_key,
    autoState: row.auto_state,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    updates: byIncident.get(row.id) ?? [],
  }));
}
