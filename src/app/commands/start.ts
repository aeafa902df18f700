import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { makeDataFolder } from '../../db/data-folder.ts';
import { databaseFailure } from '../../db/database-failure.ts';
import { exitCodeOf, Failure } from '../../kernel/failure.ts';
import type { Config } from '../config/config.ts';
import { warnOfFewFiles, warnOfFileShortage } from '../config/connection-settings.ts';
import { claimNetwork, type OpenDatabase, openDatabase, placeOf, takeRole } from '../open-database.ts';
import type { Running } from '../roles/service.ts';

/** Most time for a graceful stop, in milliseconds. */
const STOP_TIMEOUT = 4_000;
/** Milliseconds to tell the embedded server to stop, once that time is over. */
const LAST_WORD = 300;

/**
 * Runs the roles that the settings choose until `signal` is aborted or one of them fails; stops them
 * in order: first what answers, then what writes, then the database.
 */
export async function start(config: Config, log: Logger, signal: AbortSignal): Promise<void> {
  const began = performance.now();
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  warnOfFewFiles(log);
  warnOfFileShortage(log);
  if (config.databaseUrl !== null) {
    // The embedded server makes its own. Without it what is kept there is only useful.
    await makeDataFolder(config.dataDir).catch((error: Error) => log.warn(error.message));
  }
  const database = await openForRoles(config, log, signal);
  if (database === null) return;
  const running: Running[] = [];
  let failure: { readonly error: unknown } | null = null;
  try {
    await startRoles(config, database, log, registry, running);
    log.info(`Started in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    await Promise.race([...running.map((part) => part.ended), aborted(signal)]);
  } catch (error) {
    failure = { error: databaseFailure(error) ?? error };
  }
  log.info('Stopping');
  await withDeadline(stopAll(running, database), database, log, failure);
  if (failure) throw failure.error;
}

/** Milliseconds between two looks for a database that is down. */
const LOOK_AGAIN = 1_000;

/**
 * Opens the database. One of the user's own that is down is waited for, with one line in the log; the
 * status service alone comes up while it is down, and says so. Null when the signal came first.
 */
async function openForRoles(config: Config, log: Logger, signal: AbortSignal): Promise<OpenDatabase | null> {
  const { roles, databaseUrl } = config;
  let said = '';
  while (!signal.aborted) {
    try {
      return await openDatabase(config, log, roles.has('ingest') || roles.has('status'), signal);
    } catch (error) {
      if (signal.aborted) return null;
      const isDown = error instanceof Failure && error.kind === 'unreachable';
      if (databaseUrl === null || !isDown) throw error;
      const isAlone = roles.has('status') && roles.size === 1;
      if (error.message !== said) log.warn(isAlone ? error.message : `${error.message} Waiting for it`);
      said = error.message;
      if (isAlone) return unopened({ url: databaseUrl });
      await sleep(LOOK_AGAIN, undefined, { signal }).catch(() => undefined);
    }
  }
  return null;
}

/** A database that nobody has looked at yet. */
function unopened(target: OpenDatabase['target']): OpenDatabase {
  const targets = { target, apiTarget: target, statusTarget: target };
  return { ...targets, writable: true, embedded: false, release: async () => undefined };
}

/** Starts the chosen roles; each comes before those that it must be stopped before. */
async function startRoles(
  config: Config,
  database: OpenDatabase,
  log: Logger,
  registry: Registry,
  running: Running[],
): Promise<void> {
  const { target } = database;
  let ingestProblem: () => string | null = () => null;
  const hold = async (role: 'ingest' | 'status'): Promise<void> => {
    const leave = await takeRole(target, role, placeOf(config));
    running.unshift({ ended: new Promise(() => undefined), stop: leave });
  };
  if (config.metricsAddress !== null) {
    const { startMetrics } = await import('../roles/metrics.ts');
    running.unshift(await startMetrics(config.metricsAddress, config.metricsToken, registry));
  }
  if (config.roles.has('ingest')) {
    // Taken before anything begins, and given back after everything has ended.
    await hold('ingest');
    await claimNetwork(target, config.network);
    const { startIngest } = await import('../roles/ingest.ts');
    const ingest = await startIngest(config, database, log.child({ role: 'ingest' }), registry);
    ingestProblem = ingest.problem;
    running.unshift(ingest);
  }
  if (config.roles.has('status')) {
    if (database.embedded) await hold('status');
    const { startStatusRole } = await import('../roles/status.ts');
    running.unshift(
      await startStatusRole(config, database.statusTarget, log.child({ role: 'status' }), registry),
    );
  }
  if (config.roles.has('api')) {
    const { startApiRole } = await import('../roles/api.ts');
    const apiLog = log.child({ role: 'api' });
    running.unshift(await startApiRole(config, database, apiLog, registry, () => ingestProblem()));
  }
}

/** Stops the parts one after another, then leaves the database. */
async function stopAll(running: readonly Running[], database: OpenDatabase): Promise<void> {
  for (const part of running) await part.stop();
  await database.release();
}

/**
 * Ends the process when stopping takes too long: a kill at any moment is safe, hanging is not. The
 * embedded server is still told to stop, if nobody else uses it.
 */
async function withDeadline(
  stopping: Promise<void>,
  database: OpenDatabase,
  log: Logger,
  failure: { readonly error: unknown } | null,
): Promise<void> {
  const began = performance.now();
  const deadline = setTimeout(() => {
    if (failure) log.fatal({ err: failure.error }, 'Failed');
    log.warn('Stopping took too long: ending at once');
    const end = () => process.exit(failure ? exitCodeOf(failure.error) : 0);
    // A process that was too busy to come here in time has no time left.
    if (performance.now() - began > STOP_TIMEOUT + LAST_WORD) end();
    void Promise.race([database.release(), sleep(LAST_WORD)]).then(end, end);
  }, STOP_TIMEOUT);
  deadline.unref();
  await stopping;
  clearTimeout(deadline);
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
