import type { HapiVersion } from '@tain/ledger/hapi-version';
import { BLOCK_STREAM_VERSION, type BlockPosition } from '../decode/decoded-block.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import type { BlockSource } from '../source/block-source.ts';
import { BlockChain, type Candidate, type ChainOptions } from '../verify/block-chain.ts';
import type { ProvenBlock } from '../verify/proven-block.ts';
import { BlockReader } from './block-reader.ts';
import { isPreview } from './cutover.ts';
import type { Feed } from './feed.ts';
import {
  type FollowOptions,
  feedOf,
  follow,
  type OpenStream,
  type PollEnd,
  type PreviewedBlock,
  type PreviewedStream,
} from './follow.ts';

/**
 * Finds the last block of a stream that begins no later than an instant (nanoseconds), with about two reads for each
 * doubling of the number of blocks; the first one when all begin later. Blocks begin one after the other. @param timeOf
 * returns the time at which a block begins; null when there is no such block
 */
export async function lastBefore(
  instant: bigint,
  first: bigint,
  timeOf: (number: bigint) => Promise<bigint | null>,
): Promise<bigint> {
  const isBefore = async (number: bigint): Promise<boolean> => {
    const time = await timeOf(number);
    return time !== null && time <= instant;
  };
  if (!(await isBefore(first))) return first;
  let last = first;
  let step = 1n;
  while (await isBefore(first + step)) {
    last = first + step;
    step *= 2n;
  }
  let beyond = first + step;
  while (beyond - last > 1n) {
    const middle = (last + beyond) / 2n;
    if (await isBefore(middle)) last = middle;
    else beyond = middle;
  }
  return last;
}

export interface FollowBlocksOptions extends FollowOptions, ChainOptions {
  readonly source: BlockSource;
  /** Number of the first block when `startAfter` is null. Default: the first one that the source has. */
  readonly startAt?: bigint;
}

/**
 * Maximum number of blocks that one signature may prove while catching up, and their maximum size, decompressed. Until
 * they are yielded, their decoded items take many times their bytes: groups of 64 blocks of 1,000 transactions took 300
 * MB more than groups of this size.
 */
const MAX_GROUP = 64;
const MAX_GROUP_BYTES = 4 * 1024 * 1024;

const DEFAULT_POLL_MS = 100;

/** A followed block stream: blocks are read ahead, and proven in groups while more are available. */
export class BlockStream implements PreviewedStream {
  /** No pause between polls, because a block is announced once. */
  readonly restMs = 0;
  readonly pollIntervalMs: number;
  readonly #options: FollowBlocksOptions;
  readonly #reader: BlockReader;
  readonly #chain: BlockChain;
  #isFormLearnt = false;

  constructor(options: FollowBlocksOptions) {
    this.#options = options;
    this.pollIntervalMs = options.pollIntervalMs ?? DEFAULT_POLL_MS;
    this.#reader = new BlockReader(options.source, options.signal);
    this.#chain = new BlockChain(options);
    const { startAfter, startAt } = options;
    if (startAfter === null && startAt !== undefined) this.#chain.beginAt(startAt);
  }

  get source() {
    return this.#options.source;
  }

  /** The chain's position, not the last yielded block: blocks before the start instant are left out. */
  get reached(): bigint | null {
    return this.#chain.next;
  }

  isFinal(): boolean {
    return false;
  }

  refused({ reason }: StreamFileError): void {
    if (this.#chain.next !== null) this.source.refused?.(this.#chain.next, reason);
  }

  /**
   * Returns the next block as its source has it, not proven; null while it is not available. The next poll uses the
   * block read here. Throws `StreamFileError`.
   */
  async preview(): Promise<PreviewedBlock | null> {
    const { source, signal } = this.#options;
    const number = this.#chain.next ?? (await source.first(signal));
    if (number === null) return null;
    const block = await this.#reader.preview(number);
    if (block === null) return null;
    const { name, header } = block.file;
    return { number, name, hapiVersion: header.hapiVersion, softwareVersion: header.softwareVersion };
  }

  dropPreviewed(): void {
    this.#reader.dropPreviewed();
    this.source.listAgain?.();
  }

  /** Yields the available blocks, as many as one proof covers. Yields nothing when there is no further block yet. */
  async *poll(): AsyncGenerator<ProvenBlock, PollEnd, void> {
    const chain = this.#chain;
    const before = chain.next;
    if (before === null) {
      const first = await this.#first();
      if (first === null) return { refusal: null, again: null };
      chain.beginAt(first);
    }
    if (!this.#isFormLearnt) await chain.learnForm((number) => this.#reader.peek(number));
    this.#isFormLearnt = true;
    const group = await this.#gather();
    try {
      yield* chain.prove(group);
    } finally {
      this.#reader.hold(0);
    }
    return { refusal: null, again: chain.next === before ? null : 0 };
  }

  /** Collects the following blocks of the source, up to one that must be proven before anything after it. */
  async #gather(): Promise<Candidate[]> {
    const group: Candidate[] = [];
    let bytes = 0;
    const from = this.#chain.next ?? 0n;
    while (group.length < MAX_GROUP && bytes < MAX_GROUP_BYTES) {
      try {
        const read = await this.#reader.take(from + BigInt(group.length));
        const candidate = read && (await this.#chain.append(read, group.at(-1) ?? null));
        if (candidate === null) return group;
        bytes += candidate.read.bytes;
        this.#reader.hold(bytes);
        group.push(candidate);
        if (candidate.endsGroup) return group;
      } catch (error) {
        // The error of a later block is reported when that block is the first of a group.
        if (group.length === 0 || !(error instanceof StreamFileError)) throw error;
        return group;
      }
    }
    return group;
  }

  /** Returns the first block to read: the first available one or, when the stream begins at an instant, one near it. */
  async #first(): Promise<bigint | null> {
    const { source, signal, startFrom } = this.#options;
    const first = await source.first(signal);
    if (first === null || startFrom === undefined) return first;
    const near = await lastBefore(startFrom, first, async (number) => {
      return (await this.#reader.peek(number))?.file.header.timestamp ?? null;
    });
    if (near === first) return first;
    return this.#chain.canBeginWith(await this.#reader.peek(near)) ? near : first;
  }
}

export type BlockFeedOptions = Omit<FollowBlocksOptions, 'startAfter' | 'signal'>;

/** Returns the feed of a block stream. Each block contains its own proof, or a later one proves it. */
export function blockFeed(options: BlockFeedOptions): Feed {
  return feedOf(blockStreams(options), options);
}

/** Opens block streams. */
export function blockStreams(options: BlockFeedOptions): OpenStream<BlockStream> {
  return (startAfter, signal) => new BlockStream({ ...options, startAfter, signal });
}

/**
 * Yields the proven blocks of a block stream, in order of their numbers, without a gap. Waits, ends and throws as
 * `follow` does.
 */
export function followBlocks(options: FollowBlocksOptions): AsyncGenerator<ProvenBlock, void, void> {
  return follow((signal) => new BlockStream({ ...options, signal }), options);
}

/**
 * Returns the error of the block that is missing after the end of a stream, when its source has a later one; null when
 * it has none, or only previews (`isPreview`).
 */
export async function gapAfter(
  { number, version }: Pick<BlockPosition, 'number' | 'version'>,
  source: BlockSource,
  since: HapiVersion | null,
  signal: AbortSignal,
): Promise<StreamFileError | null> {
  const next = number + 1n;
  const later = await source.first(signal, next);
  // The next block itself has arrived since the end, or is a preview.
  if (later === null || later === next) return null;
  const isFirst = version < BLOCK_STREAM_VERSION;
  if (isFirst && since !== null) {
    const block = await new BlockReader(source, signal).peek(later);
    if (block && isPreview(block.file.header, since)) return null;
  }
  const kinds = isFirst ? 'neither a record file nor a block' : 'no block';
  const reason = `is missing: there is ${kinds} of that number, but ${source.name} has block ${later}`;
  return new StreamFileError('missing', `Block ${next}`, null, reason);
}
