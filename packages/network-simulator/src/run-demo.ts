import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoBlockNode } from './block-node/serve-blocks.ts';
import type { RunCode } from './ledger/run-code.ts';
import { BLOCK_NANOS, MIN_BLOCK_NANOS } from './network.ts';
import { SimulatorError } from './simulator-error.ts';
import { DemoStream, type DemoSummary } from './stream/demo-stream.ts';

export interface LiveOptions {
  /** Folder of the stream: `dir/recordstreams/…`, `dir/address_book.bin`. */
  readonly dir: string;
  readonly clock: () => number;
  /** Milliseconds that pass whatever the clock does. Default `performance.now`. */
  readonly steady?: () => number;
  readonly signal: AbortSignal;
  /** Transactions a second. */
  readonly tps: number;
  readonly seed: number;
  /** What runs the code of contracts. */
  readonly runCode: RunCode;
  readonly log?: {
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
  };
  /** Called when the folder cannot be written to, and with false when it can again. */
  readonly onWaiting?: (isWaiting: boolean) => void;
  /** Called after each published block. */
  readonly onBlock?: (summary: DemoSummary) => void;
  /** See `StreamOptions`. */
  readonly cutover?: number;
  /** Serve the blocks over gRPC on this port of 127.0.0.1 (0: any free one). Default: do not. */
  readonly blockNodePort?: number;
  /** Seconds of history that a new network begins with. Default 300. */
  readonly backfillSeconds?: number;
}

const NANOS_PER_DAY = 86_400_000_000_000n;
const NANOS_PER_MILLI = 1_000_000n;
const DEFAULT_BACKFILL = 300;
/** How much the clock may run ahead of the time that passed before it counts as set ahead. */
const JUMP = 10_000_000_000n;
/** While catching up, blocks are published this many at a time. */
const CATCH_UP_GROUP = 20;

/** File system errors that may pass: full, out of files, read-only, without rights, broken. */
const FOLDER_TROUBLE: Readonly<Record<string, string>> = {
  ENOSPC: 'no room is left for data or for more files',
  EDQUOT: 'the quota is used up',
  EROFS: 'the file system can only be read',
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EIO: 'the disk fails',
  EMFILE: 'this process has too many open files',
  ENFILE: 'this machine has too many open files',
};
/** Milliseconds between attempts to write again. */
const TRY_AGAIN = 2_000;

/**
 * Runs the demo network by the wall clock: a block every two seconds, published when its time is over. A new
 * network is founded two days ago and begins with some minutes of history. One that was stopped, however
 * hard, continues its stream and skips the time it was away, as it skips the time that a clock jumps ahead.
 * Consensus time never goes back: when the clock does, blocks still come every two seconds, each covering a
 * tenth of the usual consensus time, until the clock has caught up. Waits for a folder that cannot be written
 * to (a full disk). Ends when `signal` aborts, after the running block.
 */
export async function runDemo(options: LiveOptions): Promise<void> {
  const { dir, signal, log, onWaiting, blockNodePort } = options;
  const node = blockNodePort === undefined ? null : await startBlockNode(dir, blockNodePort);
  if (node !== null) log?.info({ port: node.port }, 'The block node of the demo network listens');
  let reason: string | null = null;
  const goesOn = (): void => {
    if (reason === null) return;
    reason = null;
    log?.info({ dir }, 'The demo network continues');
    onWaiting?.(false);
  };
  signal.addEventListener('abort', () => node?.stop(), { once: true });
  while (!signal.aborted) {
    try {
      // The state in memory no longer fits what was written: each attempt begins with what is on the disk.
      await runUntilTrouble(options, goesOn, node);
    } catch (error) {
      const trouble = folderTrouble(error as NodeJS.ErrnoException);
      if (trouble === undefined) throw error;
      if (trouble !== reason) {
        log?.warn({ dir }, `The demo network waits: ${dir} cannot be written to (${trouble})`);
        onWaiting?.(true);
      }
      reason = trouble;
      await pause(TRY_AGAIN, signal);
    }
  }
}

/**
 * Begins to serve the blocks of a demo network's folder; gRPC is loaded only here. Throws `SimulatorError` when the port
 * cannot be listened on.
 */
export async function startBlockNode(dir: string, port: number): Promise<DemoBlockNode> {
  const { serveBlocks } = await import('./block-node/serve-blocks.ts');
  return serveBlocks(dir, '127.0.0.1', port).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SimulatorError(`The block node of the demo network cannot listen on port ${port} (${reason}).`);
  });
}

/** Why a folder cannot be written to for now; undefined for an error of another kind. */
function folderTrouble({ code = '', syscall }: NodeJS.ErrnoException): string | undefined {
  // The error of Node's recursive mkdir on a read-only file system.
  if (code === 'ENOENT' && syscall === 'mkdir') return FOLDER_TROUBLE.EROFS;
  return FOLDER_TROUBLE[code];
}

async function runUntilTrouble(
  options: LiveOptions,
  onWritten: () => void,
  node: DemoBlockNode | null,
): Promise<void> {
  const { clock, signal, log } = options;
  const now = (): bigint => BigInt(Math.floor(clock())) * NANOS_PER_MILLI;
  const backfill = BigInt(options.backfillSeconds ?? DEFAULT_BACKFILL) * 1_000_000_000n;
  const { start, steadyFrom } = foundingTimes(now() - backfill);
  const stream = await DemoStream.open({
    dir: options.dir,
    seed: options.seed,
    tps: options.tps,
    runCode: options.runCode,
    start,
    steadyFrom,
    publishAddressBook: true,
    ...(options.cutover !== undefined && { cutover: options.cutover }),
    ...(node && { onPublished: node.published }),
  });
  const { network } = stream;
  try {
    if (network.progress.phase === 'steady') leaveOutAbsence(network.progress, now() - backfill);
    log?.info({ blocks: stream.summary.blocks, dir: options.dir }, 'The demo network runs');
    let unpublished = 0;
    const jumps = new Jumps(now, options.steady ?? (() => performance.now()));
    while (!signal.aborted) {
      if (jumps.ahead() && network.progress.phase === 'steady') leaveOutAbsence(network.progress, now());
      const end = network.progress.nextStart + BLOCK_NANOS;
      const late = now() - end;
      if (late < -2n * BLOCK_NANOS && network.progress.phase === 'steady') {
        await stream.commit();
        unpublished = 0;
        await pause(Number(BLOCK_NANOS / NANOS_PER_MILLI), signal);
        if (signal.aborted) break;
        await stream.write(MIN_BLOCK_NANOS);
        await stream.commit();
        onWritten();
        options.onBlock?.(stream.summary);
        continue;
      }
      if (late < 0n) {
        await stream.commit();
        unpublished = 0;
        await pause(Number(-late / NANOS_PER_MILLI) + 1, signal);
        continue;
      }
      await stream.write();
      if (late < BLOCK_NANOS || ++unpublished >= CATCH_UP_GROUP) {
        await stream.commit();
        onWritten();
        unpublished = 0;
      }
      options.onBlock?.(stream.summary);
    }
  } finally {
    await stream.close();
  }
}

/** Genesis at the midnight two days before daily life begins, so that rewards are earned already. */
function foundingTimes(wanted: bigint): { start: bigint; steadyFrom: bigint } {
  const steadyFrom = wanted - (wanted % BLOCK_NANOS);
  return { start: steadyFrom - (steadyFrom % NANOS_PER_DAY) - 2n * NANOS_PER_DAY, steadyFrom };
}

/** After a longer absence the next block begins near now; a short one is caught up. */
function leaveOutAbsence(progress: { nextStart: bigint }, earliest: bigint): void {
  if (progress.nextStart < earliest) progress.nextStart = earliest - (earliest % BLOCK_NANOS) + BLOCK_NANOS;
}

/** Compares the clock with steady time. */
class Jumps {
  readonly #now: () => bigint;
  readonly #steady: () => number;
  #offset: bigint;

  /** `now` is in nanoseconds, `steady` in milliseconds. */
  constructor(now: () => bigint, steady: () => number) {
    this.#now = now;
    this.#steady = steady;
    this.#offset = this.#measure();
  }

  /** Whether the clock was set ahead since the last call. */
  ahead(): boolean {
    const before = this.#offset;
    this.#offset = this.#measure();
    return this.#offset - before > JUMP;
  }

  #measure(): bigint {
    return this.#now() - BigInt(Math.floor(this.#steady())) * NANOS_PER_MILLI;
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => {});
}
