import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ByteAccount, type ByteHold } from '../kernel/limits/byte-account.ts';
import type { LoopTurns } from '../kernel/limits/loop-turns.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { INPUT_BYTES, type InputTurns, takeTurns } from './input-turns.ts';
import { clientOf, ownerOf } from './limiter.ts';
import { admitFirst, readPreface } from './listening.ts';
import {
  type RefusalResponse,
  refusalText,
  TOO_MANY_CONNECTIONS,
  TOO_MANY_HEADERS,
} from './refusal-response.ts';
import { hasBody, hasTooManyHeaders, waitingBytesOf } from './request-bytes.ts';

const NONE: ReadonlySet<Connection> = new Set();
/** Maximum number of requests of one connection that wait for the response before them. */
const MAX_PIPELINED = 100;
/** Methods of requests without a body (RFC 9110): what a client sends as one is dropped. */
const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Number of checks of all connections during the shortest response timeout. */
const TIMEOUT_CHECKS = 5;

interface Connection {
  readonly socket: Socket;
  readonly client: string;
  /** Undefined until its parser exists. */
  input: InputTurns | undefined;
  /** Response to the last request that was begun. */
  last: ServerResponse | null;
  /** Pipelined requests that wait for the response before them. */
  readonly waiting: Waiting[];
  /** Whether the response is a stream without end, which its sender limits. */
  isStream: boolean;
  /** Whether the connection was upgraded to another protocol. The code that took it over limits it. */
  isUpgraded: boolean;
  /** Time of opening or of last becoming busy, by `performance.now()`. */
  since: number;
}

/** A pipelined request: what begins it, and its bytes. */
interface Waiting {
  readonly request: IncomingMessage;
  readonly begin: () => void;
  readonly hold: ByteHold;
}

type Response = ServerResponse & { readonly req: IncomingMessage };

/** Account of the bytes of responses that clients have not read, and who the clients are. */
export interface UnreadResponses {
  readonly bytes: ByteAccount;
  /** Whether the connections are a proxy's, which names the client of each request in `X-Forwarded-For`. */
  readonly trustProxy?: boolean;
}

/** Returns whether a response has not been sent to its last byte. */
const isBusy = ({ last, isUpgraded }: Connection): boolean =>
  isUpgraded || (last !== null && !last.writableFinished);

/**
 * The connections of one server, across all its ports. At a client's limit, its own longest idle connection is closed for the
 * new one. At the total limit, the client with the most idle connections loses one. If all are busy, the new one is refused.
 * Silent, slow or stalled connections are closed. A pipelined request begins when the response before it was passed to the
 * operating system, so a connection holds one unread response at most. A request is only recorded, because timers for each would cost 5 of the 55
 * µs of a cached response.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #turns: LoopTurns;
  readonly #onRefused: () => void;
  readonly #unread: UnreadResponses;
  readonly #onWritten: (this: ServerResponse) => void;
  readonly #input = new ByteAccount(INPUT_BYTES);
  readonly #open = new Map<Socket, Connection>();
  readonly #clients = new Map<string, Set<Connection>>();
  /** Connections refused, closed for a new one, and closed because they stalled, since the start. */
  refused = 0;
  displaced = 0;
  stalled = 0;

  /** `turns`: turns of input. `onRefused`: called when a connection is refused, or cannot be accepted, for the first time. */
  constructor(limits: ConnectionLimits, turns: LoopTurns, onRefused: () => void, unread: UnreadResponses) {
    this.#limits = limits;
    this.#turns = turns;
    this.#onRefused = onRefused;
    this.#unread = unread;
    const written = (response: ServerResponse) => this.#written(response);
    // One function for all responses, because a closure for each costs time.
    this.#onWritten = function () {
      written(this);
    };
  }

  get open(): number {
    return this.#open.size;
  }

  /** Registers a server that does not listen yet. `acceptHttp2` takes over connections that speak HTTP/2, which are else refused. */
  watch(server: Server, acceptHttp2?: (socket: Socket) => void): void {
    const { headTimeoutMs, requestTimeoutMs, keepAliveTimeoutMs, stallTimeoutMs, responseTimeoutMs } =
      this.#limits;
    server.headersTimeout = headTimeoutMs;
    server.requestTimeout = requestTimeoutMs;
    server.keepAliveTimeout = keepAliveTimeoutMs;
    // Node.js drops the headers after a maximum, such as those that a proxy adds at the end, without an error.
    server.maxHeadersCount = 0;
    // The timeout is set only for stalled connections, because a timer for each connection costs two microseconds a
    // request.
    server.timeout = 0;
    admitFirst(server, (socket, serve) => {
      const connection = this.#admit(socket);
      if (connection === null) return;
      const begin = (): void => {
        serve();
        const { client } = connection;
        connection.input = takeTurns(socket, { client, turns: this.#turns, account: this.#input });
      };
      if (acceptHttp2 === undefined) return begin();
      readPreface(socket, headTimeoutMs, (isHttp2) => {
        if (!isHttp2) return begin();
        this.upgraded(socket);
        acceptHttp2(socket);
      });
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

  /** Returns the client of a request, as `ownerOf` identifies it; an empty string once its connection is closed. */
  clientOf(request: IncomingMessage): string {
    const { headers, socket } = request;
    if (this.#unread.trustProxy) return clientOf(headers['x-forwarded-for'], socket.remoteAddress, true);
    return this.#open.get(socket)?.client ?? '';
  }

  /** Marks a connection whose response has no end: no timeout applies to it. */
  stream(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (connection === undefined) return;
    connection.isStream = true;
    socket.setTimeout(0);
  }

  /** Marks a connection that was upgraded to another protocol: it is never idle, and no timeout applies. */
  upgraded(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (connection === undefined) return;
    connection.isUpgraded = true;
    connection.isStream = true;
    socket.setTimeout(0);
  }

  /** Calls a function once the response to the current request of a connection is sent, or the connection is closed. */
  onResponded(socket: Socket, listener: () => void): void {
    this.#open.get(socket)?.last?.once('close', listener);
  }

  /** Answers the current request of a connection, whose response was not begun, with a refusal, and closes the connection. */
  refuse(socket: Socket, refusal: RefusalResponse): void {
    if (this.#open.get(socket)?.last?.headersSent === false) socket.write(refusalText(refusal));
    socket.destroySoon();
  }

  /** Gives back the socket of a request for an upgrade, with what was read after that. */
  handOver(socket: Socket): void {
    this.#open.get(socket)?.input?.handOver();
  }

  /** Parses nothing more of a connection while a request with a body waits to begin: the body's parts would be held. */
  wait(request: IncomingMessage, isWaiting: boolean): void {
    const connection = this.#open.get(request.socket);
    // Only the last request that was parsed can lack parts of its body.
    const last = connection?.waiting.at(-1)?.request ?? (isWaiting ? request : undefined);
    connection?.input?.suspend(last !== undefined && hasBody(last));
  }

  /** Returns a new connection; null if it was refused. */
  #admit(socket: Socket): Connection | null {
    const address = socket.remoteAddress;
    if (address === undefined) {
      socket.destroy();
      return null;
    }
    const owner = ownerOf(address);
    const own = this.#clients.get(owner) ?? new Set();
    const { max, maxPerClient } = this.#limits;
    const among = own.size >= maxPerClient ? own : this.#open.size >= max ? this.#mostIdle() : null;
    if (among !== null && !this.#displace(among)) {
      this.#refuse(socket);
      return null;
    }
    const connection: Connection = {
      socket,
      client: owner,
      input: undefined,
      last: null,
      waiting: [],
      isStream: false,
      isUpgraded: false,
      since: performance.now(),
    };
    this.#open.set(socket, connection);
    this.#clients.set(owner, own.add(connection));
    socket.once('close', () => {
      this.#forget(connection);
      for (const { hold } of connection.waiting.splice(0)) hold.release();
    });
    return connection;
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
    socket.write(refusalText(TOO_MANY_CONNECTIONS));
    socket.destroySoon();
  }

  #reported = false;

  #refusing(): void {
    if (this.#reported) return;
    this.#reported = true;
    this.#onRefused();
  }

  /** Passes a request to its handler, after the response to the one before it. */
  serve(request: IncomingMessage, response: Response, handler: RequestListener): void {
    const connection = this.#open.get(request.socket);
    if (connection === undefined) return;
    const { last, waiting } = connection;
    const isFirst = last === null || last.writableFinished;
    if (hasTooManyHeaders(request)) {
      if (isFirst) request.socket.write(refusalText(TOO_MANY_HEADERS));
      request.socket.destroySoon();
      return;
    }
    const begin = (): void => {
      connection.isStream = false;
      connection.since = performance.now();
      connection.last = response;
      response.on('prefinish', this.#onWritten);
      // Nothing reads the body of such a request, whose parts would be held until the end of its response.
      if (BODILESS.has(request.method ?? '') && hasBody(request)) request.resume();
      handler(request, response);
    };
    if (isFirst) {
      begin();
      return;
    }
    const hold = this.#unread.bytes.open(this.clientOf(request), () => connection.socket.destroy());
    waiting.push({ request, begin, hold });
    hold.set(waitingBytesOf(request));
    this.wait(request, true);
    if (waiting.length >= MAX_PIPELINED) request.socket.destroy();
    else if (waiting.length === 1) last.once('finish', () => this.#next(connection));
  }

  /** Begins the next pipelined request. */
  #next(connection: Connection): void {
    const { waiting, socket } = connection;
    // A response finishes, too, when its connection is destroyed.
    if (socket.destroyed) return;
    const next = waiting.shift();
    next?.hold.release();
    if (next !== undefined) this.wait(next.request, false);
    next?.begin();
    if (waiting.length > 0) connection.last?.once('finish', () => this.#next(connection));
  }

  /** Counts what a client has not read of a response that was written to its end. */
  #written(response: ServerResponse): void {
    const { socket } = response;
    const connection = socket === null ? undefined : this.#open.get(socket);
    if (connection === undefined || connection.socket.writableLength === 0) return;
    const hold = this.#unread.bytes.open(this.clientOf(response.req), () => connection.socket.destroy());
    hold.set(connection.socket.writableLength);
    response.once('close', () => hold.release());
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
