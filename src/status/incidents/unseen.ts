import { partsUnseen, type Span, takeUnseenOutages, type UnseenOutage } from '../health/unseen-outages.ts';
import { addSeconds } from '../health/uptime.ts';
import type { Change } from '../state/change.ts';
import { type Component, type ComponentStatus, isActiveMaintenance, type State } from '../state/model.ts';
import type { HealthSettings } from '../state/settings.ts';
import { createIncident, updateIncident } from './incidents.ts';

/** Kind of the automatic incidents of a database outage, which are opened when it is over. */
export const DATABASE_KIND = 'database';

/**
 * Applies the reports of roles, once the database responds again, about times in which neither they nor the status
 * service (`blind`) could use it: adds these times to the days, and opens an incident if the outage lasted.
 */
export async function applyUnseen(
  change: Change,
  state: State,
  blind: readonly Span[],
  settings: HealthSettings,
): Promise<void> {
  const outages = partsUnseen(await takeUnseenOutages(change.client), blind);
  const maintained = new Set(state.incidents.filter(isActiveMaintenance).flatMap((it) => it.componentIds));
  const affected: { component: Component; outage: UnseenOutage }[] = [];
  for (const outage of outages) {
    const component = state.components.find((candidate) => candidate.key === outage.key);
    if (component === undefined || maintained.has(component.id)) continue;
    await addSeconds(change.client, [component.id], statusOf(outage), outage.from, outage.until);
    if (outage.until - outage.from >= settings.incidentAfterMs) affected.push({ component, outage });
  }
  if (affected.length === 0 || !settings.incidents) return;
  const until = new Date(Math.max(...affected.map(({ outage }) => outage.until)));
  const from = new Date(Math.min(...affected.map(({ outage }) => outage.from)));
  const components = [...new Map(affected.map((it) => [it.component.id, it])).values()];
  const id = await createIncident(change, {
    kind: 'incident',
    autoKey: DATABASE_KIND,
    autoState: {},
    name: 'The database could not be reached',
    status: 'investigating',
    body: affected.map(({ component, outage }) => sentence(component, outage)).join('\n'),
    componentIds: components.map(({ component }) => component.id),
    startedAt: from,
    displayAt: from,
    affected: components.map(({ component, outage }) => ({
      code: component.id,
      name: component.name,
      old_status: 'operational' as const,
      new_status: statusOf(outage),
    })),
    deliver: false,
  });
  await updateIncident(change, id, {
    status: 'monitoring',
    body: `The database has responded since ${until.toISOString()}. ${affected.map(({ component, outage }) => sentence(component, outage)).join(' ')}`,
    displayAt: until,
    affected: components.map(({ component, outage }) => ({
      code: component.id,
      name: component.name,
      old_status: statusOf(outage),
      new_status: component.status,
    })),
  });
}

function statusOf({ isPartial }: UnseenOutage): ComponentStatus {
  return isPartial ? 'partial_outage' : 'major_outage';
}

function sentence({ name }: Component, outage: UnseenOutage): string {
  const how = outage.isPartial ? 'partly out' : 'out';
  return `${name} was ${how} from ${new Date(outage.from).toISOString()} to ${new Date(outage.until).toISOString()}.`;
}
