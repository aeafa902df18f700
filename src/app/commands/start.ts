import type { Logger } from 'pino';
import { collectDefaultMetrics } from 'prom-client';
import { databaseFailure } from '../../db/connections/database-failure.ts';
import { ForeignFolder, makeDataFolder } from '../../db/embedded/data-folder.ts';
import { aborted } from '../../kernel/aborted.ts';
import { exitCodeOf, Failure } from '../../kernel/failure.ts';
import { delay } from '../../kernel/retry.ts';
import { withTimeout } from '../../kernel/timeout.ts';
import { apiProcessesOf } from '../config/api-settings.ts';
import type { Config } from '../config/config.ts';
import { warnOfFewFiles, warnOfFileShortage } from '../config/connection-settings.ts';
import type { RoleName } from '../config/settings.ts';
import { acquireRole, placeOf } from '../lease/role-lock.ts';
import { registerDiskMetrics } from '../observe/data-disk.ts';
import { type OpenDatabase, openDatabase, type SchemaNeed } from '../open-database.ts';
import type { CapabilityName, Offered } from '../roles/capabilities.ts';
import type { LiveDemo } from '../roles/live-demo.ts';
import { startMetrics } from '../roles/metrics.ts';
import { ProcessServers } from '../roles/process-servers.ts';
import { ROLES } from '../roles/registry.ts';
import type { RoleContext, StartRole } from '../roles/role.ts';
import type { Service } from '../roles/service.ts';
import { SummedRegistry } from '../roles/summed-registry.ts';
import { controlled, type RunHooks } from './controlled-run.ts';

type Stop = () => Promise<void>;

/** The roles that run, and what they offer to those that are started after them. */
interface Running {
  readonly services: Service[];
  readonly offered: Offered<CapabilityName>;
}

/** Most time for a graceful stop, in milliseconds. */
const STOP_TIMEOUT = 4_000;
/** Milliseconds to tell the embedded server to stop, once that time is over. */
const LAST_WORD = 300;

/**
 * Runs the roles that the settings choose until `signal` is aborted or one of them fails; stops them
 * in order: first what answers, then what writes, then the database. A local network's can be paused meanwhile, and told
 * to do things, by `tain demo`.
 */
export async function start(config: Config, log: Logger, signal: AbortSignal): Promise<void> {
  warnOfFewFiles(log);
  warnOfFileShortage(log);
  if (config.databaseUrl !== null) {
    // The embedded server makes its own. Without it what is kept there is only useful.
    await makeDataFolder(config.dataDir).catch((error: Error) => {
      if (error instanceof ForeignFolder) throw error;
      log.warn(error.message);
    });
  }
  const registry = new SummedRegistry();
  collectDefaultMetrics({ register: registry });
  if (config.network !== 'demo') return runRoles(config, log, registry, signal);
  const ofRuntime = new Set(registry.getMetricsAsArray().map(({ name }) => name));
  await controlled(config, log, signal, (runSignal, hooks) => {
    registry.keepOnly(ofRuntime);
    return runRoles(config, log, registry, runSignal, hooks);
  });
}

/** Runs the roles until `signal` is aborted. Where they are only paused (`hooks.isPausing`), letting go may take its time. */
async function runRoles(
  config: Config,
  log: Logger,
  registry: SummedRegistry,
  signal: AbortSignal,
  hooks: RunHooks = {},
): Promise<void> {
  const began = performance.now();
  const names = (Object.keys(ROLES) as RoleName[]).filter((name) => config.roles.has(name));
  for (const name of names) ROLES[name].requireSettings?.(config);
  // Code is loaded while the database starts in a process of its own, and not before that has begun to run.
  let code: RolesCode | undefined;
  const load = (): RolesCode => {
    code ??= loadRoles(names);
    return code;
  };
  const needsDatabase = names.some((name) => !ROLES[name].needsNoDatabase);
  if (config.databaseUrl !== null || !needsDatabase) load();
  const database = needsDatabase ? await openForRoles(config, names, log, signal, load) : NO_DATABASE;
  if (database === null) return;
  const stops: Stop[] = [];
  const running: Running = { services: [], offered: {} };
  let failure: { readonly error: unknown } | null = null;
  try {
    if (config.metricsAddress !== null) {
      const ingestState = () => running.offered.ingestStatus?.().state ?? null;
      const { metricsAddress, metricsToken } = config;
      const metrics = await startMetrics(metricsAddress, metricsToken, registry, ingestState);
      stops.unshift(() => metrics.stop());
    }
    if (database.cluster !== null) registerDiskMetrics(registry, database.cluster);
    const isApi = config.roles.has('api') && apiProcessesOf(config) === 1;
    const readServers = new ProcessServers(config, database.apiTarget, log, {
      apiProcesses: isApi ? 1 : undefined,
    });
    stops.unshift(() => readServers.close());
    let demo: LiveDemo | null = null;
    const onDemo = (network: LiveDemo): void => {
      demo = network;
      hooks.onDemo?.(network);
    };
    const shared = { config, database, log, registry, readServers, onDemo, demo: () => demo };
    await startRoles(load(), shared, running, stops);
    log.info(`Started in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    hooks.onStarted?.();
    await Promise.race([...running.services.map(({ ended }) => ended), aborted(signal)]);
  } catch (error) {
    failure = { error: databaseFailure(error) ?? error };
  }
  log.info(hooks.isPausing?.() && failure === null ? 'Pausing' : 'Stopping');
  const stopping = stopAll(stops, database);
  if (hooks.isPausing?.() && failure === null) await stopping;
  else await withDeadline(stopping, database, log, failure);
  if (failure) throw failure.error;
}

/** Milliseconds between two attempts to reach a database that is down. */
const RETRY_EVERY = 1_000;

/** What the schema must be for the most demanding of some roles. */
function schemaNeedOf(names: readonly RoleName[]): SchemaNeed {
  const needs = names.map((name) => ROLES[name].schema);
  return needs.find((need) => need === 'migrate') ?? needs.find((need) => need === 'ours') ?? 'any';
}

/**
 * Opens the database. One of the user's own that is down is waited for, with one line in the log; if
 * all roles can start without it, they do. Null when the signal came first.
 */
async function openForRoles(
  config: Config,
  names: readonly RoleName[],
  log: Logger,
  signal: AbortSignal,
  onSpawned: () => void,
): Promise<OpenDatabase | null> {
  const { databaseUrl } = config;
  const canStart = names.every((name) => ROLES[name].startsWithoutDatabase);
  let reported = '';
  while (!signal.aborted) {
    try {
      return await openDatabase(config, log, schemaNeedOf(names), signal, onSpawned);
    } catch (error) {
      if (signal.aborted) return null;
      const isDown = error instanceof Failure && error.kind === 'unreachable';
      if (databaseUrl === null || !isDown) throw error;
      if (error.message !== reported) log.warn(canStart ? error.message : `${error.message} Waiting for it`);
      reported = error.message;
      if (canStart) return unopened({ url: databaseUrl });
      await delay(RETRY_EVERY, signal);
    }
  }
  return null;
}

/** For roles that need none. */
const NO_DATABASE: OpenDatabase = unopened({ url: '' });

/** A database that was not reached yet. */
function unopened(target: OpenDatabase['target']): OpenDatabase {
  const targets = { target, apiTarget: target, statusTarget: target };
  return { ...targets, writable: true, embedded: false, cluster: null, release: async () => undefined };
}

/** The code of each role, in the order of the registry. */
type RolesCode = ReadonlyMap<RoleName, Promise<StartRole>>;

function loadRoles(names: readonly RoleName[]): RolesCode {
  const code = new Map(names.map((name) => [name, ROLES[name].load()] as const));
  // What fails is said when the role is started; without a database it never is.
  for (const each of code.values()) each.catch(() => undefined);
  return code;
}

/**
 * Starts the chosen roles in the order of the registry. `running` gets what runs, `stops` what must be stopped, the
 * last first, also when a role cannot be started.
 */
async function startRoles(
  code: RolesCode,
  context: Omit<RoleContext, 'offered'>,
  running: Running,
  stops: Stop[],
): Promise<void> {
  const { config, database, log } = context;
  for (const [name, loaded] of code) {
    if (database.embedded) {
      // Acquired before the role begins, and released after it has ended. On a shared database many processes may have
      // a role, and the ingest stands by.
      stops.unshift(await acquireRole(database.target, name, placeOf(config)));
    }
    const startRole = await loaded;
    const service = await startRole({ ...context, log: log.child({ role: name }), offered: running.offered });
    running.services.push(service);
    Object.assign(running.offered, service.offered);
    stops.unshift(() => service.stop());
  }
}

/** Stops what was started, the last first, then releases the database. */
async function stopAll(stops: readonly Stop[], database: OpenDatabase): Promise<void> {
  for (const stop of stops) await stop();
  await database.release();
}

/**
 * Ends the process when stopping takes too long: a kill at any moment is safe, hanging is not. The
 * embedded server is still stopped, if nobody else uses it.
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
    void withTimeout(database.release(), LAST_WORD, end).then(end, end);
  }, STOP_TIMEOUT);
  deadline.unref();
  await stopping;
  clearTimeout(deadline);
}
