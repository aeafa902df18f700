import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { addressOf, type Database } from '../db/connections/database.ts';
import { OutageLog } from '../db/connections/outage-log.ts';
import type { Clock } from '../kernel/clock.ts';
import { httpUrl } from '../kernel/http-url.ts';
import { connectionMetrics } from '../net/connection-metrics.ts';
import { type ConnectionLimits, type Connections, DEFAULT_CONNECTION_LIMITS } from '../net/connections.ts';
import { makeServer } from '../net/http-server.ts';
import { Limiter, ownerOf } from '../net/limiter.ts';
import { type MetricsAccess, metricsStatus } from '../net/metrics-access.ts';
import { JSON_TYPE, problemJson } from '../query/error-answer.ts';
import { LastBlock } from '../reads/last-block.ts';
import { type ReadyAnswer, ready } from './answer/ready-answer.ts';
import { ReadServers } from './databases/read-servers.ts';
import { ServiceReadiness } from './databases/readiness.ts';
import { frontPage, statusUrlFor } from './front-page/front-page.ts';
import { type Proof, selectProof } from './front-page/select-proof.ts';
import { AnswerCache } from './http/answer-cache.ts';
import { BLOCK_HEADER } from './http/asked-block.ts';
import { listenAlso } from './http/further-ports.ts';
import { apiMetrics } from './http/metrics.ts';
import { Probe, type ProbeRound } from './http/probe.ts';
import { QueryGate } from './http/query-gate.ts';
import { RequestHandler } from './http/request-handler.ts';
import { beginRequest, type Outcome, outcomeOf } from './http/request-progress.ts';
import { Selector } from './http/select.ts';
import { refuseBrokenRequest, sendAnswer } from './http/send-answer.ts';
import { UserDirectory } from './http/users.ts';
import { Documentation } from './openapi/documentation.ts';
import { ExampleSource } from './openapi/examples.ts';
import type { ServerCapabilities } from './route/capabilities.ts';
import type { ContractCaller } from './route/contract-caller.ts';
import type { OpcodeTracer } from './route/opcode-tracer.ts';
import type { Route } from './route/route.ts';
import type { ApiSettings } from './route/settings.ts';
import { dialectOfPath, ROUTES } from './routes.ts';

/** The only file that knows the HTTP framework. */

export interface ApiOptions {
  readonly database: Database;
  /** Replicas of the database, which requests are read from while they are in step. */
  readonly replicas?: readonly Database[];
  readonly settings: ApiSettings;
  readonly clock: Clock;
  readonly log: Logger;
  readonly registry: Registry;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Who may read `/metrics`. Default: whoever reaches the service. */
  readonly metricsAccess?: MetricsAccess;
  readonly connectionLimits?: ConnectionLimits;
  /** Called when connections are refused for the first time. */
  readonly onRefused?: () => void;
  /** Ports at which it is reached, too. */
  readonly furtherPorts?: readonly number[];
  /** Why ingest waits, if it does: too few signatures for the next file. */
  readonly ingestProblem?: () => string | null;
  /** Whether the ingest of this process writes or stands by; null without one. Shown by the readiness. */
  readonly ingestState?: () => string | null;
  /** What runs beside the queries; nothing else by default. Called for each answer that says it. */
  readonly capabilities?: () => ServerCapabilities;
  /** Executes calls of contracts; without it they are answered 501. */
  readonly callContract?: ContractCaller;
  /** Traces recorded transactions; without it that is answered 501. */
  readonly traceOpcodes?: OpcodeTracer;
  /** Where people reach the status service; else its port on this machine, if there is one to link to. */
  readonly statusUrl?: string;
  readonly statusPort?: number;
  /** Called for each answer with the outcome of the request and milliseconds from request to answer. */
  readonly onAnswer?: (outcome: Outcome, milliseconds: number) => void;
}

export interface Api {
  readonly url: string;
  /** Asks the service itself, past all strangers: whether it works. Null when the signal ended it. Takes one connection more than the gate gives out. */
  probe(signal: AbortSignal): Promise<ProbeRound | null>;
  /** Stops accepting requests, ends those under way, and closes. */
  close(): Promise<void>;
}

/** The name of the documentation, which requests examples, among the clients that take turns. */
const DOCUMENTATION = 'documentation';
const MAX_BODY_BYTES = 1024 * 1024;
/** As long as a request can be: the checks of the routes say what is wrong with a value. */
const MAX_PATH_VALUE_LENGTH = 16 * 1024;
/** How long requests under way may take to end when the server closes. */
const CLOSE_TIMEOUT_MS = 3_000;
/** Wrong passwords that one client may try, and in which time. */
const MOST_WRONG_PASSWORDS = 10;
const WRONG_PASSWORDS_MS = 60_000;
/** Methods that a dialect may refuse with 405 where a path does not have them. */
const OTHER_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Starts the query API. */
export async function startApi(options: ApiOptions): Promise<Api> {
  const { settings, database, log } = options;
  const gate = new QueryGate(settings.maxConnections, settings.maxWaiting);
  const cache = settings.cache ? new AnswerCache(settings.cacheBytes) : undefined;
  const outages = new OutageLog(log, addressOf(database.target));
  const servers = new ReadServers({
    primary: database,
    replicas: options.replicas ?? [],
    maxLag: settings.replicaMaxLag,
    log,
    onVisible: () => cache?.invalidate(),
  });
  const metrics = apiMetrics(options.registry, gate, cache, servers);
  const selector = new Selector(servers, gate, outages);
  const requests = new RequestHandler({
    settings,
    clock: options.clock,
    selector,
    servers,
    users: new UserDirectory(
      settings.users,
      new Limiter(MOST_WRONG_PASSWORDS, WRONG_PASSWORDS_MS, options.clock),
    ),
    cache,
    log,
    ingestProblem: options.ingestProblem ?? (() => null),
    capabilities: options.capabilities ?? (() => ({ roles: ['api'], features: {} })),
    callContract: options.callContract,
    traceOpcodes: options.traceOpcodes,
  });
  const lastBlock = new LastBlock(
    database,
    (block) => {
      // Also where the block is known: what it shows may have been corrected.
      cache?.invalidate();
      servers.announced(block);
    },
    outages,
  );

  const limits = options.connectionLimits ?? DEFAULT_CONNECTION_LIMITS;
  let connections: Connections | undefined;
  const app = Fastify({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    serverFactory: (handler) => {
      const made = makeServer(limits, () => options.onRefused?.(), handler);
      connections = made.connections;
      connectionMetrics(options.registry, 'api', connections);
      return made.server;
    },
    // The proxy's own word, the last one: what stands before it anybody can write.
    trustProxy: settings.trustProxy ? (_address, hop) => hop === 0 : false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: {
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: false,
      maxParamLength: MAX_PATH_VALUE_LENGTH,
      // Ours reads the query: the framework's would do so before it is known whose rules hold.
      querystringParser: () => ({}),
    },
    frameworkErrors: (_error, _request, reply) => {
      send(reply as FastifyReply, failed(400, 'Bad Request'), settings);
    },
    clientErrorHandler: refuseBrokenRequest,
  });
  // What a proxy says of it goes with each request, else it goes with the connection.
  const clientOf = (request: FastifyRequest): string =>
    (settings.trustProxy ? undefined : connections?.clientOf(request.raw.socket)) ?? ownerOf(request.ip);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.options('*', preflight);
  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) log.error({ err: error, url: request.url }, 'request failed');
    return send(reply, failed(status, FRAMEWORK_MESSAGES[status] ?? 'Bad Request'), settings);
  });
  app.setNotFoundHandler((request, reply) => send(reply, missing(request), settings));

  const probe = new Probe();
  addServiceRoutes(app, options, new ServiceReadiness(database, servers));
  const examples = new ExampleSource({
    routes: ROUTES,
    select: (query) => {
      const progress = beginRequest(DOCUMENTATION);
      return selector.read(progress, () => selector.select('/api/v1/docs', query, progress));
    },
    answer: (route, url, pathTexts) =>
      requests.handle(
        route,
        {
          url,
          pathTexts,
          authorization: undefined,
          contentType: undefined,
          acceptEncoding: 'gzip',
          body: undefined,
        },
        beginRequest(DOCUMENTATION),
      ),
    clock: () => performance.now(),
  });
  addPages(app, options, selector, cache, new Documentation(examples), clientOf);
  for (const route of ROUTES) {
    const pathNames = Object.keys(route.pathParameters);
    const serve = async (request: FastifyRequest, reply: FastifyReply) => {
      const pathTexts = request.params as Record<string, string>;
      // The framework takes `//` for a parameter without text, which no route has.
      for (const name of pathNames) {
        if (pathTexts[name] === '') return send(reply, missing(request), settings);
      }
      const begun = performance.now();
      const own = probe.is(request.headers);
      const progress = beginRequest(clientOf(request), own);
      const answer = await requests.handle(
        route,
        {
          url: request.url,
          pathTexts,
          authorization: request.headers.authorization,
          contentType: request.headers['content-type'],
          acceptEncoding: request.headers['accept-encoding'],
          body: Buffer.isBuffer(request.body) ? request.body : undefined,
          block: request.headers[BLOCK_HEADER],
          leaving: () => leaving(request, reply),
        },
        progress,
      );
      if (own) return send(reply, answer, settings);
      const milliseconds = performance.now() - begun;
      const outcome = outcomeOf(progress, answer.status);
      metrics.answered(route.path, answer.status, outcome, milliseconds / 1000);
      options.onAnswer?.(outcome, milliseconds);
      return send(reply, answer, settings);
    };
    app.route({ method: route.method, url: frameworkPath(route.path), handler: serve });
    addRefusals(app, route, requests, settings);
  }

  await servers.start();
  await app.listen({ host: options.host, port: options.port });
  const stopListening = await listenAlso(app.server, options.host, options.furtherPorts ?? []).catch(
    async (error: unknown) => {
      await app.close();
      await servers.close();
      throw error;
    },
  );
  await lastBlock.start();
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  return {
    url: httpUrl(options.host, port),
    probe: (signal) =>
      probe.round(async (path, headers) => (await app.inject({ url: path, headers })).statusCode, signal),
    async close() {
      await lastBlock.close();
      stopListening();
      await examples.close();
      const late = setTimeout(() => app.server.closeAllConnections(), CLOSE_TIMEOUT_MS);
      await app.close();
      clearTimeout(late);
      await servers.close();
    },
  };
}

/** Aborted when the client leaves without its answer. That of a HEAD ends before what would make its body. */
function leaving({ method }: FastifyRequest, reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded || method === 'HEAD') controller.abort();
  });
  return controller.signal;
}

/** `{name}` as the framework writes it. */
function frameworkPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** Refuses the methods that a path does not have, in dialects that answer 405 for them. */
function addRefusals(
  app: FastifyInstance,
  route: Route,
  requests: RequestHandler,
  settings: ApiSettings,
): void {
  const { methodNotAllowed } = route.dialect;
  if (methodNotAllowed === undefined || route.method !== 'GET') return;
  const own = ROUTES.filter(({ path }) => path === route.path).map(({ method }) => method);
  const allow = own.includes('POST') ? 'GET,HEAD,POST' : 'GET,HEAD';
  for (const method of OTHER_METHODS) {
    if (method === 'POST' && own.includes('POST')) continue;
    app.route({
      method,
      url: frameworkPath(route.path),
      handler: (request, reply) =>
        send(reply, requests.failure(route, request.url, methodNotAllowed(method, allow)), settings),
    });
  }
}

function addServiceRoutes(
  app: FastifyInstance,
  { registry, settings, metricsAccess = 'everybody', ingestState = () => null }: ApiOptions,
  readiness: ServiceReadiness,
): void {
  const health = (code: number, body: object) =>
    ready(JSON.stringify(body), code, { 'content-type': JSON_TYPE, 'cache-control': 'no-store' });
  app.get('/health/liveness', (_request, reply) => send(reply, health(200, { status: 'ok' }), settings));
  app.get('/health/readiness', async (_request, reply) => {
    const { status, body } = await readiness.answer(ingestState());
    return send(reply, health(status, body), settings);
  });
  app.get('/metrics', async (request, reply) => {
    const status = metricsStatus(metricsAccess, request.headers.authorization);
    if (status === 404) return send(reply, missing(request), settings);
    if (status === 401) return send(reply, UNAUTHORIZED, settings);
    const headers = { 'content-type': registry.contentType, 'cache-control': 'no-store' };
    return send(reply, ready(await registry.metrics(), 200, headers), settings);
  });
}

const UNAUTHORIZED = ready(problemJson([{ message: 'Invalid credentials' }]), 401, {
  'content-type': JSON_TYPE,
  'www-authenticate': 'Bearer',
});

const HEADER_NAMES = /^[\w-]{1,60}(?: ?, ?[\w-]{1,60}){0,30}$/;

/** The front page, the interface's description and its page. */
function addPages(
  app: FastifyInstance,
  { settings, statusPort, ...options }: ApiOptions,
  selector: Selector,
  cache: AnswerCache | undefined,
  documentation: Documentation,
  clientOf: (request: FastifyRequest) => string,
): void {
  for (const [path, answer] of documentation.answers()) {
    app.get(path, async (_request, reply) => send(reply, await answer(), settings));
  }
  app.get('/', async (request, reply) => {
    // The framework takes `//` for the same.
    if (!/^\/(\?|$)/.test(request.url)) return send(reply, missing(request), settings);
    const statusUrl = options.statusUrl ?? statusUrlFor(request.headers.host, statusPort);
    const page = (proof: Proof | null) => frontPage({ chainId: settings.chainId, proof, statusUrl });
    const progress = beginRequest(clientOf(request));
    const make = () =>
      selector.read(progress, async () =>
        page(await selectProof((query) => selector.select('/', query, progress))),
      );
    const made = cache === undefined ? make() : cache.answer(`/ ${statusUrl ?? ''}`, () => false, make);
    const answer = await made.catch(() => page(null));
    return send(reply, answer, settings);
  });
}

/** Sends an answer; throws for a header that cannot be sent: then the framework still answers. */
function send(reply: FastifyReply, answer: ReadyAnswer, { users }: ApiSettings): Promise<void> | undefined {
  return sendAnswer(reply.request.raw, reply, answer, users.length > 0);
}

/** Answers a preflight: every header that a client asks for is allowed. */
function preflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const wanted = request.headers['access-control-request-headers'];
  const allowed = wanted !== undefined && HEADER_NAMES.test(wanted) ? wanted : 'content-type,authorization';
  return reply
    .code(204)
    .header('access-control-allow-origin', '*')
    .header('access-control-allow-methods', 'GET,HEAD,POST')
    .header('access-control-allow-headers', allowed)
    .header('vary', 'access-control-request-headers')
    .header('access-control-max-age', '86400')
    .send();
}

const FRAMEWORK_MESSAGES: Readonly<Record<number, string>> = {
  413: 'Payload Too Large',
  500: 'Internal error',
};

function failed(status: number, message: string): ReadyAnswer {
  return ready(problemJson([{ message }]), status, { 'content-type': JSON_TYPE });
}

/** 404 in the dialect that the path belongs to. */
function missing(request: FastifyRequest): ReadyAnswer {
  const [path = ''] = request.url.split('?');
  const { status, body, headers } = dialectOfPath(path).unknownPath(path);
  return ready(body, status, headers);
}
