import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ownerOf } from './limiter.ts';

/** How many connections a server takes, and how long it waits for those at their other ends. Milliseconds. */
export interface ConnectionLimits {
  readonly most: number;
  /** Of one client, as `ownerOf` says whose an address is. */
  readonly mostPerClient: number;
  /** From a connection, or the first byte of a further request, to the end of the request's head. */
  readonly headTime: number;
  /** To the end of its body. */
  readonly requestTime: number;
  /** Between two requests. */
  readonly keepAliveTime: number;
  /** Without a byte sent of an answer, or heard of a client that owes a request. */
  readonly stallTime: number;
  /** From a request's head to the last byte of its answer, however steadily it goes. */
  readonly answerTime: number;
}

export const DEFAULT_CONNECTION_LIMITS: ConnectionLimits = {
  most: 10_000,
  mostPerClient: 2_500,
  headTime: 10_000,
  requestTime: 30_000,
  // Proxies keep connections for a minute: theirs must not be the longer time.
  keepAliveTime: 72_000,
  stallTime: 30_000,
  answerTime: 300_000,
};

const NONE: ReadonlySet<Connection> = new Set();
/** Requests that one connection may send before the first is answered. */
const MOST_PIPELINED = 100;

interface Connection {
  readonly socket: Socket;
  readonly client: string;
  /** Requests that are not answered to their last byte. */
  busy: number;
  /** Since when it is busy, by `performance.now()`. */
  since: number;
}

interface Client {
  open: number;
  /** Least recently used first. */
  readonly idle: Set<Connection>;
}

/**
 * The connections of one server, whichever of its ports they came to. At a client's limit its own
 * connection that has been idle longest makes room for the new one, at the limit of all one of the client
 * that has the most idle ones; where all are busy the new one is refused. Connections that are silent, slow or stall are ended.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #onRefused: () => void;
  readonly #open = new Map<Socket, Connection>();
  readonly #clients = new Map<string, Client>();
  /** Connections refused, ended to make room, and ended because they stalled, since the start. */
  refused = 0;
  displaced = 0;
  stalled = 0;

  /** `onRefused` is called when connections are refused, or cannot be accepted, for the first time. */
  constructor(limits: ConnectionLimits, onRefused: () => void) {
    this.#limits = limits;
    this.#onRefused = onRefused;
  }

  get open(): number {
    return this.#open.size;
  }

  /** Takes over a server that does not listen yet. */
  watch(server: Server): void {
    const { headTime, requestTime, keepAliveTime, stallTime, answerTime } = this.#limits;
    server.headersTimeout = headTime;
    server.requestTimeout = requestTime;
    server.keepAliveTimeout = keepAliveTime;
    server.setTimeout(stallTime);
    const serve = server.listeners('connection') as ((socket: Socket) => void)[];
    server.removeAllListeners('connection');
    server.on('connection', (socket: Socket) => {
      if (this.#admit(socket)) for (const listener of serve) listener.call(server, socket);
    });
    const done = this.#done.bind(this);
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#begun(request.socket);
      response.on('close', () => done(request.socket));
    });
    server.on('timeout', (socket: Socket) => this.#silent(socket));
    // Without file descriptors a connection cannot be accepted; the next one may be.
    server.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'EMFILE' || code === 'ENFILE') this.#refusing();
    });
    const timer = setInterval(() => this.#endLate(), answerTime / 10).unref();
    server.on('close', () => clearInterval(timer));
  }

  #admit(socket: Socket): boolean {
    const address = socket.remoteAddress;
    if (address === undefined) {
      socket.destroy();
      return false;
    }
    const owner = ownerOf(address);
    const client = this.#clients.get(owner) ?? { open: 0, idle: new Set() };
    const { most, mostPerClient } = this.#limits;
    const among =
      client.open >= mostPerClient ? client.idle : this.#open.size >= most ? this.#mostIdle() : null;
    if (among !== null && !this.#displace(among)) {
      this.#refuse(socket);
      return false;
    }
    const connection: Connection = { socket, client: owner, busy: 0, since: 0 };
    this.#open.set(socket, connection);
    this.#clients.set(owner, client);
    client.open++;
    this.#rest(connection);
    socket.once('close', () => this.#forget(connection));
    return true;
  }

  /** The idle connections of the client that has the most: a flood does not displace those of others. */
  #mostIdle(): ReadonlySet<Connection> {
    let most: ReadonlySet<Connection> = NONE;
    for (const { idle } of this.#clients.values()) if (idle.size > most.size) most = idle;
    return most;
  }

  /** Ends the connection that has been idle longest; false when all are busy. */
  #displace(among: ReadonlySet<Connection>): boolean {
    for (const connection of among) {
      this.displaced++;
      this.#forget(connection);
      connection.socket.destroy();
      return true;
    }
    return false;
  }

  #refuse(socket: Socket): void {
    this.refused++;
    this.#refusing();
    socket.on('error', () => undefined);
    socket.write(REFUSAL);
    socket.destroySoon();
  }

  #told = false;

  #refusing(): void {
    if (this.#told) return;
    this.#told = true;
    this.#onRefused();
  }

  #begun(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (connection === undefined) return;
    connection.busy++;
    if (connection.busy === 1) {
      connection.since = performance.now();
      this.#clients.get(connection.client)?.idle.delete(connection);
    } else if (connection.busy > MOST_PIPELINED) socket.destroy();
  }

  #done(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (connection === undefined) return;
    connection.busy--;
    if (connection.busy === 0) this.#rest(connection);
  }

  #rest(connection: Connection): void {
    this.#clients.get(connection.client)?.idle.add(connection);
  }

  #forget(connection: Connection): void {
    if (!this.#open.delete(connection.socket)) return;
    const client = this.#clients.get(connection.client);
    if (client === undefined) return;
    client.idle.delete(connection);
    client.open--;
    if (client.open === 0) this.#clients.delete(connection.client);
  }

  /** Nothing was sent or heard for a while: that is as it should be only while an answer is made. */
  #silent(socket: Socket): void {
    const busy = (this.#open.get(socket)?.busy ?? 0) > 0;
    if (busy && socket.writableLength === 0) return;
    if (busy) this.stalled++;
    socket.destroy();
  }

  #endLate(): void {
    const begun = performance.now() - this.#limits.answerTime;
    for (const { socket, busy, since } of this.#open.values()) {
      if (busy === 0 || since > begun) continue;
      this.stalled++;
      socket.destroy();
    }
  }
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
