import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { urlOnSameHost } from '../../kernel/http-url.ts';
import { ByteAccount } from '../../kernel/limits/byte-account.ts';
import { FairSemaphore } from '../../kernel/limits/fair-semaphore.ts';
import { type ConcurrencyLimit, LimitReached } from '../../kernel/limits/limit.ts';
import { metricsText } from '../../kernel/metrics-text.ts';
import { connectionMetrics, DEFAULT_CONNECTION_LIMITS } from '../../net/connection-limits.ts';
import { makeServer } from '../../net/http-server.ts';
import { ownerOf } from '../../net/limiter.ts';
import { metricsStatus } from '../../net/metrics-access.ts';
import { NO_SCHEMAS } from '../../net/read-body.ts';
import { Readiness } from '../../store/connections/database.ts';
import { isDatabaseTrouble } from '../../store/connections/database-trouble.ts';
import { incidentPage, PAGE_HEADERS } from '../pages/page.ts';
import { HTML_TYPE } from '../pages/render.ts';
import type { StatusService } from '../service.ts';
import { NotFoundError } from '../state/model.ts';
import type { StatusOptions } from '../state/options.ts';
import { selectIncident } from '../state/select-state.ts';

/** Builds the HTTP server. Public responses never reach the framework; all other requests do. */
export function createServer(service: StatusService, options: StatusOptions): FastifyInstance {
  const { database, registry, settings, metricsAccess = 'open' } = options;
  const app: FastifyInstance = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    schemaController: NO_SCHEMAS,
    // The last entry is the proxy's own; any client can write the ones before it.
    trustProxy: settings.trustProxy ? (_address, hop) => hop === 0 : false,
    routerOptions: { maxParamLength: 100 },
    serverFactory: (handler) => {
      const { server, connections } = makeServer(
        options.connectionLimits ?? DEFAULT_CONNECTION_LIMITS,
        () => options.onRefused?.(),
        (request, response) => {
          if (!service.answers.serve(request, response)) handler(request, response);
        },
        { bytes: options.bytes ?? new ByteAccount(), trustProxy: settings.trustProxy ?? false },
      );
      if (registry !== null) connectionMetrics(registry, 'status', connections);
      return server;
    },
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    reply.header('access-control-allow-origin', '*');
  });
  app.addHook('onSend', async (_request, reply) => {
    // These responses depend on the moment, or on the client, so caches must not store them.
    const { statusCode } = reply;
    if (statusCode >= 500 || statusCode === 401 || statusCode === 429)
      reply.header('cache-control', 'no-store');
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const [code, text] = errorAnswer(error);
    if (code === 500) request.log.error({ err: error }, 'status: a request failed');
    return reply.code(code).send({ error: text });
  });
  app.options('*', async (request, reply) =>
    reply
      .headers({
        'access-control-allow-methods': 'GET, HEAD, OPTIONS',
        'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
        'access-control-max-age': '86400',
      })
      .code(204)
      .send(),
  );
  app.setNotFoundHandler(notFound);
  app.get('/health/liveness', async () => ({ status: 'UP' }));
  const readiness = new Readiness(database);
  app.get('/health/readiness', async (_request, reply) => {
    const ready = !service.databaseDown && (await readiness.isReady());
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'UP' : 'DOWN' });
  });
  if (registry !== null) {
    app.get('/metrics', async (request, reply) => {
      const status = metricsStatus(metricsAccess, request.headers.authorization);
      if (status === 404) return notFound(request, reply);
      if (status === 401) {
        return reply.code(401).header('www-authenticate', 'Bearer').send({ error: 'Could not authenticate' });
      }
      const text = await metricsText(registry);
      return reply.header('cache-control', 'no-store').type(registry.contentType).send(text);
    });
  }
  registerOldIncidents(app, service, options);
  if (service.site.hasHome) registerHome(app, settings);
  registerRemoved(app);
  return app;
}

/** Responds to a request for an unknown path. */
async function notFound(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  return reply.code(404).send({ error: 'Not found', path: request.url.split('?', 1)[0] ?? '' });
}

/** Reads of single incidents from the database, limited so that requests for old links cannot overload it. */
export const INCIDENT_PAGES: ConcurrencyLimit = {
  name: 'incident-pages',
  kind: 'concurrency',
  counts: 'pages of incidents',
  max: 4,
  spare: 1,
  waiting: 100,
};

/** Registers pages of incidents that are no longer among the latest, because links to them must not break. */
function registerOldIncidents(
  app: FastifyInstance,
  service: StatusService,
  { database }: StatusOptions,
): void {
  const reads = new FairSemaphore(INCIDENT_PAGES);
  app.get('/incidents/:id', async (request, reply) => {
    const { id } = request.params as { id: string };
    if (!/^[a-z0-9]{12}$/.test(id)) throw new NotFoundError(`Incident ${id}`);
    try {
      const select = () => selectIncident(database.pool, id);
      const incident = await reads.run(ownerOf(request.ip), select);
      if (incident === null) throw new NotFoundError(`Incident ${id}`);
      return reply
        .headers(PAGE_HEADERS)
        .type(HTML_TYPE)
        .send(incidentPage(service.site, service.state, incident));
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      return reply.code(503).header('retry-after', 1).send({ error: 'Busy' });
    }
  });
}

/** Redirects to the query service, under the name by which the client reached this one. */
function registerHome(app: FastifyInstance, { mirrorUrl, mirrorPort }: StatusOptions['settings']): void {
  for (const [path, target] of [
    ['/mirror', ''],
    ['/mirror/docs', 'api/v1/docs/'],
  ]) {
    app.get(path ?? '', async (request, reply) => {
      const home = mirrorUrl?.replace(/\/*$/, '/') ?? urlOnSameHost(request.headers.host, mirrorPort);
      if (home === null) throw new NotFoundError('The mirror node');
      return reply.header('cache-control', 'no-store').redirect(`${home}${target}`);
    });
  }
}

const REMOVED_PATHS: readonly (readonly [sentence: string, paths: readonly string[]])[] = [
  [
    'The management API was removed: use the command tain status for incidents and maintenance.',
    ['/v1', '/v1/*'],
  ],
  [
    'Subscriptions by email and webhook were removed, and all addresses were deleted. The feeds remain: /history.atom, /history.rss.',
    ['/subscribe', '/confirm/*', '/unsubscribe/*'],
  ],
];

/** Registers the paths that only the previous release had: every request for them gets the reason of their removal. */
function registerRemoved(app: FastifyInstance): void {
  for (const [error, paths] of REMOVED_PATHS) {
    const answer = async (_request: FastifyRequest, reply: FastifyReply) => reply.code(410).send({ error });
    for (const path of paths) app.all(path, { onRequest: answer }, answer);
  }
}

function errorAnswer(error: FastifyError): readonly [code: number, text: string] {
  if (error instanceof NotFoundError) return [404, error.message];
  const { statusCode = 500, message } = error;
  if (statusCode < 500) return [statusCode, message];
  return isDatabaseTrouble(error) ? [503, 'The database cannot be reached'] : [500, 'Internal error'];
}
