import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A call of a browser over gRPC-web, as received over HTTP. */
interface GrpcWebCall {
  readonly path: string;
  readonly contentType: string | undefined;
  /** The header `grpc-timeout`. */
  readonly timeout: string | undefined;
  readonly body: Uint8Array;
  /** Address of the client, as `ownerOf` identifies it. */
  readonly client: string;
  /** Response, which the handler writes and ends. */
  readonly response: ServerResponse;
}

/** Serves gRPC on the API's port. The program injects it, because the query service does not import the gRPC API. */
export interface GrpcOnHttp {
  /** Paths of the methods of gRPC-web. */
  readonly paths: readonly string[];
  /** Handles a call of gRPC-web. Never throws. */
  answer(call: GrpcWebCall): Promise<void>;
  /** Serves gRPC on a connection that speaks HTTP/2. */
  accept(socket: Socket): void;
  /** Ends all calls, then those connections. */
  close(): Promise<void>;
}

/** Maximum size of a request: its only message, possibly in base64. */
const MAX_REQUEST_BYTES = 8 * 1024;

/** Serves gRPC-web to browsers, on the API's port. */
export function serveGrpcWeb(
  app: FastifyInstance,
  { paths, answer }: GrpcOnHttp,
  clientOf: (request: FastifyRequest) => string,
  stream: (request: FastifyRequest) => void,
): void {
  for (const path of paths) {
    app.post(path, { bodyLimit: MAX_REQUEST_BYTES }, async (request, reply) => {
      reply.hijack();
      // A subscription is endless and has separate limits.
      stream(request);
      request.raw.socket.setNoDelay(true);
      await answer({
        path,
        contentType: request.headers['content-type'],
        timeout: request.headers['grpc-timeout'] as string | undefined,
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        client: clientOf(request),
        response: reply.raw,
      });
    });
  }
}
