import type { DemoBlockNode } from './block-node/serve-blocks.ts';
import type { RunCode } from './ledger/run-code.ts';
import type { ServiceAddress } from './ledger/service-endpoint.ts';
import { LiveBlocks, pause } from './live-blocks.ts';
import { BLOCK_NANOS } from './network.ts';
import type { ConsensusNode } from './node/consensus-node.ts';
import type { NetworkNode } from './node/network-node.ts';
import { SimulatorError } from './simulator-error.ts';
import { DemoStream, type DemoSummary } from './stream/demo-stream.ts';

export interface LiveOptions {
  /** Folder of the stream: `dir/recordstreams/…`, `dir/address_book.bin`. */
  readonly dir: string;
  readonly clock: () => number;
  /** Clock of the senders, in milliseconds since 1970, where `clock` is set ahead of it. Default: `clock`. */
  readonly sendersClock?: () => number;
  /** Returns whether a command has set the clock ahead and waits for the network, which then polls the clock. */
  readonly hurries?: () => boolean;
  /** Monotonic clock in milliseconds. Default: `performance.now`. */
  readonly steady?: () => number;
  readonly signal: AbortSignal;
  /** Transactions per second that the network generates. */
  readonly tps: number;
  readonly seed: number;
  /** See `NetworkOptions`. */
  readonly chainId?: bigint;
  /** Engine for contract code. */
  readonly runCode: RunCode;
  readonly log?: {
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
  };
  /** Called when the folder cannot be written to, and with false when it is writable again. */
  readonly onWaiting?: (isWaiting: boolean) => void;
  /**
   * Called whenever the folder is open, before the clock is read for the next block: from then on the folder holds nothing but
   * the blocks of this history. Before, after an end at any moment, it may hold signed blocks from which the network has
   * returned.
   */
  readonly onOpened?: (summary: DemoSummary) => void;
  /** Called after each published block. */
  readonly onBlock?: (summary: DemoSummary) => void;
  /** See `StreamOptions`. */
  readonly cutover?: number;
  /** See `StreamOptions`. Default false. */
  readonly partialChanges?: boolean;
  /** Port of 127.0.0.1 on which the blocks are served over gRPC (0: any free one). Default: not served. */
  readonly blockNodePort?: number;
  /**
   * Called once, before the first block, with the node that accepts transactions and responds to queries. If absent,
   * the network accepts no transactions, and the node's code is not loaded.
   */
  readonly onNode?: (node: ConsensusNode) => void;
  /** Address of that node, for address books. */
  readonly serviceAt?: ServiceAddress;
  /**
   * Generates no transactions after founding, and no empty blocks, like automine of Hardhat and Anvil. Default false.
   */
  readonly quiet?: boolean;
  /** Seconds of history with which a new network begins. Default 300. */
  readonly backfillSeconds?: number;
}

const NANOS_PER_DAY = 86_400_000_000_000n;
const NANOS_PER_MILLI = 1_000_000n;
const DEFAULT_BACKFILL_SECONDS = 300;
/** Nanoseconds that the wall clock may gain on the monotonic clock before it counts as set ahead. */
const CLOCK_JUMP_NS = 10_000_000_000n;

/**
 * Bits of the nodes' RSA keys. Each block of a client's transaction waits for eight signatures, which take several times as
 * long with the 3,072 bits of real networks.
 */
const KEY_BITS = 2048;

/** Interval of polling a clock that is set ahead, in nanoseconds. */
const FAST_POLL_NS = 20_000_000n;

/** File system errors that may be temporary, such as a full disk. */
const FOLDER_TROUBLE: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left for data or for more files',
  EDQUOT: 'the disk quota is exceeded',
  EROFS: 'the file system is read-only',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EIO: 'the disk reports an error',
  EMFILE: 'this process has too many open files',
  ENFILE: 'this machine has too many open files',
};
/** Interval between attempts to write again. */
const RETRY_INTERVAL_MS = 2_000;

/**
 * Runs the demo network by the wall clock: a block every two seconds, published when its interval has ended. A new
 * network is founded two days in the past and begins with some minutes of history. A restarted network continues its
 * stream and skips the time in between, and likewise the time by which a clock jumps ahead. Consensus time never
 * decreases: after the clock is set back, blocks are still published every two seconds, each with a tenth of the usual
 * consensus time, until the clock has caught up. Waits for a folder that cannot be written to (a full disk). Ends when
 * `signal` aborts, after the current block.
 */
export async function runDemo(options: LiveOptions): Promise<void> {
  const { dir, signal, log, onWaiting, blockNodePort } = options;
  const blockNode = blockNodePort === undefined ? null : await startBlockNode(dir, blockNodePort);
  if (blockNode !== null) log?.info({ port: blockNode.port }, 'The block node of the demo network listens');
  const node = options.onNode === undefined ? null : await startNode(options, options.onNode);
  let reason: string | null = null;
  const goesOn = (): void => {
    if (reason === null) return;
    reason = null;
    log?.info({ dir }, 'The demo network continues');
    onWaiting?.(false);
  };
  const onAbort = (): void => {
    blockNode?.stop();
    // A paused network could not end.
    node?.resume(node.holdsPositions);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    while (!signal.aborted) {
      try {
        // Each attempt restores the state from the disk, because the state in memory no longer matches it.
        await runUntilTrouble(options, goesOn, blockNode, node);
      } catch (error) {
        const trouble = folderTrouble(error as NodeJS.ErrnoException);
        if (trouble === undefined) throw error;
        if (trouble !== reason) {
          log?.warn({ dir }, `The demo network waits: ${dir} cannot be written to (${trouble})`);
          onWaiting?.(true);
        }
        reason = trouble;
        await pause(RETRY_INTERVAL_MS, signal);
      }
    }
  } finally {
    node?.end();
  }
}

/** Creates the node of a network that takes transactions; its code is loaded only here. */
async function startNode(
  { runCode, clock, sendersClock = clock, log }: LiveOptions,
  onNode: (node: ConsensusNode) => void,
): Promise<NetworkNode> {
  const { NetworkNode } = await import('./node/network-node.ts');
  const node = new NetworkNode({
    runCode,
    now: () => nanosOfClock(clock),
    sendersNow: () => nanosOfClock(sendersClock),
    log,
  });
  onNode(node);
  return node;
}

/**
 * Serves the blocks of a demo network's folder; gRPC is loaded only here. Throws `SimulatorError` when the port cannot be
 * opened.
 */
export async function startBlockNode(dir: string, port: number): Promise<DemoBlockNode> {
  const { serveBlocks } = await import('./block-node/serve-blocks.ts');
  return serveBlocks(dir, '127.0.0.1', port).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SimulatorError(`The block node of the demo network cannot listen on port ${port} (${reason}).`);
  });
}

/** Returns why a folder cannot be written to at the moment; undefined for an error of another kind. */
function folderTrouble({ code = '', syscall }: NodeJS.ErrnoException): string | undefined {
  // Error of Node's recursive mkdir on a read-only file system.
  if (code === 'ENOENT' && syscall === 'mkdir') return FOLDER_TROUBLE.EROFS;
  return FOLDER_TROUBLE[code];
}

async function runUntilTrouble(
  options: LiveOptions,
  onWritten: () => void,
  blockNode: DemoBlockNode | null,
  node: NetworkNode | null,
): Promise<void> {
  const { clock, log, dir } = options;
  const now = (): bigint => nanosOfClock(clock);
  const backfill = BigInt(options.backfillSeconds ?? DEFAULT_BACKFILL_SECONDS) * 1_000_000_000n;
  const { start, steadyFrom } = foundingTimes(now() - backfill);
  const stream = await DemoStream.open({
    dir,
    seed: options.seed,
    tps: options.tps,
    ...(options.chainId !== undefined && { chainId: options.chainId }),
    runCode: options.runCode,
    start,
    steadyFrom,
    publishAddressBook: true,
    showcase: true,
    signs: true,
    keyBits: KEY_BITS,
    ...(options.serviceAt !== undefined && { serviceAt: options.serviceAt }),
    ...(options.cutover !== undefined && { cutover: options.cutover }),
    partialChanges: options.partialChanges ?? false,
    mayCompact: () => !node?.holdsPositions,
    ...(blockNode && { onPublished: blockNode.published }),
  });
  options.onOpened?.(stream.summary);
  const { network } = stream;
  const left = new AbortController();
  const signal = AbortSignal.any([options.signal, left.signal]);
  try {
    await node?.attach(stream, dir, () => left.abort());
    if (node?.isPaused) {
      // The network returned to an earlier block. The time since that block is skipped.
      await node.returned();
      if (network.progress.nextStart < now()) network.progress.nextStart = now();
    } else {
      if (network.progress.phase === 'steady') leaveOutAbsence(network.progress, now() - backfill);
      log?.info({ blocks: stream.summary.blocks, dir }, 'The demo network runs');
    }
    const jumps = new Jumps(now, options.steady ?? (() => performance.now()));
    const blocks = new LiveBlocks(stream, { tps: options.quiet ? 0 : options.tps, now, node });
    while (!signal.aborted) {
      const isSteady = network.progress.phase === 'steady';
      if (isSteady && jumps.ahead()) {
        // A command waits for the block: its interval has ended already, so that no real time passes.
        const earliest = options.hurries?.() ? now() - 2n * BLOCK_NANOS : now();
        leaveOutAbsence(network.progress, earliest);
      }
      blocks.rewind();
      const { late } = blocks;
      if (late < 0n) {
        const isBehind = isSteady && late < -2n * BLOCK_NANOS;
        await blocks.caughtUp();
        const rest = isBehind ? BLOCK_NANOS : -late;
        const hurries = options.hurries?.() && rest > FAST_POLL_NS;
        const isSent = await blocks.wait(hurries ? FAST_POLL_NS : rest, signal);
        if (signal.aborted) break;
        if (isSent) {
          // The clock was set ahead during the wait. The block does not cover that time.
          // It may have been set back before, to a time that earlier blocks cover.
          if (isSteady && jumps.ahead() && network.progress.nextStart < now())
            network.progress.nextStart = now();
          if (!(await blocks.early())) continue;
          // A command that sets the clock ahead ends the wait.
        } else if (!isBehind || hurries || options.hurries?.() || !(await blocks.short())) continue;
      } else {
        if (blocks.skip()) continue;
        if (!(await blocks.regular(late < BLOCK_NANOS))) continue;
      }
      onWritten();
      options.onBlock?.(stream.summary);
    }
  } finally {
    node?.detach();
    await stream.close();
  }
}

/** Returns the time of a clock in milliseconds, in nanoseconds. */
function nanosOfClock(clock: () => number): bigint {
  return BigInt(Math.floor(clock())) * NANOS_PER_MILLI;
}

/** Returns genesis at the midnight two days before normal traffic begins, so that rewards have been earned. */
function foundingTimes(from: bigint): { start: bigint; steadyFrom: bigint } {
  const steadyFrom = from - (from % BLOCK_NANOS);
  return { start: steadyFrom - (steadyFrom % NANOS_PER_DAY) - 2n * NANOS_PER_DAY, steadyFrom };
}

/** After a long absence, moves the start of the next block near the current time; a short absence is caught up. */
function leaveOutAbsence(progress: { nextStart: bigint }, earliest: bigint): void {
  if (progress.nextStart < earliest) progress.nextStart = earliest - (earliest % BLOCK_NANOS) + BLOCK_NANOS;
}

/** Detects jumps of the wall clock relative to a monotonic clock. */
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

  /** Returns whether the clock was set ahead since the last call. */
  ahead(): boolean {
    const before = this.#offset;
    this.#offset = this.#measure();
    return this.#offset - before > CLOCK_JUMP_NS;
  }

  #measure(): bigint {
    return this.#now() - BigInt(Math.floor(this.#steady())) * NANOS_PER_MILLI;
  }
}
