import http, { type RequestListener, type Server } from 'node:http';
import { type ConnectionLimits, Connections } from './connections.ts';

/** How often Node.js looks for late requests, as a share of the time that they have. */
const CHECKS = 5;

/** An HTTP server and its limited connections. */
export interface LimitedServer {
  readonly server: Server;
  readonly connections: Connections;
}

/** Makes a server that does not listen yet. `onRefused` is called when it first refuses a connection. */
export function makeServer(
  limits: ConnectionLimits,
  onRefused: () => void,
  handler: RequestListener,
): LimitedServer {
  const server = http.createServer(
    { connectionsCheckingInterval: Math.ceil(limits.headTime / CHECKS) },
    handler,
  );
  const connections = new Connections(limits, onRefused);
  connections.watch(server);
  return { server, connections };
}
