import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GrpcWeb } from '../route/grpc-web.ts';

/** Maximum size of a request: its only message, possibly in base64. */
const MAX_REQUEST_BYTES = 8 * 1024;

/** Serves gRPC-web to browsers, on the API's port. */
export function serveGrpcWeb(
  app: FastifyInstance,
  grpcWeb: GrpcWeb,
  clientOf: (request: FastifyRequest) => string,
  stream: (request: FastifyRequest) => void,
): void {
  for (const path of grpcWeb.paths) {
    app.post(path, { bodyLimit: MAX_REQUEST_BYTES }, async (request, reply) => {
      reply.hijack();
      // A subscription is endless and has separate limits.
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
