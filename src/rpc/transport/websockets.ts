import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { RequestSignal } from '../../kernel/abort-signal.ts';
import { LimitReached, type OpenLimit, openLimitsOf } from '../../kernel/limits/limit.ts';
import { OpenCounter } from '../../kernel/limits/open-counter.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import type { Connection } from '../method/connection.ts';
import { MAX_MESSAGE_BYTES } from './http.ts';

/** WebSocket connections. */
export const RPC_WEBSOCKETS: OpenLimit = {
  name: 'rpc-websockets',
  kind: 'open',
  counts: 'WebSocket connections',
  ...openLimitsOf(2_000),
  settings: ['TAIN_RPC_MAX_WEBSOCKETS'],
};

/** Maximum number of messages of one connection in progress; further ones are not read meanwhile. */
const MAX_UNDER_WAY = 32;
/** Maximum number of bytes that wait for a client to read them; beyond that the connection is closed. */
const MAX_BUFFERED_BYTES = 16 * 1024 * 1024;
/** Interval of pings in milliseconds. A client that sends nothing until the next ping is disconnected. */
const PING_INTERVAL_MS = 30_000;

/** Close codes of the relay, and of RFC 6455 for a server that stops. */
const TOO_MANY_OF_CLIENT = 4_001;
const TOO_MANY = 4_003;
const TOO_SLOW = 4_004;
const GOING_AWAY = 1_001;

export interface WebSocketsOptions {
  readonly dispatcher: Dispatcher;
  readonly clientOf: (request: IncomingMessage) => string;
  /** Returns whether a connection may control the local network. */
  readonly mayControl: (request: IncomingMessage) => boolean;
  readonly limits: Pick<OpenLimit, 'max' | 'perClient'>;
  /** Marks the connection of a request as one that stays open. */
  readonly hold: (request: IncomingMessage) => void;
}

/** Answers messages of WebSocket connections, and lets methods push results to them. */
export class WebSockets {
  readonly #options: WebSocketsOptions;
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
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
    const { dispatcher, clientOf, mayControl, hold } = this.#options;
    const client = clientOf(request);
    let release: () => void;
    try {
      release = this.#counter.add(client);
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      socket.close(error.isOwn ? TOO_MANY_OF_CLIENT : TOO_MANY, error.message);
      return;
    }
    hold(request);
    const signal = new RequestSignal();
    socket.once('close', () => {
      release();
      signal.abort();
    });
    this.#alive.add(socket);
    socket.on('pong', () => this.#alive.add(socket));
    const connection = connectionOf(socket, client);
    const incoming = {
      client,
      signal,
      connection,
      mayControl: mayControl(request),
      transport: 'websocket',
    } as const;
    let underWay = 0;
    /** Messages that had been read when the socket was paused. */
    const waiting: Buffer[] = [];
    socket.once('close', () => waiting.splice(0));
    const answer = (data: Buffer): void => {
      underWay += 1;
      void dispatcher.answer(data, incoming).then(({ body }) => {
        connection.send(body);
        underWay -= 1;
        const next = waiting.shift();
        if (next !== undefined) answer(next);
        else if (socket.isPaused) socket.resume();
      });
    };
    socket.on('message', (data: Buffer) => {
      this.#alive.add(socket);
      if (underWay < MAX_UNDER_WAY) return answer(data);
      waiting.push(data);
      socket.pause();
    });
  }

  #ping(): void {
    for (const client of this.#server.clients) {
      if (!this.#alive.delete(client)) client.terminate();
      else client.ping();
    }
  }
}

function connectionOf(socket: WebSocket, client: string): Connection {
  return {
    client,
    get buffered() {
      return socket.bufferedAmount;
    },
    send(text) {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > MAX_BUFFERED_BYTES) {
        socket.close(TOO_SLOW, 'The client does not read');
        socket.terminate();
        return;
      }
      socket.send(text);
    },
    close: (code, reason) => socket.close(code, reason),
    onClose: (listener) => socket.once('close', listener),
  };
}
