import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { type MetricsAccess, metricsStatus } from '../../net/metrics-access.ts';
import { ready } from '../answer/ready-answer.ts';
import { JSON_TYPE, problemJson } from '../query/problem.ts';
import { missing, type Send } from './framework.ts';

const UNAUTHORIZED = ready(problemJson([{ message: 'Invalid credentials' }]), 401, {
  'content-type': JSON_TYPE,
  'www-authenticate': 'Bearer',
});

/** Serves `/metrics` to clients with access. */
export function serveMetrics(
  app: FastifyInstance,
  registry: Registry,
  access: MetricsAccess,
  send: Send,
): void {
  app.get('/metrics', async (request, reply) => {
    const status = metricsStatus(access, request.headers.authorization);
    if (status === 404) return send(reply, missing(request));
    if (status === 401) return send(reply, UNAUTHORIZED);
    const headers = { 'content-type': registry.contentType, 'cache-control': 'no-store' };
    return send(reply, ready(await registry.metrics(), 200, headers));
  });
}
