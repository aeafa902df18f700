import type { Span } from '../health/observations.ts';
import { addSeconds } from '../health/uptime.ts';
import type { Change } from '../state/change.ts';
import {
  type Component,
  type ComponentStatus,
  instantOf,
  isUnresolved,
  maintainedIds,
  type State,
} from '../state/model.ts';
import type { Queryable } from '../state/select-state.ts';
import type { HealthSettings } from '../state/settings.ts';
import { bodyOf } from '../state/text.ts';
import { affectedOf, createIncident, MAX_AUTOMATIC_UPDATES, updateIncident } from './incidents.ts';

/** Kind of the automatic incidents of a database outage, which are opened when it is over. */
export const DATABASE_KIND = 'database';

/** Outage of a service that could not be recorded while it lasted, because the database was unavailable. */
interface UnseenOutage extends Span {
  /** Key of the component. */
  readonly key: string;
  /** Whether other processes of the service worked during it. */
  readonly isPartial: boolean;
}

/**
 * Applies the reports of roles, once the database responds again, about times in which neither they nor the status
 * service (`blind`) could use it: adds these times to the days, and opens an incident if the outage lasted, or updates
 * the one that an earlier report opened. The status service judged the other parts of the times when they occurred.
 */
export async function applyUnseen(
  change: Change,
  state: State,
  blind: readonly Span[],
  settings: HealthSettings,
): Promise<void> {
  const maintained = maintainedIds(state);
  const reports: { component: Component; status: ComponentStatus; from: number; until: number }[] = [];
  for (const outage of await takeUnseenOutages(change.client)) {
    const component = state.components.find((candidate) => candidate.key === outage.key);
    if (component === undefined || maintained.has(component.id)) continue;
    const status = outage.isPartial ? 'partial_outage' : 'major_outage';
    for (const span of blind) {
      const from = Math.max(outage.from, span.from);
      // A span may lie in the future after the clock was set back.
      const until = Math.min(outage.until, span.until, change.now.getTime());
      await addSeconds(change.client, [component.id], status, from, until);
      if (from < until && until - from >= settings.incidentAfterMs) {
        reports.push({ component, status, from, until });
      }
    }
  }
  if (reports.length === 0 || !settings.incidents) return;
  const from = new Date(Math.min(...reports.map((report) => report.from)));
  const until = new Date(Math.max(...reports.map((report) => report.until)));
  const sentences = reports.map(({ component, status, ...span }) => {
    const how = status === 'partial_outage' ? 'partly out' : 'out';
    return `${component.name} was ${how} from ${instantOf(span.from)} to ${instantOf(span.until)}.`;
  });
  // The last report on each component.
  const last = [...new Map(reports.map((report) => [report.component.id, report])).values()];
  const affected = last.map(({ component, status }) => affectedOf(component, 'operational', status));
  const ended = {
    status: 'monitoring',
    body: bodyOf([`The database has responded since ${until.toISOString()}.`, ...sentences]),
    displayAt: until,
    affected: last.map(({ component, status }) => affectedOf(component, status)),
  } as const;
  const open = state.incidents.find((it) => it.autoKey === DATABASE_KIND && isUnresolved(it));
  if (open !== undefined) {
    if (open.updates.length >= MAX_AUTOMATIC_UPDATES) return;
    const componentIds = [...new Set([...open.componentIds, ...affected.map(({ code }) => code)])];
    await updateIncident(change, open.id, { ...ended, componentIds });
    return;
  }
  const id = await createIncident(change, {
    kind: 'incident',
    autoKey: DATABASE_KIND,
    autoState: {},
    name: 'The database could not be reached',
    status: 'investigating',
    body: bodyOf(sentences),
    componentIds: affected.map(({ code }) => code),
    startedAt: from,
    displayAt: from,
    affected,
    deliver: false,
  });
  await updateIncident(change, id, ended);
}

/**
 * Reads the reports of roles about times without the database, and removes the rows. Must run in the transaction that
 * applies them. Overlapping times of one service are merged.
 */
async function takeUnseenOutages(client: Queryable): Promise<UnseenOutage[]> {
  const { rows } = await client.query<{ service: string; from_at: Date; until_at: Date; works: boolean }>(
    `with taken as (delete from tain.unseen_outage returning *)
     select service, from_at, until_at,
            exists (select from tain.api_probe p
                     where p.service = t.service and p.instance <> t.instance and p.failed * 2 < p.asked
                       and p.at between t.from_at and t.until_at) as works
       from taken t order by service, from_at`,
  );
  const outages: UnseenOutage[] = [];
  for (const { service: key, from_at, until_at, works } of rows) {
    const [from, until] = [from_at.getTime(), until_at.getTime()];
    const last = outages.at(-1);
    if (last !== undefined && last.key === key && from <= last.until) {
      outages[outages.length - 1] = {
        ...last,
        until: Math.max(last.until, until),
        isPartial: last.isPartial && works,
      };
    } else outages.push({ key, from, until, isPartial: works });
  }
  return outages;
}
