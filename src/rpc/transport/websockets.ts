import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { LimitReached, type OpenLimit, openLimitsOf } from '../../kernel/limits/limit.ts';
import { OpenCounter } from '../../kernel/limits/open-counter.ts';
import { MAX_MESSAGE_BYTES } from './http.ts';
import { type SessionOptions, WebSocketSession } from './websocket-session.ts';

/** WebSocket connections. */
export const RPC_WEBSOCKETS: OpenLimit = {
  name: 'rpc-websockets',
  kind: 'open',
  counts: 'WebSocket connections',
  ...openLimitsOf(2_000),
  settings: ['TAIN_RPC_MAX_WEBSOCKETS'],
};

/** Interval of pings in milliseconds. A client that sends nothing until the next ping is disconnected. */
const PING_INTERVAL_MS = 30_000;

/** Maximum number of fragments of a message. Each costs 150 bytes, whatever its size. */
const MAX_FRAGMENTS = 256;

/** Close codes of the relay, and of RFC 6455 for a server that stops. */
const TOO_MANY_OF_CLIENT = 4_001;
const TOO_MANY = 4_003;
const GOING_AWAY = 1_001;

export interface WebSocketsOptions extends SessionOptions {
  readonly clientOf: (request: IncomingMessage) => string;
  /** Returns whether a connection may control the local network. */
  readonly mayControl: (request: IncomingMessage) => boolean;
  readonly limits: Pick<OpenLimit, 'max' | 'perClient'>;
  /** Called with the request of a connection that has become a WebSocket. */
  readonly onUpgraded: (request: IncomingMessage) => void;
}

/** Answers messages of WebSocket connections, and lets methods push results to them. */
export class WebSockets {
  readonly #options: WebSocketsOptions;
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    maxFragments: MAX_FRAGMENTS,
    perMessageDeflate: false,
  });
  readonly #counter: OpenCounter;
  readonly #alive = new WeakSet<WebSocket>();
  readonly #pings: NodeJS.Timeout;

  constructor(options: WebSocketsOptions) {
    this.#options = options;
    this.#counter = new OpenCounter({ ...RPC_WEBSOCKETS, ...options.limits });
    this.#pings = setInterval(() => this.#ping(), PING_INTERVAL_MS).unref();
  }

  get open(): number {
    return this.#counter.open;
  }

  /** Takes over the socket of a request for an upgrade. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (client) => this.#connected(client, request));
  }

  /** Closes all connections. */
  close(): void {
    clearInterval(this.#pings);
    for (const client of this.#server.clients) client.close(GOING_AWAY, 'The server is stopping');
    this.#server.close();
  }

  /** Ends the connections that are still open. */
  terminate(): void {
    for (const client of this.#server.clients) client.terminate();
  }

  #connected(socket: WebSocket, request: IncomingMessage): void {
    socket.on('error', () => undefined);
    const { clientOf, mayControl, onUpgraded } = this.#options;
    const client = clientOf(request);
    let release: () => void;
    try {
      release = this.#counter.add(client);
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      socket.close(error.isOwn ? TOO_MANY_OF_CLIENT : TOO_MANY, error.message);
      return;
    }
    onUpgraded(request);
    socket.once('close', release);
    this.#alive.add(socket);
    for (const event of ['pong', 'message'] as const) socket.on(event, () => this.#alive.add(socket));
    const sender = { client, mayControl: mayControl(request) };
    new WebSocketSession(socket, request.socket, sender, this.#options);
  }

  #ping(): void {
    for (const client of this.#server.clients) {
      // The pongs of a paused connection are not read; it ends when its client does not read.
      if (!this.#alive.delete(client) && !client.isPaused) client.terminate();
      else client.ping();
    }
  }
}
