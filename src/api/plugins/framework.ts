import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { connectionMetrics } from '../../net/connection-metrics.ts';
import type { ConnectionLimits, Connections } from '../../net/connections.ts';
import { makeServer } from '../../net/http-server.ts';
import { ownerOf } from '../../net/limiter.ts';
import { NO_SCHEMAS } from '../../net/no-schemas.ts';
import { refuseBrokenRequest } from '../http/send-answer.ts';
import { failed, type Send } from './reply.ts';

const MAX_BODY_BYTES = 1024 * 1024;
/** As long as a request can be: the checks of the routes say what is wrong with a value. */
const MAX_PATH_VALUE_LENGTH = 16 * 1024;

/** The framework without a route, and what it knows of a client. */
export interface Framework {
  readonly app: FastifyInstance;
  /** The name under which a client takes turns. */
  readonly clientOf: (request: FastifyRequest) => string;
  /** Says that the answer to a request has no end. */
  readonly stream: (request: FastifyRequest) => void;
}

interface FrameworkOptions {
  readonly trustProxy: boolean;
  readonly limits: ConnectionLimits;
  readonly registry: Registry;
  /** Called when connections are refused for the first time. */
  readonly onRefused: () => void;
  readonly send: Send;
}

/** Makes the framework on a server of ours, with limits of connections. It parses no body and no query. */
export function makeFramework({
  trustProxy,
  limits,
  registry,
  onRefused,
  send,
}: FrameworkOptions): Framework {
  let connections: Connections | undefined;
  const app = Fastify({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    serverFactory: (handler) => {
      const made = makeServer(limits, onRefused, handler);
      connections = made.connections;
      connectionMetrics(registry, 'api', connections);
      return made.server;
    },
    // The proxy's own word, the last one: what stands before it anybody can write.
    trustProxy: trustProxy ? (_address, hop) => hop === 0 : false,
    schemaController: NO_SCHEMAS,
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
      send(reply as FastifyReply, failed(400, 'Bad Request'));
    },
    clientErrorHandler: refuseBrokenRequest,
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  // What a proxy says of it goes with each request, else it goes with the connection.
  const clientOf = (request: FastifyRequest): string =>
    (trustProxy ? undefined : connections?.clientOf(request.raw.socket)) ?? ownerOf(request.ip);
  return { app, clientOf, stream: (request) => connections?.stream(request.raw.socket) };
}
