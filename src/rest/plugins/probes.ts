import type { FastifyInstance } from 'fastify';
import type { ProcessReadiness } from '../../kernel/process-readiness.ts';
import { ready } from '../answer/ready-answer.ts';
import type { ServiceReadiness } from '../http/readiness.ts';
import { JSON_TYPE } from '../query/problem.ts';
import type { Send } from './framework.ts';

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
