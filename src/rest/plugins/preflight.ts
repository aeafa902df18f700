import type { FastifyInstance } from 'fastify';

const HEADER_NAMES = /^[\w-]{1,60}(?: ?, ?[\w-]{1,60}){0,30}$/;

/** Answers preflight requests of browsers: every requested header is allowed. */
export function servePreflight(app: FastifyInstance): void {
  app.options('*', (request, reply) => {
    const requested = request.headers['access-control-request-headers'];
    const allowed =
      requested !== undefined && HEADER_NAMES.test(requested) ? requested : 'content-type,authorization';
    return reply
      .code(204)
      .header('access-control-allow-origin', '*')
      .header('access-control-allow-methods', 'GET,HEAD,POST')
      .header('access-control-allow-headers', allowed)
      .header('vary', 'access-control-request-headers')
      .header('access-control-max-age', '86400')
      .send();
  });
}
