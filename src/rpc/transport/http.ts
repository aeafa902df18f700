import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { RequestSignal } from '../../kernel/abort-signal.ts';
import type { ByteAccount } from '../../kernel/limits/byte-account.ts';
import { LimitReached, type OpenLimit } from '../../kernel/limits/limit.ts';
import type { LoopTurns } from '../../kernel/limits/loop-turns.ts';
import type { OpenCounter } from '../../kernel/limits/open-counter.ts';
import { readBody } from '../../net/read-body.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import { ERRORS, errorJson, RATE_LIMITED, RpcError } from '../method/rpc-error.ts';

/** Maximum size of a message, over HTTP or WebSocket. */
export const MAX_MESSAGE_BYTES = 1024 * 1024;

/** Messages (requests or batches) in progress, over HTTP and WebSocket. */
export const RPC_MESSAGES: OpenLimit = {
  name: 'rpc-messages',
  kind: 'open',
  counts: 'JSON-RPC messages under way',
  max: 1_000,
  perClient: 250,
};

/**
 * The same limit of a local network, whose only client may be a test suite. Their bytes stay limited as everywhere
 * (`HELD_BYTES`).
 */
export const LOCAL_RPC_MESSAGES: OpenLimit = { ...RPC_MESSAGES, max: 2_000, perClient: 2_000 };

/** Document that the server serves in addition to its methods. */
export interface ServedDocument {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
}

/** Returns the document of a path; undefined where there is none. */
export type ServeDocument = (path: string, request: IncomingMessage) => Promise<ServedDocument | undefined>;

export interface HttpTransportOptions {
  readonly dispatcher: Dispatcher;
  readonly clientOf: (request: IncomingMessage) => string;
  /** Returns whether a request may control the local network. */
  readonly mayControl: (request: IncomingMessage) => boolean;
  /** Account of what messages and their answers hold. */
  readonly bytes: ByteAccount;
  /** Counter of messages in progress. */
  readonly messages: OpenCounter;
  /** Turns of messages, over HTTP and WebSocket. */
  readonly turns: LoopTurns;
  readonly document: ServeDocument;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const CORS = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' } as const;
const PREFLIGHT_SECONDS = '86400';

/** Serves HTTP requests: `POST` on any path is JSON-RPC, whatever its content type; `GET` reads documents. */
export class HttpTransport {
  readonly #options: HttpTransportOptions;

  constructor(options: HttpTransportOptions) {
    this.#options = options;
  }

  /** Responds to one request. Never rejects. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = randomUUID();
    const { method = '' } = request;
    if (method === 'POST') return this.#post(request, response, requestId);
    if (method === 'OPTIONS') return preflight(request, response, this.#options.mayControl(request));
    const served = method === 'GET' || method === 'HEAD' ? await this.#documentOf(request) : undefined;
    if (served !== undefined) return send(response, served.status, served.type, [served.body], requestId);
    const refused = errorJson(ERRORS.invalidMethod(), requestId);
    send(response, 405, JSON_TYPE, [refused], requestId, { allow: 'POST, GET, OPTIONS' });
  }

  async #post(request: IncomingMessage, response: ServerResponse, requestId: string): Promise<void> {
    const { dispatcher, clientOf, mayControl, bytes, messages, turns } = this.#options;
    const client = clientOf(request);
    const signal = new RequestSignal();
    const leave = (): void => signal.abort();
    const hold = bytes.open(client, leave);
    const refuse = (error: LimitReached): void => {
      const refused = errorJson(new RpcError(RATE_LIMITED, error.message), requestId);
      send(response, 429, JSON_TYPE, [refused], requestId);
    };
    let release = (): void => undefined;
    try {
      const body = await readBody(request, MAX_MESSAGE_BYTES, hold);
      await turns.take(client);
      if (hold.isEnded) return refuse(new LimitReached(bytes.limit, true));
      // The client disconnected meanwhile.
      if (response.destroyed) return;
      if (body === undefined) {
        const refused = errorJson(ERRORS.parse(), requestId);
        const further = request.complete ? undefined : { connection: 'close' };
        return send(response, 400, JSON_TYPE, [refused], requestId, further);
      }
      // A message counts once it is complete, so that clients that send slowly take no other's place.
      release = messages.add(client);
      response.once('close', leave);
      const incoming = {
        client,
        signal,
        hold,
        connection: undefined,
        onAnswered: (listener: () => void) => void response.once('close', listener),
        mayControl: mayControl(request),
        transport: 'http',
      } as const;
      const { status, body: text } = await dispatcher.answer(body, incoming, requestId);
      response.off('close', leave);
      send(response, status, JSON_TYPE, text, requestId);
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      refuse(error);
    } finally {
      release();
      hold.release();
    }
  }

  async #documentOf(request: IncomingMessage): Promise<ServedDocument | undefined> {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    try {
      return await this.#options.document(path, request);
    } catch {
      // A metric that cannot be read must not end the process.
      return { status: 500, type: 'text/plain; charset=utf-8', body: 'Internal error' };
    }
  }
}

/**
 * Origin of a page that runs on this machine, or of a browser extension, such as a wallet. A browser sends the origin
 * `null` for a sandboxed frame of any site.
 */
const LOCAL_ORIGIN =
  /^(?:https?:\/\/(?:(?:[a-z\d-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?|(?:chrome|moz|safari-web)-extension:\/\/[a-z\d-]+)$/i;

/** Headers that proxies add. The client of a proxy on this machine may be anywhere. */
const FORWARDING_HEADER = /^(?:forwarded|via|x-real-ip|x-forwarded-.+)$/;

/**
 * Returns whether a request or WebSocket may control a local network: no proxy forwarded it, and it comes from no web
 * page, from a local one, from a browser extension, or from one of the `allowed` origins. Browsers add `Origin` to each
 * `POST` and WebSocket of a page, and pages cannot change it.
 */
export function mayControl(headers: IncomingHttpHeaders, allowed: ReadonlySet<string>): boolean {
  if (Object.keys(headers).some((name) => FORWARDING_HEADER.test(name))) return false;
  const { origin } = headers;
  return origin === undefined || LOCAL_ORIGIN.test(origin) || allowed.has(origin);
}

/**
 * Answers a preflight request. Pages of every site may read, which takes no header but `content-type`; further headers
 * are for origins that may control the network.
 */
function preflight(request: IncomingMessage, response: ServerResponse, mayControl: boolean): void {
  const requested = request.headers['access-control-request-headers'] ?? '*';
  response
    .writeHead(200, {
      ...CORS,
      'access-control-allow-methods': 'GET,POST',
      'access-control-allow-headers': mayControl ? requested : 'content-type',
      vary: 'origin',
      'access-control-max-age': PREFLIGHT_SECONDS,
      'content-length': 0,
    })
    .end();
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: readonly (string | Buffer)[],
  requestId: string,
  further: Readonly<Record<string, string>> = {},
): void {
  if (response.destroyed || response.headersSent) return;
  const length = body.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  response.writeHead(status, {
    ...CORS,
    'content-type': type,
    'content-length': length,
    'x-request-id': requestId,
    'access-control-expose-headers': 'x-request-id',
    'x-content-type-options': 'nosniff',
    ...further,
  });
  for (const part of body.slice(0, -1)) response.write(part);
  response.end(body.at(-1));
}
