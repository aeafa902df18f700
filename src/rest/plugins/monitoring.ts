import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { ProcessReadiness } from '../../kernel/process-readiness.ts';
import { type MetricsAccess, metricsStatus } from '../../net/metrics-access.ts';
import { ready } from '../answer/ready-answer.ts';
import type { ServiceReadiness } from '../http/readiness.ts';
import { JSON_TYPE, problemJson } from '../query/problem.ts';
import { missing, type Send } from './framework.ts';

/**
 * Answers the probes of an orchestrator. `ingestState`: state of this process's ingest, null without one.
 * `processReadiness`: readiness of its roles.
 */
export function serveProbes(
  app: FastifyInstance,
  readiness: ServiceReadiness,
  ingestState: () => string | null,
  processReadiness: () => ProcessReadiness,
  send: Send,
): void {
  const health = (code: number, body: object) =>
    ready(JSON.stringify(body), code, { 'content-type': JSON_TYPE, 'cache-control': 'no-store' });
  app.get('/health/liveness', (_request, reply) => send(reply, health(200, { status: 'ok' })));
  app.get('/health/readiness', async (_request, reply) => {
    const { status, body } = await readiness.answer(ingestState(), processReadiness());
    return send(reply, health(status, body));
  });
}

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
