import type { FastifyInstance } from 'fastify';
import {
  createSubscriber,
  removeSubscriber,
  requestConfirmation,
  selectSubscribers,
  subscriberById,
  subscriberJson,
  verifyEmail,
  verifyEndpoint,
} from '../delivery/subscribers.ts';
import type { StatusService } from '../service.ts';
import { Refusal } from '../state/model.ts';
import { Fields } from './input.ts';
import { actorOf, idOf, pagingOf } from './management-request.ts';

/** Subscribers, as operators manage them. */
export function registerSubscribers(scope: FastifyInstance, service: StatusService): void {
  const { database, clock } = service.options;
  const { pool } = database;
  const pageId = () => service.state.page.id;

  scope.get('/pages/:page/subscribers', async (request) => {
    const { limit, offset } = pagingOf(request);
    const query = request.query as Record<string, unknown>;
    const text = (name: string) => (typeof query[name] === 'string' ? String(query[name]).slice(0, 254) : '');
    const subscribers = await selectSubscribers(
      pool,
      `where ($1 = '' or strpos(lower(address), lower($1)) > 0) and ($2 in ('', 'all') or mode = $2)
         and case $3 when '' then true when 'all' then true
                     when 'active' then confirmed_at is not null and quarantined_at is null
                     when 'unconfirmed' then confirmed_at is null
                     when 'quarantined' then quarantined_at is not null else false end
       order by created_at desc, id limit $4 offset $5`,
      [text('q'), text('type'), text('state'), limit, offset],
    );
    return subscribers.map((subscriber) => subscriberJson(subscriber, pageId()));
  });
  scope.get('/pages/:page/subscribers/count', async () => {
    const { rows } = await pool.query<{ mode: string; count: number }>(
      `select mode, count(*)::int as count
       from tain.status_subscriber
       where confirmed_at is not null
       group by mode`,
    );
    const count = (mode: string) => rows.find((row) => row.mode === mode)?.count ?? 0;
    return { email: count('email'), webhook: count('webhook') };
  });
  scope.post('/pages/:page/subscribers', async (request, reply) => {
    const fields = new Fields(request.body, 'subscriber');
    const endpoint = fields.text('endpoint');
    const email = fields.text('email');
    if (endpoint === undefined && email === undefined) {
      throw new Refusal('Email or endpoint must be given (text messages are not sent)');
    }
    const componentIds = fields.texts('component_ids') ?? [];
    for (const id of componentIds) {
      if (!service.state.components.some((component) => component.id === id)) {
        throw new Refusal(`Component ${id} does not exist`);
      }
    }
    const created = await createSubscriber(
      pool,
      {
        mode: endpoint === undefined ? 'email' : 'webhook',
        address: endpoint === undefined ? verifyEmail(email ?? '') : verifyEndpoint(endpoint),
        componentIds,
        by: 'operator',
        confirmed: fields.flag('skip_confirmation_notification') ?? false,
      },
      clock(),
    );
    request.log.info({ actor: actorOf(request), subscriber: created.id }, 'status: subscriber added');
    const json = subscriberJson(await subscriberById(pool, created.id), pageId());
    // The secret is shown once; it signs what a hook receives.
    return reply
      .code(201)
      .send(json.mode === 'webhook' && created.secret !== null ? { ...json, secret: created.secret } : json);
  });
  scope.get('/pages/:page/subscribers/:id', async (request) =>
    subscriberJson(await subscriberById(pool, idOf(request.params)), pageId()),
  );
  scope.delete('/pages/:page/subscribers/:id', async (request) =>
    subscriberJson(await removeSubscriber(pool, idOf(request.params)), pageId()),
  );
  scope.post('/pages/:page/subscribers/:id/resend_confirmation', async (request, reply) => {
    const subscriber = await subscriberById(pool, idOf(request.params));
    await requestConfirmation(pool, subscriber.id, clock(), 'operator again');
    return reply.code(201).send(subscriberJson(subscriber, pageId()));
  });
}
