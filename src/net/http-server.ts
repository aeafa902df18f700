import http, { type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { LoopTurns } from '../kernel/limits/loop-turns.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { Connections, type UnreadResponses } from './connections.ts';
import { FREE_INPUT_BYTES } from './input-turns.ts';

/** Number of checks by Node.js for late requests during one timeout. */
const TIMEOUT_CHECKS = 5;

/**
 * Number of requests that begin without a turn in one iteration of the event loop. Beyond it clients take turns: libuv reads
 * a thousand sockets before anything else runs, and those of one client would be all of them for seconds.
 */
const FREE_REQUESTS = 32;

/** HTTP server with its connection limits. */
export interface LimitedServer {
  readonly server: Server;
  readonly connections: Connections;
}

/**
 * Creates a server that does not listen yet. `onRefused` is called when it first refuses a connection. `unread`: account of
 * unread responses. `begin`: requests whose handler takes a turn itself, such as messages once they are read, begin at once.
 * `acceptHttp2` takes over connections that speak HTTP/2.
 */
export function makeServer(
  limits: ConnectionLimits,
  onRefused: () => void,
  handler: RequestListener,
  unread: UnreadResponses,
  begin: 'in-turn' | 'at-once' = 'in-turn',
  acceptHttp2?: (socket: Socket) => void,
): LimitedServer {
  const turns = new LoopTurns(FREE_REQUESTS);
  const connections = new Connections(limits, new LoopTurns(FREE_INPUT_BYTES), onRefused, unread);
  const inTurn: RequestListener = (request, response) => {
    if (turns.beginNow()) return handler(request, response);
    connections.wait(request, true);
    void turns.take(connections.clientOf(request)).then(() => {
      connections.wait(request, false);
      handler(request, response);
    });
  };
  const listener = begin === 'in-turn' ? inTurn : handler;
  const server = http.createServer(
    { connectionsCheckingInterval: Math.ceil(limits.headTimeoutMs / TIMEOUT_CHECKS) },
    (request, response) => connections.serve(request, response, listener),
  );
  connections.watch(server, acceptHttp2);
  return { server, connections };
}
