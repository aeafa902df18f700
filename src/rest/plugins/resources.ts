import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AbortSignalLike, RequestSignal } from '../../kernel/abort-signal.ts';
import type { Outcome } from '../answer/ready-answer.ts';
import { BLOCK_HEADER } from '../http/block-header.ts';
import type { ApiMetrics } from '../http/metrics.ts';
import type { Probe } from '../http/probe.ts';
import type { RequestHandler } from '../http/request-handler.ts';
import type { Route } from '../route/route.ts';
import { ROUTES } from '../routes.ts';
import { missing, pathOf, type Send } from './framework.ts';

/** Methods that a dialect may refuse with 405 on a path without them. */
const OTHER_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

interface ResourceOptions {
  readonly requests: RequestHandler;
  readonly probe: Probe;
  readonly metrics: ApiMetrics;
  readonly clientOf: (request: FastifyRequest) => string;
  /** Called for each answer but those of probes, with milliseconds from request to answer. */
  readonly onAnswer: ((outcome: Outcome, milliseconds: number) => void) | undefined;
  readonly send: Send;
  /** Routes in addition to those that every server has. */
  readonly further: readonly Route[];
}

/** Serves every route of the list. */
export function serveResources(app: FastifyInstance, options: ResourceOptions): void {
  for (const route of [...ROUTES, ...options.further]) {
    serveRoute(app, route, options);
    refuseOtherMethods(app, route, options);
  }
}

function serveRoute(app: FastifyInstance, route: Route, options: ResourceOptions): void {
  const { requests, probe, metrics, clientOf, onAnswer, send } = options;
  const pathNames = Object.keys(route.pathParameters);
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const pathTexts = request.params as Record<string, string>;
    // The framework treats `//` as a parameter without text, which no route accepts.
    if (pathNames.some((name) => pathTexts[name] === '') || isMisspelled(request, route)) {
      return send(reply, missing(request));
    }
    const begun = performance.now();
    const isOwn = probe.is(request.headers);
    const { answer, outcome, waitedMs } = await requests.handle(route, {
      url: request.url,
      pathTexts,
      client: clientOf(request),
      isOwn,
      authorization: request.headers.authorization,
      contentType: request.headers['content-type'],
      acceptEncoding: request.headers['accept-encoding'],
      accept: request.headers.accept,
      body: Buffer.isBuffer(request.body) ? request.body : undefined,
      block: request.headers[BLOCK_HEADER],
      prefer: textOf(request.headers.prefer),
      clientSignal: () => clientSignal(request, reply),
    });
    if (isOwn) return send(reply, answer);
    const milliseconds = performance.now() - begun - waitedMs;
    metrics.answered(route.path, answer.status, outcome, milliseconds / 1000);
    onAnswer?.(outcome, milliseconds);
    return send(reply, answer);
  };
  app.route({ method: route.method, url: frameworkPath(route.path), handler });
}

/** Refuses the methods that a path does not have, in dialects that answer 405 for them. */
function refuseOtherMethods(app: FastifyInstance, route: Route, { requests, send }: ResourceOptions): void {
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
        send(
          reply,
          isMisspelled(request, route)
            ? missing(request)
            : requests.failure(route, request.url, methodNotAllowed(method, allow)),
        ),
    });
  }
}

/** Returns whether a path differs from a route's in the case of letters, in a dialect that distinguishes them. */
function isMisspelled(request: FastifyRequest, { path, dialect }: Route): boolean {
  if (dialect.anyCasePaths) return false;
  const given = pathOf(request).split('/');
  return path
    .split('/')
    .some((part, index) => !part.startsWith('{') && part !== decodeURIComponent(given[index] ?? ''));
}

/** Returns the text of a header; Node.js joins repeated headers of this kind with commas. */
export function textOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.join(',');
}

/** Converts `{name}` to the framework's syntax. */
export function frameworkPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/**
 * Returns a signal that is aborted when the client disconnects before its answer. A HEAD request is also aborted
 * before its body is made.
 */
function clientSignal({ method }: FastifyRequest, reply: FastifyReply): AbortSignalLike {
  const left = new RequestSignal();
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded || method === 'HEAD') left.abort();
  });
  return left;
}
