import type { FastifyInstance } from 'fastify';
import type { Limiter } from '../../net/limiter.ts';
import type { StatusService } from '../service.ts';
import { KeyRing } from './key-ring.ts';
import { registerComponents } from './management-components.ts';
import { registerIncidents } from './management-incidents.ts';
import { managedPageJson } from './management-json.ts';
import { pagingOf, setActor } from './management-request.ts';
import { registerSubscribers } from './management-subscribers.ts';

/**
 * The management API at `/v1`, in the shape of Statuspage's. Every request needs a key; changes need one with
 * the role `write`. Addresses that fail too often must wait; a right key passes all the same.
 */
export function registerManagement(app: FastifyInstance, service: StatusService, failures: Limiter): void {
  const { database, clock } = service.options;
  const keys = new KeyRing(database.pool);
  app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        // Pages of other sites must not use it.
        reply.removeHeader('access-control-allow-origin');
        reply.header('cache-control', 'no-store');
        const key = await keys.find(request.headers.authorization, clock());
        if (key === null) {
          // Only failures wait: a right key passes, whatever else comes from its address.
          const wait = failures.waitOf(request.ip);
          if (wait > 0) {
            await reply.code(429).header('retry-after', wait).send({ error: 'Too many failed attempts' });
            return;
          }
          failures.count(request.ip);
          await reply
            .code(401)
            .header('www-authenticate', 'Bearer')
            .send({ error: 'Could not authenticate' });
          return;
        }
        if (key.role !== 'write' && request.method !== 'GET' && request.method !== 'HEAD') {
          await reply.code(403).send({ error: 'This key may only read' });
          return;
        }
        setActor(request, `key ${key.id} (${key.name})`);
      });
      scope.addHook('preHandler', async (request, reply) => {
        const { page } = request.params as { page?: string };
        if (page !== undefined && page !== service.state.page.id) {
          await reply.code(404).send({ error: 'Page was not found' });
        }
      });
      registerPages(scope, service);
      registerComponents(scope, service);
      registerIncidents(scope, service);
      registerSubscribers(scope, service);
    },
    { prefix: '/v1' },
  );
}

function registerPages(scope: FastifyInstance, service: StatusService): void {
  const { database, identity } = service.options;
  const page = async () => {
    const { rows } = await database.pool.query<{ created_at: Date }>(
      'select created_at from tain.status_page',
    );
    const createdAt = rows[0]?.created_at.toISOString() ?? service.state.page.updatedAt;
    return managedPageJson(service.state, identity, createdAt);
  };
  scope.get('/pages', async () => [await page()]);
  scope.get('/pages/:page', page);
  scope.get('/pages/:page/audit', async (request) => {
    const { limit, offset } = pagingOf(request);
    const { rows } = await database.pool.query(
      `select number::int, at, actor, action, target, before, after
       from tain.status_audit
       order by number desc limit $1 offset $2`,
      [limit, offset],
    );
    return rows;
  });
}
