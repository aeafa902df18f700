import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import http2 from 'node:http2';
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { clientOf, ownerOf } from '../net/limiter.ts';
import { StreamsInTurns } from '../net/socket-stream.ts';
import { CallError, CODE } from './call.ts';
import type { CallStatus, Calls } from './calls.ts';
import { framesOf, statusText } from './frames.ts';
import { readMessages } from './messages-in.ts';
import type { LiveMetrics } from './metrics.ts';
import { type SessionLimits, Sessions } from './sessions.ts';
import { drained, END_TIMEOUT_MS, STALL_TIMEOUT_MS } from './transport.ts';

// Calls are served over `node:http2`, because that can reset a stream that its client does not read, and one write can
// contain many messages. The server of `@grpc/grpc-js` writes each message by itself and buffers 16 objects of any
// size: 12 to 16 µs a message, instead of 3.

export interface Http2Options {
  readonly calls: Calls;
  readonly metrics: LiveMetrics;
  /**
   * Whether a trusted proxy is in front of the server. The proxy appends the client's address to `X-Forwarded-For`, so
   * its last entry is used.
   */
  readonly trustProxy: boolean;
  readonly sessionLimits: SessionLimits;
  /** Replaces `STALL_TIMEOUT_MS` in tests. */
  readonly stallTimeoutMs?: number;
  /** Called when connections are refused for the first time. */
  readonly onRefused: () => void;
}

const { NGHTTP2_ENHANCE_YOUR_CALM, NGHTTP2_NO_ERROR, NGHTTP2_REFUSED_STREAM } = http2.constants;

/** Maximum size and number of the headers of a call. Some clients send tokens. */
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_HEADERS = 64;
/** Memory limit of one connection with all its streams. */
const SESSION_MEMORY_MB = 64;
/** Delay of the end of a call whose request goes on, so that its response is written before. */
const RESET_DELAY_MS = 100;
/** Timeout of all clients for reading the ends of their calls when the server stops. */
const STOP_TIMEOUT_MS = 1_500;

const RESPONSE = {
  ':status': 200,
  'content-type': 'application/grpc+proto',
  'grpc-accept-encoding': 'identity',
};
const GRPC = /^application\/grpc(?:\+proto)?(?:;|$)/i;

/** Response to a client that did not negotiate HTTP/2. */
const NO_HTTP2 = 'HTTP/1.1 426 Upgrade Required\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

/** Frames SETTINGS, and GOAWAY with ENHANCE_YOUR_CALM (RFC 9113, 6.5 and 6.8). */
const TOO_MANY_CONNECTIONS = Buffer.concat([
  Buffer.from('000000040000000000', 'hex'),
  Buffer.from('00001c070000000000000000000000000b', 'hex'),
  Buffer.from('too_many_connections'),
]);

/** Serves gRPC (over HTTP/2) on connections that this or another server accepted. */
export class Http2Connections {
  readonly #options: Http2Options;
  readonly #sessions: Sessions;
  readonly #streams = new StreamsInTurns();

  constructor(options: Http2Options) {
    this.#options = options;
    this.#sessions = new Sessions(options.sessionLimits, options.onRefused);
    options.metrics.watchConnections(() => this.#sessions.open);
  }

  /** Serves a connection, or refuses it if there are too many. Nothing of it was read, unless it was put back. */
  accept(socket: Socket): void {
    const { remoteAddress: address } = socket;
    if (address === undefined) socket.destroy();
    else if (this.#sessions.accepts(socket)) this.#serve(socket, address);
    else socket.end(TOO_MANY_CONNECTIONS, () => socket.destroy());
  }

  /** Serves a connection that begins with a TLS handshake, or closes it if there are too many. It counts before the handshake. */
  acceptTls(socket: Socket, secureContext: SecureContext): void {
    const { remoteAddress: address } = socket;
    if (address === undefined || !this.#sessions.accepts(socket)) {
      socket.destroy();
      return;
    }
    const decrypted = this.#streams.decryptedSocketOf(socket, ownerOf(address), {
      secureContext,
      ALPNProtocols: ['h2'],
    });
    decrypted.once('secure', () => {
      if (decrypted.alpnProtocol === 'h2') this.#serve(decrypted, address);
      else decrypted.end(NO_HTTP2, () => decrypted.destroy());
    });
  }

  #serve(socket: Socket, address: string): void {
    const { calls, trustProxy } = this.#options;
    const stream = this.#streams.streamOf(socket, ownerOf(address));
    const session = http2.performServerHandshake(stream, sessionOptionsOf(calls));
    this.#sessions.watch(session);
    session.on('stream', (opened: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
      const caller = clientOf(headers['x-forwarded-for'], address, trustProxy);
      const call = new Http2Call(opened, caller, this.#options);
      if (calls.mayStart(caller)) void call.run(headers);
      else call.refuse();
    });
  }

  /** Ends the connections, whose clients may read the ends of their calls. */
  close(): Promise<void> {
    return this.#sessions.close(STOP_TIMEOUT_MS);
  }
}

const sessionOptionsOf = (calls: Calls) => ({
  settings: {
    // The limit of streams is above the one of calls per client, so that a further call is refused with an error and
    // does not wait for another to end.
    maxConcurrentStreams: calls.maxPerClient + 100,
    maxHeaderListSize: MAX_HEADER_BYTES,
    enablePush: false,
  },
  maxHeaderListPairs: MAX_HEADERS,
  maxSessionMemory: SESSION_MEMORY_MB,
});

/** One call over HTTP/2. */
class Http2Call {
  readonly #stream: ServerHttp2Stream;
  readonly #options: Http2Options;
  readonly #client: string;
  readonly #ended = new AbortController();
  #hasStalled = false;

  constructor(stream: ServerHttp2Stream, client: string, options: Http2Options) {
    this.#stream = stream;
    this.#client = client;
    this.#options = options;
    stream.on('error', () => undefined);
  }

  /** Ends a call of a client with too many, before anything is read for it. */
  refuse(): void {
    this.#options.metrics.refused('rate');
    this.#drop();
  }

  /** Serves the call to its end. Never throws. */
  async run(headers: IncomingHttpHeaders): Promise<void> {
    const stream = this.#stream;
    const { calls } = this.#options;
    const ended = this.#ended;
    stream.on('close', () => ended.abort(new CallError('cancelled', 'The client ended the call')));
    const { ':method': method, ':path': path = '', 'content-type': type = '' } = headers;
    const held = {
      client: this.#client,
      onClosed: (listener: () => void) => void stream.once('close', listener),
      drop: () => this.#drop(),
    };
    if (method !== 'POST' || !GRPC.test(type)) {
      calls.holdRefused(held);
      this.#respondOnly({ ':status': method === 'POST' ? 415 : 405 });
      return;
    }
    const status = await calls.run({
      ...held,
      path,
      timeout: headers['grpc-timeout'] as string | undefined,
      requests: readMessages(stream, ended.signal),
      ended,
      begin: () => this.#begin(),
      send: (messages, onTaken) => this.#send(messages, onTaken),
    });
    this.#finish(status);
  }

  /** Closes the connection, whose further calls would cost as much; behind a proxy, which others use too, only the stream. */
  #drop(): void {
    if (this.#options.trustProxy) this.#stream.close(NGHTTP2_ENHANCE_YOUR_CALM);
    else this.#stream.session?.destroy(undefined, NGHTTP2_ENHANCE_YOUR_CALM);
  }

  #begin(): void {
    const stream = this.#stream;
    if (!stream.headersSent && !stream.destroyed) stream.respond(RESPONSE, { waitForTrailers: true });
  }

  #send(messages: readonly Uint8Array[], onTaken: () => void): Promise<void> {
    const stream = this.#stream;
    const { signal } = this.#ended;
    if (signal.aborted) return Promise.reject(signal.reason);
    this.#begin();
    if (stream.write(framesOf(messages), onTaken)) return Promise.resolve();
    return drained(stream, this.#ended, this.#options.stallTimeoutMs ?? STALL_TIMEOUT_MS, () => {
      this.#hasStalled = true;
    });
  }

  /** Sends the status of the call. The stream of a client that does not read it is reset with the equivalent error. */
  #finish({ code, text }: CallStatus): void {
    const stream = this.#stream;
    if (stream.destroyed || stream.closed) return;
    const trailers = {
      'grpc-status': String(CODE[code]),
      ...(text === '' ? {} : { 'grpc-message': statusText(text) }),
    };
    const reset = code === 'unavailable' ? NGHTTP2_REFUSED_STREAM : NGHTTP2_ENHANCE_YOUR_CALM;
    if (this.#hasStalled || (code === 'resourceExhausted' && stream.writableLength > 0)) {
      stream.close(reset);
      return;
    }
    if (!stream.headersSent) {
      this.#respondOnly({ ...RESPONSE, ...trailers });
      return;
    }
    const timer = setTimeout(() => {
      stream.close(stream.writableFinished ? NGHTTP2_NO_ERROR : reset);
    }, END_TIMEOUT_MS);
    stream.once('close', () => clearTimeout(timer));
    // The rest of the request is ignored.
    stream.resume();
    stream.once('wantTrailers', () => stream.sendTrailers(trailers));
    stream.end();
  }

  /** Sends a response without messages, and ends the call even if its request has not ended. */
  #respondOnly(headers: OutgoingHttpHeaders): void {
    const stream = this.#stream;
    stream.respond(headers, { endStream: true });
    stream.resume();
    // RST_STREAM overtakes headers that wait for a write in progress.
    const timer = setTimeout(() => stream.close(NGHTTP2_NO_ERROR), RESET_DELAY_MS);
    stream.once('close', () => clearTimeout(timer));
  }
}
