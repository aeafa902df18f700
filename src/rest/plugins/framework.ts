import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { forceAfter } from '../../kernel/abort-signal.ts';
import type { ByteAccount } from '../../kernel/limits/byte-account.ts';
import { type ConnectionLimits, connectionMetrics } from '../../net/connection-limits.ts';
import type { Connections } from '../../net/connections.ts';
import { makeServer } from '../../net/http-server.ts';
import { NO_SCHEMAS, readBody } from '../../net/read-body.ts';
import { type ReadyAnswer, ready } from '../answer/ready-answer.ts';
import { refuseBrokenRequest, sendAnswer } from '../http/send-answer.ts';
import { type ErrorAnswer, JSON_TYPE, Problem, problemJson } from '../query/problem.ts';
import type { ApiSettings } from '../route/settings.ts';
import { dialectOfPath } from '../routes.ts';

/** Sends an answer. Throws for an invalid header, so that the framework still answers. */
export type Send = (reply: FastifyReply, answer: ReadyAnswer) => Promise<void> | undefined;

/** Sends answers, bypassing the framework's own sending. */
export function senderFor({ users }: ApiSettings): Send {
  const hasUsers = users.length > 0;
  return (reply, answer) => sendAnswer(reply.request.raw, reply, answer, hasUsers);
}

/** Returns the answer to a request that failed before a route was chosen. */
export function failed(status: number, message: string): ReadyAnswer {
  return ready(problemJson([{ message }]), status, { 'content-type': JSON_TYPE });
}

/** Returns a 404 in the dialect of the path. */
export function missing(request: FastifyRequest): ReadyAnswer {
  const path = pathOf(request);
  return answerOf(dialectOfPath(path).unknownPath(path));
}

/** Returns a refusal outside of all routes, in the dialect of the path. It is not cached. */
function refused(request: FastifyRequest, problem: Problem): ReadyAnswer {
  return answerOf(dialectOfPath(pathOf(request)).errorAnswer(problem, 0));
}

/** Returns the path of a request, without its query. */
export function pathOf({ url }: FastifyRequest): string {
  return url.split('?')[0] ?? '';
}

/**
 * Returns a request target in origin form: path and query. Targets in absolute form (RFC 9112, 3.2.2) lose their scheme
 * and authority, and a fragment, which clients should not send, is ignored.
 */
function originForm(target: string): string {
  const fragment = target.indexOf('#');
  const whole = fragment < 0 ? target : target.slice(0, fragment);
  const local = whole.startsWith('/') ? whole : whole.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, '');
  return local.startsWith('/') || local === '*' ? local : `/${local}`;
}

function answerOf({ status, body, headers }: ErrorAnswer): ReadyAnswer {
  return ready(body, status, headers);
}

const MAX_BODY_BYTES = 1024 * 1024;
const TOO_MANY_BYTES = {
  status: '429 Too Many Requests',
  body: problemJson([{ message: 'Too many requests' }]),
} as const;

/**
 * Maximum length of a path value in characters. The framework's default is too short, because the routes report invalid
 * values themselves.
 */
const MAX_PATH_VALUE_LENGTH = 16 * 1024;

/** The framework without a route, and its view of a client. */
export interface Framework {
  readonly app: FastifyInstance;
  /** Returns the name under which a client's requests are scheduled. */
  readonly clientOf: (request: FastifyRequest) => string;
  /** Marks the response to a request as endless. */
  readonly stream: (request: FastifyRequest) => void;
}

interface FrameworkOptions {
  readonly trustProxy: boolean;
  readonly limits: ConnectionLimits;
  readonly registry: Registry;
  /** Called when connections are refused for the first time. */
  readonly onRefused: () => void;
  /** Account of bodies that are received, and of answers that are not read. */
  readonly bytes: ByteAccount;
  readonly send: Send;
  /** Takes over connections that speak HTTP/2; undefined: they are refused. */
  readonly acceptHttp2: ((socket: Socket) => void) | undefined;
}

/** Creates the framework on a server with limits of connections. It parses neither body nor query. */
export function makeFramework({
  trustProxy,
  limits,
  registry,
  onRefused,
  bytes,
  send,
  acceptHttp2,
}: FrameworkOptions): Framework {
  let connections: Connections | undefined;
  const app = Fastify({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    serverFactory: (handler) => {
      const made = makeServer(limits, onRefused, handler, { bytes, trustProxy }, 'in-turn', acceptHttp2);
      connections = made.connections;
      connectionMetrics(registry, 'api', connections);
      return made.server;
    },
    // Trusts only the last hop, written by our own proxy: clients can forge the earlier ones.
    trustProxy: trustProxy ? (_address, hop) => hop === 0 : false,
    schemaController: NO_SCHEMAS,
    rewriteUrl: ({ url = '/' }) => originForm(url),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: {
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: false,
      // Dialects that distinguish capital letters refuse them themselves.
      caseSensitive: false,
      maxParamLength: MAX_PATH_VALUE_LENGTH,
      // The query is parsed later, because the rules depend on the route.
      querystringParser: () => ({}),
    },
    frameworkErrors: (_error, _request, reply) => {
      send(reply as FastifyReply, failed(400, 'Bad Request'));
    },
    clientErrorHandler: refuseBrokenRequest,
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    const { socket } = request.raw;
    let isRead = false;
    const hold = bytes.open(clientOf(request), () => {
      if (isRead) connections?.refuse(socket, TOO_MANY_BYTES);
    });
    connections?.onResponded(socket, () => hold.release());
    const body = await readBody(payload, request.routeOptions.bodyLimit ?? MAX_BODY_BYTES, hold);
    isRead = true;
    if (hold.isEnded) throw new Problem(429, [{ message: 'Too many requests' }]);
    if (body === undefined) throw Object.assign(new Error('The body is too large'), { statusCode: 413 });
    return body;
  });
  const clientOf = ({ raw }: FastifyRequest): string => connections?.clientOf(raw) ?? '';
  return { app, clientOf, stream: (request) => connections?.stream(request.raw.socket) };
}

const HEADER_NAMES = /^[\w-]{1,60}(?: ?, ?[\w-]{1,60}){0,30}$/;

/** Answers preflight requests of browsers: every requested header is allowed. */
export function servePreflight(app: FastifyInstance): void {
  app.options('*', (request, reply) => {
    const requested = request.headers['access-control-request-headers'];
    const allowed =
      requested !== undefined && HEADER_NAMES.test(requested) ? requested : 'content-type,authorization';
    return reply
      .code(204)
      .header('access-control-allow-origin', '*')
      .header('access-control-allow-methods', 'GET,HEAD,POST')
      .header('access-control-allow-headers', allowed)
      .header('vary', 'access-control-request-headers')
      .header('access-control-max-age', '86400')
      .send();
  });
}

/** Time for requests under way to end when the server closes. */
const CLOSE_TIMEOUT_MS = 3_000;

/**
 * Returns the function that closes a server. It first closes everything that makes requests or listens in addition,
 * then stops accepting requests and ends those under way, by force after the timeout, and last closes the sources of
 * the answers.
 */
export function shutdownOf(
  app: FastifyInstance,
  { first, last }: { readonly first: readonly Closing[]; readonly last: readonly Closing[] },
): () => Promise<void> {
  return async () => {
    for (const close of first) await close();
    await forceAfter(app.close(), CLOSE_TIMEOUT_MS, () => app.server.closeAllConnections());
    for (const close of last) await close();
  };
}

type Closing = () => Promise<void> | void;

/** Answers a browser's request with the explorer; null for other clients, and if the explorer was not built. */
export type ExplorerPage = (request: FastifyRequest) => ReadyAnswer | null;

const MESSAGES: Readonly<Record<number, string>> = {
  413: 'Payload Too Large',
  500: 'Internal error',
};

/**
 * Answers requests that the framework refuses, errors that no handler caught, and paths without a route, which may be
 * pages of the explorer for browsers.
 */
export function answerErrors(app: FastifyInstance, log: Logger, send: Send, explorer: ExplorerPage): void {
  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    if (error instanceof Problem) return send(reply, refused(request, error));
    const status = error.statusCode ?? 500;
    if (status >= 500) log.error({ err: error, url: request.url }, 'request failed');
    return send(reply, failed(status, MESSAGES[status] ?? 'Bad Request'));
  });
  app.setNotFoundHandler((request, reply) => send(reply, explorer(request) ?? missing(request)));
}
