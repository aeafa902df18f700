import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Limiter } from '../../net/limiter.ts';
import {
  confirmSubscriber,
  createSubscriber,
  removeSubscriberByToken,
  verifyEmail,
  verifyEndpoint,
} from '../delivery/subscribers.ts';
import { frame, PAGE_HEADERS } from '../pages/page.ts';
import { HTML_TYPE } from '../pages/render.ts';
import type { StatusService } from '../service.ts';
import { Refusal } from '../state/model.ts';
import { escapeMarkup as esc } from '../state/text.ts';
import { Fields } from './input.ts';

const TOKEN = /^[A-Za-z0-9_-]{32}$/;

/**
 * What a subscriber does without a key: subscribe, confirm, unsubscribe. Opening a page behind a link in a
 * mail changes nothing (mail filters open them); its button does.
 */
export function registerSubscribe(app: FastifyInstance, service: StatusService, limiter: Limiter): void {
  const { database, clock, subscriptions } = service.options;
  const page = (reply: FastifyReply, code: number, title: string, body: string) =>
    reply
      .code(code)
      .headers({ ...PAGE_HEADERS, 'cache-control': 'no-store' })
      .type(HTML_TYPE)
      .send(
        frame(
          service.options,
          title,
          `<h2>${esc(title)}</h2>${body}<p><a href="/">Back to the status</a></p>`,
        ),
      );

  app.post('/subscribe', async (request, reply) => {
    const fields = new Fields(request.body, 'subscriber');
    const wait = limiter.waitOf(request.ip);
    if (wait > 0) {
      reply.header('retry-after', wait);
      return page(
        reply,
        429,
        'Please wait',
        '<p>Too many subscriptions from your address; try again later.</p>',
      );
    }
    limiter.count(request.ip);
    const endpoint = fields.text('endpoint');
    try {
      if (endpoint === undefined ? !subscriptions.email : !subscriptions.webhook) {
        throw new Refusal('This page does not offer that');
      }
      await createSubscriber(
        database.pool,
        {
          mode: endpoint === undefined ? 'email' : 'webhook',
          address:
            endpoint === undefined ? verifyEmail(fields.text('email') ?? '') : verifyEndpoint(endpoint),
          componentIds: [],
          by: 'stranger',
          confirmed: false,
        },
        clock(),
      );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return page(reply, 422, 'Not subscribed', `<p>${esc(error.message)}.</p>`);
    }
    // The same answer whether or not the address was known: nobody can find out who subscribes.
    return page(reply, 200, 'Almost done', '<p>A confirmation is on its way; open the link in it.</p>');
  });

  for (const action of ['confirm', 'unsubscribe'] as const) {
    app.get(`/${action}/:token`, async (request, reply) => {
      const { token } = request.params as { token: string };
      if (!TOKEN.test(token)) return page(reply, 404, 'Not found', '<p>This link is not valid.</p>');
      const label = action === 'confirm' ? 'Confirm the subscription' : 'Unsubscribe';
      return page(
        reply,
        200,
        label,
        `<form method="post" action="/${action}/${token}"><button>${label}</button></form>`,
      );
    });
  }
  app.post('/confirm/:token', async (request, reply) => {
    const { token } = request.params as { token: string };
    const found = TOKEN.test(token) && (await confirmSubscriber(database.pool, token, clock()));
    if (!found) return page(reply, 404, 'Not found', '<p>This link is no longer valid.</p>');
    return page(reply, 200, 'Subscribed', '<p>You will be told of incidents and maintenance.</p>');
  });
  app.post('/unsubscribe/:token', async (request, reply) => {
    const { token } = request.params as { token: string };
    if (TOKEN.test(token)) await removeSubscriberByToken(database.pool, token);
    return page(reply, 200, 'Unsubscribed', '<p>Nothing more will be sent to you.</p>');
  });
}
