import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Registry } from 'prom-client';
import { forceAfter } from '../kernel/abort-signal.ts';
import { withFiles } from '../kernel/file-shortage.ts';
import { httpUrl } from '../kernel/http-url.ts';
import { Metrics } from '../kernel/metrics.ts';
import { repeat } from '../kernel/retry.ts';
import { listeningPort } from '../net/listening.ts';
import { createServer } from './http/server.ts';
import { StatusService } from './service.ts';
import { isUnresolved, severityOf } from './state/model.ts';
import { networkNameOf, type StatusOptions } from './state/options.ts';

export interface RunningStatus {
  readonly url: string;
  /** Polls evidence and clock now. */
  tick(): Promise<void>;
  close(): Promise<void>;
}

/** Timeout of open responses after a stop. */
const CLOSE_TIMEOUT_MS = 1_000;

const STYLESHEETS = ['base.css', 'status.css'].map((name) => new URL(`../../web/${name}`, import.meta.url));

/**
 * Starts the status service. Resolves once it listens, even while the database is down (from the state file). Throws when the
 * port is taken.
 */
export async function startStatus(options: StatusOptions): Promise<RunningStatus> {
  const { settings, registry, host, port, intervalMs = 2000 } = options;
  const css = (await Promise.all(STYLESHEETS.map((file) => withFiles(() => readFile(file, 'utf8'))))).join(
    '',
  );
  // The URL is known once the server listens, because the port may be any free one.
  const site = {
    pageName: settings.pageName ?? `${networkNameOf(settings)} Status`,
    url: (settings.publicUrl ?? httpUrl(host, port)).replace(/\/+$/, ''),
    hasHome: settings.mirrorUrl !== undefined || settings.mirrorPort !== undefined,
    stylesheet: {
      path: `/status-${createHash('sha256').update(css).digest('hex').slice(0, 12)}.css`,
      text: css,
    },
  };
  const service = new StatusService(options, site);
  const app = createServer(service, options);
  await service.start();
  await app.listen({ host, port, listenTextResolver: (address) => `Status service at ${address}` });
  const url = httpUrl(host, listeningPort(app.server));
  if (settings.publicUrl === undefined) {
    site.url = url;
    service.render();
  }
  if (registry !== null) registerMetrics(registry, service);
  const stopping = new AbortController();
  const loop = intervalMs > 0 ? repeat(() => service.tick(), intervalMs, stopping.signal) : undefined;
  return {
    url,
    tick: () => service.tick(),
    async close() {
      stopping.abort();
      await loop;
      // A slow client must not delay the end of the process.
      await forceAfter(app.close(), CLOSE_TIMEOUT_MS, () => app.server.closeAllConnections());
      await service.stop();
    },
  };
}

function registerMetrics(registry: Registry, service: StatusService): void {
  const metrics = new Metrics(registry);
  metrics.observedGauge(
    'tain_status_component_severity',
    'Severity of each component: 0 operational, 2 degraded, 3 partial outage, 4 major outage',
    () =>
      service.state.components
        .filter(({ group }) => !group)
        .map(({ name, status }) => [{ component: name }, severityOf(status)] as const),
    { labels: ['component'] },
  );
  metrics.observedGauge(
    'tain_status_unresolved_incidents',
    'Incidents that are not resolved',
    () => service.state.incidents.filter((it) => it.kind === 'incident' && isUnresolved(it)).length,
  );
  metrics.observedGauge('tain_status_stale', '1 while the page is no longer fed by evidence', () =>
    service.stale === null ? 0 : 1,
  );
}
