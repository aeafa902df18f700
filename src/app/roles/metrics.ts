import type { Registry } from 'prom-client';
import type { Config } from '../../config/config.ts';
import type { ByteAccount } from '../../kernel/limits/byte-account.ts';
import type { OpenLimit } from '../../kernel/limits/limit.ts';
import { metricsText } from '../../kernel/metrics-text.ts';
import { type ProcessReadiness, READY, readinessBody } from '../../kernel/process-readiness.ts';
import { listenFailure, NEVER, type Service } from '../../kernel/service.ts';
import { DEFAULT_CONNECTION_LIMITS } from '../../net/connection-limits.ts';
import { makeServer } from '../../net/http-server.ts';
import { listenOn } from '../../net/listening.ts';
import { type MetricsAccess, metricsStatus } from '../../net/metrics-access.ts';
import type { IngestState } from './capabilities.ts';

/** Limit of connections to the address for metrics, which has few clients. */
export const METRICS_CONNECTIONS: OpenLimit = {
  name: 'metrics-connections',
  kind: 'open',
  counts: 'connections of the address for metrics',
  max: 32,
  perClient: 16,
};

/** Clients that may read `/metrics` at the services' own ports. */
export function metricsAccessOf({
  metricsAddress,
  metricsToken,
}: Pick<Config, 'metricsAddress' | 'metricsToken'>): MetricsAccess {
  if (metricsAddress !== null) return 'none';
  return metricsToken === null ? 'open' : { token: metricsToken };
}

/**
 * Serves the metrics and the health of the process at `TAIN_METRICS_ADDRESS`, the only address of a process that has
 * only the ingest. Throws `Failure` when it cannot listen there.
 */
export async function startMetrics(
  { host, port }: { readonly host: string; readonly port: number },
  token: string | null,
  registry: Registry,
  ingestState: () => IngestState | null,
  readiness: () => ProcessReadiness,
  bytes: ByteAccount,
): Promise<Service & { readonly port: number }> {
  const access: MetricsAccess = token === null ? 'open' : { token };
  const limits = {
    ...DEFAULT_CONNECTION_LIMITS,
    max: METRICS_CONNECTIONS.max,
    maxPerClient: METRICS_CONNECTIONS.perClient,
  };
  const { server } = makeServer(
    limits,
    () => undefined,
    async (request, response) => {
      const health = /^\/health\/(liveness|readiness)(?:\?|$)/.exec(request.url ?? '')?.[1];
      if (health !== undefined) {
        const isProbe = health === 'readiness';
        const ingest = isProbe ? ingestState() : null;
        const { isReady, roles } = isProbe ? readiness() : READY;
        const body = readinessBody(isReady ? 'ok' : 'starting', ingest, roles);
        response
          .writeHead(isReady ? 200 : 503, { 'cache-control': 'no-store', 'content-type': 'application/json' })
          .end(JSON.stringify(body));
        return;
      }
      const isMetrics = /^\/metrics(?:\?|$)/.test(request.url ?? '');
      let status: number = isMetrics ? metricsStatus(access, request.headers.authorization) : 404;
      // A metric that cannot be read must not end the process.
      const text = status === 200 ? await metricsText(registry).catch(() => null) : '';
      if (text === null) status = 500;
      response
        .writeHead(status, {
          'cache-control': 'no-store',
          'content-type': status === 200 ? registry.contentType : 'text/plain',
          ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
        })
        .end(text ?? '');
    },
    { bytes },
  );
  const taken = await listenOn(server, host, port).catch((cause: unknown) => {
    throw listenFailure(cause, 'TAIN_METRICS_ADDRESS', host, port);
  });
  return {
    port: taken,
    ended: NEVER,
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
