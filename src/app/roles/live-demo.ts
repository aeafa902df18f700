import { access } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runDemo } from '@tain/network-simulator/run-demo';
import { pruneStream } from '@tain/network-simulator/stream/prune';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { demoEngine } from '../demo-engine.ts';
import { simulatorFailure } from '../simulator-failure.ts';
import { BOOK_FILE } from '../streams/stream-books.ts';

/** The folder of the demo network. */
export function demoFolder({ dataDir }: Config): string {
  return path.join(dataDir, 'demo');
}

/** A demo network that runs in this process. */
export interface LiveDemo {
  /** Ends with the network; rejects when it fails. */
  readonly ended: Promise<void>;
  /** Resolves once there is something to read, or the signal was aborted. */
  begun(): Promise<void>;
  /** Whether it waits, since it cannot write. */
  isWaiting(): boolean;
  /** Removes old files now and then, never one that is not stored yet (nanoseconds of consensus). */
  prune(storedUntil: bigint): void;
}

/** Starts the demo network in its folder, as the settings say, until the signal is aborted. */
export function startLiveDemo(config: Config, log: Logger, signal: AbortSignal): LiveDemo {
  const dir = demoFolder(config);
  let waits = false;
  const running = runDemo({
    runCode: demoEngine,
    dir,
    clock: Date.now,
    signal,
    tps: config.demoTps,
    seed: config.demoSeed,
    ...(config.demoCutover !== null && { cutover: config.demoCutover }),
    ...(config.demoBlockNodePort !== null && { blockNodePort: config.demoBlockNodePort }),
    log,
    onWaiting: (isWaiting) => {
      waits = isWaiting;
    },
  });
  const ended = running.catch((error: unknown) => {
    throw simulatorFailure(error);
  });
  // A failure is seen by whoever waits for the end, also while the first file is waited for.
  ended.catch(() => undefined);
  return {
    ended,
    begun: () => Promise.race([ended, fileExists(path.join(dir, BOOK_FILE), signal)]),
    isWaiting: () => waits,
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

/** Resolves once a file is there. */
async function fileExists(file: string, signal: AbortSignal): Promise<void> {
  const look = (): Promise<boolean> =>
    access(file).then(
      () => true,
      () => false,
    );
  while (!signal.aborted && !(await look())) await sleep(LOOK_EVERY);
}
