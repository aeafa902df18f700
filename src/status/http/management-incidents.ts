import type { FastifyInstance, FastifyRequest } from 'fastify';
import { deleteUpdate, editUpdate } from '../incidents/incident-updates.ts';
import {
  createIncident,
  deleteIncident,
  type NewIncident,
  setPostmortem,
  updateIncident,
} from '../incidents/incidents.ts';
import type { StatusService } from '../service.ts';
import {
  type Incident,
  type IncidentStatus,
  isActiveMaintenance,
  isUnresolved,
  MAINTENANCE_STATUSES,
  NotThere,
  Refusal,
} from '../state/model.ts';
import { updateJson } from '../state/public-json.ts';
import { selectIncident, selectIncidents } from '../state/select-state.ts';
import { Fields, parseIncident } from './input.ts';
import { managedIncidentJson } from './management-json.ts';
import { actorOf, idOf, pagingOf, registerUpdate } from './management-request.ts';

/** Incidents and scheduled maintenances, which are one resource in Statuspage's v1. */
export function registerIncidents(scope: FastifyInstance, service: StatusService): void {
  const { database, identity, maintenanceValues } = service.options;
  const json = (incident: Incident) => managedIncidentJson(incident, service.state, identity);
  const one = async (id: string) => {
    const incident = await selectIncident(database.pool, id);
    if (incident === null) throw new NotThere(`Incident ${id}`);
    return json(incident);
  };
  const list = (keep: (incident: Incident) => boolean) => async (request: FastifyRequest) => {
    const { limit, offset } = pagingOf(request);
    return service.state.incidents
      .filter(keep)
      .slice(offset, offset + limit)
      .map(json);
  };

  scope.get('/pages/:page/incidents', async (request) => {
    const { limit, offset } = pagingOf(request);
    const { q } = request.query as { q?: unknown };
    const wanted = typeof q === 'string' ? q.slice(0, 200) : '';
    const incidents = await selectIncidents(
      database.pool,
      `where $1 = '' or strpos(lower(name), lower($1)) > 0 order by created_at desc, id limit $2 offset $3`,
      [wanted, limit, offset],
    );
    return incidents.map(json);
  });
  scope.get(
    '/pages/:page/incidents/unresolved',
    list((it) => it.kind === 'incident' && isUnresolved(it)),
  );
  scope.get(
    '/pages/:page/incidents/scheduled',
    list((it) => it.kind === 'maintenance' && it.status === 'scheduled'),
  );
  scope.get(
    '/pages/:page/incidents/upcoming',
    list((it) => it.kind === 'maintenance' && it.status === 'scheduled'),
  );
  scope.get('/pages/:page/incidents/active_maintenance', list(isActiveMaintenance));

  scope.post('/pages/:page/incidents', async (request, reply) => {
    const input = parseNewIncident(new Fields(request.body, 'incident'), maintenanceValues);
    const id = await service.change(actorOf(request), (change) => createIncident(change, input));
    return reply.code(201).send(await one(id));
  });
  scope.get('/pages/:page/incidents/:id', async (request) => one(idOf(request.params)));
  registerUpdate(scope, '/pages/:page/incidents/:id', async (request) => {
    const id = idOf(request.params);
    const input = parseIncident(new Fields(request.body, 'incident'), maintenanceValues);
    await service.change(actorOf(request), (change) => updateIncident(change, id, input));
    return one(id);
  });
  scope.delete('/pages/:page/incidents/:id', async (request) => {
    const id = idOf(request.params);
    return json(await service.change(actorOf(request), (change) => deleteIncident(change, id)));
  });

  registerUpdate(scope, '/pages/:page/incidents/:id/incident_updates/:update', async (request) => {
    const id = idOf(request.params);
    const updateId = updateOf(request);
    const fields = new Fields(request.body, 'incident_update');
    const body = fields.text('body');
    const displayAt = fields.instant('display_at');
    const input = {
      ...(body === undefined ? {} : { body }),
      ...(displayAt === undefined ? {} : { displayAt }),
    };
    await service.change(actorOf(request), (change) => editUpdate(change, id, updateId, input));
    const incident = await selectIncident(database.pool, id);
    const update = incident?.updates.find((candidate) => candidate.id === updateId);
    if (update === undefined) throw new NotThere(`Incident update ${updateId}`);
    return updateJson(update);
  });
  scope.delete('/pages/:page/incidents/:id/incident_updates/:update', async (request, reply) => {
    const id = idOf(request.params);
    await service.change(actorOf(request), (change) => deleteUpdate(change, id, updateOf(request)));
    return reply.code(204).send();
  });

  registerUpdate(scope, '/pages/:page/incidents/:id/postmortem', async (request) => {
    const id = idOf(request.params);
    const fields = new Fields(request.body, 'postmortem');
    const body = fields.text('body_draft') ?? fields.text('body');
    if (body === undefined) throw new Refusal('body_draft must be given');
    await service.change(actorOf(request), (change) => setPostmortem(change, id, body));
    return postmortemJson(await one(id));
  });
  scope.get('/pages/:page/incidents/:id/postmortem', async (request) =>
    postmortemJson(await one(idOf(request.params))),
  );
  registerUpdate(scope, '/pages/:page/incidents/:id/postmortem/publish', async (request) => {
    const id = idOf(request.params);
    const fields = new Fields(request.body, 'postmortem');
    const deliver = fields.flag('notify_subscribers') ?? false;
    await service.change(actorOf(request), (change) =>
      updateIncident(change, id, { status: 'postmortem', body: 'The postmortem is published.', deliver }),
    );
    return postmortemJson(await one(id));
  });
}

function postmortemJson(incident: ReturnType<typeof managedIncidentJson>) {
  return {
    body: incident.status === 'postmortem' ? incident.postmortem_body : null,
    body_draft: incident.postmortem_body,
    updated_at: incident.updated_at,
    published_at: incident.incident_updates.find((it) => it.status === 'postmortem')?.display_at ?? null,
  };
}

/** An incident to open, a maintenance to plan, or, `backfilled`, one that is already over. */
function parseNewIncident(fields: Fields, maintenanceValues: boolean): NewIncident {
  const input = parseIncident(fields, maintenanceValues);
  const planned: readonly IncidentStatus[] = MAINTENANCE_STATUSES;
  const kind =
    input.scheduledFor !== undefined || (input.status !== undefined && planned.includes(input.status))
      ? 'maintenance'
      : 'incident';
  if (fields.flag('backfilled') !== true) {
    const startedAt = fields.instant('started_at') ?? input.displayAt;
    return { ...input, kind, ...(startedAt === undefined ? {} : { startedAt }) };
  }
  const date = fields.instant('backfill_date') ?? input.displayAt;
  if (date === undefined) throw new Refusal('backfill_date must be given');
  return {
    ...input,
    kind,
    backfilled: true,
    status: input.status ?? (kind === 'incident' ? 'resolved' : 'completed'),
    startedAt: date,
    displayAt: date,
  };
}

function updateOf(request: FastifyRequest): string {
  return String((request.params as { update?: unknown }).update ?? '');
}
