import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Ending, type Outcome, outcomeOf, type ReadyAnswer, ready } from '../answer/ready-answer.ts';
import { BLOCK_HEADER } from '../http/block-header.ts';
import type { ApiMetrics } from '../http/metrics.ts';
import type { RequestHandler } from '../http/request-handler.ts';
import { SeenBlocks } from '../http/snapshot-reader.ts';
import { JSON_TYPE, problemJson } from '../query/problem.ts';
import type { StreamRoute } from '../route/stream.ts';
import { STREAMS } from '../routes.ts';
import type { OpenedStream } from '../streams/event-stream.ts';
import type { EventStreams, StreamAdmission } from '../streams/event-streams.ts';
import { CONTENT_TYPES } from '../streams/frames.ts';
import { CursorExpired, LAST_EVENT_HEADER } from '../streams/open-stream.ts';
import type { Send } from './framework.ts';
import { frameworkPath, textOf } from './resources.ts';

interface StreamOptions {
  readonly streams: EventStreams;
  readonly requests: RequestHandler;
  readonly metrics: ApiMetrics;
  readonly clientOf: (request: FastifyRequest) => string;
  /** Marks the response to a request as endless. */
  readonly stream: (request: FastifyRequest) => void;
  /** Called when each stream begins or is refused, with milliseconds since the request. */
  readonly onAnswer: ((outcome: Outcome, milliseconds: number) => void) | undefined;
  readonly send: Send;
}

/** Serves every event stream. */
export function serveStreams(app: FastifyInstance, options: StreamOptions): void {
  for (const route of STREAMS) serveStream(app, route, options);
}

function serveStream(app: FastifyInstance, route: StreamRoute, options: StreamOptions): void {
  const { streams, requests, metrics, clientOf, stream, onAnswer, send } = options;
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const begun = performance.now();
    const client = clientOf(request);
    const answered = (ending: Ending) => {
      const milliseconds = performance.now() - begun;
      const outcome = outcomeOf(ending);
      metrics.answered(route.path, ending.status, outcome, milliseconds / 1000);
      onAnswer?.(outcome, milliseconds);
    };
    const refuse = (error: unknown, made: Pick<Ending, 'isMade' | 'isQueried'>) => {
      const answer = failureOf(error, requests, route, request.url);
      answered({ ...made, status: answer.status, isRefused: answer.status === 429 });
      return send(reply, answer);
    };
    let admission: StreamAdmission;
    try {
      admission = streams.take(client);
    } catch (error) {
      return refuse(error, { isMade: false, isQueried: false });
    }
    const snapshot = new SeenBlocks();
    const received = {
      url: request.url,
      pathTexts: request.params as Record<string, string>,
      client,
      authorization: request.headers.authorization,
      contentType: undefined,
      acceptEncoding: undefined,
      body: undefined,
      block: request.headers[BLOCK_HEADER],
      accept: request.headers.accept,
      lastEventId: textOf(request.headers[LAST_EVENT_HEADER]),
    };
    try {
      let prepared: OpenedStream | null;
      try {
        prepared = await streams.prepare(route, received, snapshot);
      } catch (error) {
        return refuse(error, { isMade: true, isQueried: snapshot.isQueried });
      }
      const status = prepared === null ? 204 : 200;
      answered({ status, isRefused: false, isMade: true, isQueried: snapshot.isQueried });
      begin(request, reply, prepared, snapshot.last?.number);
      if (prepared === null || request.method === 'HEAD' || reply.raw.destroyed) return reply.raw.end();
      stream(request);
      await streams.run(prepared, reply.raw, admission);
      return undefined;
    } finally {
      admission.release();
    }
  };
  app.route({ method: 'GET', url: frameworkPath(route.path), handler });
}

/** Writes the head of a stream, bypassing the framework, so that nothing compresses or caches it. */
function begin(
  request: FastifyRequest,
  reply: FastifyReply,
  prepared: OpenedStream | null,
  block: bigint | undefined,
): void {
  reply.hijack();
  reply.raw.writeHead(prepared === null ? 204 : 200, {
    'access-control-allow-origin': '*',
    'cache-control': 'no-store, no-transform',
    vary: 'accept',
    ...(prepared && { 'content-type': CONTENT_TYPES[prepared.format] }),
    // Disables buffering in proxies.
    'x-accel-buffering': 'no',
    ...(block === undefined
      ? {}
      : { [BLOCK_HEADER]: block.toString(), 'access-control-expose-headers': BLOCK_HEADER }),
  });
  request.raw.socket.setNoDelay(true);
}

function failureOf(error: unknown, requests: RequestHandler, route: StreamRoute, url: string): ReadyAnswer {
  if (!(error instanceof CursorExpired)) return requests.failure({ ...route, maxAgeSeconds: 0 }, url, error);
  const status = JSON.parse(problemJson(error.messages)) as object;
  const body = JSON.stringify({ ...status, cursor: error.first });
  return ready(body, error.status, { 'content-type': JSON_TYPE, 'cache-control': 'no-store' });
}
