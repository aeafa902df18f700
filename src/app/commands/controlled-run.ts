import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { aborted, NEVER_ABORTED } from '../../kernel/abort-signal.ts';
import { Failure } from '../../kernel/failure.ts';
import { settled } from '../../kernel/settled.ts';
import { type ControlServer, openControl } from '../../local-network/folder/control-server.ts';
import { controlFolder } from '../../local-network/folder/folders.ts';
import { settleSwap, takeState } from '../../local-network/folder/swap.ts';
import type { LiveDemo } from '../../local-network/live-demo.ts';
import { makeDataFolder } from '../../store/embedded/data-folder.ts';
import { announce, type StartedProcess } from './announce.ts';

/** Callbacks between a run of roles and its controller. */
export interface RunHooks {
  readonly onDemo?: (network: LiveDemo) => void;
  readonly onStarted?: (started: StartedProcess) => void;
  /** Whether the roles will be started again after they have stopped. */
  readonly isPausing?: () => boolean;
}

type Run = (signal: AbortSignal, hooks: RunHooks) => Promise<void>;

/**
 * Runs the roles of a local network until `signal` is aborted or they end by themselves. Other processes of this user
 * can pause them and send them commands. Work that a killed `tain demo` left unfinished is completed first.
 */
export async function controlled(config: Config, log: Logger, signal: AbortSignal, run: Run): Promise<void> {
  const runs = new ControlledRuns(config, log, signal);
  const control = await open(config, log, signal, runs);
  try {
    await runs.follow(run, () => settle(config, log, signal));
  } finally {
    await control?.close();
  }
}

/**
 * Opens the control socket under the state lock, so that no other process changes the network between the recovery here
 * and the moment at which this process can be paused.
 */
async function open(
  config: Config,
  log: Logger,
  signal: AbortSignal,
  runs: ControlledRuns,
): Promise<ControlServer | null> {
  const { dataDir, databaseUrl } = config;
  try {
    await makeDataFolder(dataDir);
    const lock = await takeState(serverOf(config, log, signal));
    try {
      if (databaseUrl === null) await settleSwap(serverOf(config, log, signal));
      return await openControl(controlFolder(dataDir), runs);
    } finally {
      await lock.release();
    }
  } catch (error) {
    if (signal.aborted) return null;
    if (databaseUrl === null) throw error;
    log.warn(`\`tain demo\` cannot reach this process: ${(error as Error).message}`);
    return null;
  }
}

/**
 * Completes the work of a command that paused this process and was killed before its end. Holds the state lock
 * meanwhile, because another command may begin at any moment.
 */
async function settle(config: Config, log: Logger, signal: AbortSignal): Promise<void> {
  if (config.databaseUrl !== null) return;
  const lock = await takeState(serverOf(config, log, signal));
  try {
    await settleSwap(serverOf(config, log, signal));
  } finally {
    await lock.release();
  }
}

function serverOf({ dataDir, openParents }: Config, log: Logger, signal: AbortSignal) {
  return { dataDir, openParents, signal, log: (message: string) => log.info(message) };
}

/** Runs the roles again and again, with pauses in between. */
class ControlledRuns {
  readonly #config: Config;
  readonly #log: Logger;
  readonly #signal: AbortSignal;
  #pausing = new AbortController();
  #stopped = settled();
  #resumed = settled();
  #started = settled();
  #network: LiveDemo | null = null;

  constructor(config: Config, log: Logger, signal: AbortSignal) {
    this.#config = config;
    this.#log = log;
    this.#signal = signal;
  }

  /** Calls `settle` between a pause and the next run. */
  async follow(run: Run, settle: () => Promise<void>): Promise<void> {
    while (!this.#signal.aborted) {
      const pausing = this.#pausing;
      const stopping = AbortSignal.any([this.#signal, pausing.signal]);
      const ended = new AbortController();
      let announced: Promise<void> | undefined;
      await run(stopping, {
        onDemo: (network) => {
          this.#network = network;
        },
        onStarted: (started) => {
          this.#started.resolve();
          if (this.#network === null) return;
          const signal = AbortSignal.any([stopping, ended.signal]);
          announced = announce(this.#network, started, { config: this.#config, log: this.#log, signal });
        },
        isPausing: () => pausing.signal.aborted && !this.#signal.aborted,
      }).finally(async () => {
        ended.abort();
        await announced;
      });
      this.#network = null;
      if (!pausing.signal.aborted) return;
      this.#resumed = settled();
      this.#startLater();
      this.#stopped.resolve();
      this.#log.info('Paused by `tain demo`');
      await Promise.race([this.#resumed.promise, aborted(this.#signal)]);
      if (this.#signal.aborted) return;
      await settle();
    }
  }

  /**
   * Replaces the promise of the next start. A pause can prevent that start; its callers then wait for the one after it.
   */
  #startLater(): void {
    const { resolve } = this.#started;
    this.#started = settled();
    void this.#started.promise.then(resolve);
  }

  async pause(): Promise<void> {
    if (this.#pausing.signal.aborted) throw new Failure('usage', 'Another command has paused it.');
    this.#stopped = settled();
    this.#pausing.abort();
    await this.#stopped.promise;
  }

  async resume(): Promise<void> {
    this.#pausing = new AbortController();
    this.#resumed.resolve();
    await this.#started.promise;
  }

  async advance(nanos: bigint): Promise<bigint> {
    if (this.#network === null) throw new Failure('usage', 'No demo network runs in this process.');
    return this.#network.advance(nanos, NEVER_ABORTED);
  }
}
