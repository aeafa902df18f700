import type { Logger } from 'pino';
import { collectDefaultMetrics } from 'prom-client';
import { apiProcessesOf } from '../../config/api-settings.ts';
import type { Config } from '../../config/config.ts';
import { clientBytesOf, warnOfFewFiles, warnOfFileShortage } from '../../config/connection-settings.ts';
import type { RoleName } from '../../config/settings.ts';
import { aborted, withTimeout } from '../../kernel/abort-signal.ts';
import { exitCodeOf, Failure } from '../../kernel/failure.ts';
import type { ProcessReadiness } from '../../kernel/process-readiness.ts';
import { retry } from '../../kernel/retry.ts';
import type { ServiceAddresses } from '../../local-network/folder/network-file.ts';
import { KeptPorts } from '../../local-network/kept-ports.ts';
import type { LiveDemo } from '../../local-network/live-demo.ts';
import { databaseFailure } from '../../store/connections/database-trouble.ts';
import { ForeignFolder, makeDataFolder } from '../../store/embedded/data-folder.ts';
import { collectWhenIdle } from '../../threads/idle-collection.ts';
import { acquireRole, describeDatabase } from '../lease/role-lock.ts';
import { registerDiskMetrics } from '../observe/store-metrics.ts';
import { type OpenDatabase, openDatabase, type SchemaNeed } from '../open-database.ts';
import type { CapabilityName, Offered } from '../roles/capabilities.ts';
import { startMetrics } from '../roles/metrics.ts';
import { ProcessServers } from '../roles/process-servers.ts';
import { ROLES } from '../roles/registry.ts';
import type { RoleContext, RunningRole, StartRole } from '../roles/role.ts';
import { SummedRegistry } from '../roles/summed-registry.ts';
import { controlled, type RunHooks } from './controlled-run.ts';

type Stop = () => Promise<void>;

/** Ends the process with an exit code. */
export type Exit = (code: number) => void;

/** The running roles, and the capabilities that they offer to roles started after them. */
interface Running {
  readonly roles: Map<RoleName, RunningRole<CapabilityName>>;
  readonly offered: Offered<CapabilityName>;
}

/** Time limit of a graceful shutdown, in milliseconds. */
const SHUTDOWN_TIMEOUT_MS = 4_000;
/** Milliseconds for releasing the embedded server after that limit. */
const RELEASE_TIMEOUT_MS = 300;

/**
 * Runs the configured roles until `signal` is aborted or one of them fails. Stops them in order: first the services,
 * then the ingest, then the database. `tain demo` can pause the roles of a local network meanwhile and send them
 * commands. Calls `exit` when stopping takes too long.
 */
export async function start(config: Config, log: Logger, signal: AbortSignal, exit: Exit): Promise<void> {
  collectWhenIdle(signal);
  warnOfFewFiles(log);
  warnOfFileShortage(log);
  if (config.databaseUrl !== null) {
    // The embedded server creates the folder itself. With an external database the folder is useful but not required.
    await makeDataFolder(config.dataDir).catch((error: Error) => {
      if (error instanceof ForeignFolder) throw error;
      log.warn(error.message);
    });
  }
  const registry = new SummedRegistry();
  collectDefaultMetrics({ register: registry });
  const ports = new KeptPorts(config);
  if (config.network !== 'demo') return runRoles(log, registry, signal, ports, exit);
  const ofRuntime = new Set(registry.getMetricsAsArray().map(({ name }) => name));
  try {
    await controlled(config, log, signal, async (runSignal, hooks) => {
      registry.removeExcept(ofRuntime);
      await runRoles(log, registry, runSignal, ports, exit, hooks);
    });
  } finally {
    await ports.close();
  }
}

/** Runs the roles until `signal` is aborted. A pause (`hooks.isPausing`) has no time limit for stopping. */
async function runRoles(
  log: Logger,
  registry: SummedRegistry,
  signal: AbortSignal,
  ports: KeptPorts,
  exit: Exit,
  hooks: RunHooks = {},
): Promise<void> {
  const began = performance.now();
  const { config } = ports;
  const names = (Object.keys(ROLES) as RoleName[]).filter((name) => config.roles.has(name));
  for (const name of names) ROLES[name].requireSettings?.(config);
  // The roles' code is loaded once the database's own process runs, so that both start concurrently.
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
  const running: Running = { roles: new Map(), offered: {} };
  const readiness = () => readinessOf(names, running.roles);
  const addresses = (): ServiceAddresses =>
    Object.assign({}, ...[...running.roles.values()].map((role) => role.addresses));
  let demo: LiveDemo | null = null;
  let failure: { readonly error: unknown } | null = null;
  const deadline = new Deadline((lateMs) => endAtDeadline(database, log, failure, exit, lateMs));
  // From the signal on, because a start in progress is part of the shutdown.
  const onAbort = (): void => {
    if (hooks.isPausing?.() !== true) deadline.arm();
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  const bytes = clientBytesOf(config, registry);
  try {
    if (config.metricsAddress !== null) {
      const ingestState = () => running.offered.ingestStatus?.().state ?? null;
      const { metricsAddress, metricsToken } = config;
      const metrics = await startMetrics(
        metricsAddress,
        metricsToken,
        registry,
        ingestState,
        readiness,
        bytes,
      );
      stops.unshift(() => metrics.stop());
    }
    if (database.cluster !== null) registerDiskMetrics(registry, database.cluster);
    const isApi = config.roles.has('api') && apiProcessesOf(config) === 1;
    const readServers = new ProcessServers(config, database.apiTarget, log, {
      apiProcesses: isApi ? 1 : undefined,
    });
    stops.unshift(() => readServers.close());
    const onDemo = (network: LiveDemo): void => {
      demo = network;
      hooks.onDemo?.(network);
    };
    const shared = {
      ...{ config, database, log, registry, readServers, bytes, addresses, onDemo, demo: () => demo },
      // A service that answers has been started.
      readiness: () => readinessOf([...running.roles.keys()], running.roles),
    };
    await startRoles(load(), shared, running, stops, ports, signal);
    const started = [...running.roles.values()];
    const waits = started.map(({ waitsFor }) => waitsFor?.() ?? null).filter((wait) => wait !== null);
    if (!signal.aborted) {
      log.info([`Started in ${((performance.now() - began) / 1000).toFixed(1)} s`, ...waits].join('. '));
      hooks.onStarted?.({ addresses: addresses(), isReady: () => readiness().isReady });
    }
    await Promise.race([...started.map(({ ended }) => ended), aborted(signal)]);
  } catch (error) {
    failure = { error: databaseFailure(error) ?? error };
  }
  const isPausing = hooks.isPausing?.() === true && failure === null;
  log.info(isPausing ? 'Pausing' : 'Stopping');
  if (!isPausing) deadline.arm();
  await stopAll(stops, database);
  deadline.disarm();
  signal.removeEventListener('abort', onAbort);
  if (isPausing) await ports.keep(addresses(), (await (demo as LiveDemo | null)?.node) ?? null);
  if (failure) throw failure.error;
}

/** Returns the readiness of roles, of which some may not have started. */
function readinessOf(names: readonly RoleName[], roles: Running['roles']): ProcessReadiness {
  const waits = names.map((name) => {
    const role = roles.get(name);
    return role === undefined ? 'It starts.' : (role.waitsFor?.() ?? null);
  });
  return {
    isReady: waits.every((wait) => wait === null),
    roles: Object.fromEntries(
      names.map((name, at) => [name, waits[at] ?? roles.get(name)?.lacks ?? 'ready']),
    ),
  };
}

/** Interval of attempts to reach a database that is down, in milliseconds. */
const RETRY_INTERVAL_MS = 1_000;

/** Returns the schema requirement of the most demanding role. */
function schemaNeedOf(names: readonly RoleName[]): SchemaNeed {
  const needs = names.map((name) => ROLES[name].schema);
  return needs.find((need) => need === 'migrate') ?? needs.find((need) => need === 'ours') ?? 'any';
}

/**
 * Opens the database. While an external one is down, waits, with one line in the log, unless all roles can start
 * without it. Returns null when the signal is aborted first.
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
  const isTransient = (error: unknown): boolean => {
    if (signal.aborted || databaseUrl === null || !isUnreachable(error)) return false;
    if (error.message !== reported) log.warn(canStart ? error.message : `${error.message} Waiting for it`);
    reported = error.message;
    return !canStart;
  };
  const attempt = () => openDatabase(config, log, schemaNeedOf(names), { signal, onSpawned });
  return retry(attempt, { backOff: RETRY_INTERVAL_MS, signal, isTransient }).catch((error: unknown) => {
    if (signal.aborted) return null;
    if (databaseUrl !== null && isUnreachable(error)) return unopened({ url: databaseUrl });
    throw error;
  });
}

function isUnreachable(error: unknown): error is Failure {
  return error instanceof Failure && error.kind === 'unreachable';
}

/** Placeholder for the database of roles that need none. */
const NO_DATABASE: OpenDatabase = unopened({ url: '' });

/** Returns a database that has not been reached yet. */
function unopened(target: OpenDatabase['target']): OpenDatabase {
  const targets = { target, apiTarget: target, statusTarget: target, joinTarget: null };
  return {
    ...targets,
    writable: true,
    applied: [],
    embedded: false,
    cluster: null,
    release: async () => undefined,
  };
}

/** The code of each role, in the order of the registry. */
type RolesCode = ReadonlyMap<RoleName, Promise<StartRole>>;

function loadRoles(names: readonly RoleName[]): RolesCode {
  const code = new Map(names.map((name) => [name, ROLES[name].load()] as const));
  // Prevents unhandled rejections: a failure is reported when its role is started, and no role is started if the
  // database cannot be opened.
  for (const each of code.values()) each.catch(() => undefined);
  return code;
}

/**
 * Starts the chosen roles in the order of the registry. Adds the services to `running`, and the functions that stop
 * them to `stops`, the last first, also when a role cannot be started. Starts no more of them once the signal is aborted.
 */
async function startRoles(
  code: RolesCode,
  context: Omit<RoleContext, 'offered'>,
  running: Running,
  stops: Stop[],
  ports: KeptPorts,
  signal: AbortSignal,
): Promise<void> {
  const { config, database, log } = context;
  for (const [name, loaded] of code) {
    if (signal.aborted) return;
    if (database.embedded) {
      // The role is acquired before it begins and released after it has ended. On a shared database many processes may
      // have a role, and further ingests are standby.
      stops.unshift(await acquireRole(database.target, name, describeDatabase(config)));
    }
    const startRole = await loaded;
    await ports.release(name);
    const service = await startRole({ ...context, log: log.child({ role: name }), offered: running.offered });
    running.roles.set(name, service);
    Object.assign(running.offered, service.offered);
    stops.unshift(() => service.stop());
  }
}

/** Stops the services, the last first, then releases the database. */
async function stopAll(stops: readonly Stop[], database: OpenDatabase): Promise<void> {
  for (const stop of stops) await stop();
  await database.release();
}

/** The time limit of a shutdown: a kill at any moment is safe, hanging is not. `onTimeout` gets its delay, in milliseconds. */
class Deadline {
  readonly #onTimeout: (lateMs: number) => void;
  #timer: NodeJS.Timeout | null = null;

  constructor(onTimeout: (lateMs: number) => void) {
    this.#onTimeout = onTimeout;
  }

  /** Starts the time, once. */
  arm(): void {
    if (this.#timer !== null) return;
    const end = performance.now() + SHUTDOWN_TIMEOUT_MS;
    this.#timer = setTimeout(() => this.#onTimeout(performance.now() - end), SHUTDOWN_TIMEOUT_MS).unref();
  }

  disarm(): void {
    clearTimeout(this.#timer ?? undefined);
  }
}

/** Ends the process when its shutdown takes too long. The embedded server is still stopped, if no other process uses it. */
function endAtDeadline(
  database: OpenDatabase,
  log: Logger,
  failure: { readonly error: unknown } | null,
  exit: Exit,
  lateMs: number,
): void {
  if (failure) log.fatal({ err: failure.error }, 'Failed');
  log.warn('The shutdown timed out: the process exits now');
  const end = () => exit(failure ? exitCodeOf(failure.error) : 0);
  // If the process was too busy for the timer to fire in time, no time is left.
  if (lateMs > RELEASE_TIMEOUT_MS) end();
  void withTimeout(database.release(), RELEASE_TIMEOUT_MS, end).then(end, end);
}
