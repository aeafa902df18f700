import {
  COMPONENT_STATUSES,
  type Component,
  type ComponentStatus,
  type State,
  severityOf,
} from '../state/model.ts';
import type { Queryable } from '../state/select-state.ts';

/** Number of days of the bars. */
const DAYS = 90;

/** One day of one component. */
export interface Day {
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  /** Share of the day, 0 to 1, in which it worked; null when unknown. */
  readonly uptime: number | null;
  /** Colour of the day; null when unknown. */
  readonly level: ComponentStatus | null;
  /**
   * Number of measurements on which `uptime` is based: seconds with a known status, or stream files that a node could
   * sign. Null where only a share of failed requests is known.
   */
  readonly weight: number | null;
}

/** Component id → its last 90 days, oldest first, today last. */
export type Uptime = ReadonlyMap<string, readonly Day[]>;

interface Seconds {
  readonly operational: number;
  readonly degraded_performance: number;
  readonly partial_outage: number;
  readonly major_outage: number;
  readonly under_maintenance: number;
}

/** Requests or signatures of one day: the successful share, null without any, and their number. */
interface Evidence {
  readonly share: number | null;
  readonly weight: number | null;
}

/**
 * Reads the days. Those of a node come from its signatures (complete even when this service did not run); those of a
 * service from the time in each status, or else from its share of failed requests.
 */
export async function selectUptime(
  client: Queryable,
  components: readonly Component[],
  now: number,
): Promise<Uptime> {
  const days = daysUntil(now);
  const first = days[0];
  const [seconds, signatures, requests] = [
    await client.query<{ component_id: string; day: string } & Seconds>(
      `select component_id, to_char(day, 'YYYY-MM-DD') as day, operational, degraded_performance,
         partial_outage, major_outage, under_maintenance
       from tain.status_component_day
       where day >= $1`,
      [first],
    ),
    await client.query<{ node_id: string; day: string; share: number | null; files: number }>(
      `select node_id::text, to_char(day, 'YYYY-MM-DD') as day, verified / nullif(files, 0) as share, files
       from tain.signature_day,
         lateral (select (verified + diverged + invalid + unreadable + missing)::double precision as files) f
       where day >= $1`,
      [first],
    ),
    await client.query<{ service: string; day: string; share: number | null }>(
      `select service, to_char(day, 'YYYY-MM-DD') as day,
         1 - errors / nullif(requests, 0)::double precision as share
       from tain.api_day
       where day >= $1`,
      [first],
    ),
  ];
  const bySeconds = new Map(seconds.rows.map((row) => [`${row.component_id} ${row.day}`, row]));
  const byEvidence = new Map<string, Evidence>();
  for (const { node_id, day, share, files } of signatures.rows) {
    byEvidence.set(`node:${node_id} ${day}`, { share, weight: files });
  }
  for (const { service, day, share } of requests.rows) {
    byEvidence.set(`${service} ${day}`, { share, weight: null });
  }
  return new Map(
    components
      .filter((component) => !component.group)
      .map((component) => [
        component.id,
        days.map((day) =>
          dayOf(
            day,
            component.key?.startsWith('node:') ?? false,
            bySeconds.get(`${component.id} ${day}`),
            component.key === null ? undefined : byEvidence.get(`${component.key} ${day}`),
          ),
        ),
      ]),
  );
}

function dayOf(
  day: string,
  node: boolean,
  seconds: Seconds | undefined,
  evidence: Evidence | undefined,
): Day {
  const { share = null, weight = null } = evidence ?? {};
  if (share !== null && (node || seconds === undefined)) {
    return { day, uptime: share, level: levelOf(share), weight };
  }
  if (seconds === undefined) return { day, uptime: null, level: null, weight: null };
  const { operational, degraded_performance, partial_outage, major_outage, under_maintenance } = seconds;
  const total = operational + degraded_performance + partial_outage + major_outage + under_maintenance;
  if (total <= 0) return { day, uptime: null, level: null, weight: null };
  // Weights as Statuspage's: a partial outage counts three tenths of a major one.
  const uptime = 1 - (major_outage + 0.3 * partial_outage) / total;
  // Trouble of less than a minute does not colour a day.
  const level: ComponentStatus =
    major_outage >= 60
      ? 'major_outage'
      : partial_outage >= 60
        ? 'partial_outage'
        : degraded_performance >= 60
          ? 'degraded_performance'
          : 'operational';
  return { day, uptime, level, weight: total };
}

function levelOf(share: number): ComponentStatus {
  if (share >= 0.99) return 'operational';
  if (share >= 0.95) return 'degraded_performance';
  return share >= 0.5 ? 'partial_outage' : 'major_outage';
}

/**
 * Returns the mean uptime, 0 to 1, weighted by measurements; of the known days if there are no measurements; null
 * without known days.
 */
export function meanUptime(days: readonly Day[]): number | null {
  const known = days.flatMap(({ uptime, weight }) => (uptime === null ? [] : [{ uptime, weight }]));
  if (known.length === 0) return null;
  const total = measured(days);
  if (total === 0) return known.reduce((sum, { uptime }) => sum + uptime, 0) / known.length;
  return known.reduce((sum, { uptime, weight }) => sum + uptime * (weight ?? 0), 0) / total;
}

/** Returns the sum of the days' weights. */
export function measured(days: readonly Day[]): number {
  return days.reduce((sum, { weight }) => sum + (weight ?? 0), 0);
}

/** Returns the number of days with trouble. */
export function badDays(days: readonly Day[]): number {
  return days.filter((day) => day.level !== null && severityOf(day.level) > 0).length;
}

function daysUntil(now: number): string[] {
  const today = Math.floor(now / 86_400_000);
  return Array.from({ length: DAYS }, (_, index) =>
    new Date((today - DAYS + 1 + index) * 86_400_000).toISOString().slice(0, 10),
  );
}

/**
 * Counts the time since the last call for each component's present status, at most `max` milliseconds, because a longer gap
 * was not observed. Several processes may call it.
 */
export async function accountUptime(
  client: Queryable,
  state: State,
  unknownKeys: ReadonlySet<string>,
  now: number,
  max: number,
): Promise<void> {
  const { rows } = await client.query<{ before: Date | null }>(
    `update tain.status_page p set accounted_until = $1
       from (select accounted_until as before from tain.status_page for update) old
      where old.before is null or old.before < $1 or old.before > $2 returning old.before`,
    // A time more than `max` in the future means that the clock was set back.
    [new Date(now), new Date(now + max)],
  );
  const before = rows[0]?.before?.getTime();
  if (before === undefined) return;
  const from = Math.max(before, now - max);
  const counted = state.components.filter((component) => {
    return !component.group && (component.key === null || !unknownKeys.has(component.key));
  });
  for (const status of COMPONENT_STATUSES) {
    const ids = counted.filter((component) => component.status === status).map((component) => component.id);
    await addSeconds(client, ids, status, from, now);
  }
  await client.query('delete from tain.status_component_day where day < $1::date - 400', [
    new Date(now).toISOString().slice(0, 10),
  ]);
}

/** Counts the time from one instant to another (milliseconds) in which components had a status. */
export async function addSeconds(
  client: Queryable,
  componentIds: readonly string[],
  status: ComponentStatus,
  from: number,
  until: number,
): Promise<void> {
  if (componentIds.length === 0) return;
  for (const slice of slices(from, until)) {
    await client.query(
      // The column has the name of the status.
      `insert into tain.status_component_day as d (component_id, day, ${status})
       select id, $2::date, $3::float8 from tain.status_component where id = any($1)
       on conflict (component_id, day) do update set ${status} = d.${status} + excluded.${status}`,
      [componentIds, slice.day, slice.seconds],
    );
  }
}

/** Cuts a range of milliseconds at midnights (UTC). */
function slices(from: number, until: number): { day: string; seconds: number }[] {
  const result: { day: string; seconds: number }[] = [];
  for (let start = from; start < until; ) {
    const end = Math.min(until, (Math.floor(start / 86_400_000) + 1) * 86_400_000);
    result.push({ day: new Date(start).toISOString().slice(0, 10), seconds: (end - start) / 1000 });
    start = end;
  }
  return result;
}
