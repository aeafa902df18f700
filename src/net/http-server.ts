import http, { type RequestListener, type Server } from 'node:http';
import { type ConnectionLimits, Connections, type UnreadResponses } from './connections.ts';

/** Number of checks by Node.js for late requests during one timeout. */
const TIMEOUT_CHECKS = 5;

/** HTTP server with its connection limits. */
export interface LimitedServer {
  readonly server: Server;
  readonly connections: Connections;
}

/**
 * Creates a server that does not listen yet. `onRefused` is called when it first refuses a connection. `unread`: account of
 * unread responses.
 */
export function makeServer(
  limits: ConnectionLimits,
  onRefused: () => void,
  handler: RequestListener,
  unread: UnreadResponses,
): LimitedServer {
  const connections = new Connections(limits, onRefused, unread);
  const server = http.createServer(
    { connectionsCheckingInterval: Math.ceil(limits.headTimeoutMs / TIMEOUT_CHECKS) },
    (request, response) => connections.serve(request, response, handler),
  );
  connections.watch(server);
  return { server, connections };
}
