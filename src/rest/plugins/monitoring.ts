import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { metricsText } from '../../kernel/metrics-text.ts';
import { type ProcessReadiness, readinessBody } from '../../kernel/process-readiness.ts';
import { type MetricsAccess, metricsStatus } from '../../net/metrics-access.ts';
import { type Database, Readiness } from '../../store/connections/database.ts';
import type { ReadServers } from '../../store/reads/servers/read-servers.ts';
import { ready } from '../answer/ready-answer.ts';
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
    return send(reply, ready(await metricsText(registry), 200, headers));
  });
}

/** Response to a readiness probe. */
interface ReadinessAnswer {
  /** 200 while requests can be answered, 503 otherwise. */
  readonly status: 200 | 503;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Readiness of the service: whether a database that it reads from responds, the primary or a replica that is in step,
 * and whether the other roles of its process are ready. With replicas it also reports the state of both kinds, because
 * nothing can be written without the primary.
 */
export class ServiceReadiness {
  readonly #primary: Readiness;
  readonly #servers: Pick<ReadServers, 'replicas'>;

  constructor(primary: Database, servers: Pick<ReadServers, 'replicas'>) {
    this.#primary = new Readiness(primary);
    this.#servers = servers;
  }

  /**
   * Returns the readiness within two seconds. `ingest`: state of this process's ingest, if it has one. `process`:
   * readiness of its roles. Never throws.
   */
  async answer(ingest: string | null, process: ProcessReadiness): Promise<ReadinessAnswer> {
    const isPrimaryReady = await this.#primary.isReady();
    const { replicas } = this.#servers;
    const asked = replicas.filter(({ leftOut }) => leftOut === null).length;
    const canRead = isPrimaryReady || asked > 0;
    const status = !canRead ? 'error' : process.isReady ? 'ok' : 'starting';
    const details =
      replicas.length === 0
        ? {}
        : {
            primary: isPrimaryReady ? 'ok' : 'error',
            replicas: { asked, left_out: replicas.length - asked },
          };
    return {
      status: status === 'ok' ? 200 : 503,
      body: readinessBody(status, canRead ? ingest : null, process.roles, details),
    };
  }
}
