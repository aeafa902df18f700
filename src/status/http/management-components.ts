import type { FastifyInstance } from 'fastify';
import { meanUptime } from '../health/uptime.ts';
import {
  createComponent,
  deleteComponent,
  setGroupMembers,
  updateComponent,
} from '../incidents/components.ts';
import type { StatusService } from '../service.ts';
import { type Component, NotThere, Refusal } from '../state/model.ts';
import { Fields, parseComponent } from './input.ts';
import { groupJson, managedComponentJson, uptimeJson } from './management-json.ts';
import { actorOf, idOf, registerUpdate } from './management-request.ts';

/** Components and their groups. */
export function registerComponents(scope: FastifyInstance, service: StatusService): void {
  const { maintenanceValues } = service.options;
  const find = (id: string, group?: boolean): Component => {
    const found = service.state.components.find((component) => component.id === id);
    if (found === undefined || (group === true && !found.group)) throw new NotThere(`Component ${id}`);
    return found;
  };
  const json = (id: string) => managedComponentJson(find(id), service.state);

  scope.get('/pages/:page/components', async () =>
    service.state.components.map((component) => managedComponentJson(component, service.state)),
  );
  scope.post('/pages/:page/components', async (request, reply) => {
    const input = parseComponent(new Fields(request.body, 'component'), maintenanceValues);
    const id = await service.change(actorOf(request), (change) => createComponent(change, input));
    return reply.code(201).send(json(id));
  });
  scope.get('/pages/:page/components/:id', async (request) => json(idOf(request.params)));
  scope.get('/pages/:page/components/:id/uptime', async (request) => {
    const component = find(idOf(request.params));
    const days = service.uptime.get(component.id) ?? [];
    return uptimeJson(component, days, meanUptime(days));
  });
  registerUpdate(scope, '/pages/:page/components/:id', async (request) => {
    const id = idOf(request.params);
    const input = parseComponent(new Fields(request.body, 'component'), maintenanceValues);
    await service.change(actorOf(request), (change) => updateComponent(change, id, input));
    return json(id);
  });
  scope.delete('/pages/:page/components/:id', async (request, reply) => {
    const id = idOf(request.params);
    if (find(id).group) throw new Refusal('A group is deleted at component-groups');
    await service.change(actorOf(request), (change) => deleteComponent(change, id));
    return reply.code(204).send();
  });

  scope.get('/pages/:page/component-groups', async () =>
    service.state.components.filter((it) => it.group).map((it) => groupJson(it, service.state)),
  );
  scope.post('/pages/:page/component-groups', async (request, reply) => {
    const fields = new Fields(request.body, 'component_group');
    const input = { ...parseComponent(fields, maintenanceValues), group: true };
    const members = fields.texts('components') ?? [];
    const id = await service.change(actorOf(request), async (change) => {
      const groupId = await createComponent(change, input);
      await setGroupMembers(change, groupId, members);
      return groupId;
    });
    return reply.code(201).send(groupJson(find(id), service.state));
  });
  scope.get('/pages/:page/component-groups/:id', async (request) =>
    groupJson(find(idOf(request.params), true), service.state),
  );
  registerUpdate(scope, '/pages/:page/component-groups/:id', async (request) => {
    const id = idOf(request.params);
    find(id, true);
    const fields = new Fields(request.body, 'component_group');
    const input = parseComponent(fields, maintenanceValues);
    const members = fields.texts('components');
    await service.change(actorOf(request), async (change) => {
      await updateComponent(change, id, input);
      if (members !== undefined) await setGroupMembers(change, id, members);
    });
    return groupJson(find(id, true), service.state);
  });
  scope.delete('/pages/:page/component-groups/:id', async (request, reply) => {
    const id = idOf(request.params);
    find(id, true);
    await service.change(actorOf(request), (change) => deleteComponent(change, id));
    return reply.code(204).send();
  });
}
