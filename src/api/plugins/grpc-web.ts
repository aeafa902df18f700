import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GrpcWeb } from '../route/grpc-web.ts';

/** Bytes of a request: its one message, perhaps in base64. */
const MOST_BYTES = 8 * 1024;

/** Answers calls of browsers over gRPC-web, on the port at which they ask for the rest. */
export function serveGrpcWeb(
  app: FastifyInstance,
  grpcWeb: GrpcWeb,
  clientOf: (request: FastifyRequest) => string,
  stream: (request: FastifyRequest) => void,
): void {
  for (const path of grpcWeb.paths) {
    app.post(path, { bodyLimit: MOST_BYTES }, async (request, reply) => {
      reply.hijack();
      // A subscription has no end: it has limits of its own.
      stream(request);
      request.raw.socket.setNoDelay(true);
      await grpcWeb.answer({
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
