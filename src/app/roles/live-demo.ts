import { access } from 'node:fs/promises';
import path from 'node:path';
import { pruneStream } from '@tain/network-simulator/stream/prune';
import type { Logger } from 'pino';
import { aborted } from '../../kernel/aborted.ts';
import { Failure } from '../../kernel/failure.ts';
import { poll } from '../../kernel/retry.ts';
import { settled } from '../../kernel/settled.ts';
import type { Config } from '../config/config.ts';
import { DemoClock } from '../demo/demo-clock.ts';
import { demoFolder } from '../demo/folders.ts';
import { takeNetwork } from '../demo/network-lock.ts';
import { readsBuckets } from '../streams/bucket-places.ts';
import { BOOK_FILE } from '../streams/stream-books.ts';
import type { NodeAddress } from './demo-node.ts';
import { NetworkCalls, type NetworkSubmission } from './network-calls.ts';
import type { NetworkSettings } from './network-messages.ts';
import { runNetworkThread } from './run-network-thread.ts';

/** What a process has to do with the demo network of its data folder. */
export type DemoUse = 'runs' | 'reads' | 'none';

/**
 * Whether the ingest follows the demo network of its data folder, which it does where no other source is named, or where
 * the named block nodes may be that network's own (`TAIN_DEMO_BLOCK_NODE_PORT`); and whether it runs it, which it does unless
 * role `network` or another process (`TAIN_DEMO_RUN=off`) does.
 */
export function demoUse(config: Config): DemoUse {
  const { network, streams, blockNodes, demoBlockNodePort } = config;
  if (network !== 'demo' || streams !== null || readsBuckets(config)) return 'none';
  if (blockNodes !== null && demoBlockNodePort === null) return 'none';
  return config.demoRun && !config.roles.has('network') ? 'runs' : 'reads';
}

/** A demo network that runs in a thread of this process. */
export interface LiveDemo {
  /** Ends with the network; rejects when it fails. */
  readonly ended: Promise<void>;
  /** Where it takes transactions, once that is known; null where it takes none. */
  readonly node: Promise<NodeAddress | null>;
  /** Whether it waits, since it cannot write. */
  isWaiting(): boolean;
  /** The network's time, in nanoseconds since 1970. */
  now(): bigint;
  /**
   * Sets the network's clock ahead by nanoseconds. Each day that passes ends as days do. Resolves to the network's time then.
   * Throws `Failure` when it would be too far ahead, and when the network ends meanwhile.
   */
  advance(nanos: bigint): Promise<bigint>;
  /** Hands a serialized `Transaction` to its node. BUSY while it cannot take any. */
  submit(transaction: Uint8Array): Promise<NetworkSubmission>;
  /** Holds back what is submitted from the next blocks until `closeBlock`, or no longer. */
  hold(isHeld: boolean): void;
  /** Makes a block of what waits. */
  closeBlock(): void;
}

/**
 * Starts the demo network in its folder, as the settings say, until the signal is aborted. It fails with `alreadyRunning` where
 * another process runs it, and with `usage` where the port that a setting names cannot be listened on.
 */
export function startLiveDemo(config: Config, log: Logger, signal: AbortSignal): LiveDemo {
  const dir = demoFolder(config);
  let waits = false;
  let clock: DemoClock | null = null;
  const now = (): number => clock?.now() ?? Date.now();
  const blocks = new BlockWatch(signal);
  const listening = settled<NodeAddress | null>();
  const calls = new NetworkCalls();
  const run = async (): Promise<void> => {
    clock = await DemoClock.open(dir);
    await runNetworkThread({
      start: { dir, settings: settingsOf(config), clock: clock.shared.buffer },
      signal,
      log,
      calls,
      onListening: listening.resolve,
      onBlock: (consensusEnd) => blocks.published(consensusEnd),
      onWaiting: (isWaiting) => {
        waits = isWaiting;
      },
    });
  };
  const ended = holdFolder(config, signal, run);
  // A failure is seen by whoever waits for the end, also while the first file is waited for.
  ended.catch(() => undefined).finally(() => listening.resolve(null));
  return {
    ended,
    node: listening.promise,
    isWaiting: () => waits,
    now: () => BigInt(Math.floor(now())) * NANOS_PER_MILLI,
    submit: (transaction) => calls.submit(transaction),
    hold: (isHeld) => calls.tell({ kind: 'hold', isHeld }),
    closeBlock: () => calls.tell({ kind: 'close-block' }),
    async advance(nanos) {
      if (clock === null) throw new Failure('usage', 'The demo network is not there yet.');
      const { shared } = clock;
      const set = clock.setAhead.bind(clock);
      const target = now() + Number(nanos / NANOS_PER_MILLI);
      await shared.hurry(async () => {
        for (;;) {
          const midnight = now() - (now() % MILLIS_PER_DAY) + MILLIS_PER_DAY;
          // A block begins after midnight, and ends the day.
          const end = midnight + DAY_ENDS;
          await set(Math.min(end, target));
          if (target < end) break;
          await blocks.after(BigInt(midnight) * NANOS_PER_MILLI);
        }
      });
      return BigInt(Math.floor(now())) * NANOS_PER_MILLI;
    },
  };
}

/** Only values that a thread can be given. */
function settingsOf(config: Config): NetworkSettings {
  const { port, demoNodePort, demoNodeHost, demoBlockNodePort } = config;
  const { demoCutover, demoQuiet, demoSeed, demoTps } = config;
  return {
    port,
    demoNodePort,
    demoNodeHost,
    demoBlockNodePort,
    demoCutover,
    demoQuiet,
    demoSeed,
    demoTps,
  };
}

const NANOS_PER_MILLI = 1_000_000n;
const MILLIS_PER_DAY = 86_400_000;
/** Milliseconds after midnight by which a regular block is over. */
const DAY_ENDS = 4_000;

/** How far the network has published its blocks. */
class BlockWatch {
  readonly #signal: AbortSignal;
  #end = 0n;
  #waiting: (() => void)[] = [];

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** A block ended at this consensus time, in nanoseconds. */
  published(end: bigint): void {
    this.#end = end;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Waits for a block that ends after an instant (nanoseconds). Throws `Failure` when the network ends before. */
  async after(instant: bigint): Promise<void> {
    while (this.#end < instant) {
      const next = new Promise<void>((resolve) => this.#waiting.push(resolve));
      await Promise.race([next, aborted(this.#signal)]);
      if (this.#signal.aborted) throw new Failure('usage', 'The demo network is being stopped.');
    }
  }
}

/** Runs something that no other process may do in the network's folder at the same time. */
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

/** The files of the demo network, whoever runs it. */
export interface DemoFiles {
  /** Resolves once there is something to read, or the signal was aborted. */
  begun(signal: AbortSignal): Promise<void>;
  /** Removes old files now and then, never one that is not stored yet (nanoseconds of consensus). */
  prune(storedUntil: bigint): void;
}

export function demoFiles(config: Config, log: Logger): DemoFiles {
  const dir = demoFolder(config);
  return {
    begun: (signal) => fileExists(path.join(dir, BOOK_FILE), signal),
    prune: pruner(dir, log),
  };
}

/** The live demo network's files stay this long (nanoseconds) after they were stored; looked at so often (ms). */
const DEMO_RETENTION = 6n * 3_600_000_000_000n;
const PRUNE_EVERY = 600_000;

function pruner(dir: string, log: Logger): (storedUntil: bigint) => void {
  let next = performance.now() + PRUNE_EVERY / 10;
  return (storedUntil) => {
    if (performance.now() < next) return;
    next = performance.now() + PRUNE_EVERY;
    pruneStream(dir, storedUntil - DEMO_RETENTION).catch((error: Error) => {
      log.warn({ reason: error.message }, 'old files of the demo network are still there');
    });
  };
}

/** Milliseconds between two looks for a file: each takes time that the network needs to write it. */
const LOOK_EVERY = 100;

/** Resolves once a file is there, or the signal is aborted. */
async function fileExists(file: string, signal: AbortSignal): Promise<void> {
  const look = (): Promise<true | undefined> =>
    access(file).then(
      () => true,
      () => undefined,
    );
  await poll(look, { intervalMs: LOOK_EVERY, signal }).catch(() => undefined);
}
