import type { ServerResponse } from 'node:http';
import { CallError, CODE } from './call.ts';
import type { CallStatus, Calls } from './calls.ts';
import { FrameParser, framesOf, statusText, TRAILERS } from './frames.ts';
import { MAX_REQUEST_BYTES } from './messages-in.ts';
import { drained, END_TIMEOUT_MS, STALL_TIMEOUT_MS } from './transport.ts';

/** A call over gRPC-web: an HTTP request with its body, and the response to write. */
export interface WebRequest {
  readonly path: string;
  readonly contentType: string | undefined;
  /** The header `grpc-timeout`. */
  readonly timeout: string | undefined;
  readonly body: Uint8Array;
  /** The client, as identified by `ownerOf`. */
  readonly client: string;
  readonly response: ServerResponse;
}

/** Methods that browsers may call: not reflection, because it reads several messages. */
export const WEB_PATHS: readonly string[] = [
  '/com.hedera.mirror.api.proto.ConsensusService/subscribeTopic',
  '/com.hedera.mirror.api.proto.NetworkService/getNodes',
  '/grpc.health.v1.Health/Check',
];

const TYPE = /^application\/grpc-web(-text)?(?:\+proto)?(?:;|$)/i;

/**
 * Serves calls over gRPC-web, in its binary and its text form (base64). A client that reads nothing for `stallTimeoutMs` is
 * disconnected.
 */
export function answerWeb(
  calls: Calls,
  stallTimeoutMs = STALL_TIMEOUT_MS,
): (request: WebRequest) => Promise<void> {
  return async (request) => {
    const type = TYPE.exec(request.contentType ?? '');
    if (type !== null) return new WebCall(calls, request, type[1] !== undefined, stallTimeoutMs).run();
    request.response
      .writeHead(415, { 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
      .end();
  };
}

class WebCall {
  readonly #calls: Calls;
  readonly #request: WebRequest;
  readonly #isText: boolean;
  readonly #stallTimeoutMs: number;
  readonly #ended = new AbortController();

  constructor(calls: Calls, request: WebRequest, isText: boolean, stallTimeoutMs: number) {
    this.#calls = calls;
    this.#request = request;
    this.#isText = isText;
    this.#stallTimeoutMs = stallTimeoutMs;
  }

  /** Serves the call to its end. Never throws. */
  async run(): Promise<void> {
    const { path, client, timeout, response } = this.#request;
    const ended = this.#ended;
    response.on('error', () => undefined);
    if (response.destroyed) return;
    response.on('close', () => ended.abort(new CallError('cancelled', 'The client ended the call')));
    const status = await this.#calls.run({
      path,
      client,
      timeout,
      requests: this.#messages(),
      ended,
      begin: () => this.#begin(),
      send: (messages, onTaken) => this.#send(messages, onTaken),
      onClosed: (listener) => void response.once('close', listener),
      drop: () => response.destroy(),
    });
    this.#finish(status);
  }

  async *#messages(): AsyncGenerator<Uint8Array, void, void> {
    const { body } = this.#request;
    const bytes = this.#isText
      ? Buffer.from(Buffer.from(body).toString('latin1'), 'base64')
      : Buffer.from(body);
    const parser = new FrameParser(MAX_REQUEST_BYTES);
    yield* parser.push(bytes);
    if (parser.isWithin) throw new CallError('internal', 'The request ended within a message');
  }

  #begin(): void {
    const { response } = this.#request;
    if (response.headersSent || response.destroyed) return;
    response.writeHead(200, this.#headers());
    response.flushHeaders();
  }

  #headers(): Record<string, string> {
    return {
      'content-type': `application/grpc-web${this.#isText ? '-text' : ''}+proto`,
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'grpc-status,grpc-message',
      'cache-control': 'no-store, no-transform',
      // Disables buffering of the response in proxies.
      'x-accel-buffering': 'no',
    };
  }

  #send(messages: readonly Uint8Array[], onTaken: () => void): Promise<void> {
    const { response } = this.#request;
    const { signal } = this.#ended;
    if (signal.aborted) return Promise.reject(signal.reason);
    this.#begin();
    if (response.write(this.#written(framesOf(messages)), onTaken)) return Promise.resolve();
    // A client that reads nothing would not read a status either.
    return drained(response, this.#ended, this.#stallTimeoutMs, () => response.destroy());
  }

  /** Returns the bytes to write; in the text form each part is encoded separately as base64. */
  #written(bytes: Buffer): Buffer | string {
    return this.#isText ? bytes.toString('base64') : bytes;
  }

  /** Sends the status of the call: in the headers if there was no message, else in a last frame. */
  #finish({ code, text }: CallStatus): void {
    const { response } = this.#request;
    if (response.destroyed || response.writableEnded) return;
    const [number, message] = [String(CODE[code]), statusText(text)];
    if (!response.headersSent) {
      response
        .writeHead(200, {
          ...this.#headers(),
          'grpc-status': number,
          ...(message !== '' && { 'grpc-message': message }),
        })
        .end();
      return;
    }
    const trailers = `grpc-status: ${number}\r\n${message === '' ? '' : `grpc-message: ${message}\r\n`}`;
    // No other timeout applies to a response that was a stream.
    const timer = setTimeout(() => response.destroy(), END_TIMEOUT_MS);
    response.once('close', () => clearTimeout(timer));
    response.end(this.#written(framesOf([Buffer.from(trailers)], TRAILERS)));
  }
}
