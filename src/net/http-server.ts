import http, { type RequestListener, type Server } from 'node:http';
import { type ConnectionLimits, Connections } from './connections.ts';

/** Number of checks by Node.js for late requests during one timeout. */
const TIMEOUT_CHECKS = 5;

/** HTTP server with its connection limits. */
export interface LimitedServer {
  readonly server: Server;
  readonly connections: Connections;
}

/** Creates a server that does not listen yet. `onRefused` is called when it first refuses a connection. */
export function makeServer(
  limits: ConnectionLimits,
  onRefused: () => void,
  handler: RequestListener,
): LimitedServer {
  const server = http.createServer(
    { connectionsCheckingInterval: Math.ceil(limits.headTimeoutMs / TIMEOUT_CHECKS) },
    handler,
  );
  const connections = new Connections(limits, onRefused);
  connections.watch(server);
  return { server, connections };
}
