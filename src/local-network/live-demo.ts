import { access } from 'node:fs/promises';
import path from 'node:path';
import { NANOS_PER_MILLISECOND } from '@tain/ledger/timestamp';
import type { Privilege } from '@tain/network-simulator/node/consensus-node';
import { SerialQueue } from '@tain/network-simulator/node/serial-queue';
import { pruneStream } from '@tain/network-simulator/stream/prune';
import type { Logger } from 'pino';
import { readsBuckets } from '../config/bucket-locations.ts';
import { type Config, chainIdOf } from '../config/config.ts';
import type { AbortSignalLike } from '../kernel/abort-signal.ts';
import { Failure } from '../kernel/failure.ts';
import { poll } from '../kernel/retry.ts';
import { settled } from '../kernel/settled.ts';
import type { NodeAddress } from './demo-node.ts';
import { DemoClock } from './folder/demo-clock.ts';
import { BOOK_FILE, demoFolder } from './folder/folders.ts';
import { takeNetwork } from './folder/network-lock.ts';
import { type FundedAccount, localAccounts } from './local-accounts.ts';
import { NetworkCalls, type NetworkSubmission, type PausableNetwork } from './network-calls.ts';
import type { NetworkSettings } from './network-messages.ts';
import type { NetworkSnapshots } from './network-snapshots.ts';
import { runNetworkThread } from './run-network-thread.ts';

/**
 * Relation of a process to the demo network of its data folder: it runs the network, only reads its files, or neither.
 */
export type DemoUse = 'runs' | 'reads' | 'none';

/**
 * Returns whether the ingest follows the demo network of its data folder: it does when no other source is configured,
 * or when the configured block nodes may be that network's own (`TAIN_DEMO_BLOCK_NODE_PORT`). It also runs the network,
 * unless role `network` or another process (`TAIN_DEMO_RUN=off`) does.
 */
export function demoUse(config: Config): DemoUse {
  const { network, streams, blockNodes, demoBlockNodePort } = config;
  if (network !== 'demo' || streams !== null || readsBuckets(config)) return 'none';
  if (blockNodes !== null && demoBlockNodePort === null) return 'none';
  return config.demoRun && !config.roles.has('network') ? 'runs' : 'reads';
}

/** A demo network that runs in a thread of this process. */
export interface LiveDemo extends PausableNetwork {
  /** Resolves when the network ends; rejects when it fails. */
  readonly ended: Promise<void>;
  /** Address at which it accepts transactions, once known; null when it accepts none. */
  readonly node: Promise<NodeAddress | null>;
  /**
   * Resolves once the folder holds nothing but the blocks of the network's history: after an end at any moment, it may hold
   * blocks from which the network has returned. Never settles when the network ends before.
   */
  readonly opened: Promise<void>;
  /** Whether it waits because it cannot write. */
  isWaiting(): boolean;
  /**
   * Resolves once it accepts transactions, to the consensus time (nanoseconds) of the last one before. Never settles when
   * the network ends before.
   */
  readonly ready: Promise<bigint>;
  /** The same time; null before it accepts transactions. */
  readyAfter(): bigint | null;
  /** Accounts of `TAIN_DEMO_ACCOUNTS`; empty before it accepts transactions. */
  ownAccounts(): readonly FundedAccount[];
  /** The network's time, in nanoseconds since 1970. */
  now(): bigint;
  /**
   * Sets the network's clock ahead by `nanos` nanoseconds. Each day that passes is ended by a block. Resolves to the
   * network's new time. Throws `Failure` when it would be too far ahead, when the network ends meanwhile, and once the
   * signal is aborted: the clock then remains at the day reached.
   */
  advance(nanos: bigint, signal: AbortSignalLike): Promise<bigint>;
  /**
   * Holds the network's clock at an instant (nanoseconds, whole milliseconds) until the next block, which then has that time.
   * The instant may lie before the present one. Resolves to false, without an effect, unless it follows the last block, and on a network
   * with traffic of its own.
   */
  holdClock(instant: bigint): Promise<boolean>;
  /**
   * Gives each later block the second of the block before it plus an interval (nanoseconds, whole seconds); 0: the clock runs
   * again, from the last block. Resolves to false, without an effect, on a network with traffic of its own. Throws `Failure`
   * when the next block would be too far ahead, and when the offset cannot be stored; the interval is then as before.
   */
  setBlockInterval(nanos: bigint): Promise<boolean>;
  /** Throws `Failure` if the interval does not let the next block follow the last one, because it would be too far ahead. */
  checkBlockInterval(): void;
  /** Submits a serialized `Transaction` to its node. BUSY while it cannot accept any. */
  submit(transaction: Uint8Array, privilege?: Privilege): Promise<NetworkSubmission>;
  /** Whether it writes blocks, from which its mirror does not learn that a contract's code changed. */
  readonly hasBlockStream: boolean;
  /** Starts or stops holding submitted transactions back from blocks until `closeBlock`. */
  hold(isHeld: boolean): void;
  /** Makes a block of the transactions that were held back. */
  closeBlock(): void;
  /** Drops those of some transactions (each a serialized `SignedTransaction`) that wait for a block: their outcome is then null. */
  drop(signedBytes: readonly Uint8Array[]): void;
  /** Snapshots of the network and its mirror; absent where another process is the mirror. */
  readonly snapshots?: NetworkSnapshots;
}

/**
 * Returns why a transaction of a client cannot work yet, as a sentence; null when it can. `stored`: consensus time
 * (nanoseconds) up to which the mirror of this process has stored the stream; undefined without a mirror.
 */
export function waitOf(
  network: Pick<LiveDemo, 'isWaiting' | 'readyAfter'>,
  stored?: bigint | null,
): string | null {
  const after = network.readyAfter();
  if (network.isWaiting()) return 'The local network cannot write.';
  if (after === null) return 'The local network makes its first blocks.';
  if (stored === undefined || (stored !== null && stored >= after)) return null;
  return "The mirror reads the local network's first blocks.";
}

/**
 * Starts the demo network in its folder, according to the settings, until the signal is aborted. It fails with
 * `alreadyRunning` when another process runs it, and with `usage` when a configured port is taken. Throws `Failure` when
 * the file of accounts cannot be used.
 */
export function startLiveDemo(config: Config, log: Logger, signal: AbortSignal): LiveDemo {
  const dir = demoFolder(config);
  let waits = false;
  const accounts = localAccounts(config);
  let readyAfter: bigint | null = null;
  let ownAccounts: readonly FundedAccount[] = [];
  let clock: DemoClock | null = null;
  const now = (): number => clock?.now() ?? Date.now();
  const blocks = new BlockWatch(signal);
  const listening = settled<NodeAddress | null>();
  const opened = settled<void>();
  const ready = settled<bigint>();
  const calls = new NetworkCalls();
  const listeners: (() => void)[] = [];
  // Turns of pauses and of clock commands: a way to a later day would never end if the clock were set back or held meanwhile.
  const turns = new SerialQueue();
  let endPause = (): void => undefined;
  const run = async (): Promise<void> => {
    clock = await DemoClock.open(dir);
    await runNetworkThread({
      start: { dir, settings: settingsOf(config), clock: clock.shared.buffer, accounts },
      signal,
      log,
      calls,
      onListening: listening.resolve,
      onBlock: (consensusEnd) => {
        blocks.published(consensusEnd);
        for (const listener of listeners) listener();
        // It fails only when the folder cannot be written to; the clock then remains where it is.
        const held = clock?.shared.held() ?? null;
        if (held !== null && consensusEnd >= BigInt(held) * NANOS_PER_MILLISECOND) {
          void clock?.release().catch(() => undefined);
        }
      },
      onOpened: (consensusEnd) => {
        blocks.published(consensusEnd);
        opened.resolve();
      },
      onWaiting: (isWaiting) => {
        waits = isWaiting;
      },
      onReady: (message) => {
        readyAfter = message.after;
        ownAccounts = message.accounts;
        ready.resolve(message.after);
      },
    });
  };
  const ended = holdFolder(config, signal, run);
  // Callers that wait for `ended` receive the failure. The address is settled here, so that no caller waits for it in
  // vain.
  ended.catch(() => undefined).finally(() => listening.resolve(null));
  return {
    ended,
    node: listening.promise,
    opened: opened.promise,
    isWaiting: () => waits,
    ready: ready.promise,
    readyAfter: () => readyAfter,
    ownAccounts: () => ownAccounts,
    now: () => BigInt(Math.floor(now())) * NANOS_PER_MILLISECOND,
    submit: (transaction, privilege) => calls.submit(transaction, privilege),
    hasBlockStream: config.demoCutover !== null,
    hold: (isHeld) => calls.send({ kind: 'hold', isHeld }),
    closeBlock: () => calls.send({ kind: 'close-block' }),
    drop: (signedBytes) => calls.send({ kind: 'drop', signedBytes }),
    async pause() {
      const resumed = await turns.begin();
      const position = await calls.pause().catch((error: unknown) => {
        resumed();
        throw error;
      });
      endPause = resumed;
      return { position, ahead: clock?.shared.ahead() ?? 0, held: clock?.shared.held() ?? null };
    },
    async returnTo({ position, ahead, held }) {
      await clock?.restore(ahead);
      clock?.shared.hold(held);
      await calls.returnTo(position);
    },
    resume(holdsPositions) {
      calls.send({ kind: 'resume', holdsPositions });
      endPause();
    },
    onBlock: (listener) => listeners.push(listener),
    async holdClock(instant) {
      if (!config.demoQuiet || clock === null) return false;
      const held = await turns.begin();
      // Held at a time before the last block, the clock would never reach that of a next one.
      const isNext = instant > blocks.end;
      if (isNext) clock.shared.hold(Number(instant / NANOS_PER_MILLISECOND));
      held();
      return isNext;
    },
    async setBlockInterval(nanos) {
      const opened = clock;
      if (!config.demoQuiet || opened === null) return false;
      // Not while the network returns: the last block would be one that is removed.
      await turns.run(async () => {
        if (nanos > 0n) {
          const interval = Number(nanos / NANOS_PER_MILLISECOND);
          opened.checkBlock(opened.now() + interval);
          opened.shared.setInterval(interval);
        } else await opened.endInterval(Number(blocks.end / NANOS_PER_MILLISECOND));
      });
      return true;
    },
    checkBlockInterval() {
      if (clock === null || clock.shared.interval() === 0) return;
      clock.checkBlock(clock.shared.nextAt(Number(blocks.end / NANOS_PER_MILLISECOND)));
    },
    async advance(nanos, signal) {
      if (clock === null) throw new Failure('usage', 'The demo network has not started yet.');
      const { shared } = clock;
      const set = clock.setAhead.bind(clock);
      const advanced = await turns.begin();
      try {
        await clock.release();
        const target = now() + Number(nanos / NANOS_PER_MILLISECOND);
        // Before the first day: the way there would take minutes, and would not be undone.
        clock.check(target);
        const endDay = (to: number, midnight: number) =>
          shared.hurry(async () => {
            await set(to);
            calls.send({ kind: 'clock-changed' });
            await blocks.after(BigInt(midnight) * NANOS_PER_MILLISECOND);
          });
        await advanceByDays({ now, set, endDay }, target, signal);
      } finally {
        advanced();
      }
      return BigInt(Math.floor(now())) * NANOS_PER_MILLISECOND;
    },
  };
}

/** A network's clock, in milliseconds since 1970. */
interface SettableClock {
  now(): number;
  set(to: number): Promise<void>;
  /** Sets the clock to an instant after a midnight, and resolves once a block after that midnight exists. */
  endDay(to: number, midnight: number): Promise<void>;
}

/**
 * Sets a clock ahead to an instant (milliseconds since 1970), day by day. Throws `Failure` once the signal is aborted,
 * because other clients' commands wait: a year takes some ten seconds.
 */
export async function advanceByDays(
  { now, set, endDay }: SettableClock,
  target: number,
  signal: AbortSignalLike,
): Promise<void> {
  for (;;) {
    if (signal.aborted) throw new Failure('usage', 'The client that set the clock ahead has left.');
    const midnight = now() - (now() % MILLIS_PER_DAY) + MILLIS_PER_DAY;
    // A block begins after midnight, and ends the day.
    const end = midnight + DAY_END_MS;
    // The network must not hurry to the target itself: its next block would begin before it.
    if (target < end) return set(target);
    await endDay(end, midnight);
  }
}

/** Settings as values that can be sent to a thread. */
function settingsOf(config: Config): NetworkSettings {
  const { port, demoNodePort, demoNodeHost, demoBlockNodePort } = config;
  const { demoCutover, demoQuiet, demoTps, clientMemory } = config;
  return {
    port,
    demoNodePort,
    demoNodeHost,
    demoBlockNodePort,
    demoCutover,
    demoQuiet,
    demoTps,
    clientMemory,
    chainId: BigInt(chainIdOf(config)),
  };
}

const MILLIS_PER_DAY = 86_400_000;
/** Milliseconds after midnight by which a regular block has ended. */
const DAY_END_MS = 4_000;

/** Tracks the blocks that the network has published. It listens to its signal once, however many callers wait. */
export class BlockWatch {
  readonly #signal: AbortSignal;
  #end = 0n;
  #waiting: (() => void)[] = [];

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#wake(), { once: true });
  }

  /** Consensus end of the last published block, in nanoseconds; 0 before the network's folder is open. */
  get end(): bigint {
    return this.#end;
  }

  /** Records the consensus end of the last block, in nanoseconds, which is smaller after a return of the network. */
  published(end: bigint): void {
    this.#end = end;
    this.#wake();
  }

  /** Waits for a block that ends after an instant (nanoseconds). Throws `Failure` when the network ends before. */
  async after(instant: bigint): Promise<void> {
    while (this.#end < instant) {
      if (this.#signal.aborted) throw new Failure('usage', 'The demo network is being stopped.');
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** Runs `run` while holding the lock of the network's folder. */
async function holdFolder(config: Config, signal: AbortSignal, run: () => Promise<void>): Promise<void> {
  const lock = await takeNetwork(config.dataDir, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return null;
  });
  if (lock === null) return;
  try {
    await run();
  } finally {
    await lock.release();
  }
}

/** Files of the demo network, whichever process runs it. */
export interface DemoFiles {
  /** Resolves once there are files to read, or the signal was aborted. */
  begun(signal: AbortSignal): Promise<void>;
  /**
   * Removes old files from time to time, but only files that are stored: `storedUntil` is a consensus time in
   * nanoseconds.
   */
  prune(storedUntil: bigint): void;
}

export function demoFiles(config: Config, log: Logger): DemoFiles {
  const dir = demoFolder(config);
  return {
    begun: (signal) => fileExists(path.join(dir, BOOK_FILE), signal),
    prune: pruner(dir, log),
  };
}

/**
 * Retention of the live demo network's files after they were stored, in nanoseconds, and the interval of their removal.
 */
const DEMO_RETENTION_NS = 6n * 3_600_000_000_000n;
const PRUNE_INTERVAL_MS = 600_000;

function pruner(dir: string, log: Logger): (storedUntil: bigint) => void {
  let next = performance.now() + PRUNE_INTERVAL_MS / 10;
  return (storedUntil) => {
    if (performance.now() < next) return;
    next = performance.now() + PRUNE_INTERVAL_MS;
    pruneStream(dir, storedUntil - DEMO_RETENTION_NS).catch((error: Error) => {
      log.warn({ reason: error.message }, 'Old files of the demo network could not be removed');
    });
  };
}

/**
 * Interval of polls for a file, in milliseconds. Each poll takes processor time that the network needs to write the
 * file.
 */
const POLL_INTERVAL_MS = 100;

/** Resolves once a file exists, or the signal is aborted. */
async function fileExists(file: string, signal: AbortSignal): Promise<void> {
  const check = (): Promise<true | undefined> =>
    access(file).then(
      () => true,
      () => undefined,
    );
  await poll(check, { intervalMs: POLL_INTERVAL_MS, signal }).catch(() => undefined);
}
