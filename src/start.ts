import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { startApi } from './api/server.ts';
import { apiSettingsOf } from './api-settings.ts';
import type { Config } from './config.ts';
import { Database } from './db/database.ts';
import { Failure } from './errors.ts';
import { startIngest } from './ingest-role.ts';
import { claimNetwork, type OpenDatabase, openDatabase, placeOf, takeRole } from './open-database.ts';

/** Most time for a graceful stop, in milliseconds. */
const STOP_TIMEOUT = 4_500;

/** A part of the process that runs until told to stop. */
export interface Running {
  /** Settles when the part has ended; rejects when it failed. Never settles for a part that only serves. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Runs the roles that the settings choose until `signal` is aborted or one of them fails; stops them
 * in order: first what answers, then what writes, then the database.
 */
export async function start(config: Config, log: Logger, signal: AbortSignal): Promise<void> {
  const began = performance.now();
  const database = await openDatabase(config, log, config.roles.has('ingest'));
  const running: Running[] = [];
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  let ingestProblem: () => string | null = () => null;
  try {
    if (config.roles.has('ingest')) {
      const leave = await takeRole(database.target, 'ingest', placeOf(config));
      // Stopped last: nobody else may begin before all of ours has ended.
      running.unshift({ ended: new Promise(() => undefined), stop: leave });
      await claimNetwork(database.target, config.network);
      const ingest = await startIngest(config, database, log.child({ role: 'ingest' }), registry);
      ingestProblem = ingest.problem;
      running.unshift(ingest);
    }
    if (config.roles.has('api')) {
      const api = await startApiRole(config, database, log.child({ role: 'api' }), registry, () =>
        ingestProblem(),
      );
      running.unshift(api);
    }
    log.info(`Started in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    await Promise.race([...running.map((part) => part.ended), aborted(signal)]);
  } finally {
    log.info('Stopping');
    await withDeadline(stopAll(running, database), log);
  }
}

/** Stops the parts one after another, then leaves the database. */
async function stopAll(running: readonly Running[], database: OpenDatabase): Promise<void> {
  for (const part of running) await part.stop();
  await database.release();
}

/** Ends the process when stopping takes too long: a kill at any moment is safe, hanging is not. */
async function withDeadline(stopping: Promise<void>, log: Logger): Promise<void> {
  const deadline = setTimeout(() => {
    log.warn('Stopping took too long: ending at once');
    process.exit(process.exitCode ?? 0);
  }, STOP_TIMEOUT);
  deadline.unref();
  await stopping;
  clearTimeout(deadline);
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

async function startApiRole(
  config: Config,
  opened: OpenDatabase,
  log: Logger,
  registry: Registry,
  ingestProblem: () => string | null,
): Promise<Running> {
  const settings = apiSettingsOf(config);
  // On one data folder two query services would only fight for a port; on a shared database many are welcome.
  const leave = opened.embedded ? await takeRole(opened.target, 'api', placeOf(config)) : undefined;
  const database = new Database(opened.target, {
    applicationName: 'tain api',
    maxConnections: settings.maxConnections + 1,
    statementTimeout: settings.statementTimeout,
    onError: ({ message }) => log.warn({ reason: message }, 'database connection lost'),
  });
  try {
    const { host, port } = config;
    const options = { database, settings, clock: Date.now, log, registry, host, port, ingestProblem };
    const api = await startApi(options).catch((cause: unknown) => {
      throw listenFailure(cause, 'TAIN_PORT', host, port);
    });
    log.info(`Query service at ${api.url}`);
    return {
      ended: new Promise(() => undefined),
      async stop() {
        await api.close();
        await database.end();
        await leave?.();
      },
    };
  } catch (error) {
    await database.end();
    await leave?.();
    throw error;
  }
}

/** One sentence for a port that cannot be had. */
export function listenFailure(cause: unknown, setting: string, host: string, port: number): unknown {
  const { code } = cause as { code?: string };
  const reasons: Record<string, string> = {
    EADDRINUSE: 'something else listens there',
    EACCES: 'this user may not',
    EADDRNOTAVAIL: 'this machine has no such address',
  };
  const reason = reasons[code ?? ''];
  if (reason === undefined) return cause;
  return new Failure('usage', `Cannot listen on ${host}:${port} (${setting}): ${reason}.`, { cause });
}
