import { EVIDENCE } from '../state/change.ts';
import { COMPONENT_STATUSES, type ComponentStatus, type State } from '../state/model.ts';
import { NEWEST_INCIDENTS, type Queryable } from '../state/select-state.ts';

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

/** Evidence of one day: the seconds in each status, or else the share of valid signatures or successful requests. */
interface DayRow {
  readonly component_id: string;
  readonly is_node: boolean;
  readonly day: string;
  readonly seconds: number | null;
  readonly degraded: number;
  readonly partial: number;
  readonly major: number;
  readonly share: number | null;
  readonly files: number | null;
}

/**
 * Reads the days. Those of a node come from its signatures (complete even when this service did not run); those of a
 * service from the time in each status, or else from its share of failed requests.
 */
export async function selectUptime(client: Queryable, now: number): Promise<Uptime> {
  const { rows } = await client.query<DayRow>(
    `select c.id as component_id, coalesce(c.key like 'node:%', false) as is_node,
       to_char(dates.day, 'YYYY-MM-DD') as day,
       operational + degraded_performance + partial_outage + major_outage + under_maintenance as seconds,
       degraded_performance as degraded, partial_outage as partial, major_outage as major, files,
       coalesce(n.verified / nullif(files, 0), 1 - a.errors / nullif(a.requests, 0)::double precision) as share
     from tain.status_component c
       cross join (select $1::date - back as day from generate_series(0, $2 - 1) as back) as dates
       left join tain.status_component_day s on s.component_id = c.id and s.day = dates.day
       left join tain.signature_day n on c.key = 'node:' || n.node_id and n.day = dates.day
       left join lateral (
         select (verified + diverged + invalid + unreadable + missing)::double precision as files
       ) f on true
       left join tain.api_day a on a.service = c.key and a.day = dates.day
     where c.retired_at is null and not c.is_group
     order by component_id, day`,
    [new Date(now).toISOString().slice(0, 10), DAYS],
  );
  const uptime = new Map<string, Day[]>();
  for (const row of rows) {
    const days = uptime.get(row.component_id) ?? [];
    uptime.set(row.component_id, days);
    days.push(dayOf(row));
  }
  return uptime;
}

function dayOf({ day, is_node, seconds, degraded, partial, major, share, files }: DayRow): Day {
  if (share !== null && (is_node || seconds === null)) {
    return { day, uptime: share, level: levelOf(share), weight: files };
  }
  if (seconds === null || seconds <= 0) return { day, uptime: null, level: null, weight: null };
  // Weights as Statuspage's: a partial outage counts three tenths of a major one.
  const uptime = 1 - (major + 0.3 * partial) / seconds;
  // Trouble of less than a minute does not colour a day.
  let level: ComponentStatus = 'operational';
  if (major >= 60) level = 'major_outage';
  else if (partial >= 60) level = 'partial_outage';
  else if (degraded >= 60) level = 'degraded_performance';
  return { day, uptime, level, weight: seconds };
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
  const known = days.filter((day) => day.uptime !== null);
  if (known.length === 0) return null;
  const total = measured(days);
  const weightOf = ({ weight }: Day) => (total === 0 ? 1 : (weight ?? 0));
  const sum = known.reduce((before, day) => before + (day.uptime ?? 0) * weightOf(day), 0);
  return sum / (total === 0 ? known.length : total);
}

/** Returns the sum of the days' weights. */
export function measured(days: readonly Day[]): number {
  return days.reduce((sum, { weight }) => sum + (weight ?? 0), 0);
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
  const counted = state.components.filter(({ group, key }) => !group && !unknownKeys.has(key ?? ''));
  for (const status of COMPONENT_STATUSES) {
    const ids = counted.filter((component) => component.status === status).map((component) => component.id);
    await addSeconds(client, ids, status, from, now);
  }
  if (dayText(before) !== dayText(now)) await removeOld(client, now);
}

/** Returns the day (UTC) of a time in milliseconds. */
function dayText(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Milliseconds for which days, and incidents that evidence opened, are retained. */
const RETAINED_MS = 400 * 86_400_000;

/**
 * Removes what is too old. Evidence may open some hundred incidents a day, if a node of the network wants that; changes by
 * operators remain, and so do the newest incidents, which the pages show.
 */
export async function removeOld(client: Queryable, now: number): Promise<void> {
  const since = new Date(now - RETAINED_MS);
  await client.query('delete from tain.status_component_day where day < $1::date', [
    dayText(since.getTime()),
  ]);
  await client.query('delete from tain.status_audit where actor = $1 and at < $2', [EVIDENCE, since]);
  await client.query(
    `delete from tain.status_incident
      where kind = 'incident' and auto_key is not null and created_at < $1 and resolved_at < $1
        and id not in (${NEWEST_INCIDENTS})`,
    [since],
  );
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
  await client.query(
    // The column has the name of the status. A range is cut at midnights (UTC).
    `insert into tain.status_component_day as d (component_id, day, ${status})
     select id, start::date, extract(epoch from least(start + interval '1 day', until) - greatest(start, since))
       from (select $2::timestamptz at time zone 'UTC' as since, $3::timestamptz at time zone 'UTC' as until) as range,
            generate_series(date_trunc('day', since), until, interval '1 day') as start,
            tain.status_component
      where id = any($1) and start < until and since < until
     on conflict (component_id, day) do update set ${status} = d.${status} + excluded.${status}`,
    [componentIds, new Date(from), new Date(until)],
  );
}
