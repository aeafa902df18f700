import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { OpenLimit } from '../kernel/limits/limit.ts';
import { ownerOf } from './limiter.ts';

/** Connection limits of a server, and timeouts for its clients in milliseconds. */
export interface ConnectionLimits {
  readonly max: number;
  /** Maximum number of connections of one client, as identified by `ownerOf`. */
  readonly maxPerClient: number;
  /** Timeout from the connection, or the first byte of a further request, to the end of the request's head. */
  readonly headTimeoutMs: number;
  /** Timeout to the end of the request's body. */
  readonly requestTimeoutMs: number;
  /** Idle timeout between two requests. */
  readonly keepAliveTimeoutMs: number;
  /**
   * Timeout without progress in sending a finished response. It may take up to a fifth longer, because it is checked at
   * intervals.
   */
  readonly stallTimeoutMs: number;
  /** Timeout from a request's head to the last byte of its response, even with steady progress. */
  readonly responseTimeoutMs: number;
}

export const HTTP_CONNECTIONS: OpenLimit = {
  name: 'http-connections',
  kind: 'open',
  counts: 'connections of the query or the status service',
  max: 10_000,
  perClient: 2_500,
  settings: ['TAIN_MAX_CONNECTIONS', 'TAIN_MAX_CONNECTIONS_PER_CLIENT'],
};

export const DEFAULT_CONNECTION_LIMITS: ConnectionLimits = {
  max: HTTP_CONNECTIONS.max,
  maxPerClient: HTTP_CONNECTIONS.perClient,
  headTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  // Proxies retain connections for a minute: ours must stay open longer.
  keepAliveTimeoutMs: 72_000,
  stallTimeoutMs: 30_000,
  responseTimeoutMs: 300_000,
};

const NONE: ReadonlySet<Connection> = new Set();
/** Maximum number of requests that one connection may send before the first response. */
const MAX_PIPELINED = 100;
/** Number of checks of all connections during the shortest response timeout. */
const TIMEOUT_CHECKS = 5;

interface Connection {
  readonly socket: Socket;
  readonly client: string;
  /** Response to the last request. Responses are sent in order, so its state covers all of them. */
  last: ServerResponse | null;
  /** Responses to pipelined requests since the connection was last idle. */
  waiting: ServerResponse[];
  /** Whether the response is a stream without end, which its sender limits. */
  isStream: boolean;
  /** Whether the connection was upgraded to another protocol. The code that took it over limits it. */
  isHeld: boolean;
  /** Time of opening or of last becoming busy, by `performance.now()`. */
  since: number;
}

/** Returns whether a response has not been sent to its last byte. */
const isBusy = ({ last, isHeld }: Connection): boolean => isHeld || (last !== null && !last.writableFinished);

/**
 * The connections of one server, across all its ports. At a client's limit, its own longest idle connection is closed for the
 * new one. At the total limit, the client with the most idle connections loses one. If all are busy, the new one is refused.
 * Silent, slow or stalled connections are closed. A request is only recorded, because timers for each would cost 5 of the 55
 * µs of a cached response.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #onRefused: () => void;
  readonly #open = new Map<Socket, Connection>();
  readonly #clients = new Map<string, Set<Connection>>();
  /** Connections refused, closed for a new one, and closed because they stalled, since the start. */
  refused = 0;
  displaced = 0;
  stalled = 0;

  /** `onRefused` is called when a connection is refused, or cannot be accepted, for the first time. */
  constructor(limits: ConnectionLimits, onRefused: () => void) {
    this.#limits = limits;
    this.#onRefused = onRefused;
  }

  get open(): number {
    return this.#open.size;
  }

  /** Registers a server that does not listen yet. */
  watch(server: Server): void {
    const { headTimeoutMs, requestTimeoutMs, keepAliveTimeoutMs, stallTimeoutMs, responseTimeoutMs } =
      this.#limits;
    server.headersTimeout = headTimeoutMs;
    server.requestTimeout = requestTimeoutMs;
    server.keepAliveTimeout = keepAliveTimeoutMs;
    // The timeout is set only for stalled connections, because a timer for each connection costs two microseconds a
    // request.
    server.timeout = 0;
    const serve = server.listeners('connection') as ((socket: Socket) => void)[];
    server.removeAllListeners('connection');
    server.on('connection', (socket: Socket) => {
      if (this.#admit(socket)) for (const listener of serve) listener.call(server, socket);
    });
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#begun(request.socket, response);
    });
    server.on('timeout', (socket: Socket) => this.#silent(socket));
    // Without file descriptors a connection cannot be accepted; the next attempt may succeed.
    server.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'EMFILE' || code === 'ENFILE') this.#refusing();
    });
    const timer = setInterval(
      () => this.#check(),
      Math.min(stallTimeoutMs, responseTimeoutMs) / TIMEOUT_CHECKS,
    ).unref();
    server.on('close', () => clearInterval(timer));
  }

  /** Returns the client of a connection, as `ownerOf` identifies it; undefined for a connection of another server. */
  clientOf(socket: Socket): string | undefined {
    return this.#open.get(socket)?.client;
  }

  /** Marks a connection whose response has no end: no timeout applies to it. */
  stream(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (connection === undefined) return;
    connection.isStream = true;
    socket.setTimeout(0);
  }

  /** Marks a connection that was upgraded to another protocol: it is never idle, and no timeout applies. */
  hold(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (connection === undefined) return;
    connection.isHeld = true;
    connection.isStream = true;
    socket.setTimeout(0);
  }

  #admit(socket: Socket): boolean {
    const address = socket.remoteAddress;
    if (address === undefined) {
      socket.destroy();
      return false;
    }
    const owner = ownerOf(address);
    const own = this.#clients.get(owner) ?? new Set();
    const { max, maxPerClient } = this.#limits;
    const among = own.size >= maxPerClient ? own : this.#open.size >= max ? this.#mostIdle() : null;
    if (among !== null && !this.#displace(among)) {
      this.#refuse(socket);
      return false;
    }
    const connection: Connection = {
      socket,
      client: owner,
      last: null,
      waiting: [],
      isStream: false,
      isHeld: false,
      since: performance.now(),
    };
    this.#open.set(socket, connection);
    this.#clients.set(owner, own.add(connection));
    socket.once('close', () => {
      this.#forget(connection);
      for (const answer of connection.waiting) abandon(answer);
    });
    return true;
  }

  /** Returns the connections of the client with the most idle ones, so that a flood does not displace others. */
  #mostIdle(): ReadonlySet<Connection> {
    let found: ReadonlySet<Connection> = NONE;
    let max = 0;
    for (const own of this.#clients.values()) {
      if (own.size <= max) continue;
      let idle = 0;
      for (const connection of own) if (!isBusy(connection)) idle++;
      if (idle <= max) continue;
      max = idle;
      found = own;
    }
    return found;
  }

  /** Closes the least recently used idle connection; false when all are busy. */
  #displace(among: ReadonlySet<Connection>): boolean {
    let oldest: Connection | null = null;
    for (const connection of among) {
      if ((oldest === null || connection.since < oldest.since) && !isBusy(connection)) oldest = connection;
    }
    if (oldest === null) return false;
    this.displaced++;
    this.#forget(oldest);
    oldest.socket.destroy();
    return true;
  }

  #refuse(socket: Socket): void {
    this.refused++;
    this.#refusing();
    socket.on('error', () => undefined);
    socket.write(REFUSAL);
    socket.destroySoon();
  }

  #reported = false;

  #refusing(): void {
    if (this.#reported) return;
    this.#reported = true;
    this.#onRefused();
  }

  #begun(socket: Socket, response: ServerResponse): void {
    const connection = this.#open.get(socket);
    if (connection === undefined) return;
    if (isBusy(connection)) {
      connection.waiting.push(response);
      if (connection.waiting.length >= MAX_PIPELINED) socket.destroy();
    } else {
      if (connection.waiting.length > 0) connection.waiting = [];
      connection.isStream = false;
      connection.since = performance.now();
    }
    connection.last = response;
  }

  #forget(connection: Connection): void {
    if (!this.#open.delete(connection.socket)) return;
    const own = this.#clients.get(connection.client);
    own?.delete(connection);
    if (own?.size === 0) this.#clients.delete(connection.client);
  }

  /** Called after a socket timeout. Silence is normal only while a response is prepared. */
  #silent(socket: Socket): void {
    const connection = this.#open.get(socket);
    const busy = connection !== undefined && isBusy(connection);
    if (busy && (connection.isStream || socket.writableLength === 0)) return;
    if (busy) this.stalled++;
    socket.destroy();
  }

  /** Ends responses that take too long, and sets a timer for responses whose client does not read. */
  #check(): void {
    const { responseTimeoutMs, stallTimeoutMs } = this.#limits;
    const begun = performance.now() - responseTimeoutMs;
    for (const connection of this.#open.values()) {
      if (!isBusy(connection) || connection.isStream) continue;
      const { socket, since } = connection;
      if (since <= begun) {
        this.stalled++;
        socket.destroy();
      } else if (socket.writableLength > 0 && !socket.timeout) socket.setTimeout(stallTimeoutMs);
    }
  }
}

/** Node.js does not close a queued response when its connection ends: without this its producer would continue for ever. */
function abandon(answer: ServerResponse): void {
  if (answer.socket !== null || answer.writableFinished || answer.destroyed) return;
  answer.destroy();
  answer.emit('close');
}

const REFUSED_BODY = '{"_status":{"messages":[{"message":"Too many connections"}]}}';
const REFUSAL = [
  'HTTP/1.1 503 Service Unavailable',
  'access-control-allow-origin: *',
  'cache-control: no-store',
  'retry-after: 5',
  'content-type: application/json; charset=utf-8',
  `content-length: ${REFUSED_BODY.length}`,
  'connection: close',
  '',
  REFUSED_BODY,
].join('\r\n');
